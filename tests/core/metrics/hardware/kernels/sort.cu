// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons and exchanges.

extern "C" __global__ void sortBitonicStep(int* data, int j, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int other = i ^ j;
    if (other <= i) return;
    const int a = data[i], b = data[other];
    const bool up = (i & k) == 0;
    if (up ? a > b : a < b) {
        data[i] = b;
        data[other] = a;
    }
}

extern "C" __global__ void sortBitonicShared(int* data) {
    __shared__ int values[256];
    const int t = threadIdx.x;
    values[t] = data[blockIdx.x * 256 + t] * 7919 + t * 31;
    __syncthreads();
    for (int k = 2; k <= 256; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = t ^ j;
            if (other > t) {
                const int a = values[t], b = values[other];
                if (((t & k) == 0) == (a > b)) {
                    values[t] = b;
                    values[other] = a;
                }
            }
            __syncthreads();
        }
    }
    data[blockIdx.x * 256 + t] = values[t];
}

extern "C" __global__ void sortOddEven(int* data, int rounds) {
    __shared__ int values[128];
    const int t = threadIdx.x;
    values[2 * t] = data[blockIdx.x * 128 + 2 * t];
    values[2 * t + 1] = data[blockIdx.x * 128 + 2 * t + 1];
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        const int i = 2 * t + (round & 1);
        if (i + 1 < 128 && values[i] > values[i + 1]) {
            const int a = values[i];
            values[i] = values[i + 1];
            values[i + 1] = a;
        }
        __syncthreads();
    }
    data[blockIdx.x * 128 + 2 * t] = values[2 * t];
    data[blockIdx.x * 128 + 2 * t + 1] = values[2 * t + 1];
}
