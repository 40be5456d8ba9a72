// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/comparison.h"

#include <gtest/gtest.h>

#include "tests/core/sass/listings.h"

namespace lanescope::sass {
namespace {

using test::listingOf;

TEST(Comparison, PutsWhatIsAlikeSideBySide) {
    const Listing left =
        listingOf("sm_75", "k", {"S2R R0, SR_TID.X", "LDG.E.SYS R2, [R2]", "FADD R2, R2.reuse, R3", "EXIT"});
    const Listing right = listingOf("sm_90", "k",
                                    {"LDC R1, c[0x0][0x28]", "S2R R0, SR_TID.X", "LDG.E R2, desc[UR4][R2.64]",
                                     "FADD R2, R2, R3", "STG.E desc[UR4][R2.64], R2", "EXIT"});
    using Rows = std::vector<ComparedRow>;
    EXPECT_EQ(compared(left, right), (Rows{{std::nullopt, 0, Likeness::None},
                                           {0, 1, Likeness::Text},
                                           {1, 2, Likeness::Opcode},
                                           {2, 3, Likeness::Text},
                                           {std::nullopt, 4, Likeness::None},
                                           {3, 5, Likeness::Text}}));
}

TEST(Comparison, LeavesPaddingAway) {
    const Listing listing = listingOf("sm_75", "k", {"NOP", "EXIT", "BRA `(.L_x_2)", "NOP", "NOP"});
    EXPECT_EQ(lengthWithoutPadding(listing), 2U);
    const Listing loop = listingOf("sm_75", "k", {"NOP", "@P0 BRA `(.L_x_1)", "NOP"});
    EXPECT_EQ(lengthWithoutPadding(loop), 2U) << "a loop that waits is no padding";
    EXPECT_EQ(lengthWithoutPadding(Listing{}), 0U);
    EXPECT_TRUE(compared(Listing{}, Listing{}).empty());
    EXPECT_EQ(compared(listing, Listing{}).size(), 2U);
}

}  // namespace
}  // namespace lanescope::sass
