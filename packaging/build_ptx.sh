#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the kept PTX of the kernels.      usage: build_ptx.sh [FOLDER [SOURCE.cu …]]
# Default: all of gpu/kernels, into resources/ptx. NVCC names another nvcc than the one that is found.
# compute_75 is the oldest that CUDA 13 knows; the driver compiles it on for every GPU since.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(realpath -m "${1:-$root/resources/ptx}")
sources=("${@:2}")
[ ${#sources[@]} -gt 0 ] || sources=("$root"/gpu/kernels/*.cu)
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc "$root"/.cuda/nvidia/cu*/bin/nvcc 2>/dev/null | head -n 1 || true)}
[ -x "$nvcc" ] || { echo "build_ptx.sh: no nvcc here (set NVCC or install the CUDA toolkit)" >&2; exit 3; }

mkdir -p "$folder"
for source in "${sources[@]}"; do
    made=$folder/$(basename "$source" .cu).ptx
    "$nvcc" -ptx -arch=compute_75 -O3 -lineinfo "$source" -o "$made.part"
    # nvcc writes where the source lies on this machine; the kept file says only what it is called. And it names functions
    # and constants of the C++ library after the process that compiled them: constants that no kernel uses are left out,
    # and an empty name stands for those of inlined functions, which nobody reads.
    sed -E -e 's|^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+)"([^"]*/)?([^"/]+)".*$|\1"\3"|' \
        -e '/^\.global [^=]*_INTERNAL_[^=]*;$/d' \
        -e 's/function_name \$L__info_string[0-9]+/function_name $L__info_string0/' \
        -e '/^\$L__info_string0:/,/^[[:space:]]*\}/{/\}/b;/^\$L__info_string0:/!d;s/$/\n.b8 0/}' \
        "$made.part" > "$made"
    rm "$made.part"
    echo "$made"
done
