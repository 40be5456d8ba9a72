// SPDX-License-Identifier: GPL-3.0-or-later
// Every thread sorts a part of its own, with a function that calls itself.

__device__ void quicksort(int* data, int left, int right) {
    if (left >= right) return;
    const int pivot = data[(left + right) / 2];
    int i = left;
    int j = right;
    while (i <= j) {
        while (data[i] < pivot) ++i;
        while (data[j] > pivot) --j;
        if (i <= j) {
            const int kept = data[i];
            data[i++] = data[j];
            data[j--] = kept;
        }
    }
    quicksort(data, left, j);
    quicksort(data, i, right);
}

__global__ void sortParts(int* data, int perThread) {
    const int part = blockIdx.x * blockDim.x + threadIdx.x;
    quicksort(data + part * perThread, 0, perThread - 1);
}
