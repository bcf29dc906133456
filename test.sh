#!/usr/bin/env bash
# Checks everything: format, lints, unit, Java and documentation tests, the pages' links, the scripts.
# One build profile (release) for all of it: the Java tests are heavy, and a second build would cost more than it saves.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
Usage: ./test.sh [--quick | --long]

  --quick   format, lints, unit tests, links and scripts; no Java programs, no documentation build
  --long    also fuzzing (a minute a target) and the long slices of the tests (RADDLE_LONG=1)

Exit code: 0 when all passed, 1 when something failed, 3 when the machine lacks what the tests need.
TEXT
}

mode=full
for option in "$@"; do
  case $option in
    --quick) mode=quick ;;
    --long) mode=long ;;
    -h | --help) usage && exit 0 ;;
    *) echo "test.sh: unknown option $option; see ./test.sh --help" >&2 && exit 3 ;;
  esac
done

# shellcheck source=scripts/setup.sh
source scripts/setup.sh

passed=0
failed=()
skipped=()
started=$SECONDS

# Runs one named check; a failure is remembered, and the others still run.
check() {
  local name=$1 since=$SECONDS
  shift
  printf '\n== %s\n$ %s\n' "$name" "$*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed+=("$name")
    printf '== %s FAILED after %d s\n' "$name" $((SECONDS - since))
  fi
}

skip() {
  skipped+=("$1")
  printf '\n== %s skipped: %s\n' "$1" "$2"
}

fuzz() {
  if [[ ! -e fuzz/Cargo.toml ]]; then
    skip fuzzing "no fuzz targets"
  elif ! cargo fuzz --version >/dev/null 2>&1 || ! cargo +nightly --version >/dev/null 2>&1; then
    skip fuzzing "needs: rustup toolchain install nightly && cargo install cargo-fuzz"
  else
    local target
    # Real classes to begin with, each a seed of its own.
    mkdir -p fuzz/corpus/run
    javac -nowarn -d fuzz/corpus/run crates/raddle-vm/tests/java/mutants/*.java
    for target in $(cargo +nightly fuzz list); do
      check "fuzz $target" cargo +nightly fuzz run "$target" -- -max_total_time=60 -timeout=20
    done
  fi
}

check format cargo fmt --all --check
check lints cargo clippy --workspace --release --all-targets --quiet -- -D warnings
if [[ $mode == quick ]]; then
  check "unit tests" cargo test --workspace --release --quiet --lib --bins
  check links cargo test --package raddle --release --quiet --test documentation
else
  setup_browser
  [[ $mode == long ]] && export RADDLE_LONG=1
  # The links of the pages are checked by raddle's test `documentation`.
  check "unit and Java tests" cargo test --workspace --release --quiet --lib --bins --tests --no-fail-fast
  check "documentation tests" cargo test --workspace --release --quiet --doc
  check documentation env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --release --no-deps --quiet
fi
if command -v shellcheck >/dev/null; then
  check scripts shellcheck -x try.sh test.sh .ci/run scripts/*.sh
else
  skip scripts "shellcheck is not installed"
fi
if [[ $mode == long ]]; then
  fuzz
fi

join() {
  printf '%s' "$1"
  shift
  if (($#)); then printf ', %s' "$@"; fi
}

summary="$passed passed, ${#failed[@]} failed"
((${#failed[@]})) && summary+=" ($(join "${failed[@]}"))"
((${#skipped[@]})) && summary+=", ${#skipped[@]} skipped ($(join "${skipped[@]}"))"
printf '\ntest.sh: %s in %d s\n' "$summary" $((SECONDS - started))
((${#failed[@]} == 0))
