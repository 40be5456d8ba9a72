// SPDX-License-Identifier: GPL-3.0-or-later
// The address of a variable of the host, as malloc or the stack would give it.
extern "C" __global__ void bug(float *out, const float *in, int useHost)
{
    const float *from = useHost ? reinterpret_cast<const float *>(0x7ffc12345680ULL) : in;
    out[threadIdx.x] = from[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int useHost)
{
    const float *from = in;
    out[threadIdx.x] = from[threadIdx.x];
}
