// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/module.h"

#include <gtest/gtest.h>

#include "tests/core/program/hand_made.h"

namespace lanescope::program {
namespace {

TEST(Module, FindsEntriesAndLines) {
    Module module = *test::moduleOf(test::triples());
    module.entries.push_back(module.entries[0]);
    module.entries[1].name = "_Z7triplesPi";
    EXPECT_EQ(module.find("triples"), &module.entries[0]);
    EXPECT_EQ(module.find("_Z7triplesPi"), &module.entries[1]);
    EXPECT_EQ(module.find("quadruples"), nullptr);
    EXPECT_EQ(module.entryNames(), "triples, _Z7triplesPi") << "a name that two have says nothing";
    EXPECT_EQ(module.line(4), "exit");
    EXPECT_EQ(module.line(module.entries[0].instructions[11].line), "st");
    EXPECT_EQ(module.line(0), "");
    EXPECT_EQ(module.line(99), "");
}

}  // namespace
}  // namespace lanescope::program
