// SPDX-License-Identifier: GPL-3.0-or-later
// Filters of images.

extern "C" __global__ void imageSobel(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int width,
                                      int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const unsigned char* above = in + (y - 1) * width + x;
    const unsigned char* here = above + width;
    const unsigned char* below = here + width;
    const int gx = above[1] - above[-1] + 2 * (here[1] - here[-1]) + below[1] - below[-1];
    const int gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    const float magnitude = sqrtf(static_cast<float>(gx * gx + gy * gy));
    out[y * width + x] = magnitude > 255.0f ? 255 : static_cast<unsigned char>(magnitude);
}

#define RADIUS 2
#define TILE 16

// Mean of 5 × 5, the tile with its margin in shared memory; the edge is repeated.
extern "C" __global__ void imageBox(const float* in, float* out, int width, int height) {
    __shared__ float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    const int left = blockIdx.x * TILE - RADIUS;
    const int top = blockIdx.y * TILE - RADIUS;
    for (int r = threadIdx.y; r < TILE + 2 * RADIUS; r += TILE)
        for (int c = threadIdx.x; c < TILE + 2 * RADIUS; c += TILE) {
            const int y = min(max(top + r, 0), height - 1);
            const int x = min(max(left + c, 0), width - 1);
            tile[r][c] = in[y * width + x];
        }
    __syncthreads();
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = 0; dy <= 2 * RADIUS; ++dy)
        for (int dx = 0; dx <= 2 * RADIUS; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[y * width + x] = sum / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
}

__device__ void order(float& a, float& b) {
    const float least = fminf(a, b);
    b = fmaxf(a, b);
    a = least;
}

// Median of 3 × 3 by a partial sort of the nine.
extern "C" __global__ void imageMedian(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float v[9];
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const int yy = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
            const int xx = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
            v[count++] = in[yy * width + xx];
        }
    for (int i = 0; i < 5; ++i)
        for (int j = i + 1; j < 9; ++j) order(v[i], v[j]);
    out[y * width + x] = v[4];
}

// Black and white from colours; counts the white ones of each block.
extern "C" __global__ void imageThreshold(const uchar4* in, unsigned char* out, int* white, int pixels, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bright = 0;
    if (i < pixels) {
        const uchar4 c = in[i];
        const int grey = (77 * c.x + 150 * c.y + 29 * c.z) >> 8;
        bright = grey > limit;
        out[i] = bright ? 255 : 0;
    }
    const int sum = __syncthreads_count(bright);
    if (threadIdx.x == 0) white[blockIdx.x] = sum;
}

// A bilateral filter: neighbours count by how near and how like they are.
extern "C" __global__ void imageBilateral(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                                          float space, float range) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float centre = in[y * width + x];
    float sum = 0, weights = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int yy = y + dy;
        if (yy < 0 || yy >= height) continue;
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const int xx = x + dx;
            if (xx < 0 || xx >= width) continue;
            const float value = in[yy * width + xx];
            const float difference = value - centre;
            const float weight = __expf(-(dx * dx + dy * dy) * space - difference * difference * range);
            sum += weight * value;
            weights += weight;
        }
    }
    out[y * width + x] = sum / weights;
}

// Turned about its centre, by bilinear interpolation; black where the source has nothing.
extern "C" __global__ void imageRotate(const float* in, float* out, int width, int height, float cosine, float sine) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float cx = x - 0.5f * width, cy = y - 0.5f * height;
    const float sx = cosine * cx - sine * cy + 0.5f * width;
    const float sy = sine * cx + cosine * cy + 0.5f * height;
    const int left = static_cast<int>(floorf(sx)), top = static_cast<int>(floorf(sy));
    float value = 0;
    if (left >= 0 && top >= 0 && left < width - 1 && top < height - 1) {
        const float u = sx - left, v = sy - top;
        const float* const p = in + top * width + left;
        value = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[width] + u * p[width + 1]);
    }
    out[y * width + x] = value;
}
