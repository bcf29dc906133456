#!/usr/bin/env bash
# Builds target/raddle-api.jar from api/src, byte for byte the same from the same sources and JDK.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

target=${CARGO_TARGET_DIR:-target}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
mkdir -p "$target"
scratch=$(mktemp -d "$target/raddle-api.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# -Xlint:-options: some releases warn that --release 8 will go one day.
"${bin}javac" --release 8 -Xlint:all,-options -Werror -encoding UTF-8 -d "$scratch/classes" api/src/raddle/*.java
# A jar holds its entries' times and order: fixed times, sorted names, and no manifest that names the JDK.
find "$scratch/classes" -exec touch -d '1980-01-02T00:00:00Z' {} +
(cd "$scratch/classes" && find raddle -type f | LC_ALL=C sort >../entries)
(cd "$scratch/classes" && TZ=UTC "${bin}jar" --create --no-manifest --file ../raddle-api.jar @../entries)
mv "$scratch/raddle-api.jar" "$target/raddle-api.jar"
echo "$target/raddle-api.jar"
