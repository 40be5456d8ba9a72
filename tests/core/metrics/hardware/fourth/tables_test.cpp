// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of tables.cu compute what they say.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FourthTables, ShortestWays) {
    const Emulated floyd("tableFloyd");
    const Ints before = floyd.before<int>(0);
    Ints after(before);
    for (std::size_t i = 0; i < 120; ++i)
        for (std::size_t j = 0; j < 120; ++j)
            after[i * 120 + j] = std::min(before[i * 120 + j], before[i * 120 + 17] + before[17 * 120 + j]);
    EXPECT_EQ(floyd.after<int>(0), after);
}

TEST(FourthTables, Alignment) {
    const Emulated diagonal("tableAlignDiagonal");
    const Bytes a = diagonal.before<unsigned char>(0), b = diagonal.before<unsigned char>(1);
    Ints score = diagonal.before<int>(2);
    for (std::size_t i = 1; i <= 279; ++i) {
        const std::size_t j = 280 - i;
        if (j > 260) continue;
        const int match = score[(i - 1) * 261 + j - 1] + (a[i - 1] == b[j - 1] ? 1 : -1);
        score[i * 261 + j] = std::max(match, std::max(score[(i - 1) * 261 + j], score[i * 261 + j - 1]) - 2);
    }
    EXPECT_EQ(diagonal.after<int>(2), score);
}

/// The table of two texts, filled row by row.
int filled(const unsigned char* a, const unsigned char* b, std::size_t n, bool edits) {
    std::vector<Ints> table(n + 1, Ints(n + 1));
    for (std::size_t i = 0; i <= n; ++i) table[i][0] = table[0][i] = edits ? static_cast<int>(i) : 0;
    for (std::size_t i = 1; i <= n; ++i)
        for (std::size_t j = 1; j <= n; ++j) {
            const int corner = table[i - 1][j - 1], up = table[i - 1][j], left = table[i][j - 1];
            const bool equal = a[i - 1] == b[j - 1];
            if (edits)
                table[i][j] = std::min({corner + (equal ? 0 : 1), up + 1, left + 1});
            else
                table[i][j] = equal ? corner + 1 : std::max(up, left);
        }
    return table[n][n];
}

TEST(FourthTables, Texts) {
    const Emulated levenshtein("tableLevenshtein");
    const Bytes words = levenshtein.before<unsigned char>(0), word = levenshtein.before<unsigned char>(1);
    for (std::size_t w = 0; w < 4000; ++w)
        ASSERT_EQ(levenshtein.after<unsigned char>(2)[w], filled(&words[8 * w], word.data(), 8, true)) << w;

    const Emulated common("tableCommon");
    const Bytes a = common.before<unsigned char>(0), b = common.before<unsigned char>(1);
    for (std::size_t pair = 0; pair < 20; ++pair)
        EXPECT_EQ(common.after<int>(2)[pair], filled(&a[63 * pair], &b[63 * pair], 63, false)) << pair;
}

TEST(FourthTables, ChainsOfProducts) {
    const Emulated chain("tableChain");
    const Ints sizes = chain.before<int>(0);
    auto cost = chain.before<std::int64_t>(1);
    for (std::size_t i = 0; i + 39 < 120; ++i) {
        std::int64_t best = INT64_MAX;
        for (std::size_t k = i; k < i + 39; ++k)
            best = std::min(best, cost[i * 120 + k] + cost[(k + 1) * 120 + i + 39] +
                                      std::int64_t{sizes[i]} * sizes[k + 1] * sizes[i + 40]);
        cost[i * 120 + i + 39] = best;
    }
    EXPECT_EQ(chain.after<std::int64_t>(1), cost);
}

TEST(FourthTables, Graphs) {
    const Emulated search("tableFrontier");
    const Ints first = search.before<int>(0), neighbours = search.before<int>(1), level = search.before<int>(3);
    ASSERT_TRUE(std::ranges::is_sorted(first));
    ASSERT_LE(first.back(), static_cast<int>(neighbours.size()));
    std::set<int> reached;
    for (const int v : search.before<int>(2))
        for (int e = first[static_cast<std::size_t>(v)]; e < first[static_cast<std::size_t>(v) + 1]; ++e) {
            const int u = neighbours[static_cast<std::size_t>(e)];
            if (level[static_cast<std::size_t>(u)] == -1) reached.insert(u);
        }
    EXPECT_GT(reached.size(), 300U);
    Ints queue = search.after<int>(4);
    ASSERT_EQ(search.after<int>(5)[0], static_cast<int>(reached.size()));
    queue.resize(reached.size());
    EXPECT_EQ(std::set<int>(queue.begin(), queue.end()), reached);
    for (const int u : reached) EXPECT_EQ(search.after<int>(3)[static_cast<std::size_t>(u)], 1);

    const Emulated give("tableGiveRank");
    const Floats rank = give.before<float>(2);
    Floats next(rank.size());
    for (std::size_t v = 0; v < rank.size(); ++v)
        for (int e = first[v]; e < first[v + 1]; ++e)
            next[static_cast<std::size_t>(neighbours[static_cast<std::size_t>(e)])] +=
                0.85F * rank[v] / static_cast<float>(first[v + 1] - first[v]);
    expectNear(give.after<float>(3), next, 1e-5);
}

TEST(FourthTables, SparseMatrices) {
    const Emulated diagonals("tableDiagonals");
    const Floats values = diagonals.before<float>(0), x = diagonals.before<float>(2);
    const Ints offsets = diagonals.before<int>(1);
    Floats y(3000);
    for (int row = 0; row < 3000; ++row)
        for (std::size_t d = 0; d < 7; ++d)
            if (const int col = row + offsets[d]; col >= 0 && col < 3000)
                y[static_cast<std::size_t>(row)] +=
                    values[d * 3000 + static_cast<std::size_t>(row)] * x[static_cast<std::size_t>(col)];
    EXPECT_EQ(diagonals.after<float>(3), y);

    const Emulated eight("tableRowsOfEight");
    const Ints first = eight.before<int>(0), columns = eight.before<int>(1);
    ASSERT_TRUE(std::ranges::is_sorted(first));
    ASSERT_LE(first.back(), static_cast<int>(columns.size()));
    const Doubles elements = eight.before<double>(2), vector = eight.before<double>(3);
    Doubles sums(1500);
    for (std::size_t row = 0; row < sums.size(); ++row)
        for (auto k = static_cast<std::size_t>(first[row]); k < static_cast<std::size_t>(first[row + 1]); ++k)
            sums[row] += elements[k] * vector[static_cast<std::size_t>(columns[k])];
    EXPECT_EQ(eight.after<double>(4), sums);
}

}  // namespace
}  // namespace lanescope
