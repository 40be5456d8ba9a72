// SPDX-License-Identifier: GPL-3.0-or-later
// Half of each warp never comes to the barrier.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) {
        s[threadIdx.x] *= 2;
        __syncthreads();  // BUG
        out[threadIdx.x] = s[(threadIdx.x + 1) % 16];
    } else {
        out[threadIdx.x] = 0;
    }
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16)
        s[threadIdx.x] *= 2;
    __syncthreads();
    out[threadIdx.x] = threadIdx.x % 32 < 16 ? s[(threadIdx.x + 1) % 16] : 0;
}
