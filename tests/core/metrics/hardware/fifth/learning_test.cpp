// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of learning.cu compute what they say.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FifthLearning, Activations) {
    const Emulated leaky("learnLeakyRelu");
    Floats values = leaky.before<float>(0);
    for (float& v : values) v = v > 0 ? v : 0.125F * v;
    EXPECT_EQ(leaky.after<float>(0), values);

    const Emulated gelu("learnGelu");
    Floats smooth;
    for (const double v : gelu.before<float>(0))
        smooth.push_back(static_cast<float>(0.5 * v * (1 + std::tanh(0.7978845608 * (v + 0.044715 * v * v * v)))));
    expectNear(gelu.after<float>(1), smooth, 1e-5);
}

/// `batch` samples through a dense layer of `outputs`.
Floats denseOf(const Emulated& run, std::size_t batch, std::size_t outputs) {
    const Floats in = run.before<float>(0), weights = run.before<float>(1), bias = run.before<float>(2);
    const std::size_t inputs = in.size() / batch;
    Floats out;
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t o = 0; o < outputs; ++o) {
            double sum = bias[o];
            for (std::size_t i = 0; i < inputs; ++i) sum += in[b * inputs + i] * weights[i * outputs + o];
            out.push_back(static_cast<float>(sum));
        }
    return out;
}

TEST(FifthLearning, DenseLayers) {
    const Emulated sigmoid("learnDenseSigmoid");
    Floats out = denseOf(sigmoid, 30, 40);
    for (float& v : out) v = 1 / (1 + std::exp(-v));
    expectNear(sigmoid.after<float>(3), out, 1e-5);

    const Emulated linear("learnDenseLinear");
    EXPECT_EQ(linear.after<float>(3), denseOf(linear, 25, 48));
}

TEST(FifthLearning, BatchNorm) {
    const Emulated run("learnBatchNorm");
    Floats x = run.before<float>(0);
    for (std::size_t c = 0; c < 20; ++c) {
        double sum = 0, squares = 0;
        for (std::size_t i = c; i < x.size(); i += 20) {
            sum += x[i];
            squares += x[i] * x[i];
        }
        const double mean = sum / 300, deviation = std::sqrt(squares / 300 - mean * mean + 0.001);
        for (std::size_t i = c; i < x.size(); i += 20) x[i] = static_cast<float>((x[i] - mean) / deviation);
    }
    expectNear(run.after<float>(0), x, 1e-4);
}

TEST(FifthLearning, Convolution) {
    const Emulated run("learnConvolution");
    const Floats image = run.before<float>(0), filters = run.before<float>(1);
    Floats out;
    for (std::size_t m = 0; m < 4; ++m)
        for (std::size_t y = 0; y < 28; ++y)
            for (std::size_t x = 0; x < 32; ++x) {
                float sum = 0;
                for (std::size_t tap = 0; tap < 27; ++tap)
                    sum += filters[m * 27 + tap] * image[(tap / 9 * 30 + y + tap % 9 / 3) * 34 + x + tap % 3];
                out.push_back(sum);
            }
    EXPECT_EQ(run.after<float>(2), out);
}

TEST(FifthLearning, MaxPool) {
    struct Launch {
        const char* name;
        std::size_t height, width, pool;
    };
    for (const Launch& launch : {Launch{"learnMaxPool", 60, 90, 3}, Launch{"learnMaxPool 2", 61, 92, 2}}) {
        const Emulated run(launch.name);
        const Floats in = run.before<float>(0);
        Floats out;
        Ints where;
        for (std::size_t y = 0; y + launch.pool <= launch.height; y += launch.pool)
            for (std::size_t x = 0; x + launch.pool <= launch.width; x += launch.pool) {
                std::size_t best = y * launch.width + x;
                for (std::size_t i = 0; i < launch.pool * launch.pool; ++i) {
                    const std::size_t here = (y + i / launch.pool) * launch.width + x + i % launch.pool;
                    if (in[here] > in[best]) best = here;
                }
                out.push_back(in[best]);
                where.push_back(static_cast<int>(best));
            }
        EXPECT_EQ(run.after<float>(1), out) << launch.name;
        EXPECT_EQ(run.after<int>(2), where) << launch.name;
    }
}

