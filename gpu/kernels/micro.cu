// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small kernels that ask a GPU one question each. Document 004, section 5.2.


// ---- What does a launch cost? Kernels that do nothing, with more and fewer arguments (table 5.5).
__global__ void empty0() {}
__global__ void empty1(int *) {}
__global__ void empty3(int *, int, int) {}
__global__ void empty6(int *, int, int, int, int, int) {}


// ---- What does divergence cost? In every warp, half of the lanes take one way and half the other (listing 5.2).
__global__ void divergence(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (threadIdx.x % 32 < 16)
            v[i] = v[i] + 1;
        else
            v[i] = v[i] + sqrtf(threadIdx.x);
    }
}

// One way for all lanes. Every lane computes both values and keeps its own.
__global__ void merged(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float one = 1;
        float root = sqrtf(threadIdx.x);
        v[i] = v[i] + (threadIdx.x % 32 < 16 ? one : root);
    }
}

// What the document compares the first one with (listing 5.3). It does as much, but not the same.
__global__ void mergedPublished(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        [[maybe_unused]] bool lower = threadIdx.x % 32 < 16;  // defect: nobody asks, so the compiler leaves it out
        v[i] = v[i] + 1;
        v[i] = v[i] + sqrtf(threadIdx.x);  // defect: both are added to every element
    }
}


// ---- What do N ways cost? Lane l goes way l mod N; while one way is gone, all other lanes wait. Each way is a chain of
// 32 additions that wait for each other (listing 5.6). cycles holds what each warp's clock counted.
__global__ void divergenceWays(float *result, int *cycles, const float *start, int ways)
{
    int mine = threadIdx.x % 32 % ways;
    float a = start[0];
    float b = start[1];

    int before = clock();
#pragma unroll 1
    for (int way = 0; way < ways; ++way)
        if (way == mine)
#pragma unroll
            for (int repeat = 0; repeat < 16; ++repeat) {
                a += b;
                b += a;
            }
    int after = clock();

    result[threadIdx.x] = a + b;
    if (threadIdx.x % 32 == 0)
        cycles[threadIdx.x / 32] = after - before;
}


// ---- What does an atomic operation cost? N threads of one block work on one place, or one thread does the same N times
// in a register, or in global memory. Thread t's operand is t + 1, but for inc, dec, exch and cas.
#define OPERATION(Name, sequential, atomic)                                                                           \
    struct Name {                                                                                                     \
        static __device__ unsigned once(unsigned old, unsigned t) { return sequential; }                              \
        static __device__ void atomically(unsigned *place, unsigned t) { atomic; }                                    \
    };
constexpr unsigned LIMIT = 100;  // inc counts 0, 1, …, LIMIT, 0, …; dec the other way
constexpr unsigned FIRST = 0;    // cas writes only if it finds this
constexpr unsigned VALUE = 7;    // what exch and cas write

OPERATION(Add, old + (t + 1), atomicAdd(place, t + 1))
OPERATION(Sub, old - (t + 1), atomicSub(place, t + 1))
OPERATION(Min, old < t + 1 ? old : t + 1, atomicMin(place, t + 1))
OPERATION(Max, old > t + 1 ? old : t + 1, atomicMax(place, t + 1))
OPERATION(Inc, old >= LIMIT ? 0 : old + 1, atomicInc(place, LIMIT))
OPERATION(Dec, old == 0 || old > LIMIT ? LIMIT : old - 1, atomicDec(place, LIMIT))
OPERATION(And, old & (t + 1), atomicAnd(place, t + 1))
OPERATION(Or, old | (t + 1), atomicOr(place, t + 1))
OPERATION(Xor, old ^ (t + 1), atomicXor(place, t + 1))
OPERATION(Exch, VALUE, atomicExch(place, VALUE))
OPERATION(Cas, old == FIRST ? VALUE : old, atomicCAS(place, FIRST, VALUE))

template <class Operation>
__global__ void atomics(unsigned *place, unsigned)  // one block of n threads
{
    Operation::atomically(place, threadIdx.x);
}

template <class Operation>
__global__ void inRegister(unsigned *place, unsigned n)  // one thread
{
    unsigned value = *place;
#pragma unroll 1
    for (unsigned t = 0; t < n; ++t) {
        value = Operation::once(value, t);
        asm volatile("" : "+r"(value));  // keeps the compiler from doing all n at once
    }
    *place = value;
}

template <class Operation>
__global__ void inGlobalMemory(volatile unsigned *place, unsigned n)  // one thread
{
#pragma unroll 1
    for (unsigned t = 0; t < n; ++t)
        *place = Operation::once(*place, t);
}

#define COMPILE(Operation)                                                       \
    template __global__ void atomics<Operation>(unsigned *, unsigned);    \
    template __global__ void inRegister<Operation>(unsigned *, unsigned); \
    template __global__ void inGlobalMemory<Operation>(volatile unsigned *, unsigned);
COMPILE(Add)
COMPILE(Sub)
COMPILE(Min)
COMPILE(Max)
COMPILE(Inc)
COMPILE(Dec)
COMPILE(And)
COMPILE(Or)
COMPILE(Xor)
COMPILE(Exch)
COMPILE(Cas)
