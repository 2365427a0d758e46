# Two commands do everything: `make run` and `make test`. Both build .venv first when it is missing or stale, and tests
# put into it what they alone need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A folder that another Python has made is made anew, so that what is asked for is what is run.
WITH := $(shell "$(PYTHON)" -c 'import platform; print(platform.python_version())' 2>/dev/null)
READY := $(VENV)/.ready-$(WITH)
TESTS := $(VENV)/.tests-$(WITH)
BENCH := .venv-bench
BENCHED := $(BENCH)/.ready-$(WITH)
CORES ?= 2
# A file's tests share what they have worked out, so each process takes a stretch of them, and helps the other at the end.
PARALLEL := --numprocesses $(CORES) --dist worksteal
PARTS := prove-hands prove-rulebook prove-table prove-analysis prove-coach prove-adversary prove-house prove-faults prove-page prove-mutants

PIN := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.DEFAULT_GOAL := help
.PHONY: help run play install tools browser pictures test types messages coverage prove $(PARTS) bench bench-house index docs engine playthroughs screens lock clean

help: ## show these lines
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: install ## open a house: tables for a browser, a terminal or a program
	@$(BIN)/croupier serve

play: install ## take a seat at a table in the terminal
	@$(BIN)/croupier play

install: $(READY) ## make .venv from the lock file of what running needs
tools: $(TESTS) ## add what testing needs

# The stamp is written last, so an install that was cut short is made again.
$(READY): requirements.lock
$(BENCHED): requirements-bench.lock
%/.ready-$(WITH): pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Croupier needs Python 3.11 or later; set PYTHON=...")'
	"$(PYTHON)" -m venv --clear $*
	$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(filter %.lock,$^)
	$*/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
$(TESTS): $(READY) requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@touch $@

browser: tools ## a browser for the tests of the page: one that is installed, or one that is fetched; BROWSER=none leaves them out
	@$(BIN)/python tools/browser.py

# mypy has one core busy and the tests leave some idle, so it runs beside them.
test: tools browser types ## run the tests, Ruff, mypy, import-linter, Biome and TypeScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome check --error-on-warnings; else echo "Biome has no wheel for this machine: the page's style is not checked."; fi
	$(BIN)/lint-imports
	$(BIN)/mypy & types=$$!; $(BIN)/pytest $(PARALLEL); tests=$$?; wait $$types || { echo "mypy objects, see above" >&2; exit 1; }; exit $$tests

types: tools ## check the types of the page's scripts, where a Node is found; TYPES=none leaves them out
	@$(BIN)/python tools/page_types.py

# Walks and Hypothesis are left out: what they reach differs from run to run, or with every change.
coverage: tools ## see that the tests reach every line and branch of the games and of the table
	$(BIN)/coverage run -m pytest -m "not prove and not walk and not hypothesis" tests/games tests/table tests/crypto
	$(BIN)/coverage report

# Each part writes what it showed to docs/proofs.md. One that fails keeps no other from running.
prove: tools ## run all parts of the proof, one after the other
	@$(MAKE) --no-print-directory --keep-going --jobs=1 $(PARTS)

PROVE = $(BIN)/python tools/prove.py $(@:prove-%=%) $(if $(SEED),--seed $(SEED)) -- $(PARALLEL)
prove-hands: tools ## every hand of seven cards beside another evaluator; SEED=... repeats a part's chance
	$(PROVE)
prove-rulebook: tools ## what is submitted, searched for input that breaks the check
	$(PROVE)
prove-table: tools ## a million commands at random, a million shuffles, every hand found again
	$(PROVE)
prove-analysis: tools ## all solvers against each other, the table and what is published; a million rounds
	$(PROVE)
prove-coach: tools ## the coach at every turn against whole analyses
	$(PROVE)
prove-adversary: tools ## a million hostile commands, and every command line under every stream, file and text that goes wrong
	$(PROVE)
prove-house: tools ## 100,000 calls of a house's interface, every row tampered with, tables at random, a scan for leaks
	$(PROVE)
prove-faults: tools ## a house killed 400 times under load and at every point around a commit, and faults at every call of its database
	$(PROVE)
prove-page: tools browser ## every rulebook and console in a real browser, by keys alone, at 360 pixels, at 200 per cent, without motion
	$(PROVE)
prove-mutants: tools ## 500 small faults put into games, table and rulebook: the tests must find 95 in a hundred
	$(BIN)/python tools/mutants.py --jobs $(CORES)

bench: $(BENCHED) ## deal beside PokerKit and solve beside phevaluator, in a venv of their own, and compare; judged by the processor's time
	@missed=0; for each in bench/table.py bench/analysis.py bench/recording.py; do \
	    $(BENCH)/bin/python $$each || missed=1; \
	done; exit $$missed

bench-house: tools ## put a house under load, beside a bare echo and broadcast; 30 minutes, of which 20 are a soak
	$(BIN)/python bench/house.py

pictures: tools browser ## a picture of every screen of the page, to leaf through
	$(BIN)/python tools/pictures.py pictures

index: tools ## write the index of which code and tests keep each clause
	$(BIN)/python tools/index.py

docs: tools ## write the pages of all commands and of all that programs use
	$(BIN)/python tools/commands.py
	$(BIN)/python tools/api.py

messages: tools ## write the types of all messages for the page's scripts
	$(BIN)/python tools/page_messages.py

engine: tools ## note what a new engine decides, after ENGINE has risen
	$(BIN)/python tools/engine.py

screens: tools ## write anew what stands on a terminal's screen in every evening of the tests
	$(BIN)/python tools/screens.py

playthroughs: tools ## write anew what the table answers in every playthrough
	$(BIN)/python tools/playthroughs.py

GROUPS := $(BIN)/python tools/groups.py
lock: tools ## pin every version anew (needs a package index)
	$(GROUPS) build dev | $(PIN) --extra house --output-file requirements-dev.lock pyproject.toml -
	$(GROUPS) build | $(PIN) --extra house --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml -
	$(GROUPS) build bench | $(PIN) --extra analysis --output-file requirements-bench.lock pyproject.toml -

clean: ## remove what was built
	rm -rf $(VENV) $(BENCH) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .mutants dist pictures node_modules
