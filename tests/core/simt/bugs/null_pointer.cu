// SPDX-License-Identifier: GPL-3.0-or-later
// The second result is wanted only sometimes; then its pointer is null.
extern "C" __global__ void bug(float *out, const float *in, int wanted)
{
    float *second = wanted ? out + 64 : nullptr;
    out[threadIdx.x] = in[threadIdx.x];
    second[threadIdx.x] = -in[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int wanted)
{
    float *second = wanted ? out + 64 : nullptr;
    out[threadIdx.x] = in[threadIdx.x];
    if (second != nullptr)
        second[threadIdx.x] = -in[threadIdx.x];
}
