// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of pictures.cu compute what they say.
#include <gtest/gtest.h>

#include <array>
#include <complex>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

constexpr std::size_t kWidth = 180;
constexpr std::size_t kHeight = 100;

unsigned char byteOf(int value) { return static_cast<unsigned char>(value); }

TEST(FourthPictures, Colours) {
    const Emulated gray("pictureGray");
    const Bytes rgba = gray.before<unsigned char>(0), made = gray.after<unsigned char>(1);
    for (std::size_t p = 0; p < made.size(); ++p)
        ASSERT_NEAR(made[p], 0.299 * rgba[4 * p] + 0.587 * rgba[4 * p + 1] + 0.114 * rgba[4 * p + 2], 1) << p;

    const Emulated planes("picturePlanes");
    const Bytes rgb = planes.before<unsigned char>(0);
    for (std::size_t p = 0; p < kWidth * kHeight; ++p)
        for (std::size_t plane = 0; plane < 3; ++plane)
            ASSERT_EQ(planes.after<unsigned char>(plane + 1)[p], std::min(rgb[3 * p + plane] + 40, 255));

    const Emulated table("pictureTable");
    Bytes values = table.before<unsigned char>(0);
    const Bytes lut = table.before<unsigned char>(1);
    for (unsigned char& value : values) value = lut[value];
    EXPECT_EQ(table.after<unsigned char>(2), values);
}

TEST(FourthPictures, SeparableFilter) {
    constexpr std::array weights{0.0162F, 0.0540F, 0.1216F, 0.1945F, 0.2274F, 0.1945F, 0.1216F, 0.0540F, 0.0162F};
    const Emulated rows("pictureRows");
    const Emulated columns("pictureColumns");
    const Floats in = rows.before<float>(0);
    Floats along(in.size()), across(in.size());
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x)
            for (std::size_t k = 0; k < weights.size(); ++k) {
                if (x + k >= 4 && x + k - 4 < kWidth)
                    along[y * kWidth + x] += weights.at(k) * in[y * kWidth + x + k - 4];
                if (y + k >= 4 && y + k - 4 < kHeight)
                    across[y * kWidth + x] += weights.at(k) * in[(y + k - 4) * kWidth + x];
            }
    expectNear(rows.after<float>(1), along, 1e-3);
    expectNear(columns.after<float>(1), across, 1e-3);
}

TEST(FourthPictures, ErosionAndHalf) {
    const Emulated erode("pictureErode");
    const Bytes in = erode.before<unsigned char>(0);
    Bytes thin(in.size());
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x) {
            const std::size_t p = y * kWidth + x;
            const bool black = in[p] == 0 || (x > 0 && in[p - 1] == 0) || (x + 1 < kWidth && in[p + 1] == 0) ||
                               (y > 0 && in[p - kWidth] == 0) || (y + 1 < kHeight && in[p + kWidth] == 0);
            thin[p] = black ? 0 : 255;
        }
    EXPECT_GT(std::ranges::count(thin, 255), 5000);
    EXPECT_EQ(erode.after<unsigned char>(1), thin);

    const Emulated half("pictureHalf");
    const Bytes large = half.before<unsigned char>(0);
    Bytes small(kWidth / 2 * kHeight / 2);
    for (std::size_t y = 0; y < kHeight / 2; ++y)
        for (std::size_t x = 0; x < kWidth / 2; ++x) {
            const auto* p = &large[2 * y * kWidth + 2 * x];
            small[y * kWidth / 2 + x] = byteOf((p[0] + p[1] + p[kWidth] + p[kWidth + 1] + 2) / 4);
        }
    EXPECT_EQ(half.after<unsigned char>(1), small);
}

TEST(FourthPictures, Blending) {
    for (const bool multiply : {true, false}) {
        const Emulated blend(multiply ? "pictureBlend multiply" : "pictureBlend screen");
        const Bytes below = blend.before<unsigned char>(0), above = blend.before<unsigned char>(1);
        Bytes out(below.size(), 255);
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (i % 4 == 3) continue;
            const int alpha = above[i / 4 * 4 + 3];
            const int mixed = multiply ? below[i] * above[i] / 255 : 255 - (255 - below[i]) * (255 - above[i]) / 255;
            out[i] = byteOf((mixed * alpha + below[i] * (255 - alpha)) / 255);
        }
        EXPECT_EQ(blend.after<unsigned char>(2), out);
    }
}

TEST(FourthPictures, Spheres) {
    const Emulated rays("pictureSpheres");
    const Floats spheres = rays.before<float>(0);
    const Bytes pixels = rays.after<unsigned char>(1);
    int lit = 0;
    for (std::size_t p = 0; p < 96 * 96; ++p) {
        const double x = static_cast<double>(p % 96) - 48, y = static_cast<double>(p / 96) - 48;
        double highest = -1e30;
        std::array<double, 3> colour{};
        for (std::size_t s = 0; s < 12; ++s) {
            const float* sphere = &spheres[7 * s];
            const double radius = sphere[3];
            const double rest = radius * radius - (x - sphere[4]) * (x - sphere[4]) - (y - sphere[5]) * (y - sphere[5]);
            if (rest <= 0 || std::sqrt(rest) + sphere[6] <= highest) continue;
            highest = std::sqrt(rest) + sphere[6];
            for (std::size_t c = 0; c < 3; ++c) colour.at(c) = sphere[c] * std::sqrt(rest) / radius * 255;
        }
        lit += highest > -1e30 ? 1 : 0;
        for (std::size_t c = 0; c < 3; ++c) ASSERT_NEAR(pixels[4 * p + c], std::floor(colour.at(c)), 1) << p;
    }
    EXPECT_GT(lit, 1000);
}

TEST(FourthPictures, Newton) {
    const Emulated newton("pictureNewton");
    const auto out = newton.after<unsigned short>(0);
    constexpr std::array roots{std::complex<double>(1, 0), std::complex<double>(-0.5, 0.8660254),
                               std::complex<double>(-0.5, -0.8660254)};
    int other = 0;
    for (std::size_t p = 0; p < out.size(); ++p) {
        std::complex<double> z((static_cast<double>(p % 96) - 47.5) * 4 / 96,
                               (static_cast<double>(p / 96) - 39.5) * 4 / 80);
        for (int step = 0; step < 60; ++step) z -= (z * z * z - 1.0) / (3.0 * z * z);
        ASSERT_LE(out[p] % 256, 40);
        other += std::abs(z - roots.at(out[p] / 256)) < 0.1 ? 0 : 1;
    }
    EXPECT_LT(other, 40);  // of 7680: where the last bit decides
}

}  // namespace
}  // namespace lanescope
