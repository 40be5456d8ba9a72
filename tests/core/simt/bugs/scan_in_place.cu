// SPDX-License-Identifier: GPL-3.0-or-later
// A thread may overwrite what its neighbour has not read yet.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d)
            s[t] += s[t - d];  // BUG AND
        __syncthreads();
    }
    out[t] = s[t];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int other = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += other;
        __syncthreads();
    }
    out[t] = s[t];
}
