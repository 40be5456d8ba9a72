// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

JsonReader parsed(std::string_view json) { return JsonReader::parse(json, "a.json").value(); }

TEST(JsonReader, ReadsEveryKind) {
    const JsonReader json =
        parsed(R"({"t": "x", "n": 1.5, "i": -3, "b": true, "o": {"k": 1}, "l": ["a", "b"], "z": null})");
    EXPECT_EQ(json.text("t"), "x");
    EXPECT_EQ(json.number("n"), 1.5);
    EXPECT_EQ(json.integer("i"), -3);
    EXPECT_TRUE(json.boolean("b"));
    EXPECT_EQ(json.object("o").number("k"), 1);
    EXPECT_EQ(json.list("l").at(1).asText(), "b");
    EXPECT_TRUE(json.has("t"));
    EXPECT_FALSE(json.has("z"));
    EXPECT_FALSE(json.has("none"));
    EXPECT_FALSE(json.failed());
}

TEST(JsonReader, KeepsTheOrderOfMembers) {
    const auto members = parsed(R"({"z": 1, "a": 2})").members();
    ASSERT_EQ(members.size(), 2U);
    EXPECT_EQ(members[0].first, "z");
    EXPECT_EQ(members[1].first, "a");
}

TEST(JsonReader, TheFirstErrorIsKeptWithItsPlace) {
    const JsonReader json = parsed(R"({"runs": [{"n": 1}, {"n": "two"}], "t": 1})");
    for (const JsonReader& run : json.list("runs")) EXPECT_GE(run.number("n"), 0);
    EXPECT_EQ(json.text("t"), "");
    ASSERT_TRUE(json.failed());
    EXPECT_EQ(describe(json.error()), "a.json is not what it should be, at runs[1].n: a number belongs here.");
}

TEST(JsonReader, MissingAndUnknownMembersAreNamed) {
    const JsonReader missing = parsed(R"({"o": {}})");
    EXPECT_EQ(missing.object("o").text("gpu"), "");
    EXPECT_EQ(missing.error().arguments.at("place"), "o.gpu");

    const JsonReader unknown = parsed(R"({"o": {"gpu": 1, "gqu": 2}})");
    unknown.object("o").allowOnly({"gpu"});
    EXPECT_EQ(unknown.error().arguments.at("place"), "o.gqu");
}

TEST(JsonReader, WhatIsNoObjectIsSaid) {
    const JsonReader json = parsed("[1]");
    EXPECT_EQ(json.text("a"), "");
    EXPECT_EQ(json.error().arguments.at("place"), "the top");
}

TEST(JsonReader, BrokenTextHasLineAndColumn) {
    const auto broken = JsonReader::parse("{\n  \"a\": 1,\n  oops\n}", "a.json");
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(broken.error().arguments.at("place"), "line 3, column 3");

    const auto ended = JsonReader::parse("{\"a\": [1, 2", "a.json");
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().arguments.at("reason"), "the file ends too early");
    EXPECT_FALSE(JsonReader::parse("", "a.json"));
    EXPECT_FALSE(JsonReader::parse("{\"a\": 1e999}", "a.json"));
}

}  // namespace
}  // namespace lanescope
