// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of examples/ must compute, written for a CPU. Where the kernel's operations and their order are
// fixed, so is the result, to the last bit; else the bound is of the arithmetic, not of our taste.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/half.h"
#include "tests/examples/example_commands.h"

namespace lanescope {
namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Ints = std::vector<int>;

template <typename Values, typename Expected>
void expectNear(const Values& values, const Expected& expected, double bound) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], bound) << "element " << i;
}

void vectorAdd(const ExampleRun& run) {
    const Floats a = run.before<float>(0);
    const Floats b = run.before<float>(1);
    Floats sum(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + b[i];
    EXPECT_EQ(run.after<float>(2), sum);
}

void saxpy(const ExampleRun& run) {
    const Floats x = run.before<float>(2);
    Floats y = run.before<float>(3);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = run.multiplyAdd(2.5F, x[i], y[i]);
    EXPECT_EQ(run.after<float>(3), y);
}

void transpose(const ExampleRun& run) {
    const Floats in = run.before<float>(0);
    Floats out(in.size());
    for (std::size_t row = 0; row < 50; ++row)
        for (std::size_t column = 0; column < 96; ++column) out[column * 50 + row] = in[row * 96 + column];
    EXPECT_EQ(run.after<float>(1), out);
}

void matmulTiled(const ExampleRun& run) {
    constexpr std::size_t n = 40;
    const Floats a = run.before<float>(0);
    const Floats b = run.before<float>(1);
    Floats c(n * n);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column)
            for (std::size_t k = 0; k < n; ++k)
                c[row * n + column] = run.multiplyAdd(a[row * n + k], b[k * n + column], c[row * n + column]);
    EXPECT_EQ(run.after<float>(2), c);
}

void reduction(const ExampleRun& run) {
    const Ints in = run.before<int>(0);
    EXPECT_EQ(run.after<int>(2), Ints{std::accumulate(in.begin(), in.end(), 0)});
}

void scan(const ExampleRun& run) {
    Ints sums = run.before<int>(0);
    for (std::size_t first = 0; first < sums.size(); first += 128) {
        const std::size_t end = std::min(first + 128, sums.size());
        for (std::size_t i = first + 1; i < end; ++i) sums[i] += sums[i - 1];
    }
    EXPECT_EQ(run.after<int>(1), sums);
}

void histogram(const ExampleRun& run) {
    std::vector<unsigned> counts(256);
    for (const std::uint8_t value : run.before<std::uint8_t>(0)) ++counts[value];
    EXPECT_EQ(run.after<unsigned>(2), counts);
}

void convolution(const ExampleRun& run) {
    constexpr int width = 40;
    constexpr int height = 30;
    const Floats in = run.before<float>(0);
    Floats out;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    sum = run.multiplyAdd(
                        static_cast<float>((2 - std::abs(dy)) * (2 - std::abs(dx))) / 16,
                        in[std::clamp(y + dy, 0, height - 1) * width + std::clamp(x + dx, 0, width - 1)], sum);
            out.push_back(sum);
        }
    EXPECT_EQ(run.after<float>(1), out);
}

void nbody(const ExampleRun& run) {
    constexpr std::size_t n = 100;
    const Floats position = run.before<float>(0);
    Doubles moved;
    for (std::size_t i = 0; i < n; ++i) {
        std::array<double, 3> pull{};
        for (std::size_t j = 0; j < n; ++j) {
            std::array<double, 3> d{};
            double square = 0.01;
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = position[4 * j + k] - position[4 * i + k];
                square += d[k] * d[k];
            }
            for (std::size_t k = 0; k < 3; ++k) pull[k] += position[4 * j + 3] * d[k] / (square * std::sqrt(square));
        }
        for (std::size_t k = 0; k < 3; ++k) moved.push_back(position[4 * i + k] + pull[k] * 0.01 * 0.01);
        moved.push_back(position[4 * i + 3]);
    }
    expectNear(run.after<float>(2), moved, 1e-5);
}

