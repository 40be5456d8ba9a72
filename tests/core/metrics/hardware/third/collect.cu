// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, scans, histograms and compaction.

#define THREADS 256

// Least and greatest at once, over a stride of the grid.
extern "C" __global__ void collectMinMax(const int* in, int2* out, int n) {
    __shared__ int least[THREADS];
    __shared__ int greatest[THREADS];
    const int t = threadIdx.x;
    int low = 0x7fffffff, high = -0x7fffffff;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS) {
        const int v = in[i];
        low = min(low, v);
        high = max(high, v);
    }
    least[t] = low;
    greatest[t] = high;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (t < s) {
            least[t] = min(least[t], least[t + s]);
            greatest[t] = max(greatest[t], greatest[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = make_int2(least[0], greatest[0]);
}

// The greatest value and the first place where it stands; interleaved addressing.
extern "C" __global__ void collectArgmax(const float* in, float* value, int* place, int n) {
    __shared__ float values[THREADS];
    __shared__ int places[THREADS];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    values[t] = i < n ? in[i] : -3.4e38f;
    places[t] = i;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0 && values[t + s] > values[t]) {
            values[t] = values[t + s];
            places[t] = places[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        value[blockIdx.x] = values[0];
        place[blockIdx.x] = places[0];
    }
}

// Sum and sum of squares in double precision: within warps by shuffles, then over the warps' sums.
extern "C" __global__ void collectMoments(const float* in, double* out, int n) {
    __shared__ double sums[32], squares[32];
    double sum = 0, square = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const double v = in[i];
        sum += v;
        square += v * v;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
        square += __shfl_down_sync(0xffffffffu, square, offset);
    }
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) {
        sums[warp] = sum;
        squares[warp] = square;
    }
    __syncthreads();
    if (warp == 0) {
        const int warps = blockDim.x / 32;
        sum = lane < warps ? sums[lane] : 0.0;
        square = lane < warps ? squares[lane] : 0.0;
        for (int offset = 16; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
            square += __shfl_down_sync(0xffffffffu, square, offset);
        }
        if (lane == 0) {
            out[2 * blockIdx.x] = sum;
            out[2 * blockIdx.x + 1] = square;
        }
    }
}

// An inclusive scan of each block: warps by shuffles, then the warps' sums by the first warp.
extern "C" __global__ void collectScanWarps(const int* in, int* out, int* blockSums, int n) {
    __shared__ int warpSums[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        const int other = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += other;
    }
    if (lane == 31) warpSums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = lane < blockDim.x / 32 ? warpSums[lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            const int other = __shfl_up_sync(0xffffffffu, s, d);
            if (lane >= d) s += other;
        }
        warpSums[lane] = s;
    }
    __syncthreads();
    if (warp > 0) v += warpSums[warp - 1];
    if (i < n) out[i] = v;
    if (threadIdx.x == blockDim.x - 1) blockSums[blockIdx.x] = v;
}

#define PADDED(i) ((i) + ((i) >> 5))

// Blelloch's exclusive scan of two elements a thread, padded against bank conflicts.
extern "C" __global__ void collectExclusive(const float* in, float* out, int n) {
    extern __shared__ float temp[];
    const int t = threadIdx.x;
    const float* const from = in + blockIdx.x * n;
    float* const to = out + blockIdx.x * n;
    temp[PADDED(t)] = from[t];
    temp[PADDED(t + n / 2)] = from[t + n / 2];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) temp[PADDED(offset * (2 * t + 2) - 1)] += temp[PADDED(offset * (2 * t + 1) - 1)];
        offset *= 2;
    }
    if (t == 0) temp[PADDED(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int left = PADDED(offset * (2 * t + 1) - 1), right = PADDED(offset * (2 * t + 2) - 1);
            const float kept = temp[left];
            temp[left] = temp[right];
            temp[right] += kept;
        }
    }
    __syncthreads();
    to[t] = temp[PADDED(t)];
    to[t + n / 2] = temp[PADDED(t + n / 2)];
}

// Sums that begin anew at every flag, by Hillis and Steele's scan with two buffers.
extern "C" __global__ void collectSegments(const int* in, const int* flags, int* out) {
    __shared__ int sums[2][THREADS];
    __shared__ int heads[2][THREADS];
    const int t = threadIdx.x;
    const int i = blockIdx.x * THREADS + t;
    int now = 0;
    sums[0][t] = in[i];
    heads[0][t] = flags[i] == 1;
    __syncthreads();
    for (int d = 1; d < THREADS; d <<= 1) {
        int sum = sums[now][t], head = heads[now][t];
        if (t >= d) {
            if (!head) sum += sums[now][t - d];
            head |= heads[now][t - d];
        }
        now ^= 1;
        sums[now][t] = sum;
        heads[now][t] = head;
        __syncthreads();
    }
    out[i] = sums[now][t];
}

// 64 bins, a copy in each block's shared memory.
extern "C" __global__ void collectHistogram(const unsigned char* in, unsigned* bins, int n) {
    __shared__ unsigned mine[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&mine[in[i] >> 2], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        if (mine[b] > 0) atomicAdd(&bins[b], mine[b]);
}

// Keeps what is above the limit, in order, at the beginning of each block's part: ballots, and the warps' counts.
extern "C" __global__ void collectCompact(const float* in, float* out, int* lengths, int n, float limit) {
    __shared__ int counts[THREADS / 32];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const float v = i < n ? in[i] : 0.0f;
    const bool keep = i < n && v > limit;
    const unsigned kept = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) counts[warp] = __popc(kept);
    __syncthreads();
    int begin = 0;
    for (int w = 0; w < warp; ++w) begin += counts[w];
    if (keep) out[blockIdx.x * THREADS + begin + __popc(kept & ((1u << lane) - 1))] = v;
    if (threadIdx.x == THREADS - 1) lengths[blockIdx.x] = begin + __popc(kept);
}
