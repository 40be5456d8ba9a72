// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/lone_lines.h"

#include <gmock/gmock.h>

namespace lanescope::timing {
namespace {

using testing::ElementsAre;
using Sectors = std::vector<std::uint32_t>;

TEST(LoneLines, AreOfPagesOfWhichEachBlockReadsOneLine) {
    LoneLines lines(3 * LoneLines::kOfPage - 1);
    lines.read(Sectors{0, 1, 2, 3}, 0);
    lines.read(Sectors{32, 33, 34, 35}, 0);
    EXPECT_THAT(lines.pages(), ElementsAre(true, true, false)) << "nobody reads of the third";
    // Another block has the line beside it, and the same block has it in another page.
    lines.read(Sectors{4, 5, 6, 7}, 1);
    lines.read(Sectors{32, 33}, 0);
    EXPECT_THAT(lines.pages(), ElementsAre(true, true, false));
    lines.read(Sectors{36}, 0);
    EXPECT_THAT(lines.pages(), ElementsAre(true, false, false));
    lines.read(Sectors{36}, 2);
    EXPECT_THAT(lines.pages(), ElementsAre(true, false, false)) << "it is read as more than a line by one of them";
    lines.read(Sectors{0, 31}, 3);
    EXPECT_THAT(lines.pages(), ElementsAre(false, false, false));
}

TEST(LoneLines, LocalMemoryHasNone) {
    LoneLines lines(1);
    lines.read(Sectors{1U << 31U}, 0);
    EXPECT_THAT(lines.pages(), ElementsAre(false));
}

}  // namespace
}  // namespace lanescope::timing