void mandelbrot(const ExampleRun& run) {
    const auto steps = run.after<std::uint16_t>(0);
    for (int row = 0; row < 40; ++row)
        for (int column = 0; column < 48; ++column) {
            const float cx = 3.0F * static_cast<float>(column) / 48 - 2;
            const float cy = 3.0F * static_cast<float>(row) / 40 - 1.5F;
            // The squares are used twice, so that they are rounded.
            float x = 0;
            float y = 0;
            int i = 0;
            while (i < 200 && x * x + y * y < 4) {
                const float next = x * x - y * y + cx;
                y = run.multiplyAdd(2 * x, y, cy);
                x = next;
                ++i;
            }
            EXPECT_EQ(steps[row * 48 + column], i) << row << " " << column;
        }
}

void bitonicSort(const ExampleRun& run) {
    auto values = run.before<unsigned>(0);
    for (std::size_t first = 0; first < values.size(); first += 256)
        std::sort(values.begin() + static_cast<std::ptrdiff_t>(first),
                  values.begin() + static_cast<std::ptrdiff_t>(first) + 256);
    EXPECT_EQ(run.after<unsigned>(0), values);
}

void monteCarloPi(const ExampleRun& run) {
    std::uint64_t hits = 0;
    for (unsigned thread = 0; thread < 256; ++thread) {
        unsigned state = 7 + 2654435769U * (thread + 1);
        const auto next = [&state] {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            return static_cast<float>(state >> 8) * 0x1p-24F;
        };
        for (int i = 0; i < 100; ++i) {
            const float x = next();
            const float y = next();
            if (run.multiplyAdd(x, x, y * y) < 1) ++hits;
        }
    }
    EXPECT_EQ(run.after<std::uint64_t>(2), std::vector<std::uint64_t>{hits});
}

void dotProduct(const ExampleRun& run) {
    const Doubles a = run.before<double>(0);
    const Doubles b = run.before<double>(1);
    EXPECT_NEAR(run.after<double>(3).at(0), std::inner_product(a.begin(), a.end(), b.begin(), 0.0), 1e-11);
}

void gameOfLife(const ExampleRun& run) {
    const auto now = run.before<std::uint8_t>(0);
    const auto alive = [&](int y, int x) { return now[(y + 40) % 40 * 48 + (x + 48) % 48] & 1; };
    std::vector<std::uint8_t> next;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 48; ++x) {
            int neighbours = -alive(y, x);
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) neighbours += alive(y + dy, x + dx);
            next.push_back(neighbours == 3 || (neighbours == 2 && alive(y, x) != 0) ? 1 : 0);
        }
    EXPECT_EQ(run.after<std::uint8_t>(1), next);
}

void spmvCsr(const ExampleRun& run) {
    const Ints rowStart = run.before<int>(1);
    const Ints column = run.before<int>(2);
    const Floats value = run.before<float>(3);
    const Floats x = run.before<float>(4);
    ASSERT_EQ(static_cast<std::size_t>(rowStart.back()), column.size()) << "the file and the command do not agree";
    Floats y;
    for (std::size_t row = 0; row + 1 < rowStart.size(); ++row) {
        float sum = 0;
        for (int i = rowStart[row]; i < rowStart[row + 1]; ++i) sum = run.multiplyAdd(value[i], x[column[i]], sum);
        y.push_back(sum);
    }
    EXPECT_EQ(run.after<float>(5), y);
}

void countLetters(const ExampleRun& run) {
    Ints counts(5);
    for (const char c : run.before<char>(0)) {
        const char small = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        if (std::string("aeiou").find(small) != std::string::npos)
            ++counts[0];
        else if (small >= 'a' && small <= 'z')
            ++counts[1];
        else if (c >= '0' && c <= '9')
            ++counts[2];
        else
            ++counts[c == ' ' || c == '\t' || c == '\n' ? 3 : 4];
    }
    EXPECT_EQ(run.after<int>(2), counts);
}

void sortParts(const ExampleRun& run) {
    Ints values = run.before<int>(0);
    for (auto first = values.begin(); first != values.end(); first += 50) std::sort(first, first + 50);
    EXPECT_EQ(run.after<int>(0), values);
}

