// SPDX-License-Identifier: GPL-3.0-or-later
//
// More kernels that measure a GPU (see calibrate.cu): the way of requests to shared and global memory, constants and special
// registers, how much code and how much of a buffer the caches keep.
#include "calibrate.cuh"

__device__ __forceinline__ std::size_t gridThread() { return (std::size_t)blockIdx.x * blockDim.x + threadIdx.x; }

// ---- Requests to shared memory, WORDS × 4 bytes a lane; volatile, so that no compiler makes one of several rounds. The first `lanes` of each warp make them, `stride` bytes from lane to
// lane (no more than 128), of those warps whose number modulo 4 is below `schedulers`: a multiprocessor gives its warps
// to its schedulers in turn.
template <int WORDS>
__device__ __forceinline__ unsigned loadShared(unsigned from)
{
    if constexpr (WORDS == 1) {
        unsigned v;
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(from) : "memory");
        return v;
    } else if constexpr (WORDS == 2) {
        uint2 v;
        asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "r"(from) : "memory");
        return v.x ^ v.y;
    } else {
        uint4 v;
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "r"(from)
                     : "memory");
        return v.x ^ v.y ^ v.z ^ v.w;
    }
}

template <int WORDS>
__device__ __forceinline__ void storeShared(unsigned to, unsigned v)
{
    if constexpr (WORDS == 1)
        asm volatile("st.shared.u32 [%0], %1;" :: "r"(to), "r"(v) : "memory");
    else if constexpr (WORDS == 2)
        asm volatile("st.shared.v2.u32 [%0], {%1, %1};" :: "r"(to), "r"(v) : "memory");
    else
        asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" :: "r"(to), "r"(v) : "memory");
}

// From one request of a round to the next: to places of which no compiler makes one, in other banks by as much for each lane.
constexpr unsigned NEXT = 16;
constexpr unsigned SHARED_BYTES = 32 * 128 + STEPS * NEXT;

template <int WORDS, bool STORES>
__global__ void sharedRequests(unsigned stride, unsigned lanes, unsigned schedulers, int rounds, Clock *begin, Clock *end,
                               unsigned *sink)
{
    __shared__ uint4 cells[SHARED_BYTES / sizeof(uint4)];
    for (unsigned i = threadIdx.x; i < SHARED_BYTES / sizeof(uint4); i += blockDim.x)
        cells[i] = make_uint4(i, 2 * i, 3 * i, 4 * i);
    unsigned lane = threadIdx.x % 32;
    unsigned at = (unsigned)__cvta_generic_to_shared(cells) + lane * stride;
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    if (lane < lanes && threadIdx.x / 32 % 4 < schedulers)
        #pragma unroll 1
        for (int r = 0; r < rounds; ++r) {
            if constexpr (STORES) {
                #pragma unroll
                for (int s = 0; s < STEPS; ++s)
                    storeShared<WORDS>(at + s * NEXT, r);
            } else {
                unsigned v[STEPS];
                #pragma unroll
                for (int s = 0; s < STEPS; ++s)
                    v[s] = loadShared<WORDS>(at + s * NEXT);
                #pragma unroll
                for (int s = 0; s < STEPS; ++s)
                    all ^= v[s];
            }
        }
    __syncthreads();
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}

#define SHARED_REQUESTS(WORDS, STORES) \
    template __global__ void sharedRequests<WORDS, STORES>(unsigned, unsigned, unsigned, int, Clock *, Clock *, unsigned *);
SHARED_REQUESTS(1, false)
SHARED_REQUESTS(2, false)
SHARED_REQUESTS(4, false)
SHARED_REQUESTS(1, true)
SHARED_REQUESTS(2, true)
SHARED_REQUESTS(4, true)
#undef SHARED_REQUESTS

// The same with 4 bytes a lane, side by side, and with a barrier behind each STEPS loads, or with none.
template <bool BARRIERS>
__global__ void sharedLoads(int rounds, Clock *begin, Clock *end, unsigned *sink)
{
    __shared__ unsigned cells[32 + STEPS * NEXT / 4];
    for (unsigned i = threadIdx.x; i < 32 + STEPS * NEXT / 4; i += blockDim.x)
        cells[i] = i;
    unsigned at = (unsigned)__cvta_generic_to_shared(cells) + threadIdx.x % 32 * 4;
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        unsigned v[STEPS];
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            v[s] = loadShared<1>(at + s * NEXT);
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            all ^= v[s];
        if (BARRIERS)
            __syncthreads();
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}

template __global__ void sharedLoads<false>(int, Clock *, Clock *, unsigned *);
template __global__ void sharedLoads<true>(int, Clock *, Clock *, unsigned *);


// ---- Requests to global memory, always to the same few places: the first `lanes` of each warp load from the line at cells +
// offsets[thread], or store WORDS × 4 bytes to the 256 bytes there. LEVEL 2: they load past L1, another word in every second round, or a
// compiler would load once; 0: they store.
template <int WORDS, int LEVEL>
__device__ __forceinline__ unsigned requestGlobal(char *at, unsigned value)
{
    if constexpr (LEVEL == 0) {
        if constexpr (WORDS == 1)
            asm volatile("st.global.u32 [%0], %1;" :: "l"(at), "r"(value) : "memory");
        else if constexpr (WORDS == 2)
            asm volatile("st.global.v2.u32 [%0], {%1, %1};" :: "l"(at), "r"(value) : "memory");
        else
            asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" :: "l"(at), "r"(value) : "memory");
        return 0;
    } else {
        unsigned v;
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory");
        return v;
    }
}

