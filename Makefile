# Two commands for a fresh machine: `make play` and `make test`. Everything else sets up what it needs too.

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal

.PHONY: setup develop play test check messages lock screenshots bench bench-ismcts bench-tables bench-floods bench-pages strength soak soak-tests soak-tables clean architecture

# pip takes only files whose hashes a lock names, and only wheels: to build one it would fetch tools that no lock names.
PIP := -m pip install --quiet --disable-pip-version-check
LOCKED := $(PIP) --require-hashes --only-binary :all: -r

setup: .venv/installed
	@$(BIN)/python -m serai.web.assets

develop: .venv/for-developers
	@$(BIN)/python -m serai.web.assets

.venv/installed: pyproject.toml requirements/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' || { echo "Serai needs Python 3.11 to 3.14; set PYTHON=…"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Serai and what it needs into .venv …"
	@$(BIN)/python $(LOCKED) requirements/play.txt
	@$(BIN)/python $(PIP) --no-index --no-deps --no-build-isolation -e .
	@touch $@

.venv/for-developers: .venv/installed requirements/develop.txt
	@echo "Installing what tests and research need …"
	@$(BIN)/python $(LOCKED) requirements/develop.txt
	@touch $@

play: setup
	@$(BIN)/serai play

check: develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.architecture --check

test: check
	@$(BIN)/python tests/browser.py
	@echo "Compiling the rules, with and without bounds checks …"
	@$(BIN)/serai warm & NUMBA_BOUNDSCHECK=1 $(BIN)/serai warm && wait $$!
	$(PYTEST) -m "not soak"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m three_modes
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m three_modes

architecture: develop
	@$(BIN)/python -m tests.architecture

messages: develop
	@$(BIN)/python -m tests.messages

lock:
	@test -x .venv/uv/bin/python || $(PYTHON) -m venv .venv/uv
	@.venv/uv/bin/python $(LOCKED) requirements/lock.txt
	@.venv/uv/bin/python tests/lock.py $(OPTIONS)

screenshots: develop
	@$(BIN)/python tests/browser.py
	@$(BIN)/python -m tests.pages.screenshots

bench: develop
	@$(BIN)/python $(LOCKED) requirements/bench.txt
	@$(BIN)/python benchmarks/compare.py

bench-ismcts: develop
	@$(BIN)/python $(LOCKED) requirements/bench.txt
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

soak-tests: develop
	@$(BIN)/python tests/browser.py
	$(PYTEST) -m soak

soak-tables: develop
	$(BIN)/python -m tests.killing --kills 200 --database sqlite
	$(BIN)/python -m tests.killing --kills 200 --database postgresql
	SERAI_FORGED=10000 $(BIN)/python -m pytest tests/web/test_forged.py
	SERAI_CASES=2000 $(BIN)/python -m pytest tests/web/test_openapi.py

clean:
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
