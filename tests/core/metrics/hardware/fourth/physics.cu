// SPDX-License-Identifier: GPL-3.0-or-later
// Simulations in steps of time, and money.

// Heat in two dimensions: a tile and its margin in shared memory; the rim stays as it is.
#define TX 16
#define TY 16
extern "C" __global__ void physicsHeatTile(const float* old, float* next, int nx, int ny, float k) {
    __shared__ float s[TY + 2][TX + 2];
    int gx = blockIdx.x * TX + threadIdx.x, gy = blockIdx.y * TY + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int id = gy * nx + gx;
    bool inside = gx < nx && gy < ny;
    if (inside) {
        s[ly][lx] = old[id];
        if (threadIdx.x == 0 && gx > 0) s[ly][0] = old[id - 1];
        if (threadIdx.x == TX - 1 && gx < nx - 1) s[ly][TX + 1] = old[id + 1];
        if (threadIdx.y == 0 && gy > 0) s[0][lx] = old[id - nx];
        if (threadIdx.y == TY - 1 && gy < ny - 1) s[TY + 1][lx] = old[id + nx];
    }
    __syncthreads();
    if (!inside) return;
    if (gx == 0 || gy == 0 || gx == nx - 1 || gy == ny - 1)
        next[id] = s[ly][lx];
    else
        next[id] = s[ly][lx] + k * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] - 4.0f * s[ly][lx]);
}

// Heat in three dimensions by blocks of three; the ends are mirrors.
#define IDX3(x, y, z) ((x) + nx * ((y) + ny * (z)))
extern "C" __global__ void physicsHeatCube(const double* t, double* tn, int nx, int ny, int nz, double r) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    const double here = t[IDX3(x, y, z)];
    const double west = x > 0 ? t[IDX3(x - 1, y, z)] : here;
    const double east = x < nx - 1 ? t[IDX3(x + 1, y, z)] : here;
    const double south = y > 0 ? t[IDX3(x, y - 1, z)] : here;
    const double north = y < ny - 1 ? t[IDX3(x, y + 1, z)] : here;
    const double below = z > 0 ? t[IDX3(x, y, z - 1)] : here;
    const double above = z < nz - 1 ? t[IDX3(x, y, z + 1)] : here;
    tn[IDX3(x, y, z)] = here + r * (west + east + south + north + below + above - 6 * here);
}

// A string that swings: some steps of one piece in shared memory, its ends held.
extern "C" __global__ void physicsString(float* now, float* before, int steps, float c2) {
    __shared__ float a[3][128];
    const int t = threadIdx.x, g = blockIdx.x * 128 + t;
    a[0][t] = before[g];
    a[1][t] = now[g];
    a[2][t] = 0.0f;
    int old = 0, cur = 1, fut = 2;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        if (t > 0 && t < 127)
            a[fut][t] = 2.0f * a[cur][t] - a[old][t] + c2 * (a[cur][t - 1] - 2.0f * a[cur][t] + a[cur][t + 1]);
        __syncthreads();
        const int keep = old;
        old = cur;
        cur = fut;
        fut = keep;
    }
    now[g] = a[cur][t];
    before[g] = a[old][t];
}

// Waves in two dimensions; the middle is struck, the rim swallows.
extern "C" __global__ void physicsWave(const float* __restrict__ u, const float* __restrict__ uOld,
                                       float* __restrict__ uNew, int n, float c) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    const int p = i * n + j;
    float value;
    if (i == 0)
        value = u[p] + c * (u[p + n] - u[p]);
    else if (i == n - 1)
        value = u[p] + c * (u[p - n] - u[p]);
    else if (j == 0)
        value = u[p] + c * (u[p + 1] - u[p]);
    else if (j == n - 1)
        value = u[p] + c * (u[p - 1] - u[p]);
    else
        value = 2 * u[p] - uOld[p] + c * c * (u[p - 1] + u[p + 1] + u[p - n] + u[p + n] - 4 * u[p]);
    if (i == n / 2 && j == n / 2) value += 1.0f;
    uNew[p] = value;
}

