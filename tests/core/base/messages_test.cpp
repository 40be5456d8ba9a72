// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "core/base/result.h"

namespace lanescope {
namespace {

TEST(Messages, NamesTheInput) {
    const Error error(ErrorCode::IllegalValue, {{"parameter", "n"}, {"value", "0"}, {"legal", "1 … 4096"}});
    EXPECT_EQ(describe(error), "n = \"0\" is not possible: 1 … 4096.");
}

TEST(Messages, EveryCodeHasItsOwnName) {
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        EXPECT_TRUE(names.insert(codeName(static_cast<ErrorCode>(code))).second) << codeName(static_cast<ErrorCode>(code));
}

TEST(Messages, AMissingArgumentIsVisible) {
    EXPECT_EQ(describe(Error(ErrorCode::CannotOpen, {{"file", "a.json"}})), "Cannot open a.json: ?.");
}

}  // namespace
}  // namespace lanescope
