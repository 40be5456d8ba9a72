// SPDX-License-Identifier: GPL-3.0-or-later
// k never comes to n, because it is not changed when the value is odd.
extern "C" __global__ void bug(int *out, const int *in, int n)
{
    int k = 0;
    int sum = 0;
    while (k < n) {  // BUG
        sum += ((volatile const int *)in)[k];  // BUG
        if (((volatile const int *)in)[k] % 2 == 0)  // BUG
            ++k;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(int *out, const int *in, int n)
{
    int k = 0;
    int sum = 0;
    while (k < n) {
        sum += ((volatile const int *)in)[k];
        ++k;
    }
    out[threadIdx.x] = sum;
}
