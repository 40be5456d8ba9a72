// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices and graphs.

// y = A · x, compressed rows, a warp a row.
extern "C" __global__ void sparseCsrWarp(const int* __restrict__ first, const int* __restrict__ columns,
                                         const float* __restrict__ values, const float* __restrict__ x,
                                         float* __restrict__ y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0;
    for (int e = first[row] + lane; e < first[row + 1]; e += 32) sum += values[e] * x[columns[e]];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) y[row] = sum;
}

// y = A · x in ELLPACK: a fixed number of places a row, column-major, −1 where a place is empty.
extern "C" __global__ void sparseEll(const int* columns, const double* values, const double* x, double* y, int rows,
                                     int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = 0; k < width; ++k) {
        const int column = columns[k * rows + row];
        if (column >= 0) sum += values[k * rows + row] * x[column];
    }
    y[row] = sum;
}

// y += A · x by coordinates, one thread an entry.
extern "C" __global__ void sparseCoordinates(const int* rows, const int* columns, const float* values, const float* x,
                                             float* y, int entries) {
    const int stride = gridDim.x * blockDim.x;
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < entries; e += stride)
        atomicAdd(&y[rows[e]], values[e] * x[columns[e]]);
}

// One level of a breadth-first search; what it reaches stands in an array of its own.
extern "C" __global__ void graphLevel(const int* first, const int* next, const int* level, int* reached, int depth,
                                      int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth) return;
    for (int e = first[v]; e < first[v + 1]; ++e) {
        const int other = next[e];
        if (level[other] < 0) reached[other] = depth + 1;
    }
}

// A step of PageRank: every vertex collects from those that point to it.
extern "C" __global__ void graphRank(const int* first, const int* from, const int* degree, const float* rank,
                                     float* next, int n, float damping) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        float sum = 0;
        for (int e = first[v]; e < first[v + 1]; ++e) {
            const int u = from[e];
            sum += rank[u] / degree[u];
        }
        next[v] = (1 - damping) / n + damping * sum;
    }
}

// How many edges begin and end at each vertex.
extern "C" __global__ void graphDegrees(const int2* edges, int* out, int* in, int count) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    const int2 edge = edges[e];
    if (edge.x == edge.y) return;
    atomicAdd(&out[edge.x], 1);
    atomicAdd(&in[edge.y], 1);
}

// Follows both ends of an edge to their roots in a fixed forest and hooks the greater under the lesser.
extern "C" __global__ void graphHook(const int2* edges, const int* parent, int* hooked, int count) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    int u = edges[e].x, v = edges[e].y;
    while (parent[u] != u) u = parent[u];
    while (parent[v] != v) v = parent[v];
    if (u != v) atomicMin(&hooked[max(u, v)], min(u, v));
}

// Common neighbours of the ends of each edge, by walking two sorted lists.
extern "C" __global__ void graphCommon(const int* first, const int* next, const int2* edges, int* common, int count) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    int i = first[edges[e].x], j = first[edges[e].y];
    const int lastI = first[edges[e].x + 1], lastJ = first[edges[e].y + 1];
    int found = 0;
    while (i < lastI && j < lastJ) {
        const int a = next[i], b = next[j];
        if (a == b) {
            ++found;
            ++i;
            ++j;
        } else if (a < b) {
            ++i;
        } else {
            ++j;
        }
    }
    common[e] = found;
}
