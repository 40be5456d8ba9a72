// SPDX-License-Identifier: GPL-3.0-or-later
// The barrier stands after the inner loop instead of in it.
extern "C" __global__ void bug(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;
            if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {  // BUG
                int v = s[t];  // AND
                s[t] = s[other];  // BUG
                s[other] = v;  // AND
            }
        }
        __syncthreads();
    }
    data[t] = s[t];
}

extern "C" __global__ void fixed(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;
            if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {
                int v = s[t];
                s[t] = s[other];
                s[other] = v;
            }
            __syncthreads();
        }
    }
    data[t] = s[t];
}
