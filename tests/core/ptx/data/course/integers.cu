// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers: division, wide products, carries, bit tricks, byte operations, constants, local arrays.
__constant__ int primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
__constant__ float2 filled[4];
__device__ unsigned int hits;
__device__ const short lookup[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__device__ volatile int flag;

__global__ void divisions(int* a, long long* b, unsigned* c, unsigned long long* d) {
    const int i = threadIdx.x;
    a[i] = a[i] / (a[i + 1] | 1) + a[i] % 7 + a[i] / 10;
    b[i] = b[i] / (b[i + 1] | 1) + b[i] % 1000003;
    c[i] = c[i] / (c[i + 1] | 1) + c[i] % 24;
    d[i] = d[i] / (d[i + 1] | 1) + d[i] % 24;
}
__global__ void wide(int* a, unsigned long long* b) {
    const int i = threadIdx.x;
    a[i] = __mulhi(a[i], a[i + 1]) + __mul24(a[i], 3) + __umul24(a[i], 5) + __hadd(a[i], 3) + __rhadd(a[i], 9) + __sad(a[i], 4, 5u);
    b[i] = __umul64hi(b[i], b[i + 1]) + __umulhi(a[i], 77u) + static_cast<unsigned long long>(a[i]) * a[i + 1];
}
__global__ void carries(unsigned* a) {
    unsigned low = a[0], high = a[1];
    asm("{\n\tadd.cc.u32 %0, %0, %2;\n\taddc.cc.u32 %1, %1, %3;\n\taddc.u32 %0, %0, 0;\n}" : "+r"(low), "+r"(high) : "r"(a[2]), "r"(a[3]));
    asm("sub.cc.u32 %0, %0, %2; subc.u32 %1, %1, %3;" : "+r"(low), "+r"(high) : "r"(a[4]), "r"(a[5]));
    asm("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.u32 %1, %2, %3, %1;" : "+r"(low), "+r"(high) : "r"(a[6]), "r"(a[7]));
    a[0] = low;
    a[1] = high;
    unsigned __int128 big = static_cast<unsigned __int128>(a[0]) << 64 | a[1];
    big = big * big + a[2];
    a[2] = static_cast<unsigned>(big >> 96);
}
__global__ void bits(unsigned* a, unsigned long long* b) {
    const int i = threadIdx.x;
    a[i] = __popc(a[i]) + __clz(a[i]) + __ffs(a[i]) + __brev(a[i]) + __byte_perm(a[i], a[i + 1], 0x3250) +
           __funnelshift_l(a[i], a[i + 1], i) + __funnelshift_rc(a[i], a[i + 1], i) + (a[i] << i) + (a[i] >> (i + 3)) +
           ((a[i] >> 5) & 0x1f) + __fns(a[i], 0, 3);
    b[i] = __popcll(b[i]) + __clzll(b[i]) + __ffsll(b[i]) + __brevll(b[i]) + (b[i] << i) + (b[i] >> i);
    a[i] ^= (a[i] & 0xff00ff00u) | ~a[i + 1];
}
__global__ void bytes(unsigned* a, int* b) {
    const int i = threadIdx.x;
    a[i] = __vadd4(a[i], a[i + 1]) + __vcmpeq4(a[i], 7);
    b[i] = __dp4a(b[i], b[i + 1], 5) + __dp2a_lo(b[i], b[i + 1], 5);
    a[i] += __dp4a(a[i], a[i + 1], 9u);
}
__global__ void constants(int* a, int n) {
    a[threadIdx.x] = primes[n % 16] + lookup[n & 1][threadIdx.x & 3] + static_cast<int>(filled[n & 3].y);
    atomicInc(&hits, 100);
    flag = n;
}
__global__ void locals(int* a, int n) {
    int stack[32];
    for (int i = 0; i < n; ++i) stack[i] = a[i];
    for (int i = 1; i < n; ++i)
        for (int k = i; k > 0 && stack[k] < stack[k - 1]; --k) {
            const int t = stack[k];
            stack[k] = stack[k - 1];
            stack[k - 1] = t;
        }
    a[threadIdx.x] = stack[threadIdx.x];
}
struct Particle {
    float3 position;
    float mass;
    unsigned char kind;
};
__global__ void vectors(float4* a, double2* b, uchar4* c, short2* s, longlong2* l, Particle* p, int3* t) {
    const int i = threadIdx.x;
    a[i].x += a[i + 1].w;
    a[i + 2] = make_float4(1, 2, 3, 4);
    b[i] = make_double2(b[i].y, b[i].x);
    c[i] = make_uchar4(c[i].w, c[i].x, 3, 4);
    s[i].x = s[i].y + 1;
    l[i] = make_longlong2(l[i].y, 5);
    p[i].mass *= 2;
    p[i].kind = 7;
    t[i] = make_int3(t[i].z, 1, 2);
}
__global__ void clocks(long long* out) {
    const long long begin = clock64();
    const int short_ = clock();
    __nanosleep(100);
    out[threadIdx.x] = clock64() - begin + short_;
    unsigned sm, lane, warp;
    unsigned long long time;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    out[0] = sm + lane + warp + time + gridDim.y + blockDim.z + blockIdx.z;
}
