// SPDX-License-Identifier: GPL-3.0-or-later
// Machines that learn: layers of networks, their steps, and trees.

// max(x, slope x), four at once.
extern "C" __global__ void learnLeakyRelu(float4* x, int n4, float slope) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 v = x[i];
        v.x = v.x > 0 ? v.x : slope * v.x;
        v.y = v.y > 0 ? v.y : slope * v.y;
        v.z = v.z > 0 ? v.z : slope * v.z;
        v.w = v.w > 0 ? v.w : slope * v.w;
        x[i] = v;
    }
}

// The smooth step of transformers.
extern "C" __global__ void learnGelu(const float* __restrict__ x, float* __restrict__ y, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float v = x[i];
        float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
        y[i] = 0.5f * v * (1.0f + tanhf(inner));
    }
}

// A dense layer: a thread for each output of each sample.
struct Sigmoid {
    __device__ float operator()(float v) const { return 1.0f / (1.0f + expf(-v)); }
};
struct Identity {
    __device__ float operator()(float v) const { return v; }
};
template <typename Activation>
__device__ void dense(const float* in, const float* weights, const float* bias, float* out, int batch, int inputs,
                      int outputs, Activation f) {
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y * blockDim.y + threadIdx.y;
    if (o >= outputs || b >= batch) return;
    float sum = bias[o];
    for (int i = 0; i < inputs; i++) sum += in[b * inputs + i] * weights[i * outputs + o];
    out[b * outputs + o] = f(sum);
}
extern "C" __global__ void learnDenseSigmoid(const float* in, const float* weights, const float* bias, float* out,
                                             int batch, int inputs, int outputs) {
    dense(in, weights, bias, out, batch, inputs, outputs, Sigmoid());
}
extern "C" __global__ void learnDenseLinear(const float* __restrict__ in, const float* __restrict__ weights,
                                            const float* __restrict__ bias, float* __restrict__ out, int batch,
                                            int inputs, int outputs) {
    dense(in, weights, bias, out, batch, inputs, outputs, Identity());
}

// Samples of a channel to mean 0 and variance 1, a block for each channel.
extern "C" __global__ void learnBatchNorm(float* x, int batch, int channels, float epsilon) {
    extern __shared__ float s[];
    float* sums = s;
    float* squares = s + blockDim.x;
    int c = blockIdx.x, t = threadIdx.x;
    float sum = 0, square = 0;
    for (int b = t; b < batch; b += blockDim.x) {
        float v = x[b * channels + c];
        sum += v;
        square += v * v;
    }
    sums[t] = sum;
    squares[t] = square;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) {
            sums[t] += sums[t + half];
            squares[t] += squares[t + half];
        }
        __syncthreads();
    }
    float mean = sums[0] / batch;
    float scale = rsqrtf(squares[0] / batch - mean * mean + epsilon);
    for (int b = t; b < batch; b += blockDim.x) x[b * channels + c] = (x[b * channels + c] - mean) * scale;
}

// A layer of convolutions: images of many channels, filters of three by three.
template <int K>
__device__ float convolve(const float* image, const float* filter, int channels, int height, int width, int y, int x) {
    float sum = 0;
    for (int c = 0; c < channels; ++c)
        for (int p = 0; p < K; ++p)
            for (int q = 0; q < K; ++q)
                sum += image[(c * height + y + p) * width + x + q] * filter[(c * K + p) * K + q];
    return sum;
}
extern "C" __global__ void learnConvolution(const float* images, const float* filters, float* out, int channels,
                                            int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int m = blockIdx.z;
    int oh = height - 2, ow = width - 2;
    if (y < oh && x < ow)
        out[(m * oh + y) * ow + x] = convolve<3>(images, filters + m * channels * 9, channels, height, width, y, x);
}

