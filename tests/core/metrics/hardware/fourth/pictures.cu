// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures: colours, filters, rays, fractals.

typedef unsigned char byte;

// Colour to grey.
extern "C" __global__ void pictureGray(const uchar4* rgba, byte* gray, int numRows, int numCols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= numCols || y >= numRows) return;
    uchar4 c = rgba[y * numCols + x];
    gray[y * numCols + x] = (byte)(0.299f * c.x + 0.587f * c.y + 0.114f * c.z);
}

// Three colours in one array to three arrays, and a little brighter.
extern "C" __global__ void picturePlanes(const byte* rgb, byte* r, byte* g, byte* b, unsigned pixels, unsigned more) {
    for (unsigned p = blockIdx.x * blockDim.x + threadIdx.x; p < pixels; p += gridDim.x * blockDim.x) {
        r[p] = (byte)min(rgb[3 * p] + more, 255u);
        g[p] = (byte)min(rgb[3 * p + 1] + more, 255u);
        b[p] = (byte)min(rgb[3 * p + 2] + more, 255u);
    }
}

// A separable filter, the rows: a tile with its margin in shared memory, weights in constant memory.
#define RADIUS 4
#define ROW_TILE 64
__constant__ float weights[2 * RADIUS + 1] = {0.0162f, 0.0540f, 0.1216f, 0.1945f, 0.2274f,
                                              0.1945f, 0.1216f, 0.0540f, 0.0162f};
extern "C" __global__ void pictureRows(const float* in, float* out, int width) {
    __shared__ float tile[ROW_TILE + 2 * RADIUS];
    const int x = blockIdx.x * ROW_TILE + threadIdx.x;
    const int line = blockIdx.y * width;
    tile[threadIdx.x + RADIUS] = x < width ? in[line + x] : 0.f;
    if (threadIdx.x < RADIUS) {
        tile[threadIdx.x] = x >= RADIUS ? in[line + x - RADIUS] : 0.f;
        tile[threadIdx.x + RADIUS + ROW_TILE] = x + ROW_TILE < width ? in[line + x + ROW_TILE] : 0.f;
    }
    __syncthreads();
    if (x >= width) return;
    float sum = 0.f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += weights[k + RADIUS] * tile[threadIdx.x + RADIUS + k];
    out[line + x] = sum;
}

// The columns: no shared memory, rows outside count as none.
extern "C" __global__ void pictureColumns(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float sum = 0.f;
        for (int k = -RADIUS; k <= RADIUS; ++k) {
            int yy = y + k;
            if (yy >= 0 && yy < height) sum += weights[k + RADIUS] * in[yy * width + x];
        }
        out[y * width + x] = sum;
    }
}

// Erosion of a picture of black and white by a cross; at the first black neighbour it is done.
extern "C" __global__ void pictureErode(const byte* in, byte* out, int w, int h) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= w || y >= h) return;
    const int dx[5] = {0, 1, -1, 0, 0}, dy[5] = {0, 0, 0, 1, -1};
    byte value = 255;
    for (int k = 0; k < 5; ++k) {
        const int u = x + dx[k], v = y + dy[k];
        if (u < 0 || v < 0 || u >= w || v >= h) continue;
        if (in[v * w + u] == 0) {
            value = 0;
            break;
        }
    }
    out[y * w + x] = value;
}

// Each grey value by a table, four pixels at a time.
extern "C" __global__ void pictureTable(const uchar4* in, const byte* table, uchar4* out, int quads) {
    __shared__ byte lut[256];
    lut[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uchar4 p = in[i];
    p.x = lut[p.x];
    p.y = lut[p.y];
    p.z = lut[p.z];
    p.w = lut[p.w];
    out[i] = p;
}

// Half the size: the mean of two by two pixels.
extern "C" __global__ void pictureHalf(const byte* __restrict__ in, byte* __restrict__ out, int width, int height) {
    const int w2 = width / 2, h2 = height / 2;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h2; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w2; x += blockDim.x * gridDim.x) {
            const byte* p = in + 2 * y * width + 2 * x;
            out[y * w2 + x] = (p[0] + p[1] + p[width] + p[width + 1] + 2) / 4;
        }
}

// One picture over another in one of some modes.
__device__ inline int blended(int below, int above, int mode) {
    switch (mode) {
        case 0: return above;
        case 1: return below * above / 255;
        case 2: return 255 - (255 - below) * (255 - above) / 255;
        default: return below > above ? below : above;
    }
}
extern "C" __global__ void pictureBlend(const uchar4* below, const uchar4* above, uchar4* out, int n, int mode) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 a = above[i], b = below[i];
    uchar4 result;
    result.x = (blended(b.x, a.x, mode) * a.w + b.x * (255 - a.w)) / 255;
    result.y = (blended(b.y, a.y, mode) * a.w + b.y * (255 - a.w)) / 255;
    result.z = (blended(b.z, a.z, mode) * a.w + b.z * (255 - a.w)) / 255;
    result.w = 255;
    out[i] = result;
}

// Spheres seen from above, as in a first book: the nearest that a ray meets, shaded by its slope.
struct Sphere {
    float r, g, b;
    float radius;
    float x, y, z;
    __device__ float hit(float ox, float oy, float* n) const {
        float dx = ox - x;
        float dy = oy - y;
        if (dx * dx + dy * dy < radius * radius) {
            float dz = sqrtf(radius * radius - dx * dx - dy * dy);
            *n = dz / sqrtf(radius * radius);
            return dz + z;
        }
        return -1e30f;
    }
};
extern "C" __global__ void pictureSpheres(const Sphere* s, int spheres, uchar4* pixels, int dim) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= dim || y >= dim) return;
    float ox = x - dim / 2, oy = y - dim / 2;
    float r = 0, g = 0, b = 0;
    float maxz = -1e30f;
    for (int i = 0; i < spheres; i++) {
        float n;
        float t = s[i].hit(ox, oy, &n);
        if (t > maxz) {
            r = s[i].r * n;
            g = s[i].g * n;
            b = s[i].b * n;
            maxz = t;
        }
    }
    pixels[x + y * dim] = make_uchar4((int)(r * 255), (int)(g * 255), (int)(b * 255), 255);
}

// Which root of z³ = 1 Newton's method comes to, and how soon.
struct Complex {
    float re, im;
    __device__ Complex(float a, float b) : re(a), im(b) {}
    __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ Complex operator-(const Complex& o) const { return {re - o.re, im - o.im}; }
    __device__ Complex operator/(const Complex& o) const {
        const float m = o.re * o.re + o.im * o.im;
        return {(re * o.re + im * o.im) / m, (im * o.re - re * o.im) / m};
    }
    __device__ float square() const { return re * re + im * im; }
};
extern "C" __global__ void pictureNewton(unsigned short* out, int width, int height, int most) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    Complex z((px - width / 2 + 0.5f) * 4.0f / width, (py - height / 2 + 0.5f) * 4.0f / height);
    int steps = 0;
    while (steps < most) {
        const Complex squared = z * z;
        const Complex change = (squared * z - Complex(1.0f, 0.0f)) / (squared * Complex(3.0f, 0.0f));
        z = z - change;
        steps++;
        if (change.square() < 1e-6f) break;
    }
    const int root = z.re > 0 ? 0 : z.im > 0 ? 1 : 2;
    out[py * width + px] = root * 256 + steps;
}
