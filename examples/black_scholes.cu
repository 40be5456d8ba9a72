// SPDX-License-Identifier: GPL-3.0-or-later
// The price of European call and put options, with the exponential, logarithm and error functions of the device.

__device__ float normal(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__global__ void blackScholes(const float* price, const float* strike, const float* years, float* call, float* put,
                             float rate, float volatility, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float s = 5 + 25 * price[i];
    const float k = 1 + 99 * strike[i];
    const float t = 0.25f + 9.75f * years[i];
    const float spread = volatility * sqrtf(t);
    const float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread;
    const float d2 = d1 - spread;
    const float later = k * expf(-rate * t);
    call[i] = s * normal(d1) - later * normal(d2);
    put[i] = later * normal(-d2) - s * normal(-d1);
}
