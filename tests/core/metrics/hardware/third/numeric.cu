// SPDX-License-Identifier: GPL-3.0-or-later
// Numerical methods and simulations.

// A polynomial of degree 6 and its derivative, over a stride of the grid.
extern "C" __global__ void numericHorner(const double* coefficients, const double* x, double2* out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double value = 0, slope = 0;
        const double at = x[i];
        for (int k = 6; k >= 0; --k) {
            slope = slope * at + value;
            value = value * at + coefficients[k];
        }
        out[i] = make_double2(value, slope);
    }
}

// Cube roots by Newton's method until two steps are close.
extern "C" __global__ void numericCubeRoot(const float* in, float* out, int* steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = in[i] * (i % 100 + 1);
    float x = a;
    int count = 0;
    float change;
    do {
        const float next = (2.0f * x + a / (x * x)) * (1.0f / 3.0f);
        change = fabsf(next - x);
        x = next;
        ++count;
    } while (change > 1e-5f * x && count < 40);
    out[i] = x;
    steps[i] = count;
}

// Julia's set of z² + c: how long each point stays.
extern "C" __global__ void numericJulia(unsigned char* out, int width, int height, float cx, float cy, int most) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float x = 3.0f * px / width - 1.5f, y = 2.0f * py / height - 1.0f;
    int k = 0;
    for (; k < most; ++k) {
        const float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f) break;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
    }
    out[py * width + px] = static_cast<unsigned char>(k);
}

// The area under a quarter of a circle by throwing darts: xorshift, one generator a thread, sums by shared memory.
extern "C" __global__ void numericDarts(unsigned* hits, int throws) {
    __shared__ unsigned sums[128];
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
    unsigned inside = 0;
    for (int k = 0; k < throws; ++k) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        const float x = (state & 0xffffu) / 65536.0f, y = (state >> 16) / 65536.0f;
        if (x * x + y * y < 1.0f) ++inside;
    }
    sums[threadIdx.x] = inside;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s) sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) hits[blockIdx.x] = sums[0];
}

// Random walks by a linear congruence until they leave a strip.
extern "C" __global__ void numericWalk(int* steps, int n, int wall, int most) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state = i * 747796405u + 2891336453u;
    int place = 0, count = 0;
    while (place > -wall && place < wall && count < most) {
        state = state * 1664525u + 1013904223u;
        switch (state >> 30) {
            case 0: --place; break;
            case 1: ++place; break;
            case 2: place -= 2; break;
            default: place += 2; break;
        }
        ++count;
    }
    steps[i] = count;
}

// Accelerations of bodies of one another, tile by tile.
extern "C" __global__ void numericBodies(const float4* bodies, float4* acceleration, int n, float softening) {
    __shared__ float4 tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 mine = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int start = 0; start < n; start += 64) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 64; ++k) {
            const float4 other = tile[k];
            const float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            const float pull = other.w * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        __syncthreads();
    }
    acceleration[i] = make_float4(ax, ay, az, 0);
}

// The game of life on a torus, the tile with its margin in shared memory.
extern "C" __global__ void numericLife(const unsigned char* in, unsigned char* out, int width, int height) {
    __shared__ unsigned char tile[10][34];
    const int t = threadIdx.y * 32 + threadIdx.x;
    for (int k = t; k < 10 * 34; k += 256) {
        const int y = (blockIdx.y * 8 + k / 34 + height - 1) % height;
        const int x = (blockIdx.x * 32 + k % 34 + width - 1) % width;
        tile[k / 34][k % 34] = in[y * width + x] & 1;
    }
    __syncthreads();
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    const int alive = tile[y - 1][x - 1] + tile[y - 1][x] + tile[y - 1][x + 1] + tile[y][x - 1] + tile[y][x + 1] +
                      tile[y + 1][x - 1] + tile[y + 1][x] + tile[y + 1][x + 1];
    out[(blockIdx.y * 8 + threadIdx.y) * width + blockIdx.x * 32 + threadIdx.x] =
        alive == 3 || (alive == 2 && tile[y][x]) ? 1 : 0;
}

// A seven-point stencil in three dimensions; each thread climbs a column and keeps three layers in registers.
extern "C" __global__ void numericStencil3(const float* in, float* out, int nx, int ny, int nz, float c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x >= nx - 1 || y >= ny - 1) return;
    const int layer = nx * ny;
    int at = y * nx + x;
    float below = in[at], here = in[at + layer];
    for (int z = 1; z < nz - 1; ++z) {
        at += layer;
        const float above = in[at + layer];
        out[at] = here + c * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above - 6 * here);
        below = here;
        here = above;
    }
}
