#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the kept machine code of the catalogue's kernels.      usage: build_machine_code.sh [FOLDER [FILE.ptx …]]
# Default: all of resources/ptx that the catalogue launches, into resources/machine. Needs ptxas and nvdisasm (the CUDA
# toolkit, or packaging/setup.sh --with-cuda) and a built lanescope-cli, which CLI names where it is not found.
# The same PTX, ptxas and nvdisasm give the same files. It takes some minutes.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(realpath -m "${1:-$root/resources/machine}")
sources=("${@:2}")
architectures=sm_75,sm_80,sm_86,sm_89,sm_90,sm_100,sm_120
cli=${CLI:-$(ls -t "$root"/build*/bin/lanescope-cli 2>/dev/null | head -n 1 || true)}
[ -x "$cli" ] || { echo "build_machine_code.sh: no lanescope-cli here (build it, or set CLI)" >&2; exit 3; }

if [ ${#sources[@]} -eq 0 ]; then
    for source in "$root"/resources/ptx/*.ptx; do
        # Neither belongs to an algorithm: micro-benchmarks of calibrate, and the clock of measurements.
        case $(basename "$source") in calibrate.ptx | stopwatch.ptx) ;; *) sources+=("$source") ;; esac
    done
fi
mkdir -p "$folder"
for source in "${sources[@]}"; do
    "$cli" machine-code --ptx "$source" --arch "$architectures" --pack "$folder/$(basename "$source" .ptx).sass"
done
