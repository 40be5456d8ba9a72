// SPDX-License-Identifier: GPL-3.0-or-later
// The mathematics library in float and double, with its slow paths, intrinsics with roundings, conversions.
#include <cmath>

#define UNARY(T, f, fn) __global__ void f##_##T(T* x) { x[threadIdx.x] = fn(x[threadIdx.x]); }
UNARY(float, sine, sinf)
UNARY(float, tangent, tanf)
UNARY(float, exponential, expf)
UNARY(float, logarithm, logf)
UNARY(float, errorFunction, erff)
UNARY(float, gammaFunction, tgammaf)
UNARY(float, arcsine, asinf)
UNARY(float, hyperbolic, tanhf)
UNARY(double, sine, sin)
UNARY(double, exponential, exp)
UNARY(double, logarithm, log)
UNARY(double, errorFunction, erf)
UNARY(double, gammaFunction, tgamma)
UNARY(double, arctangent, atan)
UNARY(double, cubeRoot, cbrt)

__global__ void powers(float* f, double* d) {
    const int i = threadIdx.x;
    f[i] = powf(f[i], f[i + 1]) + fmodf(f[i], 3.0f) + hypotf(f[i], 2.0f);
    d[i] = pow(d[i], d[i + 1]) + fmod(d[i], 3.0) + remainder(d[i], 0.7) + atan2(d[i], d[i + 1]);
}
__global__ void pieces(float* f, double* d, int* n) {
    const int i = threadIdx.x;
    float whole = 0;
    f[i] = modff(f[i], &whole) + ldexpf(f[i], 3) + frexpf(f[i], &n[i]) + whole;
    d[i] = floor(d[i]) + ceil(d[i]) + trunc(d[i]) + rint(d[i]) + round(d[i]) + scalbn(d[i], n[i]);
    n[i] += isnan(f[i]) + isinf(d[i]) + signbit(f[i]) + lrintf(f[i]) + __float2int_ru(f[i]) + __double2int_rd(d[i]);
    f[i] = fminf(f[i], whole) + fmaxf(f[i], 0.5f) + fdimf(f[i], 1.0f) + copysignf(f[i], whole) + nextafterf(f[i], 9.0f);
}
__global__ void roundings(float* f, double* d) {
    const int i = threadIdx.x;
    f[i] = __fadd_rz(f[i], 1.0f) + __fmul_ru(f[i], 3.0f) + __fmaf_rd(f[i], f[i], 1.0f) + __fdiv_rz(f[i], 7.0f) +
           __fsqrt_ru(f[i]) + __frcp_rd(f[i]) + __fdividef(f[i], 3.0f) + __saturatef(f[i]) + __fsub_rn(f[i], 2.0f);
    d[i] = __dadd_rz(d[i], 1.0) + __dmul_ru(d[i], 3.0) + __fma_rd(d[i], d[i], 1.0) + __ddiv_rz(d[i], 7.0) + __dsqrt_ru(d[i]) +
           __drcp_rd(d[i]);
}
__global__ void fast(float* f) {
    const int i = threadIdx.x;
    f[i] = __sinf(f[i]) + __cosf(f[i]) + __expf(f[i]) + __logf(f[i]) + __powf(f[i], 1.5f) + rsqrtf(f[i]) + __tanf(f[i]) +
           __log2f(f[i]) + __exp10f(f[i]) + __frsqrt_rn(f[i]);
}
__global__ void conversions(float* f, double* d, int* n, long long* l, unsigned char* b, short* s) {
    const int i = threadIdx.x;
    n[i] = static_cast<int>(f[i]) + __float2uint_rn(f[i]) + static_cast<int>(d[i]) + b[i] + s[i];
    l[i] = static_cast<long long>(f[i]) + __double2ull_rz(d[i]) + n[i] + static_cast<unsigned>(n[i]);
    f[i] = static_cast<float>(n[i]) + static_cast<float>(l[i]) + __double2float_ru(d[i]) + __uint2float_rd(n[i]);
    d[i] = static_cast<double>(n[i]) + static_cast<double>(l[i]) + f[i] + __ull2double_rz(l[i]) + __hiloint2double(n[i], 1);
    b[i] = static_cast<unsigned char>(f[i]);
    s[i] = static_cast<short>(d[i]);
    n[i] += __float_as_int(f[i]) ^ __double2hiint(d[i]) ^ __double2loint(d[i]);
}
