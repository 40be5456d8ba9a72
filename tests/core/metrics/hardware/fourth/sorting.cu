// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting, searching and neighbours.

template <typename T>
__device__ void exchange(T& a, T& b) {
    T keep = a;
    a = b;
    b = keep;
}

// A phase of odd–even transposition.
extern "C" __global__ void sortingOddEvenPhase(unsigned* keys, unsigned n, unsigned phase) {
    const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (phase & 1u);
    if (i + 1 >= n) return;
    if (keys[i] > keys[i + 1]) exchange(keys[i], keys[i + 1]);
}

// A warp sorts 32 numbers by exchanging registers.
extern "C" __global__ void sortingWarpBitonic(const float* in, float* out) {
    const int lane = threadIdx.x & 31;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            const float other = __shfl_xor_sync(0xffffffff, v, d);
            const bool up = (lane & size) == 0;
            const bool low = (lane & d) == 0;
            v = (low == up) ? fminf(v, other) : fmaxf(v, other);
        }
    out[i] = v;
}

// A pass of radix sort by one bit within a block: zeros keep their order before the ones.
extern "C" __global__ void sortingSplit(int* data, int bit) {
    __shared__ int scan[128];
    const int t = threadIdx.x;
    int* mine = data + blockIdx.x * 128;
    const int key = mine[t];
    const int one = (key >> bit) & 1;
    scan[t] = one;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int left = 0;
        if (t >= d) left = scan[t - d];
        __syncthreads();
        scan[t] += left;
        __syncthreads();
    }
    const int ones = scan[t] - one;
    const int zeros = 128 - scan[127];
    mine[one ? zeros + ones : t - ones] = key;
}

// Merging two sorted arrays along their merge path: each thread finds where its share begins and merges it.
extern "C" __global__ void sortingMergePath(const int* a, int na, const int* b, int nb, int* c, int share) {
    const int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * share;
    if (diagonal >= na + nb) return;
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        const int middle = (low + high) >> 1;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int i = low, j = diagonal - low;
    for (int k = diagonal; k < min(diagonal + share, na + nb); ++k) {
        if (j >= nb || (i < na && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}

// Where a pattern fits a text with at most so many differences; '?' fits everything.
extern "C" __global__ void sortingFuzzyMatch(const char* text, int length, const char* pattern, int size, int allowed,
                                             unsigned char* fits) {
    const int start = blockIdx.x * blockDim.x + threadIdx.x;
    if (start > length - size) return;
    int wrong = 0;
    const char* t = text + start;
    for (const char* p = pattern; p != pattern + size; ++p, ++t) {
        if (*p == '?') continue;
        if (*p != *t && ++wrong > allowed) break;
    }
    fits[start] = wrong <= allowed;
}

// The three nearest of all points for each query.
struct Point {
    float x, y;
};
extern "C" __global__ void sortingNearest(const Point* points, int n, const Point* queries, int m, int* nearest) {
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= m) return;
    const Point me = queries[q];
    float d0 = 1e30f, d1 = 1e30f, d2 = 1e30f;
    int i0 = -1, i1 = -1, i2 = -1;
    for (int i = 0; i < n; i++) {
        const float dx = points[i].x - me.x, dy = points[i].y - me.y;
        const float d = dx * dx + dy * dy;
        if (d < d2) {
            if (d < d1) {
                d2 = d1;
                i2 = i1;
                if (d < d0) {
                    d1 = d0;
                    i1 = i0;
                    d0 = d;
                    i0 = i;
                } else {
                    d1 = d;
                    i1 = i;
                }
            } else {
                d2 = d;
                i2 = i;
            }
        }
    }
    nearest[3 * q] = i0;
    nearest[3 * q + 1] = i1;
    nearest[3 * q + 2] = i2;
}

// k-means, first half: the nearest centre of each point of three coordinates.
extern "C" __global__ void sortingAssign(const float* points, const float* centres, int* cluster, int n, int k) {
    extern __shared__ float c[];
    for (int j = threadIdx.x; j < 3 * k; j += blockDim.x) c[j] = centres[j];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
        float least = 3.402823e38f;
        int best = 0;
        for (int j = 0; j < k; j++) {
            float dx = x - c[3 * j], dy = y - c[3 * j + 1], dz = z - c[3 * j + 2];
            float d = sqrtf(dx * dx + dy * dy + dz * dz);
            if (d < least) {
                least = d;
                best = j;
            }
        }
        cluster[i] = best;
    }
}

// k-means, second half: sums and numbers of each cluster, whole numbers.
extern "C" __global__ void sortingUpdate(const int* points, const int* cluster, int* sums, int* sizes, int n, int k) {
    __shared__ int part[32];
    for (int j = threadIdx.x; j < 4 * k; j += blockDim.x) part[j] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int j = cluster[i];
        for (int axis = 0; axis < 3; ++axis) atomicAdd(&part[4 * j + axis], points[3 * i + axis]);
        atomicAdd(&part[4 * j + 3], 1);
    }
    __syncthreads();
    if (threadIdx.x < k) {
        for (int axis = 0; axis < 3; ++axis) atomicAdd(&sums[3 * threadIdx.x + axis], part[4 * threadIdx.x + axis]);
        atomicAdd(&sizes[threadIdx.x], part[4 * threadIdx.x + 3]);
    }
}
