// SPDX-License-Identifier: GPL-3.0-or-later
// Thread t goes round t % 4 + 1 times, and each round has a barrier.
extern "C" __global__ void bug(int *out, const int *in, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int sum = 0;
    s[t] = in[t];
    for (int k = 0; k <= t % 4; ++k) {
        __syncthreads();  // BUG
        sum += s[(t + k) % n];
    }
    out[t] = sum;
}

extern "C" __global__ void fixed(int *out, const int *in, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int sum = 0;
    s[t] = in[t];
    __syncthreads();
    for (int k = 0; k <= t % 4; ++k)
        sum += s[(t + k) % n];
    out[t] = sum;
}
