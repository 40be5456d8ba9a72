// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, codes and ways of laying data out.

// The sieve: each thread strikes the multiples of one odd number, bits in words.
extern "C" __global__ void numberSieve(unsigned* composite, int limit) {
    const int p = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 3;
    if (p * p > limit) return;
    for (int d = 3; d * d <= p; d += 2)
        if (p % d == 0) return;
    for (int m = p * p; m <= limit; m += 2 * p) atomicOr(&composite[m >> 5], 1u << (m & 31));
}

// Happy numbers: the sum of the squares of the digits, until it is 1 or 4.
__device__ unsigned digitSquares(unsigned n) {
    unsigned sum = 0;
    while (n) {
        const unsigned digit = n % 10;
        sum += digit * digit;
        n /= 10;
    }
    return sum;
}
extern "C" __global__ void numberHappy(unsigned char* happy, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned value = i + 1;
    do value = digitSquares(value);
    while (value != 1 && value != 4);
    happy[i] = value == 1 ? 1 : 2;
}

// Fibonacci's numbers modulo a prime, by doubling from the highest bit down.
extern "C" __global__ void numberFibonacci(const int* index, unsigned* out, int n, unsigned modulus) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) {
        unsigned k = index[tid];
        unsigned a = 0, b = 1;
        for (int bit = 31 - __clz(k); bit >= 0; --bit) {
            unsigned c = a * ((2 * b + modulus - a) % modulus) % modulus;
            unsigned d = (a * a + b * b) % modulus;
            if ((k >> bit) & 1) {
                a = d;
                b = (c + d) % modulus;
            } else {
                a = c;
                b = d;
            }
        }
        out[tid] = a;
    }
}

// A stage of a fast Fourier transform.
struct cfloat {
    float re, im;
};
__device__ cfloat times(cfloat a, cfloat b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
extern "C" __global__ void numberButterfly(cfloat* data, const cfloat* twiddle, int n, int half) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2) return;
    const int k = t & (half - 1);
    const int i = ((t - k) << 1) + k;
    const cfloat w = twiddle[k * (n / 2 / half)];
    const cfloat u = data[i], v = times(data[i + half], w);
    data[i] = {u.re + v.re, u.im + v.im};
    data[i + half] = {u.re - v.re, u.im - v.im};
}

// In how many bits codes differ from each other.
extern "C" __global__ void numberHamming(const unsigned long long* codes, unsigned char* distance, int n) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) distance[i * n + j] = (unsigned char)__popcll(codes[i] ^ codes[j]);
}

// Adler's check sum of texts that end where they end.
extern "C" __global__ void numberAdler(const unsigned char* text, const int* begin, unsigned* sums, int texts) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= texts) return;
    unsigned a = 1, b = 0;
    const unsigned char* end = text + begin[t + 1];
    for (const unsigned char* p = text + begin[t]; p < end; ++p) {
        a = (a + *p) % 65521;
        b = (b + a) % 65521;
    }
    sums[t] = (b << 16) | a;
}

// Base 64: three bytes become four letters.
__device__ char letterOf(unsigned six) {
    if (six < 26) return 'A' + six;
    if (six < 52) return 'a' + (six - 26);
    if (six < 62) return '0' + (six - 52);
    return six == 62 ? '+' : '/';
}
extern "C" __global__ void numberBase64(const unsigned char* in, char* out, size_t groups) {
    const size_t g = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;
    const unsigned bits = in[3 * g] << 16 | in[3 * g + 1] << 8 | in[3 * g + 2];
    out[4 * g] = letterOf(bits >> 18);
    out[4 * g + 1] = letterOf(bits >> 12 & 63);
    out[4 * g + 2] = letterOf(bits >> 6 & 63);
    out[4 * g + 3] = letterOf(bits & 63);
}

// Caesar's cipher.
extern "C" __global__ void numberCaesar(char* text, int n, int shift) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        char c = text[i];
        if (c >= 'a' && c <= 'z')
            c = 'a' + (c - 'a' + shift) % 26;
        else if (c >= 'A' && c <= 'Z')
            c = 'A' + (c - 'A' + shift) % 26;
        text[i] = c;
    }
}

// Simpson's rule over one piece a thread.
__device__ double curve(double x) { return 4.0 / (1.0 + x * x); }
extern "C" __global__ void numberSimpson(double* areas, double from, double to, int pieces, int parts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pieces) return;
    const double length = (to - from) / pieces;
    const double a = from + i * length, h = length / parts;
    double sum = curve(a) + curve(a + length);
    for (int k = 1; k < parts; k += 2) sum += 4.0 * curve(a + k * h);
    for (int k = 2; k < parts; k += 2) sum += 2.0 * curve(a + k * h);
    areas[i] = sum * h / 3.0;
}

// Legendre's polynomials at many places by their recurrence, each thread its own degree.
extern "C" __global__ void numberLegendre(const double* x, const int* degree, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double at = x[i];
    double before = 1.0, now = at;
    const int last = degree[i];
    if (last == 0) now = 1.0;
    for (int k = 2; k <= last; ++k) {
        const double next = ((2 * k - 1) * at * now - (k - 1) * before) / k;
        before = now;
        now = next;
    }
    out[i] = now;
}

// A transposition of any shape, tiles of 16 × 16 by blocks of 16 × 4.
extern "C" __global__ void numberTranspose(const short* in, short* out, int rows, int cols) {
    __shared__ short tile[16][18];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    for (int k = 0; k < 16; k += 4)
        if (x < cols && y + k < rows) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    for (int k = 0; k < 16; k += 4)
        if (x < rows && y + k < cols) out[(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}

// Records of four floats to four columns.
extern "C" __global__ void numberColumns(const float4* records, float* columns, int n) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    const float4 r = records[i];
    columns[i] = r.x;
    columns[n + i] = r.y;
    columns[2 * n + i] = r.z;
    columns[3 * n + i] = r.w;
}
