# `make help` lists the targets. Every target works from a bare checkout with python3 >= 3.11, pip and make.
# Each step leaves a stamp file, so that it isn't repeated until something it needs has changed.

PYTHON ?= python3
ARGS   ?=
# One more than two cores, since some tests only wait for a clock or a socket
WORKERS := 3

VENV  := .venv
BIN   := $(VENV)/bin
WHEEL := build/wheel
BENCH := build/bench

# Folders are listed too, so that a removed file counts as a change
SOURCES := $(shell find src -not -name '*.pyc' -not -name __pycache__ -not -path '*/server/static*')

# The browser client: the page, which vite writes last, and the files it is built from
CLIENT      := src/prial/server/static/index.html
WEB_SOURCES := $(shell find web -mindepth 1 -name node_modules -prune -o -path web/src/wire -prune -o -path web/src/cards/courts -prune -o -path web/tests -prune -o -print)
NPM         := scripts/node.sh npm --no-progress --loglevel=error
# The tutorial's game, a distribution of its own that is built and installed beside the wheel
GUEST := $(wildcard docs/examples/two_card_brag/*)
# Tests that also run against the built wheel, with the base packages only
WHEEL_TESTS := tests/test_package.py $(wildcard tests/wheel)

export PYTHON
export NUMBA_CACHE_DIR := $(CURDIR)/build/numba
# Compiled modules are kept, outside the source folders. A server that must compile everything it imports takes ten seconds to
# start instead of one.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/compiled
export PYTHONDONTWRITEBYTECODE :=

INSTALL = scripts/uv.sh $(1) pip install --require-hashes

# Tests that `make quick` skips: sockets, processes, browsers, and campaigns of many games
SLOW_FOLDERS := blind_brag cli e2e faults server testing wheel
SLOW_FILES   := arrange/test_batch*.py host/test_s* study/test_* test_bots.py test_campaign.py test_machine.py test_perft.py \
	test_settle.py test_simulate.py test_solve*.py test_terminal*.py test_train.py

.PHONY: help play test screens quick check web types bench strength docs soak load coverage format tables lock clean
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/run.stamp $(CLIENT) ## open the tables, in your browser (ARGS="--help" lists the options)
	@$(BIN)/prial serve $(ARGS)

# The built wheel is tested beside the other tests: it takes half a minute on one core. The journeys are last, and have both cores
test: $(VENV)/test.stamp $(CLIENT) $(WHEEL)/stamp ## all tests, and the packaging ones against the built wheel
	@$(BIN)/python scripts/warm.py & warm=$$!; $(NPM) test --silent && wait $$warm
	@(cd $(WHEEL) && PRIAL_WHEEL=1 bin/python -m pytest -p no:cacheprovider --rootdir=$(CURDIR) -c $(CURDIR)/pyproject.toml \
		$(addprefix $(CURDIR)/,$(WHEEL_TESTS))) >$(WHEEL)/tests.log 2>&1 & wheel=$$!; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore=tests/e2e $(ARGS); here=$$?; \
	wait $$wheel; wheel=$$?; cat $(WHEEL)/tests.log; exit $$((here | wheel))
	CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "e2e and not soak" tests/e2e

screens: $(VENV)/test.stamp $(CLIENT) ## a picture of every page in every state, into build/screens
	CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM PRIAL_SCREENS=1 && $(BIN)/pytest -n $(WORKERS) -m e2e tests/e2e/test_screens.py $(ARGS)

quick: $(VENV)/test.stamp ## the quick tests, for use while working: rules, games and tables, without processes, sockets and campaigns
	@$(BIN)/pytest -n $(WORKERS) -q $(SLOW_FOLDERS:%=--ignore=tests/%) $(foreach each,$(SLOW_FILES),--ignore-glob='*/$(each)') $(ARGS)

check: $(VENV)/check.stamp docs types ## lint, format, types, import directions, docs, browser client; warnings are errors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@rm -rf build/examples && $(BIN)/python scripts/examples.py build/examples
	MYPYPATH=docs/examples/two_card_brag:build/examples $(BIN)/mypy build/examples
	$(BIN)/pytest tests/test_imports.py
	@$(NPM) run --silent check

docs: $(VENV)/check.stamp ## the documentation, into build/docs
	$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/docs

web: $(CLIENT) ## the browser client, into src/prial/server/static

types: build/web/check.stamp $(VENV)/run.stamp ## the browser client's types, from the server's messages
	@$(BIN)/python scripts/wire.py build/wire
	@$(NPM) run --silent wire

format: $(VENV)/check.stamp types ## run the formatters and the linters' safe repairs
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	@$(NPM) run --silent format

bench: $(BENCH)/stamp ## measure Prial's speed next to other libraries, in the same run
	$(BENCH)/bin/python bench $(ARGS)

strength: $(BENCH)/stamp ## measure how strong the bots are, into docs/strength.md
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(BENCH)/bin/python -m bench.strength $(ARGS)

# Browser tests run on their own: Playwright keeps an event loop running, and then no other test can start one
soak: $(VENV)/test.stamp $(CLIENT) ## the long campaigns
	@$(BIN)/python scripts/warm.py
	HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n $(WORKERS) -m "soak and not e2e" -raP $(ARGS)
	CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && $(BIN)/pytest -m "soak and e2e" -raP --ignore=tests/e2e/test_screens.py tests/e2e
	@$(MAKE) --no-print-directory screens ARGS=
	@$(MAKE) --no-print-directory load ARGS=
	@$(MAKE) --no-print-directory strength ARGS=again

load: $(VENV)/test.stamp ## a real server under load: idle, moves, storm, kill, school, flood, shuffle, several, rolling, screen (ARGS="storm --clients 10000" for a part)
	$(BIN)/python -m tests.faults.load $(ARGS)

coverage: $(VENV)/test.stamp ## list the lines and branches that no test reaches
	@mkdir -p build
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(ARGS)
	$(BIN)/coverage report

tables: $(VENV)/run.stamp ## rebuild the tables that are shipped
	$(BIN)/prial tables $(ARGS)

COMPILE = scripts/uv.sh $(VENV) pip compile --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header $(if $(UPGRADE),--upgrade)

lock: $(VENV)/uv.stamp ## rewrite requirements/*.txt (UPGRADE=1: with the newest versions)
	$(COMPILE) -o requirements/uv.txt requirements/uv.in
	$(COMPILE) -o requirements/run.txt pyproject.toml --extra fast --extra server
	$(COMPILE) -o requirements/base.txt pyproject.toml -c requirements/run.txt
	$(COMPILE) -o requirements/node.txt requirements/node.in
	$(COMPILE) -o requirements/cluster.txt pyproject.toml --extra cluster -c requirements/run.txt
	$(COMPILE) -o requirements/adapters.txt pyproject.toml --extra adapters -c requirements/run.txt -c requirements/cluster.txt
	$(COMPILE) -o requirements/build.txt requirements/build.in -c requirements/run.txt
	$(COMPILE) -o requirements/test.txt requirements/test.in -c requirements/run.txt -c requirements/build.txt -c requirements/cluster.txt \
		-c requirements/adapters.txt
	$(COMPILE) -o requirements/check.txt requirements/check.in -c requirements/run.txt -c requirements/build.txt -c requirements/cluster.txt \
		-c requirements/adapters.txt -c requirements/test.txt
	$(COMPILE) -o requirements/bench.txt requirements/bench.in -c requirements/run.txt -c requirements/cluster.txt

clean: ## remove everything that make made
	rm -rf $(VENV) build web/node_modules web/src/wire web/src/cards/courts src/prial/server/static .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests bench docs scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || :

# --- environments -----------------------------------------------------------------------------------------------------

$(VENV)/uv.stamp: requirements/uv.txt scripts/venv.sh
	@echo "Making $(VENV)"
	@scripts/venv.sh $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/uv.stamp requirements/run.txt requirements/build.txt pyproject.toml
	@echo "Installing Prial and the packages it runs on"
	@$(call INSTALL,$(VENV)) -r requirements/run.txt -r requirements/build.txt
	@scripts/uv.sh $(VENV) pip install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements/cluster.txt requirements/adapters.txt requirements/test.txt
	@echo "Installing the packages that tests need"
	@$(call INSTALL,$(VENV)) -r requirements/cluster.txt -r requirements/adapters.txt -r requirements/test.txt
	@touch $@

$(VENV)/check.stamp: $(VENV)/test.stamp requirements/check.txt
	@echo "Installing the packages that checks need"
	@$(call INSTALL,$(VENV)) -r requirements/check.txt
	@touch $@

# A separate environment with the base packages only: a test fails there if the wheel needs the checkout or an extra
$(WHEEL)/venv.stamp: $(VENV)/uv.stamp requirements/base.txt requirements/test.txt
	@echo "Installing the base packages for the built wheel"
	@scripts/uv.sh $(VENV) venv --clear --python $(BIN)/python $(WHEEL)
	@$(call INSTALL,$(WHEEL)) -r requirements/base.txt -r requirements/test.txt
	@touch $@

$(WHEEL)/stamp: $(WHEEL)/venv.stamp $(VENV)/run.stamp $(CLIENT) $(SOURCES) $(GUEST) pyproject.toml hatch_build.py LICENSE README.md
	@rm -rf build/dist
	@$(BIN)/python -m hatchling build -t wheel -d build/dist >build/hatchling.log 2>&1 || { cat build/hatchling.log; exit 1; }
	@cd $(dir $(firstword $(GUEST))) && $(CURDIR)/$(BIN)/python -m hatchling build -t wheel -d $(CURDIR)/build/dist/guest \
		>$(CURDIR)/build/hatchling.log 2>&1 || { cat $(CURDIR)/build/hatchling.log; exit 1; }
	@rm -rf $(PYTHONPYCACHEPREFIX)$(CURDIR)/$(WHEEL)  # files in a wheel always have the same date
	@scripts/uv.sh $(WHEEL) pip install --no-deps --reinstall build/dist/*.whl build/dist/guest/*.whl
	@touch $@

$(BENCH)/stamp: $(VENV)/run.stamp requirements/run.txt requirements/cluster.txt requirements/bench.txt
	@echo "Installing the libraries to compare with"
	@scripts/uv.sh $(VENV) venv --clear --python $(BIN)/python $(BENCH)
	@$(call INSTALL,$(BENCH)) -r requirements/run.txt -r requirements/build.txt -r requirements/cluster.txt \
		-r requirements/bench.txt
	@scripts/uv.sh $(BENCH) pip install --no-deps --no-build-isolation --editable .
	@touch $@

# --- the browser client -----------------------------------------------------------------------------------------------

build/web/packages.stamp: web/package.json web/package-lock.json web/.npmrc scripts/node.sh requirements/node.txt $(VENV)/uv.stamp
	@echo "Installing the packages that the browser client is built with"
	@mkdir -p $(@D)
	@$(NPM) ci --omit=dev >build/web/npm.log 2>&1 || { cat build/web/npm.log; exit 1; }
	@touch $@

build/web/check.stamp: build/web/packages.stamp
	@echo "Installing the packages that the browser client is checked with"
	@$(NPM) ci >build/web/npm.log 2>&1 || { cat build/web/npm.log; exit 1; }
	@touch $@

$(CLIENT): build/web/packages.stamp $(WEB_SOURCES)
	@echo "Building the browser client"
	@$(NPM) run build >build/web/vite.log 2>&1 || { cat build/web/vite.log; exit 1; }
	@touch $@
