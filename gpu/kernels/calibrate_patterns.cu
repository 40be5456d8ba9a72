// SPDX-License-Identifier: GPL-3.0-or-later
//
// More kernels that measure a GPU (see calibrate.cu): memory by the pattern of its addresses, code and pages that are in
// no cache, and blocks that follow each other. Where a kernel has many lanes at many places, the host says which:
// offsets[i] is the byte at which thread i of the grid begins.
#include "calibrate.cuh"

constexpr unsigned APART = 4096;  // bytes from one step of a round to the next

__device__ __forceinline__ std::size_t gridThread() { return (std::size_t)blockIdx.x * blockDim.x + threadIdx.x; }


// ---- Atomic additions that nobody waits for (red), or whose old value is used (atom).

struct RedInt {
    __device__ __forceinline__ static unsigned add(char *cell)
    {
        asm volatile("red.global.add.u32 [%0], 1;" :: "l"(cell) : "memory");
        return 0;
    }
};
struct RedFloat {
    __device__ __forceinline__ static unsigned add(char *cell)
    {
        asm volatile("red.global.add.f32 [%0], 0f3F800000;" :: "l"(cell) : "memory");
        return 0;
    }
};
struct RedDouble {
    __device__ __forceinline__ static unsigned add(char *cell)
    {
        asm volatile("red.global.add.f64 [%0], 0d3FF0000000000000;" :: "l"(cell) : "memory");
        return 0;
    }
};
struct AtomInt {
    __device__ __forceinline__ static unsigned add(char *cell)
    {
        unsigned old;
        asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(cell) : "memory");
        return old;
    }
};
struct AtomFloat {
    __device__ __forceinline__ static unsigned add(char *cell)
    {
        float old;
        asm volatile("atom.global.add.f32 %0, [%1], 0f3F800000;" : "=f"(old) : "l"(cell) : "memory");
        return __float_as_uint(old);
    }
};

// The first `lanes` of each warp add STEPS times a round, each time `stride` bytes further, modulo mask + 1.
template <typename UPDATE>
__global__ void updates(char *cells, const unsigned *offsets, unsigned stride, unsigned mask, unsigned lanes, int rounds,
                        Clock *begin, Clock *end, unsigned *sink)
{
    unsigned at = offsets[gridThread()];
    unsigned all = 0;
    bool mine = threadIdx.x % 32 < lanes;
    __syncthreads();
    Clock from = now();
    if (mine)
        #pragma unroll 1
        for (int r = 0; r < rounds; ++r)
            #pragma unroll
            for (int s = 0; s < STEPS; ++s) {
                all ^= UPDATE::add(cells + at);
                at = (at + stride) & mask;
            }
    __threadfence();  // until the last has arrived
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}

template __global__ void updates<RedInt>(char *, const unsigned *, unsigned, unsigned, unsigned, int, Clock *, Clock *,
                                         unsigned *);
template __global__ void updates<RedFloat>(char *, const unsigned *, unsigned, unsigned, unsigned, int, Clock *, Clock *,
                                           unsigned *);
template __global__ void updates<RedDouble>(char *, const unsigned *, unsigned, unsigned, unsigned, int, Clock *,
                                            Clock *, unsigned *);
template __global__ void updates<AtomInt>(char *, const unsigned *, unsigned, unsigned, unsigned, int, Clock *, Clock *,
                                          unsigned *);
template __global__ void updates<AtomFloat>(char *, const unsigned *, unsigned, unsigned, unsigned, int, Clock *,
                                            Clock *, unsigned *);


// ---- Loads and stores by pattern. Addresses differ by constants, so that an access is one instruction.

template <int LEVEL, int BYTES>
__device__ __forceinline__ unsigned load(const char *from)
{
    if constexpr (BYTES == 4) {
        unsigned v;
        if (LEVEL == 1)
            asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
        else
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
        return v;
    } else if constexpr (BYTES == 8) {
        uint2 v;
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(from) : "memory");
        return v.x ^ v.y;
    } else {
        uint4 v;
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(from)
                     : "memory");
        return v.x ^ v.y ^ v.z ^ v.w;
    }
}

