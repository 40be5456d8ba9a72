// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, scans and counts, as the well-known tutorials build them up.

// The reduction of the tutorials whose block size is known when it is compiled.
template <unsigned int blockSize>
__device__ int reduceBlock(volatile int* sdata, unsigned int tid) {
    if (blockSize >= 512) {
        if (tid < 256) sdata[tid] += sdata[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128) sdata[tid] += sdata[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64) sdata[tid] += sdata[tid + 64];
        __syncthreads();
    }
    int sum = 0;
    if (tid < 32) {
        sum = sdata[tid] + sdata[tid + 32];
        for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    }
    return sum;
}
extern "C" __global__ void sumsTemplate(const int* g_idata, int* g_odata, unsigned int n) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * 256 + tid;
    unsigned int gridSize = 256 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + 128 < n) sdata[tid] += g_idata[i + 128];
        i += gridSize;
    }
    __syncthreads();
    int sum = reduceBlock<128>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sum;
}

// An inner product in double precision.
extern "C" __global__ void sumsDot(const double* a, const double* b, double* c, int N) {
    __shared__ double cache[128];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    double temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

// The greatest of all numbers: within warps, then by one atomic of each.
extern "C" __global__ void sumsMaximum(const int4* numbers, int* result, int quads) {
    int best = -2147483647 - 1;
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) {
        const int4 v = numbers[q];
        best = max(best, max(max(v.x, v.y), max(v.z, v.w)));
    }
#pragma unroll
    for (int m = 16; m; m /= 2) best = max(best, __shfl_xor_sync(0xffffffff, best, m));
    if ((threadIdx.x & 31) == 0) atomicMax(result, best);
}

// Sums of groups of eight neighbours: each warp holds four of them.
extern "C" __global__ void sumsOfEight(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.0f;
    v += __shfl_down_sync(0xffffffff, v, 4, 8);
    v += __shfl_down_sync(0xffffffff, v, 2, 8);
    v += __shfl_down_sync(0xffffffff, v, 1, 8);
    if (i < n && i % 8 == 0) out[i / 8] = v;
}

// A scan by Brent and Kung, two elements a thread.
#define SECTION 256
extern "C" __global__ void sumsBrentKung(float* X, float* Y, unsigned int N) {
    __shared__ float XY[SECTION];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0.0f;
    XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0.0f;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION) XY[index] += XY[index - stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// A scan in which each thread first adds up four of its own.
extern "C" __global__ void sumsCoarseScan(const int* in, int* out, int* blockSums) {
    __shared__ int totals[64];
    const int t = threadIdx.x;
    const int* mine = in + (blockIdx.x * 64 + t) * 4;
    int run[4];
    run[0] = mine[0];
    for (int k = 1; k < 4; ++k) run[k] = run[k - 1] + mine[k];
    totals[t] = run[3];
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        const int left = t >= d ? totals[t - d] : 0;
        __syncthreads();
        totals[t] += left;
        __syncthreads();
    }
    const int before = t > 0 ? totals[t - 1] : 0;
    for (int k = 0; k < 4; ++k) out[(blockIdx.x * 64 + t) * 4 + k] = before + run[k];
    if (t == 63) blockSums[blockIdx.x] = totals[63];
}

// The last phase of a scan in three: what all blocks before have.
extern "C" __global__ void sumsAddOffsets(int* data, const int* offsets, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0 || i >= n) return;
    data[i] += offsets[blockIdx.x - 1];
}

// How often letters come, in groups of four; equal neighbours are counted before they are told.
extern "C" __global__ void sumsLetters(const char* text, unsigned int length, unsigned int* histo) {
    __shared__ unsigned int bins[7];
    if (threadIdx.x < 7) bins[threadIdx.x] = 0u;
    __syncthreads();
    unsigned int accumulator = 0;
    int previous = -1;
    const unsigned int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (unsigned int i = begin; i < min(begin + 8, length); i++) {
        int position = text[i] - 'a';
        if (position >= 0 && position < 26) {
            int bin = position / 4;
            if (bin == previous) {
                accumulator++;
            } else {
                if (accumulator > 0) atomicAdd(&bins[previous], accumulator);
                accumulator = 1;
                previous = bin;
            }
        }
    }
    if (accumulator > 0) atomicAdd(&bins[previous], accumulator);
    __syncthreads();
    if (threadIdx.x < 7 && bins[threadIdx.x] > 0) atomicAdd(&histo[threadIdx.x], bins[threadIdx.x]);
}

// Compaction's last pass: where a scan of the flags has said.
extern "C" __global__ void sumsScatterKept(const float* in, const int* flag, const int* place, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i]) out[place[i]] = in[i];
}

// One bit for each number, packed by votes; how many there are, by one atomic of a block.
extern "C" __global__ void sumsPackBits(const int* in, unsigned* bits, int* total, int limit, int n) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool yes = i < n && in[i] > limit;
    const unsigned vote = __ballot_sync(0xffffffffu, yes);
    if (threadIdx.x % 32 == 0 && i < n) {
        bits[i / 32] = vote;
        atomicAdd(&found, __popc(vote));
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, found);
}
