// SPDX-License-Identifier: GPL-3.0-or-later
// Maps, volumes, shapes and things that move in the plane.

// A step of the sand pile: four grains fall, one to each side.
extern "C" __global__ void gridSandpile(const int* sand, int* next, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int grains = sand[y * width + x];
    if (grains >= 4) grains -= 4;
    if (x > 0 && sand[y * width + x - 1] >= 4) grains++;
    if (x < width - 1 && sand[y * width + x + 1] >= 4) grains++;
    if (y > 0 && sand[(y - 1) * width + x] >= 4) grains++;
    if (y < height - 1 && sand[(y + 1) * width + x] >= 4) grains++;
    next[y * width + x] = grains;
}

// A forest on a torus: 0 nothing, 1 a tree, 2 fire.
__device__ unsigned hashOf(unsigned v) {
    v ^= v >> 16;
    v *= 0x7feb352du;
    v ^= v >> 15;
    v *= 0x846ca68bu;
    v ^= v >> 16;
    return v;
}
extern "C" __global__ void gridForestFire(const unsigned char* old, unsigned char* now, int n, unsigned step) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < n && row < n) {
        int id = row * n + col;
        unsigned char state = old[id];
        switch (state) {
            case 0:
                if (hashOf(id + step) % 100 < 5) state = 1;
                break;
            case 1: {
                bool burns = false;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (old[(row + dy + n) % n * n + (col + dx + n) % n] == 2) burns = true;
                if (burns) state = 2;
                break;
            }
            default: state = 0;
        }
        now[id] = state;
    }
}

// Which points lie in a polygon.
extern "C" __global__ void gridPolygon(const float2* points, int count, const float2* corners, int sides, int* inside) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float2 p = points[i];
    bool in = false;
    for (int a = 0, b = sides - 1; a < sides; b = a++) {
        if ((corners[a].y > p.y) != (corners[b].y > p.y)) {
            float x =
                (corners[b].x - corners[a].x) * (p.y - corners[a].y) / (corners[b].y - corners[a].y) + corners[a].x;
            if (p.x < x) in = !in;
        }
    }
    inside[i] = in;
}

// Voronoi's cells: the nearest site of each pixel, sites in pieces of 32 in shared memory.
struct Site {
    int x, y;
};
extern "C" __global__ void gridVoronoi(const Site* sites, int count, int* label, int width, int height) {
    __shared__ Site piece[32];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int best = 0x7fffffff, owner = -1;
    for (int first = 0; first < count; first += 32) {
        if (t < 32 && first + t < count) piece[t] = sites[first + t];
        __syncthreads();
        int m = min(32, count - first);
        for (int s = 0; s < m; s++) {
            int dx = piece[s].x - x, dy = piece[s].y - y;
            int d = dx * dx + dy * dy;
            if (d < best) {
                best = d;
                owner = first + s;
            }
        }
        __syncthreads();
    }
    if (x < width && y < height) label[y * width + x] = owner;
}

// A volume made twice as fine, with the means of what is around.
extern "C" __global__ void gridTrilinear(const float* in, float* out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= 2 * nx || y >= 2 * ny || z >= 2 * nz) return;
    int x0 = x / 2, y0 = y / 2, z0 = z / 2;
    int x1 = min(x0 + 1, nx - 1), y1 = min(y0 + 1, ny - 1), z1 = min(z0 + 1, nz - 1);
    float fx = 0.5f * (x % 2), fy = 0.5f * (y % 2), fz = 0.5f * (z % 2);
#define AT(i, j, k) in[((k)*ny + (j)) * nx + (i)]
    float c00 = AT(x0, y0, z0) * (1 - fx) + AT(x1, y0, z0) * fx;
    float c10 = AT(x0, y1, z0) * (1 - fx) + AT(x1, y1, z0) * fx;
    float c01 = AT(x0, y0, z1) * (1 - fx) + AT(x1, y0, z1) * fx;
    float c11 = AT(x0, y1, z1) * (1 - fx) + AT(x1, y1, z1) * fx;
    float c0 = c00 * (1 - fy) + c10 * fy;
    float c1 = c01 * (1 - fy) + c11 * fy;
    out[(z * 2 * ny + y) * 2 * nx + x] = c0 * (1 - fz) + c1 * fz;
#undef AT
}

