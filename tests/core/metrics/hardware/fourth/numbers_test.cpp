// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of numbers.cu compute what they say.
#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <complex>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthNumbers, Integers) {
    const Emulated sieve("numberSieve");
    const Words struck = sieve.after<unsigned>(0);
    for (unsigned n = 3; n <= 60000; n += 2) {
        bool composite = false;
        for (unsigned d = 3; d * d <= n && !composite; d += 2) composite = n % d == 0;
        ASSERT_EQ((struck[n / 32] >> n % 32 & 1U) == 1, composite) << n;
    }

    const Emulated happy("numberHappy");
    for (unsigned n = 1; n <= 6000; ++n) {
        unsigned value = n;
        for (int round = 0; round < 30; ++round) {
            unsigned sum = 0;
            for (; value > 0; value /= 10) sum += (value % 10) * (value % 10);
            value = sum;
        }
        ASSERT_EQ(happy.after<unsigned char>(0)[n - 1], value == 1 ? 1 : 2) << n;
    }

    const Emulated fibonacci("numberFibonacci");
    Words sequence{0, 1};
    while (sequence.size() <= 100000) sequence.push_back((sequence[sequence.size() - 2] + sequence.back()) % 10007);
    const Ints index = fibonacci.before<int>(0);
    for (std::size_t i = 0; i < index.size(); ++i)
        ASSERT_EQ(fibonacci.after<unsigned>(1)[i], sequence[static_cast<std::size_t>(index[i])]) << index[i];
}

TEST(FourthNumbers, Codes) {
    const Emulated hamming("numberHamming");
    const auto codes = hamming.before<std::uint64_t>(0);
    for (std::size_t i = 0; i < 100; ++i)
        for (std::size_t j = 0; j < 100; ++j)
            ASSERT_EQ(hamming.after<unsigned char>(1)[i * 100 + j], std::popcount(codes[i] ^ codes[j]));

    const Emulated adler("numberAdler");
    const Bytes text = adler.before<unsigned char>(0);
    const Ints begin = adler.before<int>(1);
    for (std::size_t t = 0; t < 1000; ++t) {
        unsigned a = 1, b = 0;
        for (auto p = static_cast<std::size_t>(begin[t]); p < static_cast<std::size_t>(begin[t + 1]); ++p) {
            a += text.at(p);
            b += a;
        }
        ASSERT_EQ(adler.after<unsigned>(2)[t], b % 65521 << 16U | a % 65521) << t;
    }

    const Emulated base64("numberBase64");
    const Bytes bytes = base64.before<unsigned char>(0), coded = base64.after<unsigned char>(1);
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Bytes decoded;
    for (std::size_t i = 0; i < coded.size(); i += 4) {
        std::size_t bits = 0;
        for (std::size_t k = 0; k < 4; ++k) bits = bits << 6U | letters.find(static_cast<char>(coded[i + k]));
        for (const unsigned shift : {16U, 8U, 0U}) decoded.push_back(static_cast<unsigned char>(bits >> shift));
    }
    EXPECT_EQ(decoded, bytes);

    const Emulated caesar("numberCaesar");
    Bytes secret = caesar.before<unsigned char>(0);
    for (unsigned char& c : secret)
        if (std::isalpha(c) != 0) {
            const int a = std::islower(c) != 0 ? 'a' : 'A';
            c = static_cast<unsigned char>(a + (c - a + 3) % 26);
        }
    EXPECT_EQ(caesar.after<unsigned char>(0), secret);
}

TEST(FourthNumbers, Calculus) {
    const Emulated simpson("numberSimpson");
    const Doubles areas = simpson.after<double>(0);
    EXPECT_NEAR(std::accumulate(areas.begin(), areas.end(), 0.0), std::acos(-1.0), 1e-12);
    EXPECT_NEAR(areas[999], 4 * (std::atan(1.0) - std::atan(0.999)), 1e-12);

    const Emulated legendre("numberLegendre");
    const Doubles x = legendre.before<double>(0);
    const Ints degree = legendre.before<int>(1);
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_NEAR(legendre.after<double>(2)[i], std::legendre(static_cast<unsigned>(degree[i]), x[i]), 1e-12) << i;

    for (const std::size_t half : {1U, 64U}) {
        const Emulated stage("numberButterfly " + std::to_string(half));
        using Numbers = std::vector<std::complex<float>>;
        Numbers data = stage.before<std::complex<float>>(0);
        const Numbers after = stage.after<std::complex<float>>(0);
        for (std::size_t i = 0; i < data.size(); ++i) {
            if ((i & half) != 0) continue;
            const double angle = -std::acos(-1.0) * static_cast<double>(i % half) / static_cast<double>(half);
            const std::complex<float> turned = data[i + half] * std::complex<float>(std::polar(1.0, angle));
            data[i + half] = data[i] - turned;
            data[i] += turned;
        }
        for (std::size_t i = 0; i < data.size(); ++i) ASSERT_LT(std::abs(after[i] - data[i]), 1e-5) << half << ' ' << i;
    }
}

TEST(FourthNumbers, Layouts) {
    const Emulated transpose("numberTranspose");
    const auto in = transpose.before<short>(0), out = transpose.after<short>(1);
    for (std::size_t row = 0; row < 90; ++row)
        for (std::size_t col = 0; col < 130; ++col) ASSERT_EQ(out[col * 90 + row], in[row * 130 + col]);

    const Emulated columns("numberColumns");
    const Floats records = columns.before<float>(0);
    for (std::size_t i = 0; i < records.size(); ++i)
        ASSERT_EQ(columns.after<float>(1)[i % 4 * 6000 + i / 4], records[i]);
}

}  // namespace
}  // namespace lanescope
