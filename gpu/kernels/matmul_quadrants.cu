// SPDX-License-Identifier: GPL-3.0-or-later
//
// C = A · B with every matrix cut into quadrants: ul and ur above, ll and lr below, each a matrix of its own of
// half × half elements. Document 001, Par 3.
//
//   name           right for every half.
//   namePublished  what the document printed, written anew with its arithmetic, its accesses and its mistakes. A wrong
//                  line is marked "defect".


// All eight products of quadrants in one kernel: each thread computes the same element of all four quadrants of C.
// Grid ⌈half / block⌉ each way.
template <typename T>
__global__ void quadrants(const T *All, const T *Alr, const T *Aul, const T *Aur,
                          const T *Bll, const T *Blr, const T *Bul, const T *Bur,
                          T *Cll, T *Clr, T *Cul, T *Cur, int half)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;

    if (col < half && row < half) {
        T ul = 0, ur = 0, ll = 0, lr = 0;
        for (int k = 0; k < half; ++k) {
            int a = row * half + k;
            int b = k * half + col;
            ul += Aul[a] * Bul[b] + Aur[a] * Bll[b];
            ur += Aul[a] * Bur[b] + Aur[a] * Blr[b];
            ll += All[a] * Bul[b] + Alr[a] * Bll[b];
            lr += All[a] * Bur[b] + Alr[a] * Blr[b];
        }
        Cul[row * half + col] = ul;
        Cur[row * half + col] = ur;
        Cll[row * half + col] = ll;
        Clr[row * half + col] = lr;
    }
}

// The second halves of the sums go by way of four more matrices T, with a barrier for all threads in between.
template <typename T>
__global__ void quadrantsPublished(const T *All, const T *Alr, const T *Aul, const T *Aur,
                                   const T *Bll, const T *Blr, const T *Bul, const T *Bur,
                                   T *Cll, T *Clr, T *Cul, T *Cur,
                                   T *Tll, T *Tlr, T *Tul, T *Tur, int half)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;

    if (col < half && row < half) {
        T cul = 0, cur = 0, cll = 0, clr = 0;
        T tul = 0, tur = 0, tll = 0, tlr = 0;
        for (int k = 0; k < half; ++k) {
            int a = row * half + k;
            int b = k * half + col;
            cul += Aul[a] * Bul[b];
            cur += Aul[a] * Bur[b];
            cll += All[a] * Bul[b];
            clr += All[a] * Bur[b];
            tul += Aur[a] * Bll[b];
            tur += Aur[a] * Blr[b];
            tll += Alr[a] * Bll[b];
            tlr += Alr[a] * Blr[b];
        }
        int c = row * half + col;
        Cul[c] = cul;
        Cur[c] = cur;
        Cll[c] = cll;
        Clr[c] = clr;
        Tul[c] = tul;
        Tll[c] = tll;
        Tlr[c] = tlr;
        Tur[c] = tur;
        __syncthreads();  // defect: threads outside the matrix do not come here; and nobody reads what others wrote
        Cul[c] += Tul[c];
        Cll[c] += Tll[c];
        Clr[c] += Tlr[c];
        Cur[c] += Tur[c];
    }
}


// C = C + A · B, where A has rows × inner elements and B inner × columns, and `pitch` elements lie between two rows.
// Eight launches of it make a product of quadrants, with room for three of them on the device. Document 001, section 7.
template <typename T>
__global__ void accumulate(T *C, const T *A, const T *B, int rows, int inner, int columns, int pitch)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;

    if (col < columns && row < rows) {
        T sum = C[row * pitch + col];
        for (int k = 0; k < inner; ++k)
            sum += A[row * pitch + k] * B[k * pitch + col];
        C[row * pitch + col] = sum;
    }
}


#define POINTERS4(T) T *, T *, T *, T *
#define COMPILE(T)                                                                                                \
    template __global__ void quadrants<T>(POINTERS4(const T), POINTERS4(const T), POINTERS4(T), int);             \
    template __global__ void quadrantsPublished<T>(POINTERS4(const T), POINTERS4(const T), POINTERS4(T),          \
                                                   POINTERS4(T), int);                                            \
    template __global__ void accumulate<T>(T *, const T *, const T *, int, int, int, int);
COMPILE(float)
COMPILE(double)
COMPILE(int)