// The electric potential of charges on a plane, four points a thread.
extern "C" __global__ void gridCoulomb(const float4* __restrict__ atoms, int count, float* __restrict__ energy,
                                       int width, int height, float spacing) {
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float px = x * spacing, py = y * spacing;
    float e0 = 0, e1 = 0, e2 = 0, e3 = 0;
    for (int a = 0; a < count; ++a) {
        float4 atom = atoms[a];
        float dy = py - atom.y;
        float rest = dy * dy + atom.z * atom.z;
        float d0 = px - atom.x, d1 = d0 + spacing, d2 = d1 + spacing, d3 = d2 + spacing;
        e0 += atom.w * rsqrtf(d0 * d0 + rest);
        e1 += atom.w * rsqrtf(d1 * d1 + rest);
        e2 += atom.w * rsqrtf(d2 * d2 + rest);
        e3 += atom.w * rsqrtf(d3 * d3 + rest);
    }
    float* row = energy + y * width;
    row[x] = e0;
    if (x + 1 < width) row[x + 1] = e1;
    if (x + 2 < width) row[x + 2] = e2;
    if (x + 3 < width) row[x + 3] = e3;
}

// The slope of a height map.
extern "C" __global__ void gridSlope(const double* h, double* slope, int width, int height, double cell) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
        if (x < width) {
            int left = x == 0 ? x : x - 1, right = x == width - 1 ? x : x + 1;
            int up = y == 0 ? y : y - 1, down = y == height - 1 ? y : y + 1;
            double gx = (h[y * width + right] - h[y * width + left]) / ((right - left) * cell);
            double gy = (h[down * width + x] - h[up * width + x]) / ((down - up) * cell);
            slope[y * width + x] = sqrt(gx * gx + gy * gy);
        }
    }
}

// Half a step of Gauss and Seidel: the red or the black fields.
extern "C" __global__ void gridRedBlack(float* u, const float* f, int n, float h2, int colour) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < n - 1 && j < n - 1 && (i + j) % 2 == colour) {
        u[i * n + j] =
            0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - h2 * f[i * n + j]);
    }
}

// An automaton of one dimension, a ring for each block; its rule is the bits of a number.
extern "C" __global__ void gridRule(const unsigned char* start, unsigned char* end, int steps, int rule) {
    __shared__ unsigned char cells[2][192];
    int t = threadIdx.x;
    int n = blockDim.x;
    cells[0][t] = start[blockIdx.x * n + t];
    int cur = 0;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        int left = cells[cur][(t + n - 1) % n];
        int right = cells[cur][(t + 1) % n];
        int pattern = left << 2 | cells[cur][t] << 1 | right;
        cells[1 - cur][t] = (rule >> pattern) & 1;
        cur = 1 - cur;
        __syncthreads();
    }
    end[blockIdx.x * n + t] = cells[cur][t];
}

// Birds that see others within a radius turn to where those fly.
struct Bird {
    float x, y, vx, vy;
};
extern "C" __global__ void gridBirds(const Bird* in, Bird* out, int n, float radius, float turn) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Bird me = in[i];
    float vx = 0, vy = 0;
    int seen = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        float dx = in[j].x - me.x;
        float dy = in[j].y - me.y;
        if (dx * dx + dy * dy < radius * radius) {
            vx += in[j].vx;
            vy += in[j].vy;
            seen++;
        }
    }
    if (seen > 0) {
        me.vx += turn * (vx / seen - me.vx);
        me.vy += turn * (vy / seen - me.vy);
    }
    me.x += me.vx;
    me.y += me.vy;
    out[i] = me;
}

// Marching squares: how many pieces of a line of equal height each square has, and the sum of them.
extern "C" __global__ void gridContour(const float* height, unsigned char* pieces, int* total, int width, int rows,
                                       float level) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width - 1 || y >= rows - 1) return;
    const float* p = height + y * width + x;
    int which = 0;
    if (p[0] > level) which |= 1;
    if (p[1] > level) which |= 2;
    if (p[width + 1] > level) which |= 4;
    if (p[width] > level) which |= 8;
    int lines;
    switch (which) {
        case 0:
        case 15: lines = 0; break;
        case 5:
        case 10: lines = 2; break;
        default: lines = 1;
    }
    pieces[y * (width - 1) + x] = lines;
    if (lines > 0) atomicAdd(total, lines);
}

// The greatest of each cube of two by two by two.
template <int K>
__device__ float greatest(const float* v, int nx, int ny, int x, int y, int z) {
    float m = v[(z * ny + y) * nx + x];
    for (int k = 0; k < K; k++)
        for (int j = 0; j < K; j++)
            for (int i = 0; i < K; i++) m = fmaxf(m, v[((z + k) * ny + y + j) * nx + x + i]);
    return m;
}
extern "C" __global__ void gridMaxCubes(const float* volume, float* out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int ox = nx / 2, oy = ny / 2, oz = nz / 2;
    if (x < ox && y < oy && z < oz) out[(z * oy + y) * ox + x] = greatest<2>(volume, nx, ny, 2 * x, 2 * y, 2 * z);
}
