// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of records, money, and what is written in bytes and bits.

// What the sales of a time bring that are small and have a discount in a range.
extern "C" __global__ void recordRevenue(const int* day, const double* price, const double* discount,
                                         const int* quantity, int n, int firstDay, int lastDay, double* revenue) {
    __shared__ double sums[128];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (day[i] >= firstDay && day[i] < lastDay && discount[i] >= 0.05 && discount[i] <= 0.07 && quantity[i] < 24)
            sum += price[i] * discount[i];
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 64; s >= 1; s /= 2) {
        if (threadIdx.x < s) sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) revenue[blockIdx.x] = sums[0];
}

// Number, sum and greatest of each group.
struct Sale {
    int shop;
    int amount;
};
extern "C" __global__ void recordGroups(const Sale* sales, int n, int* count, int* sum, int* greatest) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Sale sale = sales[i];
        atomicAdd(&count[sale.shop], 1);
        atomicAdd(&sum[sale.shop], sale.amount);
        atomicMax(&greatest[sale.shop], sale.amount);
    }
}

// Looking keys up in a hash table with linear probing; an empty place has the key −1.
extern "C" __global__ void recordLookup(const int2* table, int mask, const int* keys, int* values, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    int key = keys[tid];
    unsigned slot = (unsigned)key * 2654435761u & mask;
    int value = -1;
    while (true) {
        int2 entry = table[slot];
        if (entry.x == key) {
            value = entry.y;
            break;
        }
        if (entry.x == -1) break;
        slot = (slot + 1) & mask;
    }
    values[tid] = value;
}

// Searching where a value should be by the values at both ends.
extern "C" __global__ void recordInterpolate(const int* sorted, int n, const int* wanted, int* place, int queries) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries) return;
    int key = wanted[q];
    int low = 0, high = n - 1, found = -1;
    while (low <= high && key >= sorted[low] && key <= sorted[high]) {
        if (sorted[high] == sorted[low]) {
            if (sorted[low] == key) found = low;
            break;
        }
        int middle = low + (int)((long long)(key - sorted[low]) * (high - low) / (sorted[high] - sorted[low]));
        if (sorted[middle] == key) {
            found = middle;
            break;
        }
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    place[q] = found;
}

// Numbers from text: fields of eight characters, blanks before, perhaps a minus.
extern "C" __global__ void recordParse(const char* text, int* numbers, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const char* field = text + 8 * i;
    int value = 0;
    bool negative = false;
    for (int k = 0; k < 8; k++) {
        char c = field[k];
        if (c == ' ') continue;
        if (c == '-')
            negative = true;
        else
            value = value * 10 + (c - '0');
    }
    numbers[i] = negative ? -value : value;
}

// Numbers to text in base sixteen.
extern "C" __global__ void recordHex(const unsigned* numbers, char* text, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned v = numbers[i];
        for (int k = 7; k >= 0; --k) {
            int digit = v & 15;
            text[i * 8 + k] = digit < 10 ? '0' + digit : 'a' + digit - 10;
            v >>= 4;
        }
    }
}

// Days since 1970 to year, month and day.
extern "C" __global__ void recordDates(const int* days, int* dates, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int z = days[i] + 719468;
    int era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned doe = z - era * 146097;
    unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int y = (int)yoe + era * 400;
    unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    unsigned mp = (5 * doy + 2) / 153;
    unsigned d = doy - (153 * mp + 2) / 5 + 1;
    unsigned m = mp < 10 ? mp + 3 : mp - 9;
    dates[i] = (y + (m <= 2)) * 10000 + (int)(m * 100 + d);
}

// Money after years: what was there, interest, and what is put in.
extern "C" __global__ void recordSavings(const double* start, const int* years, double* end, int n, double rate,
                                         double yearly) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double money = start[i];
    for (int y = 0; y < years[i]; y++) money = money * (1.0 + rate) + yearly;
    end[i] = money;
}

// How many months until a loan is paid back, and the interest in all.
extern "C" __global__ void recordLoan(const float* loan, const float* payment, int* months, float* interest, int n,
                                      float monthlyRate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float rest = loan[i], paid = 0.0f, rate = payment[i];
        int month = 0;
        while (rest > 0.0f && month < 600) {
            float due = rest * monthlyRate;
            paid += due;
            rest = rest + due - rate;
            month++;
        }
        months[i] = month;
        interest[i] = paid;
    }
}

// Luhn's check of card numbers of sixteen digits.
extern "C" __global__ void recordLuhn(const unsigned char* cards, unsigned char* valid, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < 16; k++) {
        int digit = cards[i * 16 + k];
        if (k % 2 == 0) {
            digit *= 2;
            if (digit > 9) digit -= 9;
        }
        sum += digit;
    }
    valid[i] = sum % 10 == 0 ? 1 : 2;
}

// Morton's order: the bits of x and y in turns.
__device__ __forceinline__ unsigned long long spread(unsigned v) {
    unsigned long long x = v;
    x = (x | x << 16) & 0x0000ffff0000ffffULL;
    x = (x | x << 8) & 0x00ff00ff00ff00ffULL;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fULL;
    x = (x | x << 2) & 0x3333333333333333ULL;
    x = (x | x << 1) & 0x5555555555555555ULL;
    return x;
}
extern "C" __global__ void recordMorton(const unsigned* x, const unsigned* y, unsigned long long* code, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) code[i] = spread(x[i]) | spread(y[i]) << 1;
}

// A cipher of exclusive or, sixteen bytes at once, the key in turns.
extern "C" __global__ void recordCipher(uint4* data, const unsigned* key, int keyWords, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = data[i];
        int k = i * 4 % keyWords;
        v.x ^= key[k];
        v.y ^= key[(k + 1) % keyWords];
        v.z ^= key[(k + 2) % keyWords];
        v.w ^= key[(k + 3) % keyWords];
        data[i] = v;
    }
}

// Which words read the same from both ends; where[i] … where[i + 1] is the word.
extern "C" __global__ void recordPalindromes(const char* text, const int* where, int words, int* result) {
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words) return;
    int a = where[w], b = where[w + 1] - 1;
    int same = 1;
    while (a < b) {
        if (text[a++] != text[b--]) {
            same = 0;
            break;
        }
    }
    result[w] = same;
}

// The two greatest of each block.
struct Two {
    int first, second;
};
__device__ Two better(Two a, Two b) {
    Two r;
    if (a.first > b.first) {
        r.first = a.first;
        r.second = max(a.second, b.first);
    } else {
        r.first = b.first;
        r.second = max(b.second, a.first);
    }
    return r;
}
extern "C" __global__ void recordTopTwo(const int* values, Two* tops, int n) {
    __shared__ Two ofWarp[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    Two mine = {-1, -1};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = better(mine, Two{values[i], -1});
    for (int d = 16; d >= 1; d >>= 1) {
        Two other;
        other.first = __shfl_down_sync(~0u, mine.first, d);
        other.second = __shfl_down_sync(~0u, mine.second, d);
        mine = better(mine, other);
    }
    if (lane == 0) ofWarp[warp] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) mine = better(mine, ofWarp[w]);
        tops[blockIdx.x] = mine;
    }
}

// Differences back to values, pieces of 32.
extern "C" __global__ void recordDeltas(const short* delta, const long long* base, long long* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    long long v = i < n ? delta[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        long long left = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += left;
    }
    if (i < n) values[i] = base[i / 32] + v;
}
