#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Configures and builds Release into build/. Used by ./run and ./test.
# usage: packaging/build.sh [--with-cuda] [TARGET...]     without a target: everything, tests and benchmarks too
set -euo pipefail
cd "$(dirname "$0")/.."

setup=()
targets=()
for argument in "$@"; do
  case $argument in
    --*) setup+=("$argument") ;;
    *) targets+=("$argument") ;;
  esac
done

packaging/setup.sh "${setup[@]}"
log=build/build.log
mkdir -p build
if ! { cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DLANESCOPE_UNITY=ON &&
       cmake --build build --target "${targets[@]:-all}"; } >"$log" 2>&1; then
  tail -n 60 "$log" >&2
  echo "The build failed; all of its output is in $log." >&2
  exit 1
fi
