// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix sums of a block.

extern "C" __global__ void scanHillisSteele(const int* in, int* out) {
    __shared__ int data[2][256];
    const int t = threadIdx.x;
    int from = 0;
    data[0][t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int distance = 1; distance < 256; distance *= 2) {
        const int to = 1 - from;
        if (t >= distance)
            data[to][t] = data[from][t] + data[from][t - distance];
        else
            data[to][t] = data[from][t];
        __syncthreads();
        from = to;
    }
    out[blockIdx.x * 256 + t] = data[from][t];
}

extern "C" __global__ void scanBlelloch(const int* in, int* out, int n) {
    extern __shared__ int tree[];
    const int t = threadIdx.x;
    const int base = blockIdx.x * n;
    tree[2 * t] = in[base + 2 * t];
    tree[2 * t + 1] = in[base + 2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            tree[b] += tree[a];
        }
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            const int left = tree[a];
            tree[a] = tree[b];
            tree[b] += left;
        }
    }
    __syncthreads();
    out[base + 2 * t] = tree[2 * t];
    out[base + 2 * t + 1] = tree[2 * t + 1];
}

extern "C" __global__ void scanInPlace(int* data) {
    __shared__ int values[512];
    const int t = threadIdx.x;
    values[t] = data[blockIdx.x * 512 + t];
    for (int distance = 1; distance < 512; distance <<= 1) {
        __syncthreads();
        const int left = t >= distance ? values[t - distance] : 0;
        __syncthreads();
        values[t] += left;
    }
    data[blockIdx.x * 512 + t] = values[t];
}
