# The commands of the README. CI runs `make test` and nothing else.
.PHONY: setup demo test lint bench clean

CARGO ?= cargo

# rustfmt and clippy come with most Rust installations; rustup adds them where they are missing.
setup:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: see https://rustup.rs"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
	@command -v cc >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq build-essential; } \
	  || { echo "a C linker is missing: install the package build-essential"; exit 1; }

demo: setup
	$(CARGO) run --release -q -p allide-cli -- demo

test: lint
	$(CARGO) test --workspace -q

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -q -- -D warnings

# Times allide against its peers, then how cost and memory grow. Takes several minutes.
bench: setup
	$(CARGO) run --release -q -p allide-bench -- --record

clean:
	$(CARGO) clean
