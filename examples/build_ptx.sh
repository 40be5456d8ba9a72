#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the PTX of the examples.     usage: build_ptx.sh [FOLDER]     (default: ptx beside this script)
# Each twice: NAME.ptx as nvcc compiles it by default, and NAME.debug.ptx by -G (no inlining, generic addresses, local
# variables in memory). For compute_75, the oldest that CUDA 13 knows; ARCH=90 makes them for compute_90.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "${1:-$here/ptx}")
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)}
[ -x "$nvcc" ] || { echo "build_ptx.sh: no nvcc here (set NVCC or install the CUDA toolkit)" >&2; exit 3; }

mkdir -p "$folder"
make() { # NAME OUTPUT options of nvcc
    "$nvcc" -ptx "${@:3}" "$here/$1.cu" -o "$folder/$2.part"
    # Which folders this machine has is nobody's business.
    sed -E 's|^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+)"([^"]*/)?([^"/]+)".*$|\1"\3"|' "$folder/$2.part" \
        > "$folder/$2"
    rm "$folder/$2.part"
}
# -G adds debug sections that are most of the file. Without them the target is no debug target, and ptxas optimises.
strip() { # FILE
    sed -i -E -e 's|^(\.target sm_[0-9]+), debug|\1|' -e '/^[[:space:]]*\.section[[:space:]]/,/^[[:space:]]*\}/d' "$1"
}
arch=compute_${ARCH:-75}
for source in "$here"/*.cu; do
    name=$(basename "$source" .cu)
    make "$name" "$name.ptx" -arch="$arch" -O3 -lineinfo
    make "$name" "$name.debug.ptx" -arch="$arch" -G
    strip "$folder/$name.debug.ptx"
done
