// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernels that measure a GPU: what `lanescope-cli calibrate` runs. Each does one thing many times over and reads the
// clock of its multiprocessor before and after; gpu/calibrate launches it with two lengths and takes the difference, so
// that what comes once (the last wait, the reading of the clock) drops out.
//
// One element of `begin` and `end` for each warp: when it began and when it was done. `sink` gets what was computed, so
// that no compiler leaves the work out.
#include "calibrate.cuh"


// ---- Latency of memory: a chain of pointers, each of which is known only when the one before has arrived. Wong,
// Papadopoulou, Sadooghi-Alvandi and Moshovos: Demystifying GPU microarchitecture through microbenchmarking, 2010.

// Makes a ring of `count` cells that lie `stride` pointers apart, to be visited as `order` says.
__global__ void link(Address *cells, const unsigned *order, unsigned count, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        unsigned next = i + 1 < count ? i + 1 : 0;
        cells[(std::size_t)order[i] * stride] = (Address)(cells + (std::size_t)order[next] * stride);
    }
}

// LEVEL: of the first cache that may hold what is loaded.
template <int LEVEL>
__device__ __forceinline__ Address follow(Address pointer)
{
    Address next;
    if (LEVEL == 1)
        asm volatile("ld.global.u64 %0, [%1];" : "=l"(next) : "l"(pointer) : "memory");
    else
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(pointer) : "memory");
    return next;
}

// One thread follows the ring from cells[first], `before` rounds of STEPS steps for nothing and then `rounds` with the
// clock. sink: in which cell it ends.
template <int LEVEL>
__global__ void chase(Address *cells, unsigned first, int before, int rounds, Clock *begin, Clock *end, Address *sink)
{
    Address at = (Address)(cells + first);
    for (int r = 0; r < before; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            at = follow<LEVEL>(at);
    Clock from = now();
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            at = follow<LEVEL>(at);
    Clock to = now();
    note(begin, from);
    note(end, to);
    *sink = (at - (Address)cells) / sizeof(Address);
}

template __global__ void chase<1>(Address *, unsigned, int, int, Clock *, Clock *, Address *);
template __global__ void chase<2>(Address *, unsigned, int, int, Clock *, Clock *, Address *);

// The same in shared memory, whose ring of 1024 words is made here: from each word to the one that is `stride` further.
__global__ void chaseShared(unsigned stride, int rounds, Clock *begin, Clock *end, Address *sink)
{
    constexpr unsigned WORDS = 1024;
    __shared__ unsigned ring[WORDS];
    unsigned base = (unsigned)__cvta_generic_to_shared(ring);
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        ring[i] = base + (i + stride) % WORDS * 4;
    __syncthreads();

    unsigned at = base;
    Clock from = now();
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(at) : "r"(at) : "memory");
    Clock to = now();
    note(begin, from);
    note(end, to);
    if (threadIdx.x == 0)
        *sink = (at - base) / 4;
}


// ---- Memory requests of a warp. Hong and Kim: An analytical model for a GPU architecture with memory-level and
// thread-level parallelism awareness, 2009.

// Makes `count` pages of 4 KiB, to be visited as `order` says: each word holds the byte offset of the word at the same
// place of the next page.
__global__ void linkPages(unsigned *pages, const unsigned *order, unsigned count)
{
    constexpr unsigned WORDS = 1024;
    unsigned i = blockIdx.x;
    unsigned next = i + 1 < count ? i + 1 : 0;
    for (unsigned word = threadIdx.x; word < WORDS; word += blockDim.x)
        pages[order[i] * WORDS + word] = (order[next] * WORDS + word) * 4;
}

// One warp goes from page to page. In each its lanes read from `lines` different lines of 128 bytes; the warp goes on
// when all have arrived. sink: at which byte lane 31 ends.
__global__ void chaseWarp(const char *pages, unsigned first, int lines, int rounds, Clock *begin, Clock *end,
                          Address *sink)
{
    int lane = threadIdx.x % 32;
    unsigned at = first * 4096 + lane % lines * 128 + lane / lines * 4;
    Clock from = now();
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(pages + at) : "memory");
    Clock to = now();
    note(begin, from);
    note(end, to);
    if (lane == 31)
        *sink = at;
}

