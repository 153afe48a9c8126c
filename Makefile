# Two commands for a fresh machine: `make play` and `make test`. Everything else sets up what it needs too.

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal

.PHONY: setup develop play test check messages screenshots bench bench-ismcts bench-tables bench-floods bench-pages strength soak soak-tables clean

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

setup: .venv/installed
	@$(BIN)/python -m serai.web.assets

develop: .venv/for-developers
	@$(BIN)/python -m serai.web.assets

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Serai needs Python 3.11 or newer; set PYTHON=…"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Serai and what it needs into .venv …"
	@$(INSTALL) -e .
	@touch $@

.venv/for-developers: .venv/installed
	@echo "Installing what tests and research need …"
	@$(INSTALL) -e '.[dev,research]'
	@touch $@

play: setup
	@$(BIN)/serai play

check: develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	@$(BIN)/python tests/browser.py
	@echo "Compiling the rules, with and without bounds checks …"
	@$(BIN)/serai warm & NUMBA_BOUNDSCHECK=1 $(BIN)/serai warm && wait $$!
	$(PYTEST)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m three_modes
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m three_modes

messages: develop
	@$(BIN)/python -m tests.messages

screenshots: develop
	@$(BIN)/python tests/browser.py
	@$(BIN)/python -m tests.pages.screenshots

bench: develop
	@$(INSTALL) -e '.[bench]'
	@$(BIN)/python benchmarks/compare.py

bench-ismcts: develop
	@$(INSTALL) -e '.[bench]'
	@$(BIN)/python benchmarks/ismcts.py

strength: develop
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/strength.py --report

bench-tables: develop
	@$(BIN)/python benchmarks/tables.py

bench-floods: develop
	@$(BIN)/python benchmarks/floods.py

bench-pages: develop
	@$(BIN)/python tests/browser.py
	@$(BIN)/python -m benchmarks.repaint

soak: develop
	$(BIN)/python -m tests.soak

soak-tables: develop
	$(BIN)/python -m tests.killing --kills 200 --database sqlite
	$(BIN)/python -m tests.killing --kills 200 --database postgresql
	SERAI_FORGED=10000 $(BIN)/python -m pytest tests/web/test_forged.py
	SERAI_CASES=2000 $(BIN)/python -m pytest tests/web/test_openapi.py

clean:
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
