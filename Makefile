# Two commands do everything: `make run` and `make test`. Both build .venv first if it is missing or stale, and
# `make test` adds the packages that only the tests need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A .venv of another Python version is rebuilt, so that the version asked for is the one that runs.
WITH := $(shell "$(PYTHON)" -c 'import platform; print(platform.python_version())' 2>/dev/null)
READY := $(VENV)/.ready-$(WITH)
TESTS := $(VENV)/.tests-$(WITH)
BENCH := .venv-bench
BENCHED := $(BENCH)/.ready-$(WITH)
CORES ?= 2
# The tests of a file share cached results, so each process takes a contiguous range of tests, and steals work at the end.
PARALLEL := --numprocesses $(CORES) --dist worksteal
# Many of the slow tests wait for a socket, a clock or a process: one process more keeps the cores busy.
ALL_TESTS := --numprocesses $(shell expr $(CORES) + 1) --dist worksteal
PARTS := prove-hands prove-rulebook prove-table prove-analysis prove-simulation prove-coach prove-adversary prove-house prove-faults prove-docs prove-growth prove-page prove-mutants

PIN := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.DEFAULT_GOAL := help
.PHONY: help run play install tools browser pictures test test-fast durations types messages coverage prove $(PARTS) bench bench-house index docs engine playthroughs screens lock clean

help: ## show these lines
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: install ## open a house: tables for a browser, a terminal or a program
	@$(BIN)/croupier serve

play: install ## take a seat at a table in the terminal
	@$(BIN)/croupier play

install: $(READY) ## make .venv with the locked packages that running needs
tools: $(TESTS) ## add the packages that testing needs

# The stamp is written last, so an interrupted install is done again.
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

browser: tools ## find or download a browser for the tests of the page; BROWSER=none skips those tests
	@$(BIN)/python tools/browser.py

# Tests start hundreds of Pythons: each finds what is compiled already, whatever the environment says about bytecode.
test test-fast durations coverage: export PYTHONDONTWRITEBYTECODE =

# mypy keeps one core busy and the tests leave some idle, so mypy runs in parallel with them.
test: tools browser types ## run the tests, Ruff, mypy, import-linter, Biome and TypeScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome check --error-on-warnings; else echo "Biome has no wheel for this machine: the page's style is not checked."; fi
	$(BIN)/lint-imports
	$(BIN)/mypy & types=$$!; $(BIN)/pytest $(ALL_TESTS); tests=$$?; wait $$types || { echo "mypy objects, see above" >&2; exit 1; }; exit $$tests

# Test functions that take a fifth of a second or more, by tests/durations.json, and those of the page are left out.
test-fast: tools ## run the fast tests of every room, Ruff and import-linter, for work in between
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pytest $(PARALLEL) -m "not prove and not slow"

durations: tools browser ## run all tests and record how long they take: which run first, and which are left out of test-fast
	$(BIN)/pytest $(ALL_TESTS) --record-durations

types: tools ## check the types of the page's scripts, where Node is found; TYPES=none skips them
	@$(BIN)/python tools/page_types.py

# Walks and Hypothesis are left out: the lines that they reach differ from run to run, or with every change.
coverage: tools ## check that the tests reach every line and branch of the games and of the table
	$(BIN)/coverage run -m pytest -m "not prove and not walk and not hypothesis" tests/games tests/rulebook tests/table tests/crypto
	$(BIN)/coverage report

# Each part writes its result to docs/proofs.md. If one fails, the others still run.
prove: tools ## run all parts of the proof, one after the other
	@$(MAKE) --no-print-directory --keep-going --jobs=1 $(PARTS)

PROVE = $(BIN)/python tools/prove.py $(@:prove-%=%) $(if $(SEED),--seed $(SEED)) -- $(PARALLEL)
prove-hands: tools ## compare every hand of seven cards with another evaluator; SEED=... repeats a part's random choices
	$(PROVE)
prove-rulebook: tools ## search for submissions that break the check
	$(PROVE)
prove-table: tools ## try a million random commands and a million shuffles, and reconstruct every hand
	$(PROVE)
prove-analysis: tools ## compare all solvers with each other, with the table and with published figures; a million rounds
	$(PROVE)
prove-simulation: tools ## simulate hundreds of millions of rounds: tallies against exact counts, rounds against a table
	$(PROVE)
prove-coach: tools ## compare the coach at every turn with whole analyses
	$(PROVE)
prove-adversary: tools ## try a million hostile commands, and every command line with bad streams, files and texts
	$(PROVE)
prove-house: tools ## make 100,000 calls of a house's API, tamper with every row, play at random, scan for leaks
	$(PROVE)
prove-faults: tools ## kill a house 400 times under load and at every point around a commit; fail every database call
	$(PROVE)
prove-docs: tools ## run every command, file and example of all tutorials
	$(PROVE)
prove-growth: tools ## ask a house of 200,000 rounds, and look at the plan of each query
	$(PROVE)
prove-page: tools browser ## use every rulebook and console in a real browser: by keys alone, at 360 pixels, at 200 per cent, without motion
	$(PROVE)
prove-mutants: tools ## put 500 small faults into games, table, rulebook and a player's proof: the tests must find 95 in a hundred
	$(BIN)/python tools/mutants.py --jobs $(CORES)

bench: $(BENCHED) ## compare dealing with PokerKit, solving and simulating with phevaluator, by processor time, in a venv of its own
	@missed=0; for each in bench/table.py bench/analysis.py bench/simulation.py bench/recording.py; do \
	    $(BENCH)/bin/python $$each || missed=1; \
	done; exit $$missed

bench-house: tools ## load test of a house, compared with a bare echo and broadcast; 30 minutes, of which 20 are a soak test
	$(BIN)/python bench/house.py

pictures: tools browser ## take a screenshot of every screen of the page and of every paper
	$(BIN)/python tools/pictures.py pictures
	$(BIN)/python tools/paper_pictures.py pictures/papers

index: tools ## write the index of the code and tests that keep each clause
	$(BIN)/python tools/index.py

docs: tools ## write the reference pages, and build the documentation as a site that a house serves at /docs
	$(BIN)/python tools/commands.py
	$(BIN)/python tools/api.py
	$(BIN)/python tools/reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python -m zipfile -c src/croupier/service/site.zip build/site/.

messages: tools ## write the types of all messages for the page's scripts
	$(BIN)/python tools/page_messages.py

engine: tools ## record the digest of a new engine's decisions, after ENGINE was raised
	$(BIN)/python tools/engine.py

screens: tools ## write the golden screens of the terminal tests anew
	$(BIN)/python tools/screens.py

playthroughs: tools ## write the table's answers in every playthrough anew
	$(BIN)/python tools/playthroughs.py

GROUPS := $(BIN)/python tools/groups.py
lock: tools ## pin all versions anew (needs a package index)
	$(GROUPS) build dev | $(PIN) --extra house --extra cluster --output-file requirements-dev.lock pyproject.toml -
	$(GROUPS) build | $(PIN) --extra house --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml -
	$(GROUPS) build bench | $(PIN) --extra cluster --output-file requirements-bench.lock pyproject.toml -

clean: ## remove everything that was built
	rm -rf $(VENV) $(BENCH) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .mutants dist pictures node_modules build src/croupier/service/site.zip