// All warps of one block read lines of 128 bytes that nobody has read before, STEPS at once. `words` has STEPS lines for
// each warp and round. sink: the sum of what each thread read.
__global__ void departures(const unsigned *words, int rounds, Clock *begin, Clock *end, Address *sink)
{
    unsigned sum = 0;
    __syncthreads();
    Clock from = now();
    for (int r = 0; r < rounds; ++r) {
        unsigned value[STEPS];
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("ld.global.cg.u32 %0, [%1];"
                         : "=r"(value[s])
                         : "l"(words + (std::size_t)(r * STEPS + s) * blockDim.x + threadIdx.x)
                         : "memory");
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            sum += value[s];
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = sum;
}


// ---- Arithmetic: in each thread a chain of operations, each of which needs the result of the one before. In one warp
// the time is the latency; 32 warps keep the units busy. A round of the loop is LENGTH operations: with two lengths the
// loop itself drops out of the difference.

struct Fp32 {
    using Value = float;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int) { asm volatile("add.f32 %0, %0, %1;" : "+f"(value) : "f"(other)); }
};
struct Fp64 {
    using Value = double;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int) { asm volatile("add.f64 %0, %0, %1;" : "+d"(value) : "d"(other)); }
};
// Each of two numbers is added to the other in turn: of additions of one and the same number a compiler makes a
// multiplication.
struct Int32 {
    using Value = int;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int number)
    {
        if (number % 2 == 0)
            asm volatile("add.s32 %0, %0, %1;" : "+r"(value) : "r"(other));
        else
            asm volatile("add.s32 %0, %0, %1;" : "+r"(other) : "r"(value));
    }
};
// The special function unit: here its 1/√x.
struct Sfu {
    using Value = float;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int) { asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(value)); }
};

// Others of that unit: approximations, each one instruction of it, some with a product before.
#define SPECIAL(Name, instruction)                                                             \
    struct Name {                                                                              \
        using Value = float;                                                                   \
        Value value;                                                                           \
        Value other;                                                                           \
        __device__ __forceinline__ void step(int) { asm volatile(instruction : "+f"(value)); } \
    };
SPECIAL(Sqrt, "sqrt.approx.ftz.f32 %0, %0;")
SPECIAL(Ex2, "ex2.approx.ftz.f32 %0, %0;")
SPECIAL(Lg2, "lg2.approx.ftz.f32 %0, %0;")
SPECIAL(Sin, "sin.approx.ftz.f32 %0, %0;")
SPECIAL(Cos, "cos.approx.ftz.f32 %0, %0;")
#undef SPECIAL
// The product of two words is two words, which are multiplied in turn: IMAD.WIDE.
struct WideProduct {
    using Value = unsigned long long;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int)
    {
        asm volatile("mul.wide.u32 %0, %1, %2;" : "=l"(value) : "r"((unsigned)value), "r"((unsigned)(value >> 32)));
    }
};
// A rotation: SHF.
struct Shift {
    using Value = unsigned;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int)
    {
        asm volatile("shf.l.wrap.b32 %0, %0, %0, %1;" : "+r"(value) : "r"(other));
    }
};
// How many bits are set: POPC.
struct Popc {
    using Value = unsigned;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int) { asm volatile("popc.b32 %0, %0;" : "+r"(value)); }
};
// A step is two conversions, there and back.
struct Convert32 {
    using Value = float;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int)
    {
        asm volatile("{ .reg .s32 whole; cvt.rzi.s32.f32 whole, %0; cvt.rn.f32.s32 %0, whole; }" : "+f"(value));
    }
};
struct Convert64 {
    using Value = float;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int)
    {
        asm volatile("{ .reg .s64 whole; cvt.rzi.s64.f32 whole, %0; cvt.rn.f32.s64 %0, whole; }" : "+f"(value));
    }
};
// Logic: (a & b) ^ c, in turn of one number and the other.
struct Logic {
    using Value = int;
    Value value;
    Value other;
    __device__ __forceinline__ void step(int number)
    {
        if (number % 2 == 0)
            asm volatile("lop3.b32 %0, %0, %1, 0x5a5a1234, 0x6a;" : "+r"(value) : "r"(other));
        else
            asm volatile("lop3.b32 %0, %0, %1, 0x5a5a1234, 0x6a;" : "+r"(other) : "r"(value));
    }
};

template <typename OPERATION, int LENGTH>
__global__ void arithmetic(typename OPERATION::Value start, typename OPERATION::Value other, int rounds, Clock *begin,
                           Clock *end, typename OPERATION::Value *sink)
{
    OPERATION chain{start + (int)threadIdx.x, other};
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < LENGTH; ++s)
            chain.step(s);
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = chain.value + chain.other;
}

