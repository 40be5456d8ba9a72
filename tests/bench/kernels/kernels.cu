// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the emulator's speed is measured with: regular and irregular kernels, in the shapes that courses use.
// kernels.ptx is made of it by packaging/build_ptx.sh tests/bench/kernels tests/bench/kernels/kernels.cu

template <int BLOCK>
__device__ void tiled(float *C, const float *A, const float *B, int n)
{
    __shared__ float a[BLOCK][BLOCK];
    __shared__ float b[BLOCK][BLOCK];
    int row = blockIdx.y * BLOCK + threadIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += BLOCK) {
        a[threadIdx.y][threadIdx.x] = A[row * n + tile + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(tile + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

extern "C" {

__global__ void naive(float *C, const float *A, const float *B, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

__global__ void tiled16(float *C, const float *A, const float *B, int n) { tiled<16>(C, A, B, n); }
__global__ void tiled32(float *C, const float *A, const float *B, int n) { tiled<32>(C, A, B, n); }

// Sum of each block of 256: every second thread, every fourth, … works.
__global__ void reduce0(float *C, const float *A, const float *B, int n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    part[t] = A[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        C[blockIdx.x] = part[0];
}

// The same with neighbouring threads at work: no divergence within a warp for long, but bank conflicts.
__global__ void reduce1(float *C, const float *A, const float *B, int n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    part[t] = A[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned i = 2 * s * t;
        if (i < blockDim.x)
            part[i] += part[i + s];
        __syncthreads();
    }
    if (t == 0)
        C[blockIdx.x] = part[0];
}

// Odd and even threads do different work.
__global__ void diverge(float *C, const float *A, const float *B, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = A[i];
    if (i % 2 == 0) {
#pragma unroll 1
        for (int k = 0; k < 64; ++k)
            x = x * 0.5f + 1.0f;
    } else {
#pragma unroll 1
        for (int k = 0; k < 64; ++k)
            x = sqrtf(x + 2.0f);
    }
    C[i] = x;
}

// One thread sums one column: neighbours read neighbours.
__global__ void cols(float *C, const float *A, const float *B, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < n; ++row)
        sum += A[row * n + col];
    C[col] = sum;
}

// One thread sums one row: neighbours read a whole row apart.
__global__ void rows(float *C, const float *A, const float *B, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int col = 0; col < n; ++col)
        sum += A[row * n + col];
    C[row] = sum;
}

// Every thread reads 64 elements at random.
__global__ void gather(float *C, const float *A, const float *B, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = i * 2654435761u + 12345u;
    float sum = 0;
    for (int k = 0; k < 64; ++k) {
        state = state * 1664525u + 1013904223u;
        sum += A[(state >> 8) % (unsigned)(n * n)];
    }
    C[i] = sum;
}

// Steps of the Collatz sequence: each thread has its own number of iterations.
__global__ void collatz(float *C, const float *A, const float *B, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i + 1;
    int steps = 0;
    while (x != 1) {
        if (x % 2 == 0)
            x /= 2;
        else
            x = 3 * x + 1;
        ++steps;
    }
    C[i] = (float)steps;
}

// A histogram of 256 bins, counted in shared memory.
__global__ void histogram(float *C, const float *A, const float *B, int n)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    for (int k = 0; k < 16; ++k) {
        state = state * 1664525u + 1013904223u;
        atomicAdd(&bins[state >> 24], 1u);
    }
    __syncthreads();
    C[blockIdx.x * blockDim.x + threadIdx.x] = (float)bins[threadIdx.x];
}
}