template <int WORDS, int LEVEL>
__global__ void samePlace(char *cells, const unsigned *offsets, unsigned lanes, int rounds, Clock *begin, Clock *end,
                          unsigned *sink)
{
    char *mine = cells + offsets[gridThread()];
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    if (threadIdx.x % 32 < lanes)
        #pragma unroll 1
        for (int r = 0; r < rounds; ++r) {
            unsigned v[STEPS];
            #pragma unroll
            for (int s = 0; s < STEPS; ++s)
                v[s] = requestGlobal<WORDS, LEVEL>(LEVEL == 0 ? mine + s * NEXT : mine + s * (NEXT / 2) + r % 2 * 4, r);
            #pragma unroll
            for (int s = 0; s < STEPS; ++s)
                all ^= v[s];
        }
    if (LEVEL == 0)
        __threadfence();
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}

#define SAME_PLACE(WORDS, LEVEL)                                                                                        \
    template __global__ void samePlace<WORDS, LEVEL>(char *, const unsigned *, unsigned, int, Clock *, Clock *, unsigned *);
SAME_PLACE(1, 0)
SAME_PLACE(2, 0)
SAME_PLACE(4, 0)
SAME_PLACE(1, 2)
#undef SAME_PLACE

// What each warp still waits for when it has issued `rounds` × STEPS stores of 4 bytes a lane, 4096 bytes apart: from the last
// store to when all have arrived.
__global__ void storesUnderWay(char *cells, const unsigned *offsets, int rounds, Clock *begin, Clock *end)
{
    char *mine = cells + offsets[gridThread()];
    __syncthreads();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("st.global.u32 [%0], %1;" :: "l"(mine + s * 4096), "r"(r) : "memory");
    Clock from = now();
    __threadfence();
    Clock to = now();
    note(begin, from);
    note(end, to);
}


// ---- Random sectors of 32 bytes of the first `sectors` of `words`, four loads of each thread under way.
__global__ void randomReads(const unsigned *words, unsigned sectors, int rounds, unsigned *sink)
{
    unsigned number = (unsigned)gridThread() * 2654435769u + 1;
    unsigned all = 0;
    for (int r = 0; r < rounds; ++r) {
        unsigned v[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            number = number * 1664525u + 1013904223u;
            std::size_t place = __umulhi(number, sectors);
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[u]) : "l"(words + place * 8) : "memory");
        }
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            all ^= v[u];
    }
    sink[gridThread()] = all;
}


// ---- Constants: words all of which say how far it is to the next, so that a walk round any part of them is a chain.
#define APART4 64, 64, 64, 64
#define APART64 APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, APART4, \
        APART4, APART4
#define APART1024 APART64, APART64, APART64, APART64, APART64, APART64, APART64, APART64, APART64, APART64, APART64, APART64, \
        APART64, APART64, APART64, APART64
__constant__ unsigned constantSteps[4096] = {APART1024, APART1024, APART1024, APART1024};
#undef APART1024
#undef APART64
#undef APART4

__device__ __forceinline__ unsigned stepAt(unsigned byte)
{
    return *(const unsigned *)((const char *)constantSteps + byte);
}

// One step after the other, of 64 bytes each, round mask + 1 bytes. Lane i begins i % places words of 4 bytes further.
__global__ void walkConstants(unsigned mask, unsigned places, int before, int rounds, Clock *begin, Clock *end,
                              unsigned *sink)
{
    unsigned at = threadIdx.x % 32 % places * 4;  // differs from lane to lane, for all that the compiler knows
    #pragma unroll 1
    for (int r = 0; r < before; ++r)
        at = (at + stepAt(at)) & mask;
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            at = (at + stepAt(at)) & mask;
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = at;
}


// ---- Special registers that each lane has for itself. Which multiprocessor a thread is on may change, for all that a compiler
// knows, so that it is asked each time.
__global__ void specialRegisters(int rounds, Clock *begin, Clock *end, unsigned *sink)
{
    unsigned all = 0;
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        unsigned v[STEPS];
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            asm volatile("mov.u32 %0, %%warpid;" : "=r"(v[s]) :: "memory");
        #pragma unroll
        for (int s = 0; s < STEPS; ++s)
            all ^= v[s];
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = all;
}


// ---- Code: a loop over the first `pieces` of PIECES, of PIECE additions each. They are four chains, so that each can issue
// right behind the one before it.
constexpr int PIECE = 128;  // 2 KiB of machine code, and the jump
constexpr int PIECES = 64;

__global__ void pieces(float start, float step, int pieces, int rounds, Clock *begin, Clock *end, float *sink)
{
    float a = start, b = start, c = start, d = start;
    __syncthreads();
    Clock from = now();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        int left = pieces;
        #pragma unroll
        for (int p = 0; p < PIECES; ++p) {
            #pragma unroll
            for (int s = 0; s < PIECE / 16; ++s)
                asm volatile("add.f32 %0, %0, %4; add.f32 %1, %1, %4; add.f32 %2, %2, %4; add.f32 %3, %3, %4; "
                             "add.f32 %0, %0, %4; add.f32 %1, %1, %4; add.f32 %2, %2, %4; add.f32 %3, %3, %4; "
                             "add.f32 %0, %0, %4; add.f32 %1, %1, %4; add.f32 %2, %2, %4; add.f32 %3, %3, %4; "
                             "add.f32 %0, %0, %4; add.f32 %1, %1, %4; add.f32 %2, %2, %4; add.f32 %3, %3, %4; "
                             : "+f"(a), "+f"(b), "+f"(c), "+f"(d)
                             : "f"(step));
            if (--left == 0)
                break;
        }
    }
    Clock to = now();
    note(begin, from);
    note(end, to);
    sink[gridThread()] = a + b + c + d;
}
