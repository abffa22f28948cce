# All commands: CONTRIBUTING.md lists them. CI calls targets of this file and nothing else.
.PHONY: setup tools vulkan rtl browser demo test doctests featureless page python docs pictures lint msrv deny dist package bench clean

CARGO ?= cargo

# For what is compiled from nothing. Several units of a crate are for compiling it again, and cost a sixth more.
export CARGO_INCREMENTAL ?= 0
export CARGO_PROFILE_DEV_CODEGEN_UNITS ?= 1

# Whether the Vulkan loader, and lavapipe (a GPU made of software), are on this machine.
LOADER = { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q libvulkan.so.1
LAVAPIPE = { $(LOADER); } && ls /usr/share/vulkan/icd.d/lvp_icd*.json >/dev/null 2>&1
LEFT_OUT = lavapipe is missing: tests on a GPU are left out unless there is one. For them: apt-get install libvulkan1 mesa-vulkan-drivers

setup: tools vulkan rtl browser

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

# Verilator simulates the chip's Verilog (and compiles it with g++), Yosys synthesises it. Where they cannot be installed, tests do without.
RTL = command -v verilator >/dev/null && command -v yosys >/dev/null && command -v g++ >/dev/null
NO_RTL = verilator, yosys or g++ is missing: the chip's Verilog is not tested. For that: apt-get install verilator yosys g++
rtl:
	@{ $(RTL); } || { [ "$$(uname)" = Linux ] && [ "$$(id -u)" = 0 ] && apt-get update -qq \
	  && apt-get install -y -qq --no-install-recommends verilator yosys g++; } || echo "$(NO_RTL)"

# The page of viewer/ is built by Node and tested in Chromium. The built page is in the repository: without them, only its
# tests are left out. Debian's Node may be too old for the tools; then a newer one comes as a package of npm.
NODE = PATH="$(CURDIR)/viewer/.node/node_modules/.bin:$$PATH"
NODE_IS_NEW = $(NODE) node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || a == 20 && b >= 19 ? 0 : 1)' 2>/dev/null
BROWSER = command -v npm >/dev/null && command -v chromium >/dev/null && $(NODE_IS_NEW)
NO_BROWSER = Node 20.19, npm or Chromium is missing: the page is not tested. For that: apt-get install nodejs npm chromium
browser:
	@{ command -v npm >/dev/null && command -v chromium >/dev/null; } || { [ "$$(uname)" = Linux ] && [ "$$(id -u)" = 0 ] && apt-get update -qq \
	  && { command -v node >/dev/null || apt-get install -y -qq --no-install-recommends nodejs; } \
	  && { command -v npm >/dev/null || apt-get install -y -qq --no-install-recommends npm; } \
	  && apt-get install -y -qq --no-install-recommends chromium; } || true
	@$(NODE_IS_NEW) || { command -v npm >/dev/null && npm install --silent --no-save --prefix viewer/.node node@22 >/dev/null; } || true
	@{ $(BROWSER); } || echo "$(NO_BROWSER)"

demo: tools
	$(CARGO) run --release -q -p allide-cli -- demo

# Everything, in the configurations that tests/run lists. Where lavapipe is, GPU tests run on it, whatever GPU there is, and fail
# if they cannot; ALLIDE_ADAPTER=name takes another adapter. NODEVICE_SELECT keeps a layer of Mesa from complaining about a
# missing display.
test: setup lint
	@if $(RTL); then export ALLIDE_REQUIRE_RTL=1; fi; \
	  if $(LAVAPIPE); then export ALLIDE_REQUIRE_GPU=1 ALLIDE_ADAPTER="$${ALLIDE_ADAPTER-llvmpipe}"; fi; \
	  NODEVICE_SELECT=1 tests/run
	@{ [ "$$(uname)" != Linux ] || $(LAVAPIPE); } || echo "$(LEFT_OUT)"
	@{ $(RTL); } || echo "$(NO_RTL)"
	@{ $(BROWSER); } || echo "$(NO_BROWSER)"

doctests:
	$(CARGO) test --workspace -q --doc

# What is built with fewer features than the workspace has: in a folder of its own, where it waits for nobody, and without optimisation,
# as it is tested with little.
PLAIN_TARGET = $${CARGO_TARGET_DIR:-$(CURDIR)/target}/plain
PLAIN = CARGO_TARGET_DIR="$(PLAIN_TARGET)" CARGO_PROFILE_DEV_OPT_LEVEL=0

# The library without the feature gpu, and readers without the feature draco, build without a warning, and methods agree. That readers refuse
# compressed files then is a test of the Python package, which is built like that.
featureless:
	$(PLAIN) $(CARGO) clippy -p allide --no-default-features -q -- -D warnings
	$(PLAIN) ALLIDE_CASES=3 $(CARGO) test -p allide --no-default-features -q --test edges
	$(PLAIN) $(CARGO) clippy -p allide-io --no-default-features -q -- -D warnings

