# Two commands for a fresh machine: `make play` and `make test`. Everything else starts with `make setup` too.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup play test check bench bench-ismcts strength soak clean

setup: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Serai needs Python 3.11 or newer; set PYTHON=…"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Serai and what it needs into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

play: setup
	@$(BIN)/serai play

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	@echo "Compiling the rules, with and without bounds checks …"
	@$(BIN)/serai warm & NUMBA_BOUNDSCHECK=1 $(BIN)/serai warm && wait $$!
	$(BIN)/python -m pytest -n 2
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n 2 -m three_modes
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -m three_modes

bench: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@$(BIN)/python benchmarks/compare.py

bench-ismcts: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@$(BIN)/python benchmarks/ismcts.py

strength: setup
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/strength.py --report

soak: setup
	$(BIN)/python -m tests.soak

clean:
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
