# Two commands do everything: `make run` and `make test`. Both build .venv first when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help run install test prove index playthroughs lock clean

help: ## show these lines
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: install ## take a seat at a table
	@$(BIN)/croupier play

install: $(READY) ## make .venv from the lock file

# The stamp is written last, so an install that was cut short is made again.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Croupier needs Python 3.11 or later; set PYTHON=...")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test: install ## run the tests, Ruff, mypy and import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

prove: install ## run the exhaustive and slow proofs
	$(BIN)/pytest -m prove

index: install ## write the index of which code and tests keep each clause
	$(BIN)/python tools/index.py

playthroughs: install ## write anew what the table answers in every playthrough
	$(BIN)/python tools/playthroughs.py

lock: install ## pin every version anew (needs a package index)
	$(BIN)/pip-compile --quiet --upgrade --extra dev --generate-hashes --strip-extras --allow-unsafe \
	    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file requirements.lock pyproject.toml

clean: ## remove what was built
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
