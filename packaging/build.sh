#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Configures and builds Release into build/. Arguments are passed to setup.sh. Used by ./run and ./test.
set -euo pipefail
cd "$(dirname "$0")/.."

packaging/setup.sh "$@"
log=build/build.log
mkdir -p build
if ! { cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release && cmake --build build; } >"$log" 2>&1; then
  tail -n 60 "$log" >&2
  echo "The build failed; all of its output is in $log." >&2
  exit 1
fi
