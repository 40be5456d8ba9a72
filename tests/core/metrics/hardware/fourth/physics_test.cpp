// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of physics.cu compute what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthPhysics, Heat) {
    const Emulated tile("physicsHeatTile");
    const Floats plane = tile.before<float>(0);
    Floats next(plane);
    for (std::size_t y = 1; y < 89; ++y)
        for (std::size_t x = 1; x < 149; ++x) {
            const std::size_t p = y * 150 + x;
            next[p] += 0.125F * (plane[p - 1] + plane[p + 1] + plane[p - 150] + plane[p + 150] - 4 * plane[p]);
        }
    EXPECT_EQ(tile.after<float>(1), next);

    const Emulated cube("physicsHeatCube");
    const Doubles old = cube.before<double>(0);
    const auto at = [&](int x, int y, int z) {
        return old[static_cast<std::size_t>(std::clamp(x, 0, 29) +
                                            30 * (std::clamp(y, 0, 25) + 26 * std::clamp(z, 0, 19)))];
    };
    Doubles warm;
    for (int z = 0; z < 20; ++z)
        for (int y = 0; y < 26; ++y)
            for (int x = 0; x < 30; ++x)
                warm.push_back(at(x, y, z) +
                               0.125 * (at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                                        at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z)));
    EXPECT_EQ(cube.after<double>(1), warm);
}

TEST(FourthPhysics, Waves) {
    const Emulated string("physicsString");
    Floats now = string.before<float>(0), before = string.before<float>(1);
    for (std::size_t piece = 0; piece < now.size(); piece += 128) {
        // The ends of what is computed are those of a third array, of zeros.
        std::vector<Doubles> a{Doubles(128), Doubles(128), Doubles(128)};
        for (std::size_t i = 0; i < 128; ++i) {
            a[0][i] = before[piece + i];
            a[1][i] = now[piece + i];
        }
        for (std::size_t s = 0; s < 20; ++s) {
            const Doubles& old = a[s % 3];
            const Doubles& cur = a[(s + 1) % 3];
            for (std::size_t i = 1; i < 127; ++i)
                a[(s + 2) % 3][i] = 2 * cur[i] - old[i] + 0.25 * (cur[i - 1] - 2 * cur[i] + cur[i + 1]);
        }
        for (std::size_t i = 0; i < 128; ++i) {
            now[piece + i] = static_cast<float>(a[21 % 3][i]);
            before[piece + i] = static_cast<float>(a[20 % 3][i]);
        }
    }
    expectNear(string.after<float>(0), now, 1e-4);
    expectNear(string.after<float>(1), before, 1e-4);

    const Emulated wave("physicsWave");
    const Floats u = wave.before<float>(0), old = wave.before<float>(1);
    Floats next(u.size());
    for (std::size_t i = 0; i < 100; ++i)
        for (std::size_t j = 0; j < 100; ++j) {
            const std::size_t p = i * 100 + j;
            if (i == 0 || i == 99 || j == 0 || j == 99) {
                const std::size_t inner = i == 0 ? p + 100 : i == 99 ? p - 100 : j == 0 ? p + 1 : p - 1;
                next[p] = u[p] + 0.4F * (u[inner] - u[p]);
            } else {
                next[p] = 2 * u[p] - old[p] + 0.16F * (u[p - 1] + u[p + 1] + u[p - 100] + u[p + 100] - 4 * u[p]);
            }
        }
    next[5050] += 1;
    expectNear(wave.after<float>(2), next, 1e-5);
}

TEST(FourthPhysics, Bodies) {
    const Emulated bodies("physicsBodies");
    const Floats in = bodies.before<float>(0), out = bodies.after<float>(1);
    for (std::size_t i = 0; i < 300; ++i) {
        Doubles force(3);
        for (std::size_t j = 0; j < 300; ++j) {
            double d2 = 0.01;
            for (std::size_t axis = 0; axis < 3; ++axis) d2 += std::pow(in[7 * j + axis] - in[7 * i + axis], 2);
            for (std::size_t axis = 0; axis < 3; ++axis)
                force[axis] += in[7 * j + 6] / std::pow(d2, 1.5) * (in[7 * j + axis] - in[7 * i + axis]);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double speed = in[7 * i + 3 + axis] + 0.01 * force[axis];
            ASSERT_NEAR(out[7 * i + 3 + axis], speed, 1e-3) << i;
            ASSERT_NEAR(out[7 * i + axis], in[7 * i + axis] + 0.01 * speed, 1e-4) << i;
        }
        ASSERT_EQ(out[7 * i + 6], in[7 * i + 6]);
    }
}