template __global__ void arithmetic<Fp32, 32>(float, float, int, Clock *, Clock *, float *);
template __global__ void arithmetic<Fp32, 96>(float, float, int, Clock *, Clock *, float *);
template __global__ void arithmetic<Fp64, 32>(double, double, int, Clock *, Clock *, double *);
template __global__ void arithmetic<Fp64, 96>(double, double, int, Clock *, Clock *, double *);
template __global__ void arithmetic<Int32, 32>(int, int, int, Clock *, Clock *, int *);
template __global__ void arithmetic<Int32, 96>(int, int, int, Clock *, Clock *, int *);
template __global__ void arithmetic<Sfu, 32>(float, float, int, Clock *, Clock *, float *);
template __global__ void arithmetic<Sfu, 96>(float, float, int, Clock *, Clock *, float *);
#define BOTH_LENGTHS(Operation, Value)                                                                       \
    template __global__ void arithmetic<Operation, 32>(Value, Value, int, Clock *, Clock *, Value *); \
    template __global__ void arithmetic<Operation, 96>(Value, Value, int, Clock *, Clock *, Value *);
BOTH_LENGTHS(Sqrt, float)
BOTH_LENGTHS(Ex2, float)
BOTH_LENGTHS(Lg2, float)
BOTH_LENGTHS(Sin, float)
BOTH_LENGTHS(Cos, float)
BOTH_LENGTHS(Convert32, float)
BOTH_LENGTHS(Convert64, float)
BOTH_LENGTHS(Logic, int)
BOTH_LENGTHS(WideProduct, unsigned long long)
BOTH_LENGTHS(Shift, unsigned)
BOTH_LENGTHS(Popc, unsigned)
#undef BOTH_LENGTHS

// How many instructions of any kind: half are single-precision additions, half of whole numbers, so that neither unit
// has to do with all of them. LENGTH of each in a round.
template <int LENGTH>
__global__ void issue(float start, float other, int rounds, Clock *begin, Clock *end, float *sink)
{
    Fp32 real{start, other};
    Int32 whole{(int)threadIdx.x, 1};
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < LENGTH; ++s) {
            real.step(s);
            whole.step(s);
        }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = real.value + whole.value + whole.other;
}

// LENGTH times a round a product of two words and seven single-precision additions.
template <int LENGTH>
__global__ void productsAmongAdditions(float start, float step, int rounds, Clock *begin, Clock *end, float *sink)
{
    constexpr int ADDITIONS = 7;
    Fp32 real{start, step};
    WideProduct wide{(threadIdx.x + 3) * 0x300000005ull, 0};
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < LENGTH; ++s) {
            wide.step(s);
            #pragma unroll
            for (int a = 0; a < ADDITIONS; ++a)
                real.step(a);
        }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = real.value + wide.value;
}

template __global__ void productsAmongAdditions<4>(float, float, int, Clock *, Clock *, float *);
template __global__ void productsAmongAdditions<12>(float, float, int, Clock *, Clock *, float *);

template __global__ void issue<32>(float, float, int, Clock *, Clock *, float *);
template __global__ void issue<96>(float, float, int, Clock *, Clock *, float *);


// ---- Atomic additions, in each thread one after the other: the next adds what the one before has found, which is 0. All
// threads add at the same address, where they are in each other's way: offsets[threadIdx.x] is the same for all, but no
// compiler knows it (it would make one addition of many). A barrier after each.

