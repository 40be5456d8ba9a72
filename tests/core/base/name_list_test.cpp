// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/error.h"

namespace lanescope {
namespace {

std::vector<std::string> numbered(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("kernel" + std::to_string(i));
    return names;
}

std::string listed(const std::vector<std::string>& names, std::string_view wanted = {}) {
    return nameList(std::vector<std::string_view>(names.begin(), names.end()), wanted);
}

TEST(NameList, FewAreToldAllInTheirOrder) {
    EXPECT_EQ(listed({}), "");
    EXPECT_EQ(listed({"b", "a"}, "a"), "b, a");
    EXPECT_EQ(listed(numbered(12)).find("more"), std::string::npos);
}

TEST(NameList, OfManyTheFirstOrTheNearestAndHowManyMore) {
    EXPECT_TRUE(listed(numbered(20000)).starts_with("kernel0, kernel1, "));
    EXPECT_TRUE(listed(numbered(20000)).ends_with("kernel11 and 19,988 more"));
    EXPECT_TRUE(listed(numbered(20000), "kernel12345x").starts_with("kernel12345, "));
}

TEST(NameList, WhatIsLikeNoneLeavesThemInTheirOrderHoweverLongItIs) {
    const std::string inOrder = listed(numbered(13));
    EXPECT_EQ(listed(numbered(13), "/src/LICENSE"), inOrder);
    EXPECT_EQ(listed(numbered(13), "/another/folder/LICENSE"), inOrder);
    EXPECT_EQ(listed(numbered(13), std::string(300, 'z')), inOrder);
    EXPECT_TRUE(listed(numbered(14), "kernel_13").starts_with("kernel13, "));
}

TEST(NameList, LongNamesAreCut) {
    EXPECT_LT(listed({std::string(1'000'000, 'x'), "short"}, "y").size(), 300U);
    EXPECT_EQ(clipped("äöü", 3), "ä …");
    EXPECT_EQ(clipped("äöü", 6), "äöü");
    const Error error(ErrorCode::PtxUnknownEntry,
                      {{"file", "a.ptx"}, {"entry", std::string(1'000'000, 'x')}, {"known", "k"}});
    EXPECT_LT(describe(error).size(), 10'000U);
}

}  // namespace
}  // namespace lanescope