// All bodies pull at each; seven numbers a body, as objects are written.
struct Body {
    float px, py, pz, vx, vy, vz, mass;
};
extern "C" __global__ void physicsBodies(const Body* bodies, Body* moved, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body me = bodies[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        float dx = bodies[j].px - me.px;
        float dy = bodies[j].py - me.py;
        float dz = bodies[j].pz - me.pz;
        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
        float f = bodies[j].mass / (d2 * sqrtf(d2));
        fx += f * dx;
        fy += f * dy;
        fz += f * dz;
    }
    me.vx += dt * fx;
    me.vy += dt * fy;
    me.vz += dt * fz;
    me.px += dt * me.vx;
    me.py += dt * me.vy;
    me.pz += dt * me.vz;
    moved[i] = me;
}

// Balls in a box: they fall, and come back from the walls.
extern "C" __global__ void physicsBounce(float2* place, float2* speed, int n, int steps, float dt, float size) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = place[i], v = speed[i];
    for (int s = 0; s < steps; ++s) {
        v.y -= 9.81f * dt;
        p.x += v.x * dt;
        p.y += v.y * dt;
        if (p.x < 0.0f) {
            p.x = -p.x;
            v.x = -v.x;
        } else if (p.x > size) {
            p.x = 2.0f * size - p.x;
            v.x = -v.x;
        }
        if (p.y < 0.0f) {
            p.y = -p.y;
            v.y = -0.9f * v.y;
        }
    }
    place[i] = p;
    speed[i] = v;
}

// Ising's magnet: the squares of one colour, each with a random number of its own.
extern "C" __global__ void physicsIsing(int* spin, unsigned* seeds, int size, int colour, float beta) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size * size / 2) return;
    const int row = i / (size / 2);
    const int col = 2 * (i % (size / 2)) + ((row + colour) & 1);
    const int up = (row + size - 1) % size, down = (row + 1) % size;
    const int left = (col + size - 1) % size, right = (col + 1) % size;
    const int sum =
        spin[up * size + col] + spin[down * size + col] + spin[row * size + left] + spin[row * size + right];
    const int change = 2 * spin[row * size + col] * sum;
    unsigned seed = seeds[i];
    seed = 1664525u * seed + 1013904223u;
    seeds[i] = seed;
    if (change <= 0 || (seed >> 8) * (1.0f / 16777216.0f) < expf(-beta * change))
        spin[row * size + col] = -spin[row * size + col];
}

// What an option is worth: the mean over paths of random walks, a thread some paths.
__device__ unsigned int lcg(unsigned int* state) {
    *state = *state * 1103515245u + 12345u;
    return *state;
}
__device__ float uniform(unsigned int* state) { return ((lcg(state) >> 8) + 0.5f) / 16777216.0f; }
extern "C" __global__ void physicsPaths(float* value, int n, int paths, float s0, float strike, float drift,
                                        float sigma) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    unsigned int state = id * 9781u + 1u;
    float total = 0.0f;
    for (int p = 0; p < paths; p++) {
        float u1 = uniform(&state), u2 = uniform(&state);
        float gauss = sqrtf(-2.0f * logf(u1)) * cospif(2.0f * u2);
        float s = s0 * expf(drift + sigma * gauss);
        if (s > strike) total += s - strike;
    }
    value[id] = total / paths;
}

// Options after Black and Scholes in double precision.
__device__ double normalBelow(double d) {
    const double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
    const double tail = 0.39894228040143267794 * exp(-0.5 * d * d) * k *
                        (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    return d > 0 ? 1.0 - tail : tail;
}
extern "C" __global__ void physicsOptions(const double* price, const double* strike, const double* years, double* call,
                                          double* put, double riskless, double volatility, int count) {
    for (int o = blockDim.x * blockIdx.x + threadIdx.x; o < count; o += blockDim.x * gridDim.x) {
        const double root = sqrt(years[o]);
        const double d1 =
            (log(price[o] / strike[o]) + (riskless + 0.5 * volatility * volatility) * years[o]) / (volatility * root);
        const double d2 = d1 - volatility * root;
        const double discounted = strike[o] * exp(-riskless * years[o]);
        call[o] = price[o] * normalBelow(d1) - discounted * normalBelow(d2);
        put[o] = discounted * (1.0 - normalBelow(d2)) - price[o] * (1.0 - normalBelow(d1));
    }
}
