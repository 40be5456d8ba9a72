// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of sound, and measurements in a row.

// The mean of the 2r + 1 samples around each, of fewer at the ends.
extern "C" __global__ void signalMovingAverage(const float* __restrict__ in, float* __restrict__ out, int n, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int begin = max(i - r, 0);
    int end = min(i + r, n - 1);
    float sum = 0.0f;
    for (int j = begin; j <= end; j++) sum += in[j];
    out[i] = sum / (end - begin + 1);
}

// Autocorrelation: a block for each lag.
#define LAG_THREADS 128
extern "C" __global__ void signalAutocorrelation(const float* x, float* r, int n) {
    __shared__ float partial[LAG_THREADS];
    int lag = blockIdx.x;
    float sum = 0;
    for (int i = threadIdx.x; i + lag < n; i += LAG_THREADS) sum += x[i] * x[i + lag];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int s = LAG_THREADS / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) r[lag] = partial[0] / n;
}

// A filter of nine taps, samples and margin in shared memory.
__constant__ float taps[9] = {0.02f, 0.06f, 0.12f, 0.19f, 0.22f, 0.19f, 0.12f, 0.06f, 0.02f};
extern "C" __global__ void signalFir(const float* in, float* out, int n) {
    __shared__ float tile[256 + 8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 256 + 8; k += blockDim.x) {
        int from = (int)(blockIdx.x * blockDim.x) + k - 4;
        tile[k] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    if (i < n) {
        float y = 0.0f;
        for (int k = 0; k < 9; ++k) y += taps[k] * tile[threadIdx.x + k];
        out[i] = y;
    }
}

// Goertzel's algorithm: the power at one frequency a thread.
extern "C" __global__ void signalGoertzel(const float* x, float* power, int n, int bins) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= bins) return;
    const float coeff = 2.0f * cospif(2.0f * k / n);
    float s1 = 0, s2 = 0;
    for (int i = 0; i < n; ++i) {
        float s0 = x[i] + coeff * s1 - s2;
        s2 = s1;
        s1 = s0;
    }
    power[k] = s1 * s1 + s2 * s2 - coeff * s1 * s2;
}

// The discrete Fourier transform as it is written down.
extern "C" __global__ void signalDft(const float* x, float2* spectrum, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) {
        float2 sum = make_float2(0.0f, 0.0f);
        for (int t = 0; t < n; t++) {
            float angle = -6.283185307f * ((k * t) % n) / n;
            sum.x += x[t] * __cosf(angle);
            sum.y += x[t] * __sinf(angle);
        }
        spectrum[k] = sum;
    }
}

// Haar's wavelets, all levels of a block's samples.
extern "C" __global__ void signalHaar(const float* in, float* out, int length) {
    extern __shared__ float a[];
    const float half = 0.70710678f;
    int t = threadIdx.x;
    const float* mine = in + blockIdx.x * length;
    a[t] = mine[t];
    a[t + blockDim.x] = mine[t + blockDim.x];
    __syncthreads();
    for (int n = length / 2; n >= 1; n /= 2) {
        float low, high;
        if (t < n) {
            low = (a[2 * t] + a[2 * t + 1]) * half;
            high = (a[2 * t] - a[2 * t + 1]) * half;
        }
        __syncthreads();
        if (t < n) {
            a[t] = low;
            a[n + t] = high;
        }
        __syncthreads();
    }
    out[blockIdx.x * length + t] = a[t];
    out[blockIdx.x * length + t + blockDim.x] = a[t + blockDim.x];
}

// Root mean squares, a warp for each frame.
__inline__ __device__ float warpTotal(float v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}
extern "C" __global__ void signalRms(const float* x, float* rms, int frames, int frameLength) {
    int lane = threadIdx.x & 31;
    int frame = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (frame >= frames) return;
    float sum = 0.f;
    for (int i = lane; i < frameLength; i += 32) {
        float v = x[frame * frameLength + i];
        sum += v * v;
    }
    sum = warpTotal(sum);
    if (lane == 0) rms[frame] = sqrtf(sum / frameLength);
}

// How often the sign changes.
extern "C" __global__ void signalCrossings(const int* x, int n, int* crossings) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    bool crosses = i + 1 < n && (x[i] < 0) != (x[i + 1] < 0);
    unsigned ballot = __ballot_sync(0xffffffffu, crosses);
    if (threadIdx.x % 32 == 0) atomicAdd(&count, __popc(ballot));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(crossings, count);
}

// Telephone sound: the logarithm of a sample in eight bits (mu-law).
extern "C" __global__ void signalMuLaw(const short* pcm, unsigned char* code, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sample = pcm[i];
    int sign = 0;
    if (sample < 0) {
        sample = -sample;
        sign = 0x80;
    }
    if (sample > 32635) sample = 32635;
    sample += 132;
    int exponent = 7;
    for (int mask = 0x4000; (sample & mask) == 0 && exponent > 0; mask >>= 1) exponent--;
    int mantissa = (sample >> (exponent + 3)) & 0x0F;
    code[i] = ~(sign | (exponent << 4) | mantissa);
}

// From two channels to one, with a volume.
extern "C" __global__ void signalMono(const short2* stereo, short* mono, int n, float volume) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        short2 s = stereo[i];
        float v = 0.5f * (s.x + s.y) * volume;
        v = fminf(fmaxf(v, -32768.0f), 32767.0f);
        mono[i] = (short)v;
    }
}

// The envelope of each channel: fast up, slowly down.
extern "C" __global__ void signalEnvelope(const double* x, double* envelope, int channels, int steps, double attack,
                                          double release) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    double level = 0.0;
    for (int t = 0; t < steps; t++) {
        double v = fabs(x[t * channels + c]);
        if (v > level)
            level = attack * level + (1.0 - attack) * v;
        else
            level = release * level + (1.0 - release) * v;
        envelope[t * channels + c] = level;
    }
}

// The cosine transform of squares of eight by eight, rows and then columns.
#define N8 8
extern "C" __global__ void signalDct8(const float* in, float* out, int width) {
    __shared__ float basis[N8][N8];
    __shared__ float block[N8][N8];
    __shared__ float rows[N8][N8];
    int x = threadIdx.x, y = threadIdx.y;
    int at = (blockIdx.y * N8 + y) * width + blockIdx.x * N8 + x;
    basis[y][x] = (y == 0 ? 0.35355339f : 0.5f) * cospif((2 * x + 1) * y / 16.0f);
    block[y][x] = in[at];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < N8; k++) sum += block[y][k] * basis[x][k];
    rows[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int k = 0; k < N8; k++) sum += basis[y][k] * rows[k][x];
    out[at] = sum;
}
