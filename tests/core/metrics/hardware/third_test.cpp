// SPDX-License-Identifier: GPL-3.0-or-later
// The third round of kernels does what it says when it is emulated, so that what is compared is a program that works.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(ThirdRound, FiltersOfImages) {
    constexpr int width = 200;
    constexpr int height = 120;
    const auto at = [](int x, int y) {
        return static_cast<std::size_t>(std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1));
    };
    const Emulated box("imageBox");
    const Emulated median("imageMedian");
    const Floats in = median.before<float>(0);
    Floats means(in.size());
    Floats middles(in.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum = 0;
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx) sum += in[at(x + dx, y + dy)];
            means[at(x, y)] = sum / 25;
            Floats nine;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) nine.push_back(in[at(x + dx, y + dy)]);
            std::ranges::sort(nine);
            middles[at(x, y)] = nine[4];
        }
    expectNear(box.after<float>(1), means, 1e-4);
    EXPECT_EQ(median.after<float>(1), middles);

    const Emulated sobel("imageSobel");
    const Bytes grey = sobel.before<unsigned char>(0);
    Bytes edges(grey.size());
    for (int y = 1; y < height - 1; ++y)
        for (int x = 1; x < width - 1; ++x) {
            const auto p = [&](int dx, int dy) { return static_cast<int>(grey[at(x + dx, y + dy)]); };
            const int gx = p(1, -1) - p(-1, -1) + 2 * (p(1, 0) - p(-1, 0)) + p(1, 1) - p(-1, 1);
            const int gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
            edges[at(x, y)] =
                static_cast<unsigned char>(std::min(255.0F, std::sqrt(static_cast<float>(gx * gx + gy * gy))));
        }
    EXPECT_EQ(sobel.after<unsigned char>(1), edges);
}

/// A · B of small whole numbers, which is exact.
template <typename T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t rows, std::size_t inner,
                       std::size_t columns) {
    std::vector<T> c(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < inner; ++k)
            for (std::size_t j = 0; j < columns; ++j) c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    return c;
}

TEST(ThirdRound, Matrices) {
    const Emulated registers("matrixRegisters");
    EXPECT_EQ(registers.after<float>(2),
              product(registers.before<float>(0), registers.before<float>(1), 128, 128, 128));
    const Emulated ragged("matrixRagged");
    EXPECT_EQ(ragged.after<double>(2), product(ragged.before<double>(0), ragged.before<double>(1), 60, 45, 75));
    const Emulated jacobi("matrixJacobi");
    const Doubles a = jacobi.before<double>(0);
    const Doubles b = jacobi.before<double>(1);
    const Doubles x = jacobi.before<double>(2);
    Doubles next(200);
    for (std::size_t i = 0; i < 200; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < 200; ++j) sum += j == i ? 0 : a[i * 200 + j] * x[j];
        next[i] = (b[i] - sum) / a[i * 200 + i];
    }
    EXPECT_EQ(jacobi.after<double>(3), next);
}

TEST(ThirdRound, Collections) {
    const Emulated exclusive("collectExclusive");
    const Floats in = exclusive.before<float>(0);
    Floats sums(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) sums[i] = i % 512 == 0 ? 0 : sums[i - 1] + in[i - 1];
    EXPECT_EQ(exclusive.after<float>(1), sums);

    const Emulated scan("collectScanWarps");
    const Ints numbers = scan.before<int>(0);
    Ints running(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) running[i] = numbers[i] + (i % 256 == 0 ? 0 : running[i - 1]);
    EXPECT_EQ(scan.after<int>(1), running);

    const Emulated segments("collectSegments");
    const Ints values = segments.before<int>(0);
    const Ints flags = segments.before<int>(1);
    Ints parts(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        parts[i] = values[i] + (i % 256 == 0 || flags[i] == 1 ? 0 : parts[i - 1]);
    EXPECT_EQ(segments.after<int>(2), parts);

    const Emulated least("collectMinMax");
    const Ints mixed = least.before<int>(0);
    const Ints pairs = least.after<int>(1);
    int low = pairs[0];
    int high = pairs[1];
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        low = std::min(low, pairs[i]);
        high = std::max(high, pairs[i + 1]);
    }
    EXPECT_EQ(low, *std::ranges::min_element(mixed));
    EXPECT_EQ(high, *std::ranges::max_element(mixed));

    const Emulated compact("collectCompact");
    const Floats all = compact.before<float>(0);
    const Floats kept = compact.after<float>(1);
    const Ints lengths = compact.after<int>(2);
    for (std::size_t block = 0; block < lengths.size(); ++block) {
        Floats expected;
        for (std::size_t i = block * 256; i < std::min(all.size(), (block + 1) * 256); ++i)
            if (all[i] > 6.5F) expected.push_back(all[i]);
        const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(block * 256);
        EXPECT_EQ(Floats(begin, begin + lengths[block]), expected);
    }
}

