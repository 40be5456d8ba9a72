// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of grids.cu compute what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FifthGrids, Sandpile) {
    const Emulated run("gridSandpile");
    const Ints sand = run.before<int>(0);
    Ints next(sand);
    for (std::size_t y = 0; y < 110; ++y)
        for (std::size_t x = 0; x < 100; ++x) {
            if (sand[y * 100 + x] < 4) continue;
            next[y * 100 + x] -= 4;
            if (x > 0) ++next[y * 100 + x - 1];
            if (x < 99) ++next[y * 100 + x + 1];
            if (y > 0) ++next[(y - 1) * 100 + x];
            if (y < 109) ++next[(y + 1) * 100 + x];
        }
    EXPECT_EQ(run.after<int>(1), next);
}

unsigned hashOf(unsigned v) {
    v = (v ^ v >> 16U) * 0x7feb352dU;
    v = (v ^ v >> 15U) * 0x846ca68bU;
    return v ^ v >> 16U;
}

TEST(FifthGrids, ForestFire) {
    const Emulated run("gridForestFire");
    const Bytes old = run.before<unsigned char>(0);
    Bytes now(old);
    for (unsigned row = 0; row < 150; ++row)
        for (unsigned col = 0; col < 150; ++col) {
            const unsigned id = row * 150 + col;
            if (old[id] == 0) now[id] = hashOf(id + 77) % 100 < 5 ? 1 : 0;
            if (old[id] != 2) continue;
            now[id] = 0;
            for (const unsigned dy : {149U, 0U, 1U})
                for (const unsigned dx : {149U, 0U, 1U}) {
                    const unsigned other = (row + dy) % 150 * 150 + (col + dx) % 150;
                    if (old[other] == 1) now[other] = 2;
                }
        }
    EXPECT_EQ(run.after<unsigned char>(1), now);
}

TEST(FifthGrids, Polygon) {
    const Emulated run("gridPolygon");
    const Floats points = run.before<float>(0), corners = run.before<float>(1);
    const Ints inside = run.after<int>(2);
    // By the angles under which the sides are seen, which go round once if the point is inside. Points nearer than a
    // hundredth to a side are left to the kernel.
    int within = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
        double turns = 0, nearest = 1e9;
        for (std::size_t a = 0; a < 12; ++a) {
            const std::size_t b = (a + 1) % 12;
            const double ax = corners[2 * a] - points[2 * i], ay = corners[2 * a + 1] - points[2 * i + 1];
            const double bx = corners[2 * b] - points[2 * i], by = corners[2 * b + 1] - points[2 * i + 1];
            turns += std::atan2(ax * by - ay * bx, ax * bx + ay * by);
            const double sx = bx - ax, sy = by - ay;
            const double along = std::clamp(-(ax * sx + ay * sy) / (sx * sx + sy * sy), 0.0, 1.0);
            nearest = std::min(nearest, std::hypot(ax + along * sx, ay + along * sy));
        }
        if (nearest < 0.01) continue;
        ASSERT_EQ(inside[i], std::abs(turns) > 3 ? 1 : 0) << i;
        within += inside[i];
    }
    EXPECT_GT(within, 100);
    EXPECT_LT(within, 1900);
}

TEST(FifthGrids, Voronoi) {
    const Emulated run("gridVoronoi");
    const Ints sites = run.before<int>(0);
    Ints label;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 90; ++x) {
            const auto distance = [&](std::size_t s) {
                const int dx = sites[2 * s] - x, dy = sites[2 * s + 1] - y;
                return dx * dx + dy * dy;
            };
            std::size_t best = 0;
            for (std::size_t s = 1; s < 50; ++s)
                if (distance(s) < distance(best)) best = s;
            label.push_back(static_cast<int>(best));
        }
    EXPECT_EQ(run.after<int>(1), label);
}

TEST(FifthGrids, Trilinear) {
    const Emulated run("gridTrilinear");
    const Floats in = run.before<float>(0);
    const auto at = [&](int x, int y, int z) {
        return in[static_cast<std::size_t>((std::min(z, 6) * 11 + std::min(y, 10)) * 13 + std::min(x, 12))];
    };
    Floats out;
    for (int z = 0; z < 14; ++z)
        for (int y = 0; y < 22; ++y)
            for (int x = 0; x < 26; ++x) {
                float sum = 0;
                for (int corner = 0; corner < 8; ++corner)
                    sum += at((x + corner % 2) / 2, (y + corner / 2 % 2) / 2, (z + corner / 4) / 2);
                out.push_back(sum / 8);
            }
    expectNear(run.after<float>(1), out, 1e-5);
}

TEST(FifthGrids, Coulomb) {
    const Emulated run("gridCoulomb");
    const Floats atoms = run.before<float>(0);
    Floats energy;
    for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 125; ++x) {
            double sum = 0;
            for (std::size_t a = 0; a < 400; a += 4)
                sum += atoms[a + 3] / std::hypot(0.5 * x - atoms[a], 0.5 * y - atoms[a + 1], atoms[a + 2]);
            energy.push_back(static_cast<float>(sum));
        }
    expectNear(run.after<float>(1), energy, 1e-4);
}

