#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what building and running Lanescope needs and is not there yet. Asks the network only if something is missing.
# usage: packaging/setup.sh [--with-cuda]
#   --with-cuda   puts the CUDA compiler, disassembler, run-time compiler and CUPTI from NVIDIA's Python wheels into
#                 .cuda/ of this folder (about 500 MB), for machines that have an NVIDIA driver but no CUDA toolkit
set -euo pipefail
cd "$(dirname "$0")/.."

cuda_version=13.0
with_cuda=no
for argument in "$@"; do
  case $argument in
    --with-cuda) with_cuda=yes ;;
    *) echo "setup.sh: unknown option '$argument'; known: --with-cuda" >&2; exit 2 ;;
  esac
done

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
    echo "setup.sh: these packages are missing and only root can install them: ${missing[*]}" >&2
    echo "setup.sh: run this as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
}

install_packages() {
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

find_missing() {
  missing=()
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
}

if ! command -v dpkg-query >/dev/null; then
  echo "setup.sh: this is not a Debian system; install by hand what corresponds to packaging/packages.txt" >&2
  exit 1
fi

mapfile -t wanted < <(grep -v '^#' packaging/packages.txt)
[ "$with_cuda" = no ] || wanted+=(python3-pip)
find_missing "${wanted[@]}"
if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  install_packages "${missing[@]}"
fi

if [ "$with_cuda" = yes ] && [ ! -e .cuda/complete ]; then
  echo "Installing CUDA $cuda_version from NVIDIA's Python wheels into .cuda/"
  rm -rf .cuda
  python3 -m pip install --quiet --no-deps --target .cuda \
    "nvidia-cuda-nvcc==$cuda_version.*" "nvidia-nvvm==$cuda_version.*" "nvidia-cuda-crt==$cuda_version.*" \
    "nvidia-cuda-nvdisasm==13.*" "nvidia-cuda-runtime==$cuda_version.*" "nvidia-cuda-nvrtc==$cuda_version.*" "nvidia-cuda-cupti==$cuda_version.*"
  touch .cuda/complete
fi