void blackScholes(const ExampleRun& run) {
    const Floats price = run.before<float>(0);
    const Floats strike = run.before<float>(1);
    const Floats years = run.before<float>(2);
    Doubles call;
    Doubles put;
    for (std::size_t i = 0; i < price.size(); ++i) {
        const double s = 5 + 25 * double{price[i]};
        const double k = 1 + 99 * double{strike[i]};
        const double t = 0.25 + 9.75 * double{years[i]};
        const double d1 = (std::log(s / k) + (0.02 + 0.045) * t) / (0.3 * std::sqrt(t));
        const double d2 = d1 - 0.3 * std::sqrt(t);
        const auto normal = [](double d) { return 0.5 * std::erfc(-d * std::sqrt(0.5)); };
        const double later = k * std::exp(-0.02 * t);
        call.push_back(s * normal(d1) - later * normal(d2));
        put.push_back(later * normal(-d2) - s * normal(-d1));
    }
    expectNear(run.after<float>(3), call, 1e-4);
    expectNear(run.after<float>(4), put, 1e-4);
}

/// The places are given in the order in which warps come; sorted, nothing is lost and nothing is double.
void compact(const ExampleRun& run) {
    Ints kept;
    for (const int value : run.before<int>(0))
        if (value > 0) kept.push_back(value);
    ASSERT_EQ(run.after<int>(4), Ints{static_cast<int>(kept.size())});
    Ints out = run.after<int>(3);
    EXPECT_TRUE(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(kept.size()), out.end(),
                            [](int value) { return value == 0; }));
    out.resize(kept.size());
    std::sort(out.begin(), out.end());
    std::sort(kept.begin(), kept.end());
    EXPECT_EQ(out, kept);
}

void gaussInverse(const ExampleRun& run) {
    constexpr std::size_t n = 12;
    const Doubles matrix = run.before<double>(0);
    const Doubles inverse = run.after<double>(1);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += matrix[row * n + k] * inverse[k * n + column];
            EXPECT_NEAR(sum, row == column ? 1 : 0, 1e-10) << row << " " << column;
        }
}

void functionTable(const ExampleRun& run) {
    const Floats a = run.before<float>(0);
    const Floats b = run.before<float>(1);
    const Ints which = run.before<int>(2);
    Floats result;
    for (std::size_t i = 0; i < a.size(); ++i)
        result.push_back(which[i] % 3 == 0 ? a[i] + b[i] : which[i] % 3 == 1 ? a[i] * b[i] : std::max(a[i], b[i]));
    EXPECT_EQ(run.after<float>(3), result);
}

void halfAxpy(const ExampleRun& run) {
    const auto x = run.before<std::uint16_t>(2);
    auto y = run.before<std::uint16_t>(3);
    // Exact in double precision, so that it is rounded once.
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = halfOf(1.5 * doubleOfHalf(x[i]) + doubleOfHalf(y[i]));
    EXPECT_EQ(run.after<std::uint16_t>(3), y);
}

}  // namespace

const std::vector<ExampleReference>& exampleReferences() {
    constexpr double kApproximate = 1e-5;  ///< rsqrt, ex2, lg2 and their like, which PTX bounds but does not define
    static const std::vector<ExampleReference> kReferences{
        {"vector_add", vectorAdd, 0},
        {"saxpy", saxpy, 0},
        {"hello", [](const ExampleRun&) {}, 0},
        {"transpose", transpose, 0},
        {"matmul_tiled", matmulTiled, 0},
        {"reduction", reduction, 0},
        {"scan", scan, 0},
        {"histogram", histogram, 0},
        {"convolution", convolution, 0},
        {"nbody", nbody, kApproximate},
        {"mandelbrot", mandelbrot, 0},
        {"bitonic_sort", bitonicSort, 0},
        {"monte_carlo_pi", monteCarloPi, 0},
        {"dot_product", dotProduct, 1e-14},  // the order of the atomics
        {"game_of_life", gameOfLife, 0},
        {"spmv_csr", spmvCsr, 0},
        {"count_letters", countLetters, 0},
        {"quicksort", sortParts, 0},
        {"black_scholes", blackScholes, kApproximate},
        {"compact", compact, -1},                // in any order
        {"gauss_inverse", gaussInverse, 1e-12},  // mul and sub without a rounding, which ptxas joins
        {"function_table", functionTable, 0},
        {"half_axpy", halfAxpy, 0},
    };
    return kReferences;
}

}  // namespace lanescope
