#!/usr/bin/env bash
# Builds Raddle and runs its main job on an example. Sets up what it needs, from any directory, as often as you like.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
# shellcheck source=scripts/setup.sh
source scripts/setup.sh

say() {
  printf '\n== %s\n' "$*"
}

# Prints a command as one would type it, then runs it.
run() {
  printf '$ %s\n' "$*"
  "$@"
}

target=${CARGO_TARGET_DIR:-target}
classes=$target/examples
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac

say "building raddle"
run cargo build --release --quiet --package raddle --bin raddle

if [[ ! -e $classes/compiled || -n $(find examples -name '*.java' -newer "$classes/compiled") ]]; then
  say "compiling the examples"
  mkdir -p "$classes"
  run "$javac" -d "$classes" examples/*/*.java
  touch "$classes/compiled"
fi

say "hello"
run "$target/release/raddle" run -cp "$classes" Hello Raddle

say "threads and java.util.concurrent: a pipeline of queues, pools and futures"
run "$target/release/raddle" run -cp "$classes" Pipeline

say "the same with another order of the threads"
run "$target/release/raddle" run --seed 42 -cp "$classes" Pipeline
