// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a warp are not in step since Volta: __syncwarp() between the steps.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = in[t];  // AND
    s[t + 32] = in[t + 32];  // AND
    s[t] += s[t + 16];  // BUG AND
    s[t] += s[t + 8];  // BUG AND
    s[t] += s[t + 4];  // BUG AND
    out[t] = s[t];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    for (int distance = 16; distance >= 4; distance /= 2) {
        __syncwarp();
        float other = s[t + distance];
        __syncwarp();
        s[t] += other;
    }
    out[t] = s[t];
}