// Each thread loads STEPS times a round, APART bytes further each time: the first FRESH of them from `moving`, `advance`
// bytes further each round modulo mask + 1, the others from `cells`.
template <int LEVEL, int BYTES, int FRESH>
__global__ void loads(const char *cells, const char *moving, const unsigned *offsets, unsigned advance, unsigned mask,
                      int rounds, Clock *begin, Clock *end, unsigned *sink)
{
    unsigned offset = offsets[gridThread()];
    const char *fixed = cells + offset;
    const char *fresh = moving + offset;
    unsigned moved = 0;
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        unsigned v[STEPS];
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            v[s] = load<LEVEL, BYTES>((s < FRESH ? fresh + moved : fixed) + s * APART);
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            all ^= v[s];
        moved = (moved + advance) & mask;
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}

#define LOADS(LEVEL, BYTES, FRESH)                                                                                   \
    template __global__ void loads<LEVEL, BYTES, FRESH>(const char *, const char *, const unsigned *, unsigned, \
                                                        unsigned, int, Clock *, Clock *, unsigned *);
LOADS(1, 4, 16)
LOADS(1, 8, 16)
LOADS(1, 16, 16)
LOADS(1, 4, 1)
LOADS(1, 4, 2)
LOADS(1, 4, 4)
LOADS(2, 4, 16)
#undef LOADS

// The same with stores of 4 bytes.
__global__ void stores(char *cells, const unsigned *offsets, int rounds, Clock *begin, Clock *end)
{
    char *mine = cells + offsets[gridThread()];
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("st.global.u32 [%0], %1;" :: "l"(mine + s * APART), "r"(r) : "memory");
    __threadfence();
    Clock to = now();
    note(begin, from);
    note(end, to);
}

// Cells of `bytes` bytes each of which points at itself: a chase stays there.
__global__ void linkToThemselves(char *cells, unsigned bytes, unsigned count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        *(Address *)(cells + (std::size_t)i * bytes) = (Address)(cells + (std::size_t)i * bytes);
}


// ---- Constants: a ring of 64 words, each of which holds at which byte the next one lies.
#define FOUR(i) 4 * (i) + 4, 4 * (i) + 8, 4 * (i) + 12, 4 * (i) + 16
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)
__constant__ unsigned constantRing[64] = {SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), FOUR(48), FOUR(52), FOUR(56), 244, 248, 252, 0};
#undef FOUR
#undef SIXTEEN

__device__ __forceinline__ unsigned constantAt(unsigned byte)
{
    return *(const unsigned *)((const char *)constantRing + byte);
}

__global__ void chaseConstant(int rounds, Clock *begin, Clock *end, Address *sink)
{
    unsigned at = threadIdx.x * 4;  // differs from lane to lane, for all that the compiler knows
    #pragma unroll 1
    for (int s = 0; s < 64; ++s)
        at = constantAt(at);
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            at = constantAt(at);
    Clock to = now();
    note(begin, from);
    note(end, to);
    if (threadIdx.x == 0)
        *sink = at;
}


// ---- Code: LENGTH additions, one after the other, without a loop around fewer of them. Who runs it for no round has loaded
// it, but none of the additions is in a cache of code; the second round finds them there. COPY: each is cold but once.
template <int LENGTH, int COPY>
__global__ void straight(float start, float step, int rounds, Clock *begin, Clock *end, float *sink)
{
    float value = start;
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < LENGTH / 16; ++s)
            asm volatile("add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; "
                         "add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; "
                         "add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; "
                         "add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; add.f32 %0, %0, %1; "
                         : "+f"(value) : "f"(step));
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = value;
}

#define STRAIGHT(COPY) template __global__ void straight<1024, COPY>(float, float, int, Clock *, Clock *, float *);
STRAIGHT(0)
STRAIGHT(1)
STRAIGHT(2)
STRAIGHT(3)
STRAIGHT(4)
STRAIGHT(5)
STRAIGHT(6)
STRAIGHT(7)
#undef STRAIGHT


// ---- DRAM by pattern.

// Each thread reads 16 bytes of `READS` arrays of `count` × 16 bytes and writes as many to `WRITES` others. They lie one
// behind the other in `data`.
template <int READS, int WRITES>
__global__ void stream(uint4 *data, std::size_t count, unsigned rounds, unsigned *sink)
{
    std::size_t threads = (std::size_t)gridDim.x * blockDim.x;
    unsigned all = 0;
    for (unsigned r = 0; r < rounds; ++r)
        for (std::size_t i = gridThread(); i < count; i += threads) {
            uint4 v = make_uint4(i, 0, 0, r);
            #pragma unroll
            for (int a = 0; a < READS; ++a) {
                uint4 one;
                asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(one.x), "=r"(one.y), "=r"(one.z), "=r"(one.w)
                             : "l"(data + a * count + i));
                v.x ^= one.x, v.y ^= one.y, v.z ^= one.z, v.w ^= one.w;
            }
            #pragma unroll
            for (int a = READS; a < READS + WRITES; ++a)
                asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};"
                             :: "l"(data + a * count + i), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                             : "memory");
            all ^= v.x ^ v.y ^ v.z ^ v.w;
        }
    if (WRITES == 0)
        sink[gridThread()] = all;
}

