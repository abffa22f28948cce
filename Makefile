# The commands of the README. CI runs `make test` and nothing else.
.PHONY: setup tools vulkan rtl browser demo test page python pictures lint deny bench clean

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

# 1. All tests, with the widest instructions of this machine. Where lavapipe is, GPU tests run on it, whatever GPU there
#    is, and fail if they cannot; ALLIDE_ADAPTER=name takes another adapter. Examples are left to clippy.
# 2. What the library asks of a GPU again, without subgroups and 64-bit integers. Not again: tests that do both by
#    themselves (kernels and stages), and what has no use for either (drawing, measuring, blocks, faults).
# 3. What uses vectors again, at each narrower level of instructions that this machine has, down to plain; and the
#    library's suite with a single thread. Vulkan finds no drivers then, so GPU tests are left out.
# 4. The library without the feature gpu: it builds without a warning, and its methods agree. Readers without the feature draco.
# The first three say --workspace and test: other packages, or a build without tests, would mean other features of their
# dependencies, and everything compiled again. `cargo doc` looks at examples for that reason.
# NODEVICE_SELECT keeps a layer of Mesa from complaining about a missing display.
# Again, but with fewer random scenes.
LEVEL_SUITE = ALLIDE_CASES=3 $(CARGO) test --workspace -q --lib --test agreement --test distances --test edges --test oracle
# Tests of distances ask with several numbers of threads by themselves.
THREAD_SUITE = ALLIDE_CASES=3 $(CARGO) test --workspace -q --test again --test agreement --test asked --test moving --test threads
# Readers, views, edges of a mesh, rays and sound use no vectors.
NO_VECTORS = -- --skip polygon --skip picture --skip image --skip topology --skip rays --skip sound
test: setup lint
	@if $(RTL); then export ALLIDE_REQUIRE_RTL=1; fi; \
	  if $(LAVAPIPE); then export ALLIDE_REQUIRE_GPU=1 ALLIDE_ADAPTER="$${ALLIDE_ADAPTER-llvmpipe}"; fi; \
	  export NODEVICE_SELECT=1; set -ex; \
	  $(CARGO) test --workspace -q --lib --bins --tests; $(CARGO) test --workspace -q --doc; \
	  ALLIDE_GPU_FEATURES=plain $(CARGO) test --workspace -q --test gpu -- \
	    --skip drawn --skip cullide --skip raycast --skip measured --skip blocks --skip faults
	@$(MAKE) -s page
	@$(MAKE) -s python
	@export VK_DRIVER_FILES=/nothing VK_ICD_FILENAMES=/nothing ALLIDE_REQUIRE_GPU=0; set -e; \
	  levels=$$($(CARGO) test --workspace -q --lib levels_come -- --nocapture | sed -n 's/.*levels: //p'); [ -n "$$levels" ]; \
	  for level in avx512 avx2 plain; do case "$$levels" in \
	    *$$level) ;; \
	    *$$level*) (set -x; ALLIDE_SIMD=$$level $(LEVEL_SUITE) $(NO_VECTORS)) ;; \
	    *) echo "ALLIDE_SIMD=$$level is left out: this machine has $$levels" ;; \
	  esac; done; \
	  (set -x; RAYON_NUM_THREADS=1 $(THREAD_SUITE))
	$(CARGO) clippy -p allide --no-default-features -q -- -D warnings
	ALLIDE_CASES=3 $(CARGO) test -p allide --no-default-features -q --test agreement --test edges
	$(CARGO) clippy -p allide-io --no-default-features -q -- -D warnings
	$(CARGO) test -p allide-io --no-default-features -q --lib packed
	@{ [ "$$(uname)" != Linux ] || $(LAVAPIPE); } || echo "$(LEFT_OUT)"
	@{ $(RTL); } || echo "$(NO_RTL)"
	@{ $(BROWSER); } || echo "$(NO_BROWSER)"

# The page: what is built from viewer/ is what the command puts into files, and it does what it says in a browser.
page: browser
	@if $(BROWSER); then set -e; export $(NODE); cd viewer; npm install --silent --no-save; npm run --silent check; \
	  npx vite build --logLevel warn; cmp dist/page.html ../crates/allide-page/src/page.html \
	    || { echo "viewer/ has changed: cd viewer && npm run build"; exit 1; }; \
	  $(CARGO) test --workspace -q --no-run --test command; ALLIDE="$${CARGO_TARGET_DIR:-$(CURDIR)/target}/debug/allide" npm --silent test; fi

# The Python package: built, installed into an environment of its own, and tested, with the examples of its documentation. It is built
# without the GPU and without optimisation of what tests do not spend their time in; with other features than the workspace, so in a
# folder of its own, where it waits for nobody. What packages test beside ours is left out where it cannot be installed.
PYTHON ?= python3
HAS_PYTHON = $(PYTHON) -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
NO_PYTHON = Python 3.10 or its package venv is missing: the Python package is not tested. For that: apt-get install python3 python3-venv
PYTHON_TARGET = $${CARGO_TARGET_DIR:-$(CURDIR)/target}/python
python: tools
	@{ $(HAS_PYTHON); } || { [ "$$(uname)" = Linux ] && [ "$$(id -u)" = 0 ] && apt-get update -qq \
	  && apt-get install -y -qq --no-install-recommends python3 python3-venv; } || true
	@if $(HAS_PYTHON); then set -e; target="$(PYTHON_TARGET)"; bin="$$target/venv/bin"; \
	  [ -x "$$bin/pip" ] || $(PYTHON) -m venv "$$target/venv"; export PIP_DISABLE_PIP_VERSION_CHECK=1; \
	  "$$bin/pip" install -q 'maturin>=1.16,<2' mypy numpy pytest; \
	  "$$bin/pip" install -q pyarrow trimesh || echo "pyarrow or trimesh cannot be installed: what needs them is not tested"; \
	  cd python; rm -rf "$$target/wheels"; CARGO_TARGET_DIR="$$target" "$$bin/maturin" build -q --profile dev --no-default-features \
	    --interpreter "$$bin/python" --out "$$target/wheels"; \
	  "$$bin/pip" install -q --no-deps --force-reinstall "$$target"/wheels/*.whl; \
	  "$$bin/pytest" -q -c pyproject.toml --rootdir=. tests ../docs/guide/python.md --pyargs allide; \
	else echo "$(NO_PYTHON)"; fi

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

# Times allide against its peers, then how cost and memory grow. Takes several minutes.
bench: tools
	$(CARGO) run --release -q -p allide-bench -- --record

clean:
	$(CARGO) clean