TEST(FourthPhysics, Balls) {
    const Emulated balls("physicsBounce");
    Floats place = balls.before<float>(0), speed = balls.before<float>(1);
    for (std::size_t i = 0; i < 8000; i += 2)
        for (int s = 0; s < 30; ++s) {
            speed[i + 1] -= 9.81F * 0.02F;
            place[i] += speed[i] * 0.02F;
            place[i + 1] += speed[i + 1] * 0.02F;
            if (place[i] < 0 || place[i] > 10) {
                place[i] = place[i] < 0 ? -place[i] : 20 - place[i];
                speed[i] = -speed[i];
            }
            if (place[i + 1] < 0) {
                place[i + 1] = -place[i + 1];
                speed[i + 1] = -0.9F * speed[i + 1];
            }
        }
    // Where a ball just touches a wall, the last bit decides when it turns.
    const Floats p = balls.after<float>(0), v = balls.after<float>(1);
    int other = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        other += std::abs(p[i] - place[i]) < 1e-3 && std::abs(v[i] - speed[i]) < 1e-3 ? 0 : 1;
    EXPECT_LT(other, 20);
}

TEST(FourthPhysics, Magnet) {
    const Emulated magnet("physicsIsing");
    Ints spin = magnet.before<int>(0);
    const Words seeds = magnet.before<unsigned>(1), after = magnet.after<unsigned>(1);
    int turned = 0;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        ASSERT_EQ(after[i], 1664525U * seeds[i] + 1013904223U);
        const std::size_t row = i / 64, col = 2 * (i % 64) + row % 2;
        int& here = spin[row * 128 + col];
        const int sum = spin[(row + 127) % 128 * 128 + col] + spin[(row + 1) % 128 * 128 + col] +
                        spin[row * 128 + (col + 127) % 128] + spin[row * 128 + (col + 1) % 128];
        if ((after[i] >> 8U) / 16777216.0 >= std::exp(-0.4F * static_cast<float>(2 * here * sum))) continue;
        here = -here;
        ++turned;
    }
    EXPECT_GT(turned, 1000);
    EXPECT_EQ(magnet.after<int>(0), spin);
}

TEST(FourthPhysics, Options) {
    const Emulated paths("physicsPaths");
    const Floats values = paths.after<float>(0);
    // The mean of 16000 paths against the integral: s0 exp(m + v/2) N(d + sigma) − K N(d).
    const auto below = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
    const double d = (std::log(100.0 / 105) + 0.03) / 0.2;
    const double expected = 100 * std::exp(0.03 + 0.02) * below(d + 0.2) - 105 * below(d);
    EXPECT_NEAR(std::reduce(values.begin(), values.end(), 0.0) / 2000, expected, 0.5);
    EXPECT_GT(*std::ranges::max_element(values), expected);

    const Emulated options("physicsOptions");
    const Doubles price = options.before<double>(0), strike = options.before<double>(1),
                  years = options.before<double>(2);
    Doubles call, put;
    for (std::size_t o = 0; o < price.size(); ++o) {
        const double spread = 0.3 * std::sqrt(years[o]);
        const double d1 = (std::log(price[o] / strike[o]) + (0.02 + 0.045) * years[o]) / spread;
        const double discounted = strike[o] * std::exp(-0.02 * years[o]);
        call.push_back(price[o] * below(d1) - discounted * below(d1 - spread));
        put.push_back(call.back() - price[o] + discounted);
    }
    expectNear(options.after<double>(3), call, 1e-4);
    expectNear(options.after<double>(4), put, 1e-4);
}

}  // namespace
}  // namespace lanescope
