// SPDX-License-Identifier: GPL-3.0-or-later
// What a text is made of: vowels, other letters, digits, blanks, the rest. A switch in every thread.

__device__ int kindOf(char c) {
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    switch (c) {
        case 'a':
        case 'e':
        case 'i':
        case 'o':
        case 'u': return 0;
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9': return 2;
        case ' ':
        case '\t':
        case '\n': return 3;
        default: return c >= 'a' && c <= 'z' ? 1 : 4;
    }
}

__global__ void countLetters(const char* text, int length, int* counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) atomicAdd(&counts[kindOf(text[i])], 1);
}
