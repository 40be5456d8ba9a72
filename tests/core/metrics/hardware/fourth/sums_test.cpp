// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of sums.cu compute what they say.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthSums, Reductions) {
    const Emulated numbers("sumsTemplate");
    const Ints in = numbers.before<int>(0), sums = numbers.after<int>(1);
    EXPECT_EQ(std::reduce(sums.begin(), sums.end()), std::reduce(in.begin(), in.end()));

    const Emulated dot("sumsDot");
    const Doubles a = dot.before<double>(0), b = dot.before<double>(1), parts = dot.after<double>(2);
    EXPECT_EQ(std::reduce(parts.begin(), parts.end()), std::inner_product(a.begin(), a.end(), b.begin(), 0.0));

    const Emulated maximum("sumsMaximum");
    EXPECT_EQ(maximum.after<int>(1)[0], std::ranges::max(maximum.before<int>(0)));

    const Emulated eight("sumsOfEight");
    const Floats values = eight.before<float>(0);
    Floats groups(938);
    for (std::size_t i = 0; i < values.size(); ++i) groups[i / 8] += values[i];
    EXPECT_EQ(eight.after<float>(1), groups);
}

template <typename T>
std::vector<T> scanned(const std::vector<T>& in, std::size_t section) {
    std::vector<T> sums(in);
    for (std::size_t i = 0; i < in.size(); ++i) sums[i] += i % section == 0 ? 0 : sums[i - 1];
    return sums;
}

TEST(FourthSums, Scans) {
    const Emulated brentKung("sumsBrentKung");
    EXPECT_EQ(brentKung.after<float>(1), scanned(brentKung.before<float>(0), 256));

    const Emulated coarse("sumsCoarseScan");
    const Ints sums = scanned(coarse.before<int>(0), 256);
    EXPECT_EQ(coarse.after<int>(1), sums);
    for (std::size_t block = 0; block < 24; ++block) EXPECT_EQ(coarse.after<int>(2)[block], sums[block * 256 + 255]);

    const Emulated add("sumsAddOffsets");
    Ints data = add.before<int>(0);
    for (std::size_t i = 256; i < data.size(); ++i) data[i] += add.before<int>(1)[i / 256 - 1];
    EXPECT_EQ(add.after<int>(0), data);
}

TEST(FourthSums, Letters) {
    for (const char* name : {"sumsLetters", "sumsLetters runs"}) {
        const Emulated letters(name);
        Words histogram(7);
        for (const unsigned char c : letters.before<unsigned char>(0))
            if (c >= 'a' && c <= 'z') ++histogram[(c - 'a') / 4U];
        EXPECT_GT(std::ranges::min(histogram), 100U);
        EXPECT_EQ(letters.after<unsigned>(1), histogram) << name;
    }
}

TEST(FourthSums, Compaction) {
    const Emulated scatter("sumsScatterKept");
    const Floats in = scatter.before<float>(0);
    const Ints flags = scatter.before<int>(1);
    Floats kept;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (flags[i] != 0) kept.push_back(in[i]);
    EXPECT_GT(kept.size(), 2000U);
    kept.resize(in.size());
    EXPECT_EQ(scatter.after<float>(3), kept);

    const Emulated pack("sumsPackBits");
    const Ints numbers = pack.before<int>(0);
    Words bits(200);
    for (std::size_t i = 0; i < numbers.size(); ++i) bits[i / 32] |= (numbers[i] > 60 ? 1U : 0U) << i % 32;
    EXPECT_EQ(pack.after<unsigned>(1), bits);
    EXPECT_EQ(pack.after<int>(2)[0], std::ranges::count_if(numbers, [](int n) { return n > 60; }));
}

}  // namespace
}  // namespace lanescope