TEST(FifthGrids, Slope) {
    const Emulated run("gridSlope");
    const Doubles h = run.before<double>(0);
    Doubles slope;
    for (std::size_t y = 0; y < 70; ++y)
        for (std::size_t x = 0; x < 120; ++x) {
            const std::size_t left = x == 0 ? 0 : x - 1, right = std::min<std::size_t>(x + 1, 119);
            const std::size_t up = y == 0 ? 0 : y - 1, down = std::min<std::size_t>(y + 1, 69);
            slope.push_back(
                std::hypot((h[y * 120 + right] - h[y * 120 + left]) / (2 * static_cast<double>(right - left)),
                           (h[down * 120 + x] - h[up * 120 + x]) / (2 * static_cast<double>(down - up))));
        }
    expectNear(run.after<double>(1), slope, 1e-12);
}

TEST(FifthGrids, RedBlack) {
    const Emulated run("gridRedBlack");
    const Floats u = run.before<float>(0), f = run.before<float>(1);
    Floats next(u);
    for (std::size_t i = 1; i < 69; ++i)
        for (std::size_t j = 1; j < 69; ++j) {
            const std::size_t p = i * 70 + j;
            if ((i + j) % 2 == 1) next[p] = (u[p - 70] + u[p + 70] + u[p - 1] + u[p + 1] - 0.5F * f[p]) / 4;
        }
    EXPECT_EQ(run.after<float>(0), next);
}

TEST(FifthGrids, Rule) {
    struct Launch {
        const char* name;
        std::size_t ring;
        int steps;
        unsigned rule;
    };
    for (const Launch& launch : {Launch{"gridRule", 192, 40, 30}, Launch{"gridRule 110", 150, 25, 110}}) {
        const Emulated run(launch.name);
        Bytes cells = run.before<unsigned char>(0);
        for (int step = 0; step < launch.steps; ++step) {
            const Bytes old = cells;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const std::size_t first = i / launch.ring * launch.ring, t = i % launch.ring;
                const unsigned pattern = old[first + (t + launch.ring - 1) % launch.ring] * 4U + old[i] * 2U +
                                         old[first + (t + 1) % launch.ring];
                cells[i] = launch.rule >> pattern & 1U;
            }
        }
        EXPECT_EQ(run.after<unsigned char>(1), cells) << launch.name;
    }
}

TEST(FifthGrids, Birds) {
    const Emulated run("gridBirds");
    const Floats in = run.before<float>(0);
    Floats out(in);
    int withOthers = 0;
    for (std::size_t i = 0; i < 1600; i += 4) {
        float vx = 0, vy = 0, seen = 0;
        for (std::size_t j = 0; j < 1600; j += 4) {
            const float dx = in[j] - in[i], dy = in[j + 1] - in[i + 1];
            if (i == j || dx * dx + dy * dy >= 156.25F) continue;
            vx += in[j + 2];
            vy += in[j + 3];
            ++seen;
        }
        if (seen > 0) {
            out[i + 2] += 0.25F * (vx / seen - in[i + 2]);
            out[i + 3] += 0.25F * (vy / seen - in[i + 3]);
            ++withOthers;
        }
        out[i] += out[i + 2];
        out[i + 1] += out[i + 3];
    }
    EXPECT_GT(withOthers, 200);
    expectNear(run.after<float>(1), out, 1e-4);
}

TEST(FifthGrids, Contour) {
    const Emulated run("gridContour");
    const Floats height = run.before<float>(0);
    Bytes pieces;
    for (std::size_t y = 0; y < 49; ++y)
        for (std::size_t x = 0; x < 74; ++x) {
            const auto high = [&](std::size_t dx, std::size_t dy) { return height[(y + dy) * 75 + x + dx] > 50.5F; };
            // A line's piece enters and leaves: half as many as sides whose ends differ.
            const int sides = (high(0, 0) != high(1, 0)) + (high(1, 0) != high(1, 1)) + (high(1, 1) != high(0, 1)) +
                              (high(0, 1) != high(0, 0));
            pieces.push_back(static_cast<unsigned char>(sides / 2));
        }
    EXPECT_NE(std::ranges::count(pieces, 2), 0);
    EXPECT_EQ(run.after<unsigned char>(1), pieces);
    EXPECT_EQ(run.after<int>(2), Ints{std::reduce(pieces.begin(), pieces.end(), 0)});
}

TEST(FifthGrids, MaxCubes) {
    const Emulated run("gridMaxCubes");
    const Floats volume = run.before<float>(0);
    Floats out(1050, -1000);
    for (std::size_t z = 0; z < 14; ++z)
        for (std::size_t y = 0; y < 20; ++y)
            for (std::size_t x = 0; x < 30; ++x) {
                float& greatest = out[(z / 2 * 10 + y / 2) * 15 + x / 2];
                greatest = std::max(greatest, volume[(z * 21 + y) * 31 + x]);
            }
    EXPECT_EQ(run.after<float>(1), out);
}

}  // namespace
}  // namespace lanescope
