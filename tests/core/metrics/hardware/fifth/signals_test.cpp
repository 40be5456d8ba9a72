// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of signals.cu compute what they say.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;
using Shorts = std::vector<std::int16_t>;

TEST(FifthSignals, MovingAverage) {
    for (const auto& [name, radius] :
         {std::pair{"signalMovingAverage", 5}, std::pair{"signalMovingAverage wide", 40}}) {
        const Emulated run(name);
        const Floats in = run.before<float>(0);
        const int n = static_cast<int>(in.size());
        Floats means;
        for (int i = 0; i < n; ++i) {
            const int begin = std::max(i - radius, 0), end = std::min(i + radius + 1, n);
            means.push_back(std::reduce(in.begin() + begin, in.begin() + end) / static_cast<float>(end - begin));
        }
        expectNear(run.after<float>(1), means, 1e-5);
    }
}

TEST(FifthSignals, Autocorrelation) {
    const Emulated run("signalAutocorrelation");
    const Floats x = run.before<float>(0);
    Floats expected;
    for (std::size_t lag = 0; lag < 50; ++lag) {
        double sum = 0;
        for (std::size_t i = 0; i + lag < 3000; ++i) sum += x[i] * x[i + lag];
        expected.push_back(static_cast<float>(sum / 3000));
    }
    EXPECT_GT(expected[0], 0.3F);
    expectNear(run.after<float>(1), expected, 1e-5);
}

TEST(FifthSignals, Fir) {
    const Emulated run("signalFir");
    const Floats x = run.before<float>(0);
    constexpr std::array kTaps{0.02, 0.06, 0.12, 0.19, 0.22, 0.19, 0.12, 0.06, 0.02};
    Floats expected;
    for (std::size_t i = 0; i < 5000; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 9; ++k)
            if (i + k >= 4 && i + k - 4 < 5000) sum += kTaps.at(k) * x[i + k - 4];
        expected.push_back(static_cast<float>(sum));
    }
    expectNear(run.after<float>(1), expected, 1e-5);
}

/// The Fourier transform's element `k`.
std::pair<double, double> fourier(const Floats& x, std::size_t k) {
    std::pair<double, double> sum{0, 0};
    for (std::size_t t = 0; t < x.size(); ++t) {
        const double angle = -2 * std::numbers::pi * static_cast<double>(k * t) / static_cast<double>(x.size());
        sum.first += x[t] * std::cos(angle);
        sum.second += x[t] * std::sin(angle);
    }
    return sum;
}

TEST(FifthSignals, Frequencies) {
    const Emulated goertzel("signalGoertzel");
    Floats power;
    for (std::size_t k = 0; k < 100; ++k) {
        const auto [re, im] = fourier(goertzel.before<float>(0), k);
        power.push_back(static_cast<float>(re * re + im * im));
    }
    // Near frequency 0 the filter hardly forgets, and float's rounding with it.
    const Floats measured = goertzel.after<float>(1);
    for (std::size_t k = 0; k < 100; ++k) ASSERT_NEAR(measured[k], power[k], k < 4 ? 2 : 0.1) << k;

    const Emulated dft("signalDft");
    Floats spectrum;
    for (std::size_t k = 0; k < 300; ++k) {
        const auto [re, im] = fourier(dft.before<float>(0), k);
        spectrum.push_back(static_cast<float>(re));
        spectrum.push_back(static_cast<float>(im));
    }
    expectNear(dft.after<float>(1), spectrum, 1e-3);
}

TEST(FifthSignals, Haar) {
    const Emulated run("signalHaar");
    const Floats in = run.before<float>(0);
    Floats expected;
    for (std::size_t piece = 0; piece < 2560; piece += 256) {
        Doubles a(in.begin() + static_cast<std::ptrdiff_t>(piece),
                  in.begin() + static_cast<std::ptrdiff_t>(piece + 256));
        for (std::size_t n = 128; n >= 1; n /= 2) {
            const Doubles old = a;
            for (std::size_t t = 0; t < n; ++t) {
                a[t] = (old[2 * t] + old[2 * t + 1]) / std::numbers::sqrt2;
                a[n + t] = (old[2 * t] - old[2 * t + 1]) / std::numbers::sqrt2;
            }
        }
        expected.insert(expected.end(), a.begin(), a.end());
    }
    expectNear(run.after<float>(1), expected, 1e-3);
}

