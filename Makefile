# Every target does its own set-up: all it needs is make and Python 3.11 or later (PYTHON=... to choose one).

PYTHON ?= python3
PYTEST_ARGS ?=
BENCH_ARGS ?=
FUZZ_ARGS ?=
BIN := .venv/bin

.PHONY: demo quick test lint bench fuzz vendor clean

demo: .venv/.has-base                    ## RX90: generate C, count its operations, list its base parameters
	$(BIN)/linkwright generate rx90 inverse_dynamics --target c --parameters base --without friction --without rotors -o build/rx90
	$(BIN)/linkwright cost rx90 inverse_dynamics --parameters base --without friction --without rotors
	$(BIN)/linkwright base-parameters rx90
	@echo "The generated files:" && find build/rx90 -type f | sort

test: .venv/.has-test                    ## every law, on all cores, in random order (PYTEST_ARGS=--more: on all its robots)
	$(BIN)/python -m pytest -n auto --dist loadfile $(PYTEST_ARGS)

quick: .venv/.has-test                   ## the tests that take below 0.3 s each
	$(BIN)/python -m pytest -n auto --dist loadfile --quick $(PYTEST_ARGS)

lint: .venv/.has-dev                     ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/.has-bench                  ## against the peers (BENCH_ARGS=--quick: does everything run here?)
	$(BIN)/python -m bench $(BENCH_ARGS)

fuzz: .venv/.has-test                    ## odd robots, every scale, real URDFs, wrong inputs, planted faults
	$(BIN)/python -m fuzz $(FUZZ_ARGS)

vendor:                                  ## third-party code and fonts of the studio, the same bytes again; this alone needs npm
	cd studio-vendor && npm ci --silent && node build.mjs

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# One stamp per set of extras, renewed when the dependencies change: a second run starts at once.
.venv/.has-base: EXTRAS :=
.venv/.has-%: EXTRAS = [$*]
.venv/.has-%: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(EXTRAS)'
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Linkwright needs Python 3.11 or later; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }  # half an environment would look like a whole one
