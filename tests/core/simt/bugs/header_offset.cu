// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers begin after three bytes.
extern "C" __global__ void bug(int *out, const unsigned char *file)
{
    const int *numbers = (const int *)(file + 3);
    out[threadIdx.x] = numbers[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(int *out, const unsigned char *file)
{
    const unsigned char *at = file + 3 + 4 * threadIdx.x;
    out[threadIdx.x] = at[0] | at[1] << 8 | at[2] << 16 | at[3] << 24;
}
