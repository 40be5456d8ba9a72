// SPDX-License-Identifier: GPL-3.0-or-later
// The inverse of a small matrix by Gauss and Jordan in double precision, one block, pivots by row exchange.

__global__ void gaussInverse(const double* matrix, double* inverse, int n) {
    extern __shared__ double work[];  // n rows of [matrix | identity]
    const int width = 2 * n;
    const int column = threadIdx.x;
    const int row = threadIdx.y;
    __shared__ int pivot;
    work[row * width + column] = matrix[row * n + column];
    work[row * width + n + column] = row == column ? 1 : 0;
    __syncthreads();
    for (int step = 0; step < n; ++step) {
        if (row == 0 && column == 0) {
            pivot = step;
            for (int r = step + 1; r < n; ++r)
                if (fabs(work[r * width + step]) > fabs(work[pivot * width + step])) pivot = r;
        }
        __syncthreads();
        if (row == 0 && pivot != step)
            for (int c = column; c < width; c += n) {
                const double kept = work[step * width + c];
                work[step * width + c] = work[pivot * width + c];
                work[pivot * width + c] = kept;
            }
        __syncthreads();
        const double divisor = work[step * width + step];
        __syncthreads();
        if (row == step)
            for (int c = column; c < width; c += n) work[step * width + c] /= divisor;
        __syncthreads();
        const double factor = work[row * width + step];
        __syncthreads();
        if (row != step)
            for (int c = column; c < width; c += n) work[row * width + c] -= factor * work[step * width + c];
        __syncthreads();
    }
    inverse[row * n + column] = work[row * width + n + column];
}
