// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting, searching and texts.

// Where each element stands when all are sorted: it counts those before it, tile by tile.
extern "C" __global__ void orderRank(const float* in, float* out, int n) {
    __shared__ float tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float mine = i < n ? in[i] : 0.0f;
    int rank = 0;
    for (int start = 0; start < n; start += 128) {
        const int from = start + threadIdx.x;
        tile[threadIdx.x] = from < n ? in[from] : 3.4e38f;
        __syncthreads();
        const int length = min(128, n - start);
        for (int k = 0; k < length; ++k) {
            const float other = tile[k];
            if (other < mine || (other == mine && start + k < i)) ++rank;
        }
        __syncthreads();
    }
    if (i < n) out[rank] = mine;
}

// How many keys of each block have each of 16 digits.
extern "C" __global__ void orderDigits(const unsigned* keys, int* counts, int n, int shift) {
    __shared__ int mine[16];
    if (threadIdx.x < 16) mine[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&mine[(keys[i] >> shift) & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

// A step of a bitonic sort of keys with values.
extern "C" __global__ void orderBitonicPairs(unsigned* keys, int* values, int distance, int length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned other = i ^ distance;
    if (other <= i) return;
    const bool ascending = (i & length) == 0;
    const unsigned a = keys[i], b = keys[other];
    if ((a > b) == ascending) {
        keys[i] = b;
        keys[other] = a;
        const int kept = values[i];
        values[i] = values[other];
        values[other] = kept;
    }
}

// Merges two sorted runs: each element finds its place in the other run by bisection.
extern "C" __global__ void orderMerge(const int* a, const int* b, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * n) return;
    const bool first = i < n;
    const int own = first ? i : i - n;
    const int key = first ? a[own] : b[own];
    const int* const others = first ? b : a;
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) >> 1;
        if (others[middle] < key || (!first && others[middle] == key))
            low = middle + 1;
        else
            high = middle;
    }
    out[own + low] = key;
}

// Odd-even transposition of one tile in shared memory, until a round changes nothing.
extern "C" __global__ void orderUntilQuiet(int* data, int* rounds) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    tile[t] = data[blockIdx.x * 64 + t];
    tile[t + 32] = data[blockIdx.x * 64 + t + 32];
    int count = 0;
    int changed = 1;
    __syncthreads();
    while (changed) {
        changed = 0;
        for (int phase = 0; phase < 2; ++phase) {
            const int k = 2 * t + phase;
            if (k + 1 < 64 && tile[k] > tile[k + 1]) {
                const int kept = tile[k];
                tile[k] = tile[k + 1];
                tile[k + 1] = kept;
                changed = 1;
            }
            __syncthreads();
        }
        changed = __syncthreads_or(changed);
        ++count;
    }
    data[blockIdx.x * 64 + t] = tile[t];
    data[blockIdx.x * 64 + t + 32] = tile[t + 32];
    if (t == 0) rounds[blockIdx.x] = count;
}

// Where a pattern begins in a text.
extern "C" __global__ void textFind(const char* text, const char* pattern, int* found, int length, int patternLength) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > length - patternLength) return;
    int k = 0;
    while (k < patternLength && text[i + k] == pattern[k]) ++k;
    found[i] = k == patternLength;
}

// The first element of each run of equal ones writes how long the run is.
extern "C" __global__ void textRuns(const int* in, int* lengths, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i > 0 && in[i] == in[i - 1]) {
        lengths[i] = 0;
        return;
    }
    int end = i + 1;
    while (end < n && in[end] == in[i]) ++end;
    lengths[i] = end - i;
}

// CRC-32 of a message of each thread, bit by bit.
extern "C" __global__ void textCrc(const unsigned char* messages, unsigned* sums, int count, int bytes) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned crc = 0xffffffffu;
    for (int k = 0; k < bytes; ++k) {
        crc ^= messages[i * bytes + k];
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    }
    sums[i] = ~crc;
}

// Letters, digits, blanks and the rest of a line, by a switch.
extern "C" __global__ void textKinds(const unsigned char* text, int4* kinds, int lines, int width) {
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    int letters = 0, digits = 0, blanks = 0, others = 0;
    for (int k = 0; k < width; ++k) {
        const unsigned char c = text[line * width + k];
        switch (c) {
            case ' ':
            case '\t':
            case '\n': ++blanks; break;
            default:
                if (c >= '0' && c <= '9')
                    ++digits;
                else if ((c | 32) >= 'a' && (c | 32) <= 'z')
                    ++letters;
                else
                    ++others;
        }
    }
    kinds[line] = make_int4(letters, digits, blanks, others);
}

// Smith and Waterman's best local alignment of two words of up to 64, by anti-diagonals in shared memory.
extern "C" __global__ void textAlign(const int* a, const int* b, int* best, int n) {
    __shared__ int diagonal[3][66];
    __shared__ int scores[64];
    const int t = threadIdx.x;
    const int letter = t < n ? a[blockIdx.x * n + t] : 0;
    for (int k = 0; k < 3; ++k) diagonal[k][t + 1] = 0;
    if (t == 0) diagonal[0][0] = diagonal[1][0] = diagonal[2][0] = 0;
    int most = 0;
    __syncthreads();
    for (int d = 0; d < 2 * n - 1; ++d) {
        const int j = d - t;
        int score = 0;
        if (t < n && j >= 0 && j < n) {
            const int match = letter == b[blockIdx.x * n + j] ? 3 : -2;
            const int gap = max(diagonal[(d + 2) % 3][t], diagonal[(d + 2) % 3][t + 1]) - 1;
            score = max(max(0, gap), diagonal[(d + 1) % 3][t] + match);
            most = max(most, score);
        }
        diagonal[d % 3][t + 1] = score;
        __syncthreads();
    }
    scores[t] = most;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s) scores[t] = max(scores[t], scores[t + s]);
        __syncthreads();
    }
    if (t == 0) best[blockIdx.x] = scores[0];
}
