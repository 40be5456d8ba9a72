// SPDX-License-Identifier: GPL-3.0-or-later
// Functions, pointers to them, recursion, switch, printf, assert, locks: what the control-flow tests of the emulator run.
#include <cassert>
#include <cstdio>

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void fibonacciOfThread(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__device__ __noinline__ int depthOf(int n) { return n == 0 ? 0 : n - depthOf(n - 1); }

extern "C" __global__ void deep(int* out, int n) { out[threadIdx.x] = depthOf(n + threadIdx.x); }

__device__ void quicksort(int* values, int low, int high) {
    if (low >= high) return;
    const int pivot = values[(low + high) / 2];
    int i = low;
    int j = high;
    while (i <= j) {
        while (values[i] < pivot) ++i;
        while (values[j] > pivot) --j;
        if (i <= j) {
            const int value = values[i];
            values[i++] = values[j];
            values[j--] = value;
        }
    }
    quicksort(values, low, j);
    quicksort(values, i, high);
}

// Each thread sorts `each` values of its own.
extern "C" __global__ void sortRows(int* values, int each) {
    quicksort(values + threadIdx.x * each, 0, each - 1);
}

__device__ bool isOdd(int n);
__device__ __noinline__ bool isEven(int n) { return n == 0 ? true : isOdd(n - 1); }
__device__ __noinline__ bool isOdd(int n) { return n == 0 ? false : isEven(n - 1); }

extern "C" __global__ void parity(int* out) { out[threadIdx.x] = isEven(threadIdx.x) ? 2 : 1; }

typedef int (*Operation)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ Operation operations[3] = {plus, minus, times};

extern "C" __global__ void byTable(int* out) { out[threadIdx.x] = operations[threadIdx.x % 3](threadIdx.x, 3); }

struct Shape {
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    __device__ Square(int s) : side(s) {}
    __device__ int area() const override { return side * side; }
};
struct Oblong : Shape {
    int a, b;
    __device__ Oblong(int x, int y) : a(x), b(y) {}
    __device__ int area() const override { return a * b; }
};
__device__ __noinline__ int areaOf(const Shape* shape) { return shape->area(); }

extern "C" __global__ void areas(int* out) {
    Square square(threadIdx.x);
    Oblong oblong(threadIdx.x, 7);
    out[threadIdx.x] = threadIdx.x % 2 ? areaOf(&square) : areaOf(&oblong);
}

extern "C" __global__ void choose(int* out) {
    int value = threadIdx.x;
    switch (threadIdx.x % 10) {
        case 0: value += 100; break;
        case 1: value *= 3; break;
        case 2: value -= 7; break;
        case 3: value ^= 0x55; break;
        case 4: value = value / 3; break;
        case 5: value = -value; break;
        case 6: value <<= 4;  // falls through
        case 7: value += 1; break;
        default: value = 12345;
    }
    out[threadIdx.x] = value;
}

extern "C" __global__ void speak(int* out) {
    const int i = threadIdx.x;
    int count = 0;
    if (i < 2)
        count = printf("[%d] %5.2f|%-6s|%c|%x|%lld|%u|%e|%%\n", i, 1.5 * i, i ? "one" : "zero", 'a' + i, 255 + i,
                       -5000000000LL * i, 7u, 0.25);
    out[i] = count;
}

extern "C" __global__ void insist(int* out) {
    assert(out[threadIdx.x] != 5);
    out[threadIdx.x] = 1;
}

__device__ int counter;
__constant__ int table[4] = {3, 1, 4, 1};
__device__ int* pointerToCounter = &counter;

extern "C" __global__ void variables(int* out) {
    if (threadIdx.x == 0) ++*pointerToCounter;
    __syncthreads();
    out[threadIdx.x] = counter * 10 + table[threadIdx.x % 4];
}

extern "C" __global__ void lockPerThread(int* lock, int* sum) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    volatile int* const total = sum;
    *total = *total + threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void ownNodes(int* out) {
    int* const node = static_cast<int*>(malloc(8));
    node[0] = threadIdx.x;
    node[1] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = node[0] + node[1];
    free(node);
}

extern "C" __global__ void counts(int* out) {
    const bool third = threadIdx.x % 3 == 0;
    const int n = __syncthreads_count(third);
    const int all = __syncthreads_and(threadIdx.x < 1000);
    const int any = __syncthreads_or(threadIdx.x == 77);
    out[threadIdx.x] = n * 100 + all * 10 + any;
}

// Warp 0 makes, warps 1 and 2 use; two named barriers of 96 threads hand the buffer over.
extern "C" __global__ void specialised(int* out, int rounds) {
    __shared__ int box[32];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        if (warp == 0) {
            box[lane] = r * 32 + lane;
            asm volatile("bar.arrive 1, 96;" ::: "memory");
            asm volatile("bar.sync 2, 96;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 96;" ::: "memory");
            sum += box[31 - lane] * warp;
            asm volatile("bar.arrive 2, 96;" ::: "memory");
        }
    }
    out[threadIdx.x] = sum;
}
