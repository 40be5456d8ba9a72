// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/block_writes.h"

#include "core/base/file_reader.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;

constexpr BufferId kA = 0;
constexpr BufferId kC = 2;

/// Block (1, 2) of a tiled product of 32 × 32 matrices by blocks of 8 × 8 threads.
std::shared_ptr<const BlockTrace> tiled() {
    const std::string text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/resources/ptx/matmul.ptx").value();
    const Traced result =
        run({text, "tiled<8, float>", {4, 4, 1}, {8, 8, 1}, 32, true}, {.blocks = {{1, 2, 0}}}, false);
    return result.traces.at(0);
}

TEST(BlockWrites, FindsTheTileOfAnElement) {
    const auto trace = tiled();
    for (std::uint64_t row = 0; row < 32; ++row)
        for (std::uint64_t column = 0; column < 32; ++column)
            ASSERT_EQ(likelyWriter(*trace, {kC, row, column}),
                      (Dim3{static_cast<std::uint32_t>(column / 8), static_cast<std::uint32_t>(row / 8), 0}))
                << row << " " << column;
}

TEST(BlockWrites, KnowsItsOwn) {
    const auto trace = tiled();
    EXPECT_TRUE(writes(*trace, {kC, 16, 8}));
    EXPECT_TRUE(writes(*trace, {kC, 23, 15}));
    EXPECT_FALSE(writes(*trace, {kC, 24, 15}));
    EXPECT_FALSE(writes(*trace, {kC, 16, 7}));
    EXPECT_FALSE(writes(*trace, {kA, 16, 8}));
}

TEST(BlockWrites, NobodyKnowsWhoWritesWhatIsNotWritten) {
    const auto trace = tiled();
    EXPECT_EQ(likelyWriter(*trace, {kA, 0, 0}), std::nullopt);
    EXPECT_EQ(likelyWriter(*trace, {kC, 32, 0}), std::nullopt) << "a tile outside the grid";
}

}  // namespace
}  // namespace lanescope
