// SPDX-License-Identifier: GPL-3.0-or-later
// Structures, bit fields, arrays of objects, 128-bit integers: what nvcc makes of them is not what one would write. As
// objects_O3.ptx (nvcc -ptx -O3 -lineinfo) and objects_G.ptx (nvcc -ptx -G, less its debug sections), both for compute_75.
#include <cstdio>

struct Flags {
    unsigned low : 3;
    unsigned high : 7;
};

extern "C" __global__ void bitFields(int* out) {
    Flags flags;
    flags.low = threadIdx.x;
    flags.high = threadIdx.x >> 3;
    Flags* const onHeap = new Flags;
    onHeap->low = flags.high;
    out[threadIdx.x] = flags.low + 10 * flags.high + 1000 * onHeap->low;
    delete onHeap;
}

struct Record {  // with padding behind its last member
    int values[3];
    double weight;
    char tag[3];
};

__device__ Record madeOf(int x) {
    Record record;
    for (int k = 0; k < 3; ++k) record.values[k] = x + k;
    record.weight = x;
    record.tag[0] = 0;
    record.tag[1] = 1;
    record.tag[2] = static_cast<char>(x);
    return record;
}
__device__ __noinline__ Record changed(Record record, int k) {
    record.values[k] *= 10;
    return record;
}
extern "C" __global__ void records(int* out) {
    const Record record = changed(madeOf(threadIdx.x), threadIdx.x % 3);
    out[threadIdx.x] = record.values[0] + record.values[1] + record.values[2] + record.tag[1] + record.tag[2] +
                       static_cast<int>(record.weight);
}

__device__ __noinline__ int valueAt(const Record* record, int k) { return record->values[k]; }
extern "C" __global__ void constantParameter(int* out, const __grid_constant__ Record record) {
    out[threadIdx.x] = valueAt(&record, threadIdx.x % 3);
}

struct Point {
    int x, y;
    __device__ Point() : x(3), y(4) {}
};
extern "C" __global__ void arrayOfObjects(int* out) {
    Point* const points = new Point[3];
    points[1].x = threadIdx.x;
    out[threadIdx.x] = points[0].x + 10 * points[1].x + 1000 * points[2].y;
    delete[] points;
}

extern "C" __global__ void quotients(int* out) {
    const unsigned __int128 number = (static_cast<unsigned __int128>(0x123456789abcdef0) << 64) + 987654321 * threadIdx.x;
    const unsigned __int128 divisor = (static_cast<unsigned __int128>(threadIdx.x) << 64) + 0xfedcba9876543211;
    const unsigned __int128 quotient = number / divisor;
    out[4 * threadIdx.x] = static_cast<int>(quotient);
    out[4 * threadIdx.x + 1] = static_cast<int>(quotient >> 32);
    out[4 * threadIdx.x + 2] = static_cast<int>(number % divisor);
    out[4 * threadIdx.x + 3] = static_cast<int>(number % divisor >> 64);
}

extern "C" __global__ void table(int* out) {
    out[0] = printf("%*d|%-*d|%.*f|%s\n", 6, 42, 6, 42, 2, 2.71828, "end");
}

// A word of padding between two members, in structures that are copied whole.
struct Best {
    int index;
    double value;
};
__device__ __noinline__ double valueOf(Best best) { return best.value; }
extern "C" __global__ void copies(int* out) {
    __shared__ Best row[64];
    const unsigned i = threadIdx.x;
    row[i].index = i;
    row[i].value = 2 * i;
    __syncthreads();
    Best mine[4];
    for (int k = 0; k < 4; ++k) {
        mine[k].index = k;
        mine[k].value = i;
    }
    Best* const onHeap = new Best[2];
    onHeap[0] = row[blockDim.x - 1 - i];
    onHeap[1] = mine[i % 4];
    out[i] = onHeap[0].index + 100 * onHeap[1].index + 1000 * static_cast<int>(valueOf(row[i]));
    delete[] onHeap;
}

struct Table {
    Best rows[12];
};
extern "C" __global__ void largeCopies(int* out) {
    __shared__ Table table;
    if (threadIdx.x < 12) {
        table.rows[threadIdx.x].index = threadIdx.x;
        table.rows[threadIdx.x].value = 2 * threadIdx.x;
    }
    __syncthreads();
    Table* const onHeap = new Table;
    *onHeap = table;
    Table mine = *onHeap;
    mine.rows[threadIdx.x % 12].index += 100;
    memcpy(onHeap, &mine, sizeof(Table));
    out[threadIdx.x] = onHeap->rows[threadIdx.x % 12].index + static_cast<int>(onHeap->rows[threadIdx.x % 5].value);
    delete onHeap;
}

extern "C" __global__ void bitFieldsInShared(int* out) {
    __shared__ Flags row[64];
    Flags* const onHeap = new Flags;
    row[threadIdx.x].low = 7;
    row[threadIdx.x].high = threadIdx.x;
    *onHeap = row[threadIdx.x];
    out[threadIdx.x] = onHeap->low + 10 * onHeap->high;
    delete onHeap;
}

// An element that nobody has set: there is a bug.
extern "C" __global__ void elementNotSet(int* out) {
    __shared__ int row[64];
    if (threadIdx.x != 5) row[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x];
}
extern "C" __global__ void structureNotSet(int* out) {
    __shared__ Best row[64];
    if (threadIdx.x != 5) row[threadIdx.x].value = row[threadIdx.x].index = 1;
    __syncthreads();
    Best* const onHeap = new Best;
    *onHeap = row[threadIdx.x];
    out[threadIdx.x] = onHeap->index;
    delete onHeap;
}
extern "C" __global__ void counterNotSet(int* out) {
    __shared__ int row[64];
    row[threadIdx.x] |= 1;
    out[threadIdx.x] = row[threadIdx.x];
}
extern "C" __global__ void bytesNotSet(char* out) {
    char row[8];
    row[0] = 1;
    for (int k = 0; k < static_cast<int>(blockDim.x) / 5; ++k) out[threadIdx.x * 8 + k] = row[k];
}