template __global__ void stream<1, 0>(uint4 *, std::size_t, unsigned, unsigned *);
template __global__ void stream<0, 1>(uint4 *, std::size_t, unsigned, unsigned *);
template __global__ void stream<1, 1>(uint4 *, std::size_t, unsigned, unsigned *);
template __global__ void stream<2, 1>(uint4 *, std::size_t, unsigned, unsigned *);

// `runs` runs of 4 << shift bytes, a power of two of them, each read by as many lanes as it has words, in an order that
// jumps about. Four loads are under way in each thread.
__global__ void readRuns(const unsigned *words, unsigned runs, unsigned shift, unsigned *sink)
{
    constexpr unsigned ODD = 0x9E3779B1u;
    unsigned threads = gridDim.x * blockDim.x;
    unsigned lane = threadIdx.x & ((1u << shift) - 1);
    unsigned groups = threads >> shift;
    unsigned all = 0;
    for (unsigned run = (unsigned)gridThread() >> shift; run < runs; run += 4 * groups) {
        unsigned v[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            std::size_t place = ((run + u * groups) * ODD) & (runs - 1);
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[u]) : "l"(words + (place << shift) + lane) : "memory");
        }
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            all ^= v[u];
    }
    sink[gridThread()] = all;
}

// Thread 0 of block 0 follows a ring of pointers (as `chase` does) while the other blocks read `data`, `count` × 16 bytes,
// again and again, until it is done, but no more than `most` times 64 bytes a thread. passes: how often each thread of a
// block has read 64 bytes.
__global__ void chaseUnderLoad(Address *cells, unsigned first, int before, int rounds, const uint4 *data,
                               std::size_t count, int most, volatile int *done, Clock *begin, Clock *end,
                               unsigned *passes, unsigned *sink)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            Address at = (Address)(cells + first);
            #pragma unroll 1
            for (int r = 0; r < before; ++r)
                #pragma unroll
                for (int s = 0; s < STEPS; ++s)
                    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) :: "memory");
            Clock from = now();
            #pragma unroll 1
            for (int r = 0; r < rounds; ++r)
                #pragma unroll
                for (int s = 0; s < STEPS; ++s)
                    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) :: "memory");
            Clock to = now();
            begin[0] = from;
            end[0] = to;
            *done = 1;
            sink[0] = (unsigned)(at - (Address)cells);
        }
        return;
    }
    std::size_t threads = (std::size_t)(gridDim.x - 1) * blockDim.x;
    std::size_t i = gridThread() - blockDim.x;
    unsigned all = 0;
    int r = 0;
    Clock from = now();
    for (; r < most && *done == 0; ++r) {
        uint4 v[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                         : "l"(data + i)
                         : "memory");
            i += threads;
            if (i >= count)
                i -= count;
        }
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            all ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    if (threadIdx.x % 32 == 0)
        passes[gridThread() / 32] = r;
    sink[gridThread()] = all;
}


// ---- Blocks that follow each other: each says where it ran, when it began and when it was done. How long it runs differs
// from block to block, so that they do not all end at once. One warp of each waits for its own results most of the time,
// so that one that comes can issue.
__global__ void turns(int rounds, Clock *begin, Clock *end, unsigned *multiprocessors, float *sink)
{
    Clock from = now();
    unsigned here;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    float value = threadIdx.x + 2;
    int mine = rounds + blockIdx.x * 37 % 64;
    if (threadIdx.x < 32)
        #pragma unroll 1
        for (int r = 0; r < mine; ++r)
            #pragma unroll
            for (int s = 0; s < STEPS; ++s)
                asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(value));
    __syncthreads();
    if (value == 0.5f)
        *sink = value;
    if (threadIdx.x == 0)
        multiprocessors[blockIdx.x] = here;
    note(begin, from);
    Clock to = now();
    note(end, to);
}
