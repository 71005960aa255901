# One list of commands for people and for continuous integration.
# `make` alone prints it. Everything is installed into .venv, nothing elsewhere.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

VENV   ?= .venv
DIST   ?= dist
# What `make test` installs beside the package: see pyproject.toml.
EXTRAS ?= all,test,docs
# Processes for pytest.
JOBS   ?= 2

BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --quiet
PINS := requirements/dev.txt

# A toolchain that was installed a minute ago is not on PATH before the next login.
export PATH := $(PATH):$(HOME)/.cargo/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_REQUIRE_VIRTUALENV := 1
export PIP_USER := 0
# Settings of somebody else's environment.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV CONDA_PREFIX

.PHONY: FORCE
FORCE:

.PHONY: help
help: ## print this list
	@echo "usage: make TARGET [PYTHON=python3.12] [VENV=.venv] [JOBS=2]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

# ---- environment -----------------------------------------------------------

# An environment cannot be moved: its scripts and the editable install hold
# absolute paths, and in a copied tree they would quietly test the original.
ifneq ($(shell cat '$(VENV)/made-for' 2>/dev/null),$(CURDIR))
made-elsewhere := FORCE
endif

$(VENV)/made-for: $(made-elsewhere)
	@python=$$(sh tools/prerequisites.sh) || exit 1; \
	echo "making $(VENV) with $$("$$python" --version)"; \
	sh tools/venv.sh "$$python" '$(VENV)'
	@$(PIP) install -c $(PINS) maturin
	@printf '%s\n' '$(CURDIR)' >$@

# The Python sources are installed as they lie, so only these need a build.
core-sources := pyproject.toml Cargo.toml $(wildcard Cargo.lock) \
	$(shell find crates -type f -not -path '*/target/*')
ifeq ($(wildcard src/harary/_engine.*so),)
core-missing := FORCE
endif

$(VENV)/core: $(core-sources) $(VENV)/made-for $(core-missing)
	@sh tools/prerequisites.sh >/dev/null
	@echo "building the native core (about a minute the first time)"
	@$(PIP) install --no-build-isolation -c $(PINS) -e .
	@touch $@

$(VENV)/dev: pyproject.toml $(PINS) $(VENV)/made-for | $(VENV)/core
	@echo "installing what the extras $(EXTRAS) bring (the first time pyqbf compiles for minutes)"
# The package is there already; by its name, pip brings what is missing and builds
# each of those with the tools that it asks for.
	@$(PIP) install -c $(PINS) 'harary[$(EXTRAS)]'
	@touch $@

.PHONY: setup
setup: $(VENV)/dev ## make .venv with everything a developer needs

# ---- the two that a newcomer runs ------------------------------------------

.PHONY: demo
demo: $(VENV)/core ## build, and show a few games (needs no extras)
	@sh tools/demo.sh $(BIN)/harary

.PHONY: test
test: check rust-test docs unit ## check and test everything, as CI does

# ---- parts of `make test` --------------------------------------------------

.PHONY: check check-python check-rust
check: check-python check-rust ## formatting, lint and types of both languages

check-python: $(VENV)/dev
	@echo "checking the Python sources"
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --strict src tests tools benchmarks

check-rust: $(VENV)/made-for
	@echo "checking the Rust sources"
	@cargo fmt --check
	@PYO3_PYTHON="$$(cd '$(BIN)' && pwd)/python" \
	cargo clippy --quiet --workspace --all-targets --locked -- -D warnings

.PHONY: unit
unit: $(VENV)/dev ## the Python tests, without the slow ones
	@echo "running the Python tests"
	@$(BIN)/python -m pytest -n $(JOBS)

.PHONY: slow
slow: $(VENV)/dev ## the slow Python tests
	@echo "running the slow Python tests"
	@$(BIN)/python -m pytest -n $(JOBS) -m slow

# The binding is left out: it links only inside a Python process, and the
# Python tests exercise it.
.PHONY: rust-test
rust-test: $(VENV)/made-for ## the Rust tests
	@echo "running the Rust tests"
	@cargo test --quiet --locked --workspace --exclude harary-python

.PHONY: docs
docs: $(VENV)/dev ## the documentation, into docs/_build/html
	@echo "building the documentation"
# Sphinx warns only about pages that it reads: after a failure it has to read all.
	@$(BIN)/python -m sphinx -q -W -n --keep-going -d docs/_build/doctrees docs docs/_build/html \
	|| { rm -rf docs/_build; exit 1; }

# ---- other work ------------------------------------------------------------

.PHONY: format
format: $(VENV)/dev ## format the sources of both languages
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .
	@cargo fmt

.PHONY: examples
examples: $(VENV)/dev ## record the outputs of the examples in README and docs anew
	@$(BIN)/python -m tools.examples --update

.PHONY: tables
tables: $(VENV)/dev ## count the tables of the docs anew
	@$(BIN)/python -m tools.tables --update

.PHONY: wheel
wheel: $(VENV)/made-for ## build the wheel into dist/
	@sh tools/prerequisites.sh >/dev/null
	@echo "building the wheel"
	@$(BIN)/maturin build --quiet --release --locked --interpreter $(BIN)/python --out '$(DIST)'

.PHONY: bench
bench: $(VENV)/dev ## run the benchmarks (PARTS=formulas: only these)
	@$(BIN)/python -m benchmarks.run $(PARTS)

.PHONY: pins
pins: ## pin today's versions of everything that `make test` installs
	@sh tools/pins.sh '$(PINS)' '$(EXTRAS)'

.PHONY: fuzz
fuzz: $(VENV)/dev ## fuzz the native core from Python (FUZZ="60 TEST" seconds, test; installs atheris)
	@$(PIP) install atheris
	@$(BIN)/python -m tools.fuzz $(or $(FUZZ),60)

.PHONY: memcheck
memcheck: $(VENV)/made-for ## run the core's tests of searches under valgrind (minutes)
	@command -v valgrind >/dev/null || { echo "missing: valgrind (apt-get install valgrind)" >&2; exit 2; }
	@cargo test --quiet --locked --release --no-run -p harary-engine
	@valgrind --quiet --error-exitcode=9 \
	"$$(ls -t target/release/deps/harary_engine-* | grep -v '\.d$$' | head -n 1)" prove:: state:: keys::

.PHONY: clean
clean: ## remove whatever make has made
	if [ -f '$(VENV)/made-for' ]; then rm -rf '$(VENV)'; fi
	rm -rf target dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/harary/_engine.*so