TEST(FifthLearning, CrossEntropy) {
    const Emulated run("learnCrossEntropy");
    const Floats scores = run.before<float>(0);
    const Ints target = run.before<int>(1);
    Floats loss;
    for (std::size_t s = 0; s < 60; ++s) {
        double sum = 0;
        for (std::size_t c = 0; c < 100; ++c) sum += std::exp(static_cast<double>(scores[s * 100 + c]));
        loss.push_back(static_cast<float>(std::log(sum) - scores[s * 100 + static_cast<std::size_t>(target[s])]));
    }
    expectNear(run.after<float>(2), loss, 1e-4);
}

TEST(FifthLearning, Steps) {
    const Emulated momentum("learnMomentum");
    Doubles w = momentum.before<double>(0), velocity = momentum.before<double>(1);
    const Doubles gradient = momentum.before<double>(2);
    for (std::size_t i = 0; i < w.size(); ++i) {
        velocity[i] = 0.5 * velocity[i] - 0.125 * gradient[i];
        w[i] += velocity[i];
    }
    EXPECT_EQ(momentum.after<double>(0), w);
    EXPECT_EQ(momentum.after<double>(1), velocity);

    const Emulated adam("learnAdam");
    Floats weights = adam.before<float>(0), m = adam.before<float>(1), v = adam.before<float>(2);
    const Floats g = adam.before<float>(3);
    for (std::size_t i = 0; i < g.size(); ++i) {
        m[i] = 0.9F * m[i] + 0.1F * g[i];
        v[i] = 0.999F * v[i] + 0.001F * g[i] * g[i];
        weights[i] -= 0.01F * (m[i] / 0.5F) / (std::sqrt(v[i] / 0.25F) + 1e-8F);
    }
    expectNear(adam.after<float>(0), weights, 1e-5);
    expectNear(adam.after<float>(1), m, 1e-5);
    expectNear(adam.after<float>(2), v, 1e-5);
}

TEST(FifthLearning, Dropout) {
    const Emulated run("learnDropout");
    const Floats in = run.before<float>(0);
    Floats out;
    Bytes mask;
    for (unsigned i = 0; i < 3000; ++i) {
        unsigned r = (i + 1) * 2654435769U ^ 12345U;
        for (int k = 0; k < 3; ++k) {
            r ^= r << 13U;
            r ^= r >> 17U;
            r ^= r << 5U;
        }
        mask.push_back(static_cast<float>(r) * 2.3283064e-10F < 0.8F ? 1 : 0);
        out.push_back(mask.back() == 1 ? in[i] / 0.8F : 0);
    }
    EXPECT_NEAR(std::reduce(mask.begin(), mask.end(), 0), 2400, 100);
    EXPECT_EQ(run.after<unsigned char>(2), mask);
    expectNear(run.after<float>(1), out, 1e-5);
}

TEST(FifthLearning, Embedding) {
    const Emulated run("learnEmbedding");
    const Floats table = run.before<float>(1);
    Floats out;
    int unknown = 0;
    for (const int word : run.before<int>(0)) {
        const bool known = word >= 0 && word < 200;
        unknown += known ? 0 : 1;
        for (std::size_t i = 0; i < 100; ++i)
            out.push_back(known ? table[static_cast<std::size_t>(word) * 100 + i] : 0);
    }
    EXPECT_GT(unknown, 0);
    EXPECT_EQ(run.after<float>(2), out);
}

TEST(FifthLearning, Tree) {
    const Emulated run("learnTree");
    const Ints tree = run.before<int>(0);
    const Floats features = run.before<float>(1);
    Ints label;
    for (std::size_t s = 0; s < 3000; ++s) {
        std::size_t node = 0;
        while (tree[4 * node] >= 0) {
            const float value = features[6 * s + static_cast<std::size_t>(tree[4 * node])];
            const bool left = value < std::bit_cast<float>(tree[4 * node + 1]);
            node = static_cast<std::size_t>(tree[4 * node + (left ? 2 : 3)]);
        }
        label.push_back(tree[4 * node + 2]);
    }
    for (int which = 1; which <= 8; ++which) EXPECT_NE(std::ranges::count(label, which), 0) << which;
    EXPECT_EQ(run.after<int>(2), label);
}

TEST(FifthLearning, Confusion) {
    const Emulated run("learnConfusion");
    const Ints truth = run.before<int>(0), guess = run.before<int>(1);
    Words matrix(100);
    for (std::size_t i = 0; i < truth.size(); ++i) ++matrix[static_cast<std::size_t>(truth[i] * 10 + guess[i])];
    EXPECT_EQ(run.after<unsigned>(2), matrix);
}

}  // namespace
}  // namespace lanescope
