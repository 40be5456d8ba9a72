// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parameters.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

const Parameters kTiled{{"variant", "corrected"}, {"n", "64"}, {"block", "8"}};

TEST(Parameters, AreWrittenInTheirOrder) {
    EXPECT_EQ(toString(kTiled), "variant=corrected n=64 block=8");
    EXPECT_EQ(toString({}), "");
    std::string names;
    for (const auto& [name, value] : kTiled) names += name + ' ';
    EXPECT_EQ(names, "variant n block ");
    EXPECT_EQ(toString(kTiled.sorted()), "block=8 n=64 variant=corrected");
}

TEST(Parameters, AreFoundByName) {
    EXPECT_EQ(kTiled.value("n"), "64");
    EXPECT_EQ(kTiled.value("m"), "");
    ASSERT_NE(kTiled.find("variant"), nullptr);
    EXPECT_EQ(*kTiled.find("variant"), "corrected");
    EXPECT_EQ(kTiled.find("m"), nullptr);
    EXPECT_EQ(kTiled.size(), 3U);
    EXPECT_TRUE(Parameters().empty());
}

TEST(Parameters, ANumberIsAWholeOne) {
    const Parameters all{{"n", "64"},      {"zero", "0"},  {"type", "f32"},
                         {"half", "8.5"},  {"sign", "-1"}, {"none", ""},
                         {"spaced", " 8"}, {"unit", "8x"}, {"large", "18446744073709551616"}};
    EXPECT_EQ(all.number("n"), 64U);
    EXPECT_EQ(all.number("zero"), 0U);
    for (const char* name : {"type", "half", "sign", "none", "spaced", "unit", "large", "m"})
        EXPECT_FALSE(all.number(name)) << name;
}

TEST(Parameters, AreSetWhereTheyStand) {
    Parameters parameters = kTiled;
    parameters.set("n", "128");
    EXPECT_EQ(toString(parameters), "variant=corrected n=128 block=8");
    parameters.set("type", "f32");
    EXPECT_EQ(toString(parameters), "variant=corrected n=128 block=8 type=f32");
    EXPECT_EQ(toString(parameters.without("n")), "variant=corrected block=8 type=f32");
    EXPECT_EQ(parameters.without("m"), parameters);
}

// Whether it may be is Algorithm::complete()'s to say, which must see both.
TEST(Parameters, WhatIsGivenTwiceStaysTwice) {
    Parameters twice{{"n", "64"}};
    twice.add("n", "128");
    EXPECT_EQ(toString(twice), "n=64 n=128");
    EXPECT_EQ(twice.value("n"), "64");
    EXPECT_EQ(toString(twice.without("n")), "");
    EXPECT_FALSE(twice.sameAs({{"n", "64"}}));
}

TEST(Parameters, AreTheSameInWhateverOrder) {
    const Parameters reversed{{"block", "8"}, {"n", "64"}, {"variant", "corrected"}};
    EXPECT_TRUE(kTiled.sameAs(reversed));
    EXPECT_FALSE(kTiled == reversed);
    EXPECT_EQ(kTiled.sorted(), reversed.sorted());
    EXPECT_FALSE(kTiled.sameAs(kTiled.without("n"))) << "less";
    EXPECT_FALSE(kTiled.without("n").sameAs(kTiled)) << "more";
}

TEST(Parameters, AreTheSameButForANameOrTwo) {
    const Parameters larger{{"variant", "corrected"}, {"n", "128"}, {"block", "8"}};
    EXPECT_FALSE(kTiled.sameAs(larger));
    EXPECT_TRUE(kTiled.sameAs(larger, {"n"}));
    EXPECT_TRUE(kTiled.sameAs(larger.without("n"), {"n"})) << "whether or not it is there";
    EXPECT_FALSE(kTiled.sameAs(larger, {"block"}));
    EXPECT_TRUE(kTiled.sameAs({{"n", "64"}, {"variant", "published"}, {"block", "16"}}, {"variant", "block"}));
}

TEST(Parameters, ArePartOfWhatSaysMore) {
    const Parameters printed{{"block", "8"}, {"variant", "published"}};
    EXPECT_FALSE(printed.isPartOf(kTiled));
    EXPECT_TRUE(printed.isPartOf(kTiled, {"variant"}));
    EXPECT_FALSE(printed.isPartOf(kTiled.without("block"), {"variant"})) << "what is not there has no value";
    EXPECT_FALSE(kTiled.isPartOf(printed, {"variant"}));
    EXPECT_TRUE(Parameters().isPartOf(kTiled));
}

}  // namespace
}  // namespace lanescope