TEST(FifthSignals, RootMeanSquares) {
    const Emulated run("signalRms");
    const Floats in = run.before<float>(0);
    Floats expected;
    for (std::size_t frame = 0; frame < 98; ++frame) {
        double sum = 0;
        for (std::size_t i = 0; i < 200; ++i) sum += in[frame * 200 + i] * in[frame * 200 + i];
        expected.push_back(static_cast<float>(std::sqrt(sum / 200)));
    }
    expectNear(run.after<float>(1), expected, 1e-3);
}

TEST(FifthSignals, Crossings) {
    const Emulated run("signalCrossings");
    const Ints x = run.before<int>(0);
    int count = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) count += (x[i] < 0) != (x[i + 1] < 0) ? 1 : 0;
    EXPECT_GT(count, 1000);
    EXPECT_EQ(run.after<int>(1), Ints{count});
}

TEST(FifthSignals, MuLaw) {
    const Emulated run("signalMuLaw");
    Bytes expected;
    for (const int pcm : run.before<std::int16_t>(0)) {
        const unsigned size = static_cast<unsigned>(std::min(std::abs(pcm), 32635)) + 132;
        const unsigned exponent = static_cast<unsigned>(std::bit_width(size)) - 8;
        const unsigned mantissa = size >> (exponent + 3) & 15U;
        expected.push_back(static_cast<unsigned char>(~((pcm < 0 ? 0x80U : 0U) | exponent << 4U | mantissa)));
    }
    EXPECT_EQ(run.after<unsigned char>(1), expected);
}

TEST(FifthSignals, Mono) {
    const Emulated run("signalMono");
    const Shorts stereo = run.before<std::int16_t>(0);
    Shorts expected;
    int loudest = 0;
    for (std::size_t i = 0; i < stereo.size(); i += 2) {
        const float mean = 0.5F * static_cast<float>(stereo[i] + stereo[i + 1]) * 1.4F;
        expected.push_back(static_cast<std::int16_t>(std::clamp(mean, -32768.0F, 32767.0F)));
        loudest += std::abs(mean) > 32768 ? 1 : 0;
    }
    EXPECT_GT(loudest, 10);
    EXPECT_EQ(run.after<std::int16_t>(1), expected);
}

TEST(FifthSignals, Envelope) {
    const Emulated run("signalEnvelope");
    const Doubles x = run.before<double>(0);
    Doubles expected(x.size()), level(100);
    for (std::size_t i = 0; i < x.size(); ++i) {
        double& now = level[i % 100];
        const double v = std::abs(x[i]), keep = v > now ? 0.5 : 0.9;
        expected[i] = now = keep * now + (1 - keep) * v;
    }
    expectNear(run.after<double>(1), expected, 1e-12);
}

TEST(FifthSignals, Cosines) {
    const Emulated run("signalDct8");
    const Floats in = run.before<float>(0);
    const auto basis = [](std::size_t k, std::size_t i) {
        return (k == 0 ? std::sqrt(0.125) : 0.5) *
               std::cos(std::numbers::pi * static_cast<double>((2 * i + 1) * k) / 16);
    };
    Floats expected(in.size());
    for (std::size_t y = 0; y < 40; ++y)
        for (std::size_t x = 0; x < 64; ++x) {
            double sum = 0;
            for (std::size_t j = 0; j < 8; ++j)
                for (std::size_t i = 0; i < 8; ++i)
                    sum += basis(y % 8, j) * basis(x % 8, i) * in[(y / 8 * 8 + j) * 64 + x / 8 * 8 + i];
            expected[y * 64 + x] = static_cast<float>(sum);
        }
    expectNear(run.after<float>(1), expected, 1e-3);
}

}  // namespace
}  // namespace lanescope
