// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks whose threads work together.

extern "C" __global__ void blockMaximum(const float* in, float* out, int n) {
    __shared__ float best[256];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    best[t] = i < n ? in[i] : -1.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half && best[t + half] > best[t]) best[t] = best[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = best[0];
}

extern "C" __global__ void blockQueue(const int* in, int* queue, int* length, int n) {
    __shared__ int mine[256];
    __shared__ int count, begin;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) {
        const int place = atomicAdd(&count, 1);
        mine[place] = i;
    }
    __syncthreads();
    if (threadIdx.x == 0) begin = atomicAdd(length, count);
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x) queue[begin + k] = mine[k];
}

extern "C" __global__ void blockNeighbours(const int* first, const int* next, const int* level, int* reached, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && level[v] < 4) {
        for (int e = 0; e < first[v]; ++e) {
            const int other = next[v * 9 + e] * 17 % n;
            if (level[other] > 6) reached[other] = 1;
        }
    }
}

extern "C" __global__ void blockMeans(const float* points, const float* centres, int* nearest, int n, int clusters) {
    __shared__ float c[64];
    if (threadIdx.x < 2 * clusters) c[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = points[2 * i], y = points[2 * i + 1];
    float best = 1e30f;
    int at = 0;
    for (int k = 0; k < clusters; ++k) {
        const float dx = x - c[2 * k], dy = y - c[2 * k + 1];
        const float d = dx * dx + dy * dy;
        if (d < best) {
            best = d;
            at = k;
        }
    }
    nearest[i] = at;
}

extern "C" __global__ void blockRoles(const float* in, float* out) {
    __shared__ float tile[128];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int k = lane; k < 128; k += 32) tile[k] = in[blockIdx.x * 128 + k];
    } else {
        tile[127 - lane] = 0;
    }
    __syncthreads();
    if (warp == 1 && lane < 16)
        out[blockIdx.x * 128 + lane] = tile[lane] + tile[lane + 16];
    else if (warp > 1)
        out[blockIdx.x * 128 + warp * 32 + lane] = tile[lane * 4 % 128];
}

extern "C" __global__ void blockDistances(const int* a, const int* b, int* out, int n) {
    __shared__ int rows[3][65];
    const int t = threadIdx.x;
    rows[0][t] = rows[1][t] = rows[2][t] = 0;
    __syncthreads();
    for (int d = 2; d <= 2 * n; ++d) {
        const int j = d - (t + 1);
        if (t < n && j >= 1 && j <= n) {
            const int equal = a[blockIdx.x * n + t] == b[j - 1];
            const int diagonal = rows[(d + 1) % 3][t];
            const int best = max(rows[(d + 2) % 3][t], rows[(d + 2) % 3][t + 1]);
            rows[d % 3][t + 1] = equal ? diagonal + 1 : best;
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = rows[2 * n % 3][n];
}

extern "C" __global__ void blockSoftmax(const float* in, float* out, int columns) {
    __shared__ float part[128];
    const int t = threadIdx.x;
    float most = -1e30f;
    for (int c = t; c < columns; c += blockDim.x) most = fmaxf(most, in[blockIdx.x * columns + c]);
    part[t] = most;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) part[t] = fmaxf(part[t], part[t + half]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    float sum = 0;
    for (int c = t; c < columns; c += blockDim.x) sum += __expf(in[blockIdx.x * columns + c] - most);
    part[t] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    for (int c = t; c < columns; c += blockDim.x)
        out[blockIdx.x * columns + c] = __expf(in[blockIdx.x * columns + c] - most) / part[0];
}

extern "C" __global__ void blockColumns(const float* in, float* out, int width, int height) {
    __shared__ float tile[16][17];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x < width && y < height ? in[y * width + x] : 0;
    __syncthreads();
    for (int half = 8; half > 0; half /= 2) {
        if (threadIdx.y < half) tile[threadIdx.y][threadIdx.x] += tile[threadIdx.y + half][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && x < width) atomicAdd(&out[x], tile[0][threadIdx.x]);
}
