#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the course code here with nvcc. Kept: what course_test.cpp reads, without comments and debug sections.
# With a folder as argument everything goes there instead: both architectures, optimised and for debuggers.
set -eu
cd "$(dirname "$0")"
nvcc="${CUDACXX:-/usr/local/cuda/bin/nvcc}"
compile() { # source architecture flags output
    "$nvcc" -std=c++17 -w -ptx -arch="compute_$2" $3 "$1.cu" -o - |
        awk '/^[ \t]*\.section/ { inside = 1 } !inside && !/^[ \t]*\/\// && NF { print } inside && /}/ { inside = 0 }' |
        sed -E 's/, function_name [^,]*, inlined_at.*//; s,"/.*/,",; s/[ \t]+$//' > "$4"
}
if [ $# -gt 0 ]; then
    for source in *.cu; do
        for architecture in 75 90; do
            compile "${source%.cu}" $architecture "-O3 -lineinfo" "$1/${source%.cu}.$architecture.ptx"
            compile "${source%.cu}" $architecture "-G" "$1/${source%.cu}.$architecture.debug.ptx"
        done
    done
    exit
fi
compile calls 75 -G calls.debug.ptx
compile calls 90 "-O3 -lineinfo" calls.ptx
compile integers 75 -O3 integers.ptx
compile cooperation 90 -O3 cooperation.ptx
compile halves 90 -O3 halves.ptx
compile modern 90 -O3 modern.ptx
compile floats 75 -O3 floats.ptx
