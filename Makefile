# The commands of the README. CI runs `make test` and nothing else.
.PHONY: setup tools vulkan demo test lint bench clean

CARGO ?= cargo

# Whether the Vulkan loader, and lavapipe (a GPU made of software), are on this machine.
LOADER = { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q libvulkan.so.1
LAVAPIPE = { $(LOADER); } && ls /usr/share/vulkan/icd.d/lvp_icd*.json >/dev/null 2>&1
LEFT_OUT = lavapipe is missing: tests on a GPU are left out unless there is one. For them: apt-get install libvulkan1 mesa-vulkan-drivers

setup: tools vulkan

# rustfmt and clippy come with most Rust installations; rustup adds them where they are missing.
tools:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: see https://rustup.rs"; exit 1; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy
	@command -v cc >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq build-essential; } \
	  || { echo "a C linker is missing: install the package build-essential"; exit 1; }

# Only tests need this. Where it cannot be installed, they do without.
vulkan:
	@[ "$$(uname)" != Linux ] || { $(LOADER); } || { [ "$$(id -u)" = 0 ] && apt-get update -qq \
	  && apt-get install -y -qq --no-install-recommends libvulkan1 mesa-vulkan-drivers; } || echo "$(LEFT_OUT)"

demo: tools
	$(CARGO) run --release -q -p allide-cli -- demo

# Where lavapipe is, a test on a GPU that cannot find one fails instead of being left out. NODEVICE_SELECT keeps a layer of
# Mesa from complaining about a missing display. Examples are left to clippy.
test: setup lint
	@if $(LAVAPIPE); then export ALLIDE_REQUIRE_GPU=1; fi; export NODEVICE_SELECT=1; set -x; \
	  $(CARGO) test --workspace -q --lib --bins --tests && $(CARGO) test --workspace -q --doc
	@{ [ "$$(uname)" != Linux ] || $(LAVAPIPE); } || echo "$(LEFT_OUT)"

lint: tools
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -q -- -D warnings

# Times allide against its peers, then how cost and memory grow. Takes several minutes.
bench: tools
	$(CARGO) run --release -q -p allide-bench -- --record

clean:
	$(CARGO) clean