TEST(ThirdRound, SparseMatricesAndGraphs) {
    const Emulated rows("sparseCsrWarp");
    const Ints first = rows.before<int>(0);
    const Ints columns = rows.before<int>(1);
    ASSERT_TRUE(std::ranges::is_sorted(first));
    ASSERT_LE(static_cast<std::size_t>(first.back()), columns.size());
    const Floats values = rows.before<float>(2);
    const Floats x = rows.before<float>(3);
    Floats y(2000);
    for (std::size_t row = 0; row < y.size(); ++row)
        for (int e = first[row]; e < first[row + 1]; ++e)
            y[row] +=
                values[static_cast<std::size_t>(e)] * x[static_cast<std::size_t>(columns[static_cast<std::size_t>(e)])];
    EXPECT_EQ(rows.after<float>(4), y);

    const Emulated common("graphCommon");
    const Ints ends = common.before<int>(2);
    const Ints found = common.after<int>(3);
    EXPECT_GT(std::accumulate(found.begin(), found.end(), 0), 50);
    const auto neighbours = [&](int v) {
        const auto at = static_cast<std::size_t>(v);
        return std::multiset<int>(columns.begin() + first[at], columns.begin() + first[at + 1]);
    };
    const auto ascending = [&](int v) {
        const auto at = static_cast<std::size_t>(v);
        return std::is_sorted(columns.begin() + first[at], columns.begin() + first[at + 1]);
    };
    for (std::size_t e = 0; e < 6000; ++e) {
        if (!ascending(ends[2 * e]) || !ascending(ends[2 * e + 1])) continue;
        const auto a = neighbours(ends[2 * e]);
        const auto b = neighbours(ends[2 * e + 1]);
        Ints both;
        std::ranges::set_intersection(a, b, std::back_inserter(both));
        ASSERT_EQ(found[e], static_cast<int>(both.size())) << "edge " << e;
    }

    const Emulated degrees("graphDegrees");
    Ints out(2000);
    for (std::size_t e = 0; e < 6000; ++e)
        out[static_cast<std::size_t>(ends[2 * e])] += ends[2 * e] != ends[2 * e + 1] ? 1 : 0;
    EXPECT_EQ(degrees.after<int>(1), out);
}

TEST(ThirdRound, Orders) {
    const Emulated rank("orderRank");
    Floats sorted = rank.before<float>(0);
    std::ranges::sort(sorted);
    EXPECT_EQ(rank.after<float>(1), sorted);

    const Emulated merge("orderMerge");
    Ints merged = merge.before<int>(0);
    const Ints other = merge.before<int>(1);
    merged.insert(merged.end(), other.begin(), other.end());
    std::ranges::sort(merged);
    EXPECT_EQ(merge.after<int>(2), merged);

    const Emulated quiet("orderUntilQuiet");
    const Ints tiles = quiet.after<int>(0);
    for (std::size_t tile = 0; tile < 32; ++tile) {
        const auto begin = tiles.begin() + static_cast<std::ptrdiff_t>(tile * 64);
        EXPECT_TRUE(std::is_sorted(begin, begin + 64)) << tile;
    }
}

TEST(ThirdRound, Texts) {
    const Emulated find("textFind");
    const std::vector<char> text = find.before<char>(0);
    const std::vector<char> pattern = find.before<char>(1);
    const Ints found = find.after<int>(2);
    for (std::size_t i = 0; i + pattern.size() <= text.size(); ++i)
        ASSERT_EQ(found[i],
                  std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(i)) ? 1 : 0);
    EXPECT_EQ(found[500], 1);

    const Emulated crc("textCrc");
    const Bytes messages = crc.before<unsigned char>(0);
    const auto sums = crc.after<unsigned>(1);
    for (const std::size_t i : {0U, 1234U, 1999U}) {
        unsigned sum = 0xffffffffU;
        for (std::size_t k = 0; k < 20; ++k) {
            sum ^= messages[i * 20 + k];
            for (int bit = 0; bit < 8; ++bit) sum = (sum & 1U) != 0 ? sum >> 1U ^ 0xedb88320U : sum >> 1U;
        }
        EXPECT_EQ(sums[i], ~sum) << i;
    }

    const Emulated align("textAlign");
    const Ints a = align.before<int>(0);
    const Ints b = align.before<int>(1);
    for (std::size_t pair = 0; pair < 24; ++pair) {
        std::vector<Ints> score(61, Ints(61));
        int best = 0;
        for (std::size_t i = 1; i <= 60; ++i)
            for (std::size_t j = 1; j <= 60; ++j) {
                const int match = a[pair * 60 + i - 1] == b[pair * 60 + j - 1] ? 3 : -2;
                score[i][j] = std::max({0, score[i - 1][j - 1] + match, score[i - 1][j] - 1, score[i][j - 1] - 1});
                best = std::max(best, score[i][j]);
            }
        EXPECT_EQ(align.after<int>(2)[pair], best) << pair;
    }
}

TEST(ThirdRound, Numerics) {
    const Emulated roots("numericCubeRoot");
    const Floats in = roots.before<float>(0);
    Floats expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) expected[i] = std::cbrt(in[i] * static_cast<float>(i % 100 + 1));
    expectNear(roots.after<float>(1), expected, 1e-4);

    const Emulated life("numericLife");
    const Bytes before = life.before<unsigned char>(0);
    Bytes after(before.size());
    for (std::size_t y = 0; y < 96; ++y)
        for (std::size_t x = 0; x < 128; ++x) {
            int alive = 0;
            for (const std::size_t dy : {95U, 0U, 1U})
                for (const std::size_t dx : {127U, 0U, 1U})
                    alive += dy + dx == 0 ? 0 : before[(y + dy) % 96 * 128 + (x + dx) % 128];
            after[y * 128 + x] = alive == 3 || (alive == 2 && before[y * 128 + x] == 1) ? 1 : 0;
        }
    EXPECT_EQ(life.after<unsigned char>(1), after);

    const Emulated darts("numericDarts");
    const Ints hits = darts.after<int>(0);
    EXPECT_NEAR(4.0 * std::accumulate(hits.begin(), hits.end(), 0) / (16 * 128 * 50), 3.1416, 0.05);
}

}  // namespace
}  // namespace lanescope