// In round r at cells[(offset + r · stride) mod (mask + 1)]: which part of the L2 cache an address belongs to, and how far
// it is, depends on the address.
__global__ void atomicAdds(float *cells, const unsigned *offsets, unsigned stride, unsigned mask, int rounds, Clock *begin,
                           Clock *end, float *sink)
{
    unsigned at = offsets[threadIdx.x];
    float old = 0;
    __syncthreads();
    Clock from = now();
    for (int r = 0; r < rounds; ++r) {
        asm volatile("atom.global.add.f32 %0, [%1], %0;" : "+f"(old) : "l"(cells + at) : "memory");
        at = (at + stride) & mask;
        __syncthreads();
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = old;
}

// Whole numbers: GPUs have no atomic addition of floats in shared memory.
__global__ void sharedAtomicAdds(const unsigned *offsets, int rounds, Clock *begin, Clock *end, int *sink)
{
    __shared__ unsigned cells[1024];
    cells[threadIdx.x] = 0;
    __syncthreads();
    unsigned mine = (unsigned)__cvta_generic_to_shared(cells) + 4 * offsets[threadIdx.x];
    unsigned old = 0;
    __syncthreads();
    Clock from = now();
    for (int r = 0; r < rounds; ++r) {
        asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(old) : "r"(mine) : "memory");
        __syncthreads();
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = old;
}


// ---- What a branch costs at which a warp parts: lanes below `limit` go one way, the others another; each way is a chain
// of LENGTH additions.

template <int LENGTH>
__global__ void branches(unsigned limit, float step, int rounds, Clock *begin, Clock *end, float *sink)
{
    unsigned lane = threadIdx.x % 32;
    float value = lane;
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        asm volatile("" : "+r"(limit));  // might be another one in each round, for all that the compiler knows
        if (lane < limit) {
            #pragma unroll
            for (int s = 0; s < LENGTH; ++s)
                asm volatile("add.f32 %0, %0, %1;" : "+f"(value) : "f"(step));
        } else {
            #pragma unroll
            for (int s = 0; s < LENGTH; ++s)
                asm volatile("sub.f32 %0, %1, %0;" : "+f"(value) : "f"(step));
        }
        __syncwarp();
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = value;
}

template __global__ void branches<32>(unsigned, float, int, Clock *, Clock *, float *);
template __global__ void branches<64>(unsigned, float, int, Clock *, Clock *, float *);


// ---- A loop in which each of addition, comparison and jump needs what the one before it has found.
__global__ void countUp(int step, int limit, Clock *begin, Clock *end, int *sink)
{
    int value = threadIdx.x;  // differs from lane to lane, for all that the compiler knows
    Clock from = now();
    #pragma unroll 1
    do
        asm volatile("add.s32 %0, %0, %1;" : "+r"(value) : "r"(step));
    while (value < limit);
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[threadIdx.x] = value;
}


// ---- Barriers, one after the other.
__global__ void barriers(int rounds, Clock *begin, Clock *end)
{
    __syncthreads();
    Clock from = now();
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            __syncthreads();
    Clock to = now();
    note(begin, from);
    note(end, to);
}


// ---- Bandwidths: all threads read 16 bytes at a time, one beside the other. Timed from outside.

__device__ __forceinline__ unsigned mix(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

// All of `data`, `rounds` times, by the whole grid together, past the L1 caches. `count` is a multiple of the grid's
// threads times 4.
__global__ void readTogether(const uint4 *data, std::size_t count, int rounds, unsigned *sink)
{
    std::size_t threads = (std::size_t)gridDim.x * blockDim.x;
    unsigned all = 0;
    for (int r = 0; r < rounds; ++r)
        for (std::size_t i = (std::size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += 4 * threads) {
            uint4 v[4];
            #pragma unroll
            for (int u = 0; u < 4; ++u)
                asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                             : "l"(data + i + u * threads)
                             : "memory");
            #pragma unroll
            for (int u = 0; u < 4; ++u)
                all ^= mix(v[u]);
        }
    sink[(std::size_t)blockIdx.x * blockDim.x + threadIdx.x] = all;
}

// Each block reads its own `count` × 16 bytes from its L1 cache: in `rounds` rounds each thread reads four times, `step`
// further each time. Both are powers of two that no compiler knows, or it would remember what was read before.
__global__ void readOwn(const uint4 *data, unsigned count, unsigned step, int rounds, unsigned *sink)
{
    const uint4 *mine = data + (std::size_t)blockIdx.x * count;
    unsigned at = threadIdx.x;
    unsigned all = 0;
    for (int r = 0; r < rounds; ++r) {
        uint4 v[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                         : "l"(mine + at)
                         : "memory");
            at = (at + step) & (count - 1);
        }
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            all ^= mix(v[u]);
    }
    sink[(std::size_t)blockIdx.x * blockDim.x + threadIdx.x] = all;
}

// Each block reads its shared memory `rounds` times, 4 × 16 bytes a thread and round.
__global__ void readShared(int rounds, Clock *begin, Clock *end, unsigned *sink)
{
    constexpr unsigned BYTES = 32 << 10;
    __shared__ uint4 own[BYTES / sizeof(uint4)];
    for (unsigned i = threadIdx.x; i < BYTES / sizeof(uint4); i += blockDim.x)
        own[i] = make_uint4(i, i, i, i);
    unsigned base = (unsigned)__cvta_generic_to_shared(own);
    unsigned at = threadIdx.x * (unsigned)sizeof(uint4);
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    for (int r = 0; r < rounds; ++r) {
        uint4 v[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                         : "r"(base + at)
                         : "memory");
            at = (at + blockDim.x * (unsigned)sizeof(uint4)) % BYTES;
        }
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            all ^= mix(v[u]);
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[(std::size_t)blockIdx.x * blockDim.x + threadIdx.x] = all;
}


// ---- Nothing: what launches and blocks cost by themselves.
__global__ void nothing() {}
