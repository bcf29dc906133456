# Sets up what building and trying Raddle needs; sourced by try.sh and test.sh.
#
# Afterwards `cargo`, a C linker, and a JDK of 17 or later (`java` and `javac`, by JAVA_HOME or PATH: the rule by which
# raddle itself looks) are there. What is missing is installed when that is allowed (root, or sudo without a password);
# otherwise it says exactly what to install and ends the caller with exit code 3. Does nothing when nothing is missing.
# shellcheck shell=bash

setup_say() {
  printf '%s: %s\n' "$(basename -- "$0")" "$*"
}

# The feature number (17 for 17.0.15) of the JDK in a directory, or of the one on PATH when the directory is empty;
# fails when there is none that can also compile.
setup_jdk_feature() {
  local prefix=${1:+$1/bin/} version
  command -v "${prefix}java" >/dev/null || return 1
  version=$("${prefix}javac" -version 2>&1) || return 1
  [[ $version =~ ^javac\ ([0-9]+) ]] || return 1
  echo "${BASH_REMATCH[1]}"
}

setup_jdk_is_usable() {
  local feature
  feature=$(setup_jdk_feature "$1") && ((feature >= 17))
}

# Points JAVA_HOME to an installed JDK when neither it nor PATH leads to a usable one.
setup_find_jdk() {
  local home
  if [[ -n ${JAVA_HOME:-} ]]; then
    setup_jdk_is_usable "$JAVA_HOME" && return
  elif setup_jdk_is_usable ""; then
    return
  fi
  for home in /usr/lib/jvm/java-17-openjdk-* /usr/lib/jvm/*; do
    if setup_jdk_is_usable "$home"; then
      [[ -n ${JAVA_HOME:-} ]] && setup_say "JAVA_HOME=$JAVA_HOME is not a JDK of 17 or later"
      setup_say "using the JDK in $home"
      export JAVA_HOME=$home
      return
    fi
  done
  return 1
}

# `apt-get` with the rights to install, or nothing when there are none.
setup_apt() {
  command -v apt-get >/dev/null || return 1
  if ((EUID == 0)); then
    echo "env DEBIAN_FRONTEND=noninteractive apt-get"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    echo "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"
  else
    return 1
  fi
}

setup_give_up() {
  setup_say "missing: $*; install with: apt-get install $* (as root), then start again" >&2
  exit 3
}

setup_install() {
  local apt packages=("$@")
  apt=$(setup_apt) || setup_give_up "${packages[@]}"
  # A fresh machine has no package lists yet; $apt is a command with its words.
  # shellcheck disable=SC2086
  $apt -qq update >/dev/null || setup_give_up "${packages[@]}"
  # Debian 13 and later have left JDK 17 behind; their own choice is 21 or later, which Raddle runs too.
  if ! apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1; then
    packages=("${packages[@]/openjdk-17-jdk-headless/default-jdk-headless}")
  fi
  setup_say "installing ${packages[*]}"
  # shellcheck disable=SC2086
  $apt -qq install -y --no-install-recommends "${packages[@]}" >/dev/null || setup_give_up "${packages[@]}"
}

# The tests of the trace viewer draw its page in a browser. Where there is none and none can be installed they are
# skipped, but not in continuous integration.
setup_browser() {
  local name
  for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && return
  done
  if [[ -z ${CI:-} ]] && ! setup_apt >/dev/null; then
    setup_say "missing: chromium; the page that raddle show writes is not tested; install with: apt-get install chromium"
  elif ! (setup_install chromium) && [[ -n ${CI:-} ]]; then
    exit 3
  fi
}

setup() {
  local missing=()
  # rustup puts cargo where a shell that was open before does not look.
  command -v cargo >/dev/null || PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
  if ! command -v cargo >/dev/null; then
    setup_say "missing: a Rust toolchain; install with the command on https://rustup.rs, then start again" >&2
    exit 3
  fi
  command -v cc >/dev/null || missing+=(gcc libc6-dev)
  setup_find_jdk || missing+=(openjdk-17-jdk-headless)
  if ((${#missing[@]})); then
    setup_install "${missing[@]}"
    hash -r
    setup_find_jdk || setup_give_up openjdk-17-jdk-headless
  fi
}

setup
