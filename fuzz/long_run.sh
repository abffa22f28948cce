#!/bin/sh
# Random edits and all fuzz targets, for so many minutes in all, and how many cases that was. Stops at the first failure.
#
#   fuzz/long_run.sh MINUTES [SEED] [--gpu]
#
# Half of the time goes to random edits, the other half to the targets. Needs cargo-fuzz: see README.md.
set -eu
cd "$(dirname "$0")"
minutes=${1:?how many minutes}
seed=${2:-$(date +%s)}
gpu=${3:-}
targets=$(sed -n 's/^name = "\([a-z0-9]*\)"$/\1/p' Cargo.toml)
count=$(echo "$targets" | wc -w)
each=$((minutes * 30 / count + 1))
log=$(mktemp)
trap 'rm -f "$log"' EXIT

export NODEVICE_SELECT=1
(cd .. && cargo build --release -q -p allide-bench)
../target/release/allide-bench soak --minutes "$(awk "BEGIN { print $minutes / 2 }")" --seed "$seed" $gpu | tee "$log"
cases=$(sed -n 's/^soak: \([0-9]*\) cases.*/\1/p' "$log")

for target in $targets; do
  mkdir -p "corpus/$target"
  seeds=
  case $target in
    triangles | distances | scenes) ;;
    npz | animation) seeds="../crates/allide-io/tests/frames" ;;
    draco | meshopt) seeds="../crates/allide-io/tests/compressed" ;;
    particles) seeds="../crates/allide-particles/scenes" ;;
    *) seeds="../crates/allide-io/tests/good ../crates/allide-io/tests/corpus" ;;
  esac
  # shellcheck disable=SC2086 # several folders
  cargo fuzz run -s none "$target" "corpus/$target" $seeds -- -max_len=4096 -timeout=120 -max_total_time="$each" \
    -print_final_stats=1 >"$log" 2>&1 || { tail -40 "$log"; exit 1; }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  echo "$target: $runs cases in $each s"
  cases=$((cases + runs))
done
echo "long run: $cases cases, $minutes minutes, seed $seed, no difference"
