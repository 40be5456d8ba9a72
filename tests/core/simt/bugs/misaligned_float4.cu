// SPDX-License-Identifier: GPL-3.0-or-later
// A float4 begins at a multiple of 16 bytes.
extern "C" __global__ void bug(float *out, const float *in)
{
    float4 v = reinterpret_cast<const float4 *>(in + 1)[threadIdx.x];  // BUG
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    float4 v = reinterpret_cast<const float4 *>(in)[threadIdx.x];
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