// Pooling, and where the greatest was.
extern "C" __global__ void learnMaxPool(const float* in, float* out, int* where, int height, int width, int pool) {
    int ow = width / pool, oh = height / pool;
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= ow * oh) return;
    int ox = tid % ow, oy = tid / ow;
    float best = -1e30f;
    int at = -1;
    for (int i = 0; i < pool; i++) {
        for (int j = 0; j < pool; j++) {
            int id = (oy * pool + i) * width + ox * pool + j;
            if (in[id] > best) {
                best = in[id];
                at = id;
            }
        }
    }
    out[tid] = best;
    where[tid] = at;
}

// The loss of a sample, a warp for each: log of the sum of exponentials less the right class's score.
extern "C" __global__ void learnCrossEntropy(const float* scores, const int* target, float* loss, int samples,
                                             int classes) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= samples) return;
    const float* row = scores + warp * classes;
    float top = -INFINITY;
    for (int c = lane; c < classes; c += 32) top = fmaxf(top, row[c]);
    for (int m = 16; m > 0; m /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, m));
    float sum = 0;
    for (int c = lane; c < classes; c += 32) sum += __expf(row[c] - top);
    for (int m = 16; m > 0; m /= 2) sum += __shfl_xor_sync(0xffffffff, sum, m);
    if (lane == 0) loss[warp] = __logf(sum) + top - row[target[warp]];
}

// Steps of learning.
extern "C" __global__ void learnMomentum(double* w, double* velocity, const double* gradient, int n, double rate,
                                         double momentum) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    velocity[i] = momentum * velocity[i] - rate * gradient[i];
    w[i] += velocity[i];
}
extern "C" __global__ void learnAdam(float* w, float* m, float* v, const float* g, int n, float rate, float correct1,
                                     float correct2) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float grad = g[idx];
        float m1 = 0.9f * m[idx] + 0.1f * grad;
        float v1 = 0.999f * v[idx] + 0.001f * grad * grad;
        m[idx] = m1;
        v[idx] = v1;
        w[idx] -= rate * (m1 / correct1) / (sqrtf(v1 / correct2) + 1e-8f);
    }
}

// Some are left out, the others are made greater.
__device__ unsigned shuffled(unsigned x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}
extern "C" __global__ void learnDropout(const float* in, float* out, unsigned char* mask, int n, float keep,
                                        unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned r = (i + 1) * 2654435769u ^ seed;
    for (int k = 0; k < 3; k++) r = shuffled(r);
    bool stays = r * 2.3283064e-10f < keep;
    mask[i] = stays;
    out[i] = stays ? in[i] / keep : 0.0f;
}

// Words to vectors: a block for each word; the empty word is zeros.
extern "C" __global__ void learnEmbedding(const int* words, const float* table, float* out, int width, int vocabulary) {
    int word = words[blockIdx.x];
    float* mine = out + blockIdx.x * width;
    if (word < 0 || word >= vocabulary) {
        for (int i = threadIdx.x; i < width; i += blockDim.x) mine[i] = 0.0f;
        return;
    }
    for (int i = threadIdx.x; i < width; i += blockDim.x) mine[i] = table[word * width + i];
}

// A tree that decides: down until a leaf.
struct Node {
    int feature;  // or −1 in a leaf
    float threshold;
    int left;  // and the class in a leaf
    int right;
};
extern "C" __global__ void learnTree(const Node* tree, const float* features, int* label, int samples, int width) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= samples) return;
    int node = 0;
    while (tree[node].feature >= 0) {
        float value = features[s * width + tree[node].feature];
        node = value < tree[node].threshold ? tree[node].left : tree[node].right;
    }
    label[s] = tree[node].left;
}

// How often each class was taken for each other.
#define CLASSES 10
extern "C" __global__ void learnConfusion(const int* truth, const int* guess, unsigned* matrix, int n) {
    __shared__ unsigned counts[CLASSES * CLASSES];
    for (int i = threadIdx.x; i < CLASSES * CLASSES; i += blockDim.x) counts[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[truth[i] * CLASSES + guess[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < CLASSES * CLASSES; i += blockDim.x)
        if (counts[i] > 0) atomicAdd(&matrix[i], counts[i]);
}
