// SPDX-License-Identifier: GPL-3.0-or-later
// A sparse matrix in compressed rows times a vector, one thread a row: rows of unlike lengths, gathered reads.

__global__ void spmvCsr(int rows, const int* rowStart, const int* column, const float* value, const float* x,
                        float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = rowStart[row]; i < rowStart[row + 1]; ++i) sum += value[i] * x[column[i]];
    y[row] = sum;
}
