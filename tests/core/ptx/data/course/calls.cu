// SPDX-License-Identifier: GPL-3.0-or-later
// Device functions in all the ways that they are called: recursion, virtual functions, pointers, structs by value,
// templates, switch, printf and assert.
#include <cassert>
#include <cstdio>

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.14159265f * radius * radius; }
};

using Binary = int (*)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ Binary operations[2] = {plus, times};

struct Eight {
    int values[8];
};
struct Mixed {
    char tag;
    double weight;
    short count;
};

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int isOdd(int n);
__device__ __noinline__ int isEven(int n) { return n == 0 ? 1 : isOdd(n - 1); }
__device__ __noinline__ int isOdd(int n) { return n == 0 ? 0 : isEven(n - 1); }
__device__ __noinline__ Eight shifted(Eight e, int by) {
    for (int& value : e.values) value += by;
    return e;
}
__device__ __noinline__ double weigh(Mixed m) { return m.weight * m.count + m.tag; }
__device__ __noinline__ float4 scaled(float4 v, float by) { return make_float4(v.x * by, v.y * by, v.z * by, v.w * by); }
template <typename T>
__device__ __noinline__ T largest(const T* values, int n) {
    T best = values[0];
    for (int i = 1; i < n; ++i) best = values[i] > best ? values[i] : best;
    return best;
}
template <int N, typename F>
__device__ void repeat(F f) {
    for (int i = 0; i < N; ++i) f(i);
}

__global__ void virtuals(float* out, float size) {
    Square square(size);
    Circle circle(size);
    const Shape* shape = threadIdx.x % 2 ? static_cast<const Shape*>(&square) : &circle;
    out[threadIdx.x] = shape->area();
}
__global__ void pointers(int* out, int which) { out[threadIdx.x] = operations[(which + threadIdx.x) & 1](threadIdx.x, 3); }
__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 8) + isEven(threadIdx.x); }
__global__ void structs(int* out, Eight e, Mixed m, float4 v) {
    const Eight moved = shifted(e, threadIdx.x);
    const float4 big = scaled(v, 2.0f);
    out[threadIdx.x] = moved.values[threadIdx.x % 8] + static_cast<int>(weigh(m)) + static_cast<int>(big.w);
}
__global__ void templates(float* f, int* i, int n) {
    f[threadIdx.x] = largest(f, n);
    i[threadIdx.x] = largest(i, n);
    repeat<3>([=](int k) { i[k] += k; });
}
__global__ void switches(int* out, int n) {
    int& value = out[threadIdx.x];
    switch (value) {
        case 0: value = n * 7; break;
        case 1: value = fibonacci(n); break;
        case 2: out[n] = 5; break;
        case 3: value = n / 3; break;
        case 4: value = n % 7;  // falls through
        case 5: value += 9; break;
        case 6: atomicAdd(out, n); break;
        case 7: __syncwarp(); value = 1; break;
        case 8: value = n << 2; break;
        default: value = -1;
    }
}
__global__ void prints(int n, const char* format) {
    printf("thread %d of block %u: %f, %s, %c, %lld%%\n", threadIdx.x, blockIdx.x, n * 0.5, "text", 'c', 123456789012LL);
    printf("nothing\n");
}
__global__ void asserts(const int* in, int n) {
    assert(in[threadIdx.x] < n && "values are small");
    if (in[0] == 99) __trap();
}
__global__ void heap(int* out, int n) {
    int* mine = static_cast<int*>(malloc(n * sizeof(int)));
    if (!mine) return;
    for (int i = 0; i < n; ++i) mine[i] = i * threadIdx.x;
    out[threadIdx.x] = mine[n - 1];
    free(mine);
    double* two = new double[2];
    two[0] = n;
    out[0] = two[0] > 1;
    delete[] two;
}
__global__ void __launch_bounds__(128, 2) bounded(int* out) { out[threadIdx.x] = threadIdx.x; }
