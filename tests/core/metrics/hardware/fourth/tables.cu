// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that are filled step by step, graphs, sparse matrices.

// All shortest ways, the step that lets them go through vertex k.
extern "C" __global__ void tableFloyd(int* dist, int n, int k) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y;
    __shared__ int first;
    if (threadIdx.x == 0) first = dist[i * n + k];
    __syncthreads();
    if (j >= n || i == k || j == k) return;
    const int through = first + dist[k * n + j];
    if (through < dist[i * n + j]) dist[i * n + j] = through;
}

// Needleman and Wunsch: one diagonal of the table.
extern "C" __global__ void tableAlignDiagonal(const char* a, const char* b, int* score, int n, int m, int diagonal) {
    const int width = m + 1;
    const int firstRow = diagonal > m ? diagonal - m : 1;
    const int i = firstRow + blockIdx.x * blockDim.x + threadIdx.x;
    const int j = diagonal - i;
    if (i > n || j < 1) return;
    const int match = score[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 1 : -1);
    const int gap = max(score[(i - 1) * width + j], score[i * width + j - 1]) - 2;
    score[i * width + j] = max(match, gap);
}

// How far words of eight letters are from one: Levenshtein's distance, the row of the table in registers.
extern "C" __global__ void tableLevenshtein(const char* words, const char* word, unsigned char* distance, int count) {
    const int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= count) return;
    int row[9];
#pragma unroll
    for (int j = 0; j <= 8; ++j) row[j] = j;
    for (int i = 0; i < 8; ++i) {
        const char letter = words[8 * w + i];
        int corner = row[0];
        row[0] = i + 1;
#pragma unroll
        for (int j = 1; j <= 8; ++j) {
            const int change = corner + (letter != word[j - 1]);
            corner = row[j];
            row[j] = min(change, min(row[j], row[j - 1]) + 1);
        }
    }
    distance[w] = row[8];
}

// The longest common subsequence of two texts, a block a pair: thread j has column j, diagonal after diagonal.
extern "C" __global__ void tableCommon(const unsigned char* a, const unsigned char* b, int* lengths, int n) {
    extern __shared__ int ring[];  // three diagonals of n + 1
    const unsigned char* mineA = a + blockIdx.x * n;
    const unsigned char* mineB = b + blockIdx.x * n;
    const int j = threadIdx.x;
    for (int k = j; k < 3 * (n + 1); k += blockDim.x) ring[k] = 0;
    __syncthreads();
    for (int d = 2; d <= 2 * n; ++d) {
        int* now = ring + (d % 3) * (n + 1);
        const int* last = ring + ((d + 2) % 3) * (n + 1);
        const int* before = ring + ((d + 1) % 3) * (n + 1);
        const int i = d - j;
        if (j >= 1 && j <= n && i >= 1 && i <= n) {
            if (mineA[i - 1] == mineB[j - 1])
                now[j] = before[j - 1] + 1;
            else
                now[j] = max(last[j - 1], last[j]);
        }
        __syncthreads();
    }
    if (j == n) lengths[blockIdx.x] = ring[(2 * n) % 3 * (n + 1) + n];
}

// The cheapest order of products of matrices: all chains of one length.
extern "C" __global__ void tableChain(const int* sizes, long long* cost, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i + length - 1;
    if (j >= n) return;
    long long best = 0x7fffffffffffffffLL;
    for (int k = i; k < j; k++) {
        long long c = cost[i * n + k] + cost[(k + 1) * n + j] + (long long)sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (c < best) best = c;
    }
    cost[i * n + j] = best;
}

// Breadth-first search with a queue: each thread looks at the neighbours of one vertex of the frontier.
extern "C" __global__ void tableFrontier(const int* first, const int* neighbours, const int* frontier, int size,
                                         int* level, int* next, int* nextSize, int depth) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= size) return;
    int v = frontier[tid];
    for (int e = first[v]; e < first[v + 1]; e++) {
        int u = neighbours[e];
        if (atomicCAS(&level[u], -1, depth) == -1) {
            int slot = atomicAdd(nextSize, 1);
            next[slot] = u;
        }
    }
}

// A step of page rank by giving: each vertex deals its rank out to its neighbours.
extern "C" __global__ void tableGiveRank(const int* first, const int* neighbours, const float* rank, float* next,
                                         int n) {
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
        const int begin = first[v], end = first[v + 1];
        if (begin == end) continue;
        const float share = 0.85f * rank[v] / (end - begin);
        for (int e = begin; e != end; ++e) atomicAdd(next + neighbours[e], share);
    }
}

// y = A x, the matrix as its diagonals.
extern "C" __global__ void tableDiagonals(const float* diagonals, const int* offsets, int count, const float* x,
                                          float* y, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0.0f;
    for (int d = 0; d < count; ++d) {
        const int col = row + offsets[d];
        if (col < 0 || col >= n) continue;
        sum += diagonals[d * n + row] * x[col];
    }
    y[row] = sum;
}

// y = A x, rows of unlike lengths, eight threads a row.
extern "C" __global__ void tableRowsOfEight(const int* rowPtr, const int* colIdx, const double* val, const double* x,
                                            double* y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    const int sub = threadIdx.x & 7;
    double sum = 0;
    if (row < rows)
        for (int k = rowPtr[row] + sub; k < rowPtr[row + 1]; k += 8) sum += val[k] * x[colIdx[k]];
    for (int d = 4; d >= 1; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (sub == 0 && row < rows) y[row] = sum;
}