# The page: what is built from viewer/ is what the command puts into files, and it does what it says in a browser.
page: browser
	@if $(BROWSER); then set -e; export $(NODE); cd viewer; npm install --silent --no-save; npm run --silent check; \
	  npx vite build --logLevel warn; cmp dist/page.html ../crates/allide-page/src/page.html \
	    || { echo "viewer/ has changed: cd viewer && npm run build"; exit 1; }; \
	  $(CARGO) test --workspace -q --no-run --test command; ALLIDE="$${CARGO_TARGET_DIR:-$(CURDIR)/target}/debug/allide" npm --silent test; fi

# The Python package: built, installed into an environment of its own, and tested, with the examples of its documentation. It is built
# without features. What packages test beside ours is left out where it cannot be installed.
PYTHON ?= python3
HAS_PYTHON = $(PYTHON) -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
NO_PYTHON = Python 3.10 or its package venv is missing: the Python package is not tested. For that: apt-get install python3 python3-venv
python: tools
	@{ $(HAS_PYTHON); } || { [ "$$(uname)" = Linux ] && [ "$$(id -u)" = 0 ] && apt-get update -qq \
	  && apt-get install -y -qq --no-install-recommends python3 python3-venv; } || true
	@if $(HAS_PYTHON); then set -e; target="$(PLAIN_TARGET)"; bin="$$target/venv/bin"; \
	  [ -x "$$bin/pip" ] || $(PYTHON) -m venv "$$target/venv"; export PIP_DISABLE_PIP_VERSION_CHECK=1; \
	  "$$bin/pip" install -q 'maturin>=1.16,<2' mypy numpy pytest; \
	  "$$bin/pip" install -q pyarrow trimesh || echo "pyarrow or trimesh cannot be installed: what needs them is not tested"; \
	  cd python; rm -rf "$$target/wheels"; $(PLAIN) "$$bin/maturin" build -q --profile dev --no-default-features \
	    --interpreter "$$bin/python" --out "$$target/wheels"; \
	  "$$bin/pip" install -q --no-deps --force-reinstall "$$target"/wheels/*.whl; \
	  ALLIDE_FEATURES=none "$$bin/pytest" -q -c pyproject.toml --rootdir=. tests ../README.md ../docs/guide/python.md --pyargs allide; \
	else echo "$(NO_PYTHON)"; fi

# The documents in docs/ as a book with search. That its examples run and its links lead somewhere is part of `make test`.
docs:
	@command -v mdbook >/dev/null || { echo "mdbook is missing: cargo install mdbook --locked --no-default-features --features search"; exit 1; }
	mdbook build

# Takes the pictures in docs/ again.
pictures: browser
	$(CARGO) build --release -q -p allide-cli
	cd viewer && export $(NODE) && npm install --silent --no-save && node pictures.mjs ../target/release/allide ../docs

lint: tools
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -q -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps -q --lib --bins --examples

# Licences, duplicates and sources of what we depend on, with reasons in deny.toml, and known vulnerabilities, whose list comes from the
# network. `make test` checks all but the last by itself: crates/allide-cli/tests/supply.
deny: tools
	@command -v cargo-deny >/dev/null || { echo "cargo-deny is missing: cargo install --locked cargo-deny"; exit 1; }
	$(CARGO) deny --workspace check

# The oldest Rust that it builds with: see rust-version in Cargo.toml.
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv:
	@command -v rustup >/dev/null || { echo "rustup is missing: see https://rustup.rs"; exit 1; }
	rustup run $(MSRV) cargo check --workspace --all-targets -q

# An archive of the command in target/dist, with its man pages, completions and licences. TARGET=x86_64-unknown-linux-musl is
# fully static: it runs on any Linux, but can open no GPU, as drivers are loaded dynamically. The default links to the C library only.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
TARGET ?= $(HOST)
VERSION = $(shell sed -n '/^\[workspace.package\]/,/^$$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
ARCHIVE = allide-$(VERSION)-$(TARGET)
BUILT = $${CARGO_TARGET_DIR:-target}
dist: tools
	$(CARGO) build --release -q -p allide-cli --locked --target $(TARGET)
	@set -e; folder=$(BUILT)/dist/$(ARCHIVE); rm -rf $$folder; mkdir -p $$folder/completions; \
	  command=$$(ls $(BUILT)/$(TARGET)/release/allide $(BUILT)/$(TARGET)/release/allide.exe 2>/dev/null | head -1); \
	  cp $$command README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY-NOTICES.txt $$folder; \
	  $$command man $$folder/man/man1; \
	  for shell in bash zsh fish elvish powershell; do $$command completions $$shell > $$folder/completions/allide.$$shell; done; \
	  tar -C $(BUILT)/dist -czf $$folder.tar.gz $(ARCHIVE); echo $$folder.tar.gz

# What can be checked before publishing, offline: complete metadata, and that each crate packs all files that it compiles.
PUBLISHED = allide-files allide-geom allide-gpu allide allide-scenes allide-io allide-page allide-show allide-chip allide-particles allide-papers allide-cli
package: tools
	@for crate in $(PUBLISHED); do \
	  $(CARGO) package -q --list --allow-dirty -p $$crate >/dev/null || exit 1; \
	done
	$(CARGO) test --workspace -q --test supply publish

# Times allide against its peers, then how cost and memory grow. Takes several minutes.
bench: tools
	$(CARGO) run --release -q -p allide-bench -- --record

clean:
	$(CARGO) clean
