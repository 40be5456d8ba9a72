// SPDX-License-Identifier: GPL-3.0-or-later
// printf in a kernel: which threads are there?
#include <cstdio>

__global__ void hello() {
    if (threadIdx.x % 2 == 0) printf("Hello from thread %d of block %d\n", threadIdx.x, blockIdx.x);
}
