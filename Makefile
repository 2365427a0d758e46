# Two commands do everything: `make run` and `make test`. Both build .venv first when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH := .venv-bench

PIN := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.DEFAULT_GOAL := help
.PHONY: help run install test coverage prove bench index playthroughs lock clean

help: ## show these lines
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: install ## take a seat at a table
	@$(BIN)/croupier play

install: $(READY) ## make .venv from the lock file

# The stamp is written last, so an install that was cut short is made again.
$(READY): requirements.lock
$(BENCH)/.ready: requirements-bench.lock
%/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Croupier needs Python 3.11 or later; set PYTHON=...")'
	$(PYTHON) -m venv --clear $*
	$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(filter %.lock,$^)
	$*/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test: install ## run the tests, Ruff, mypy and import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

# Walks and Hypothesis are left out: what they reach differs from run to run, or with every change.
coverage: install ## see that the tests reach every line and branch of the games and of the table
	$(BIN)/coverage run -m pytest -m "not prove and not walk and not hypothesis" tests/games tests/table
	$(BIN)/coverage report

prove: install ## run the exhaustive and slow proofs
	$(BIN)/pytest -m prove

bench: $(BENCH)/.ready ## deal beside PokerKit and solve beside phevaluator, in a venv of their own, and compare
	$(BENCH)/bin/python bench/table.py
	$(BENCH)/bin/python bench/analysis.py

index: install ## write the index of which code and tests keep each clause
	$(BIN)/python tools/index.py

playthroughs: install ## write anew what the table answers in every playthrough
	$(BIN)/python tools/playthroughs.py

lock: install ## pin every version anew (needs a package index)
	$(PIN) --extra dev --output-file requirements.lock pyproject.toml
	$(PIN) --extra bench --output-file requirements-bench.lock pyproject.toml

clean: ## remove what was built
	rm -rf $(VENV) $(BENCH) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage dist
