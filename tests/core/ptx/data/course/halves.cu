// SPDX-License-Identifier: GPL-3.0-or-later
// The half and bfloat16 headers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(__half* a, float* f, int* n) {
    const int i = threadIdx.x;
    const __half x = a[i], y = a[i + 1];
    a[i] = x + y * x - y / x;
    a[i + 1] = __hfma(x, y, x) + hsqrt(x) + hexp(y) + hlog(x) + hrcp(y) + __hneg(x) + __habs(y) + hsin(x);
    a[i + 2] = __hmax(x, y) + __hmin(x, y) + hfloor(x) + hceil(y) + htrunc(x) + hrint(y) + __hadd_sat(x, y);
    f[i] = __half2float(x) + static_cast<float>(y);
    n[i] = __heq(x, y) + __hlt(x, y) + __hgeu(x, y) + __hisnan(x) + __half2int_rz(x) + static_cast<int>(y);
    a[i + 3] = __float2half(f[i]) + __int2half_rn(n[i]) + __double2half(1.5) + __float2half_rz(f[i]) + __ushort2half_rn(3);
    atomicAdd(a, x);
}
__global__ void pairs(__half2* a, float2* f) {
    const int i = threadIdx.x;
    const __half2 x = a[i], y = a[i + 1];
    a[i] = __hadd2(x, __hmul2(y, x)) + __hfma2(x, y, x) + __hsub2(x, y) + __h2div(x, y) + h2exp2(x) + h2rsqrt(y) + __hneg2(x);
    a[i + 1] = __hmax2(x, y) + __heq2(x, y) + __hgt2(x, y) + __habs2(x) + __floats2half2_rn(f[i].x, f[i].y) + __lowhigh2highlow(x);
    f[i] = __half22float2(x);
    a[i + 2].x = __hbeq2(x, y) ? __low2half(x) : __high2half(y);
    a[i + 2].y = __hbltu2(x, y) ? x.x : x.y;
    atomicAdd(a, x);
    a[i + 3] = __shfl_xor_sync(0xffffffff, x, 1);
}
__global__ void brains(__nv_bfloat16* a, __nv_bfloat162* b, float* f) {
#if __CUDA_ARCH__ >= 800
    const int i = threadIdx.x;
    const __nv_bfloat16 x = a[i], y = a[i + 1];
    a[i] = x + y * x - y / x + __hfma(x, y, x) + hsqrt(x) + hexp(y) + __hmax(x, y) + __habs(x);
    f[i] = __bfloat162float(x) + (x < y) + __hisnan(y);
    a[i + 2] = __float2bfloat16(f[i]) + __float2bfloat16_rz(f[i]) + __int2bfloat16_rn(i) + htrunc(x);
    b[i] = b[i] + b[i + 1] * b[i] + __hfma2(b[i], b[i], b[i + 1]) + __hmin2(b[i], b[i + 1]) + __floats2bfloat162_rn(f[0], f[1]);
    b[i + 1] = __heq2(b[i], b[i + 2]) + __hneg2(b[i]);
    atomicAdd(b, b[i]);
    a[i + 4] = hlog(x) + hsin(x) + hrcp(x) + hrint(x) + hexp2(x);
#endif
}
__global__ void relus(__half2* a, __half* b) {
#if __CUDA_ARCH__ >= 800
    const int i = threadIdx.x;
    a[i] = __hfma2_relu(a[i], a[i + 1], a[i + 2]) + __hmax2_nan(a[i], a[i + 1]);
    b[i] = __hfma_relu(b[i], b[i + 1], b[i + 2]) + __hmin_nan(b[i], b[i + 1]);
#endif
}
