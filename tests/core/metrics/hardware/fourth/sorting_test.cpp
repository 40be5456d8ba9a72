// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of sorting.cu compute what they say.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthSorting, Sorts) {
    const Emulated phase("sortingOddEvenPhase");
    Words keys = phase.before<unsigned>(0);
    for (std::size_t i = 1; i + 1 < keys.size(); i += 2)
        if (keys[i] > keys[i + 1]) std::swap(keys[i], keys[i + 1]);
    EXPECT_EQ(phase.after<unsigned>(0), keys);

    const Emulated warp("sortingWarpBitonic");
    Floats values = warp.before<float>(0);
    for (auto begin = values.begin(); begin != values.end(); begin += 32) std::sort(begin, begin + 32);
    EXPECT_EQ(warp.after<float>(1), values);

    const Emulated split("sortingSplit");
    Ints data = split.before<int>(0);
    for (auto begin = data.begin(); begin != data.end(); begin += 128)
        std::stable_partition(begin, begin + 128, [](int key) { return (key >> 3) % 2 == 0; });
    EXPECT_EQ(split.after<int>(0), data);

    const Emulated merge("sortingMergePath");
    const Ints a = merge.before<int>(0), b = merge.before<int>(1);
    ASSERT_TRUE(std::ranges::is_sorted(a) && std::ranges::is_sorted(b));
    Ints merged;
    std::ranges::merge(a, b, std::back_inserter(merged));
    EXPECT_EQ(merge.after<int>(2), merged);
}

TEST(FourthSorting, FuzzyMatch) {
    const Emulated match("sortingFuzzyMatch");
    const Bytes text = match.before<unsigned char>(0), pattern = match.before<unsigned char>(1);
    ASSERT_EQ(pattern[3], '?');
    Bytes fits(text.size());
    for (std::size_t i = 0; i + 8 <= text.size(); ++i) {
        int wrong = 0;
        for (std::size_t k = 0; k < 8; ++k) wrong += pattern[k] != '?' && pattern[k] != text[i + k] ? 1 : 0;
        fits[i] = wrong <= 2 ? 1 : 0;
    }
    EXPECT_GT(std::ranges::count(fits, 1), 100);
    EXPECT_EQ(match.after<unsigned char>(2), fits);
}

TEST(FourthSorting, NearestNeighbours) {
    const Emulated nearest("sortingNearest");
    const Floats points = nearest.before<float>(0), queries = nearest.before<float>(1);
    const Ints found = nearest.after<int>(2);
    for (std::size_t q = 0; q < 1000; ++q) {
        const auto distance = [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            const float dx = points[2 * at] - queries[2 * q], dy = points[2 * at + 1] - queries[2 * q + 1];
            return dx * dx + dy * dy;
        };
        Ints order(200);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, distance);
        for (std::size_t k = 0; k < 3; ++k) ASSERT_EQ(found[3 * q + k], order[k]) << "query " << q;
    }
}

TEST(FourthSorting, KMeans) {
    const Emulated assign("sortingAssign");
    const Floats points = assign.before<float>(0), centres = assign.before<float>(1);
    Ints clusters(6000);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        float least = std::numeric_limits<float>::max();
        for (std::size_t j = 0; j < 6; ++j) {
            float sum = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float d = points[3 * i + axis] - centres[3 * j + axis];
                sum += d * d;
            }
            if (sum >= least) continue;
            least = sum;
            clusters[i] = static_cast<int>(j);
        }
    }
    EXPECT_EQ(assign.after<int>(2), clusters);

    const Emulated update("sortingUpdate");
    const Ints places = update.before<int>(0), cluster = update.before<int>(1);
    Ints sums(18), sizes(6);
    for (std::size_t i = 0; i < cluster.size(); ++i) {
        const auto j = static_cast<std::size_t>(cluster[i]);
        ++sizes[j];
        for (std::size_t axis = 0; axis < 3; ++axis) sums[3 * j + axis] += places[3 * i + axis];
    }
    EXPECT_EQ(update.after<int>(2), sums);
    EXPECT_EQ(update.after<int>(3), sizes);
}

}  // namespace
}  // namespace lanescope
