// SPDX-License-Identifier: GPL-3.0-or-later
//
// c = a + b for vectors of n elements: one thread, one element.
// Grid ⌈n/blockDim.x⌉. Document 004, listing 5.1, which is right; this is it, as published and corrected.
template <typename T>
__global__ void vectorAdd(const T *a, const T *b, T *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

template __global__ void vectorAdd<float>(const float *, const float *, float *, int);
template __global__ void vectorAdd<double>(const double *, const double *, double *, int);
template __global__ void vectorAdd<int>(const int *, const int *, int *, int);
