// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of algebra.cu compute what they say.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthAlgebra, Vectors) {
    const Emulated axpby("algebraAxpby");
    const Floats x = axpby.before<float>(0);
    Floats y = axpby.before<float>(1);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1.5F * x[i] + 0.5F * y[i];
    EXPECT_EQ(axpby.after<float>(1), y);

    const Emulated triad("algebraTriad");
    Doubles z = triad.before<double>(0);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += 2.5 * triad.before<double>(1)[i];
    EXPECT_EQ(triad.after<double>(2), z);

    const Emulated dots("algebraCgDots");
    const Doubles r = dots.before<double>(0), p = dots.before<double>(1), ap = dots.before<double>(2);
    Doubles rr(12), pap(12);
    for (std::size_t i = 0; i < r.size(); ++i) {
        rr[i / 256 % 12] += r[i] * r[i];
        pap[i / 256 % 12] += p[i] * ap[i];
    }
    EXPECT_EQ(dots.after<double>(3), rr);
    EXPECT_EQ(dots.after<double>(4), pap);
}

TEST(FourthAlgebra, MatrixTimesVector) {
    const Emulated transposed("algebraGemvTransposed");
    const Floats a = transposed.before<float>(0), x = transposed.before<float>(1);
    Floats y(300);
    for (std::size_t row = 0; row < 200; ++row)
        for (std::size_t col = 0; col < 300; ++col) y[col] += a[row * 300 + col] * x[row];
    EXPECT_EQ(transposed.after<float>(2), y);
}

template <typename T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t m, std::size_t n, std::size_t k) {
    std::vector<T> c(m * n);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t l = 0; l < k; ++l)
            for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * k + l] * b[l * n + j];
    return c;
}

TEST(FourthAlgebra, Products) {
    const Emulated ragged("algebraMatmulRows");
    EXPECT_EQ(ragged.after<float>(2), product(ragged.before<float>(0), ragged.before<float>(1), 70, 90, 50));
    const Emulated square("algebraMatmulRows 96");
    EXPECT_EQ(square.after<float>(2), product(square.before<float>(0), square.before<float>(1), 96, 96, 96));
    const Emulated scaled("algebraMatmulSquares");
    Doubles c = product(scaled.before<double>(0), scaled.before<double>(1), 64, 64, 64);
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = 2 * c[i] - scaled.before<double>(2)[i];
    EXPECT_EQ(scaled.after<double>(2), c);
}

TEST(FourthAlgebra, Elimination) {
    constexpr std::size_t n = 100, k = 7;
    const Emulated step("algebraLuStep");
    Floats a = step.before<float>(0);
    for (std::size_t i = k + 1; i < n; ++i)
        for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
    expectNear(step.after<float>(0), a, 1e-4);

    const Emulated back("algebraBackSubstitution");
    const Doubles u = back.before<double>(0), b = back.before<double>(1), x = back.after<double>(1);
    for (std::size_t side = 0; side < 500; ++side)
        for (std::size_t row = 0; row < 40; ++row) {
            double sum = 0;
            for (std::size_t col = row; col < 40; ++col) sum += u[row * 40 + col] * x[col * 500 + side];
            ASSERT_NEAR(sum, b[row * 500 + side], 1e-9) << row << ' ' << side;
        }
}

TEST(FourthAlgebra, PowerIteration) {
    const Emulated power("algebraPower");
    const Floats a = power.before<float>(0);
    Doubles x(96);
    std::ranges::copy(power.before<float>(1), x.begin());
    double largest = 0;
    for (int round = 0; round < 5; ++round) {
        Doubles next(96);
        largest = 0;
        for (std::size_t i = 0; i < 96; ++i) {
            for (std::size_t j = 0; j < 96; ++j) next[i] += a[i * 96 + j] * x[j];
            largest = std::max(largest, std::abs(next[i]));
        }
        for (std::size_t i = 0; i < 96; ++i) x[i] = next[i] / largest;
    }
    expectNear(power.after<float>(1), Floats(x.begin(), x.end()), 1e-5);
    EXPECT_NEAR(power.after<float>(2)[0], largest, 1e-3);
}

}  // namespace
}  // namespace lanescope
