// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/gzip.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// A text again and again, without end.
class Endless final : public ByteSource {
public:
    explicit Endless(std::string_view text) {
        while (m_piece.size() < (1U << 16)) m_piece += text;
    }
    Result<std::string_view> next() override {
        m_read += m_piece.size();
        return m_piece;
    }
    [[nodiscard]] std::size_t read() const { return m_read; }

private:
    std::string m_piece;
    std::size_t m_read = 0;
};

/// A text, one byte a piece.
class Bytewise final : public ByteSource {
public:
    explicit Bytewise(std::string_view text) : m_text(text) {}
    Result<std::string_view> next() override {
        const std::string_view first = m_text.substr(0, 1);
        m_text.remove_prefix(first.size());
        return first;
    }

private:
    std::string_view m_text;
};

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::string problemOf(std::string_view json, const JsonLimits& limits = {}) {
    const auto read = JsonReader::parse(json, "a.json", limits);
    return read ? "" : describe(read.error());
}

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
    EXPECT_EQ(ended.error().arguments.at("reason"), "it ends too early");
    EXPECT_FALSE(JsonReader::parse("", "a.json"));
    EXPECT_FALSE(JsonReader::parse("{\"a\": 1e999}", "a.json"));
}

TEST(JsonReader, DepthIsLimited) {
    EXPECT_EQ(problemOf(repeated("[", 64) + repeated("]", 64)), "");
    EXPECT_EQ(problemOf("\n" + repeated("[", 65) + repeated("]", 65)),
              "a.json is not what it should be, at line 2, column 65: lists and objects lie in each other more than 64 "
              "deep.");
    for (const std::size_t depth : {100'000U, 1'000'000U})
        for (const char* open : {"[", "{\"a\":", "[{\"a\":"})
            EXPECT_THAT(problemOf(repeated(open, depth)), HasSubstr("more than 64 deep"));
}

TEST(JsonReader, ValuesAreLimited) {
    EXPECT_EQ(problemOf("[1,2,{\"a\":3}]", {.values = 5}), "");
    EXPECT_THAT(problemOf("[1,2,{\"a\":3},4]", {.values = 5}), HasSubstr("more than 5 values"));
    Endless lists("[],");
    EXPECT_FALSE(JsonReader::parse(lists, "a.json"));
}

TEST(JsonReader, WhatHasNoEndIsNotReadToItsEnd) {
    for (const char* text : {"[],", " ", "1", "\"", "x", "[", "{\"a\":"}) {
        Endless source(text);
        const auto read = JsonReader::parse(source, "a.json", {.bytes = 1 << 20, .values = 1000});
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, ErrorCode::MalformedFile);
        EXPECT_LE(source.read(), std::size_t{2} << 20) << text;
    }
    Endless spaces(" ");
    const auto read = JsonReader::parse(spaces, "a.json", {.bytes = 1 << 20});
    EXPECT_EQ(describe(read.error()),
              "a.json is not what it should be, at line 1, column 1048577: it is longer than 1 MiB, and no more is "
              "read.");
    EXPECT_EQ(problemOf("[12]", {.bytes = 4}), "");
    EXPECT_NE(problemOf("[12]", {.bytes = 3}), "");
    EXPECT_NE(problemOf("[12] ", {.bytes = 4}), "");
}

// 0.94 GB of this in 0.9 MB took 12 GB and said that it was a bug.
TEST(JsonReader, WhatUnpacksToMuchEndsAtTheLimit) {
    const std::string packed = gzip("[" + repeated("[],", 10'000'000));
    TextSource source(packed);
    Unpacker text(source, "a.json.gz");
    const auto read = JsonReader::parse(text, "a.json.gz");
    ASSERT_FALSE(read);
    EXPECT_THAT(describe(read.error()), HasSubstr("it holds more than 2000000 values, and no more are read"));
}

TEST(JsonReader, PiecesMakeNoDifference) {
    const std::string_view json = "{\"a\": [1, -2.5e3, \"\\u00e9 ß\", true, null],\n \"b\": {\"c\": \"d\"}}";
    Bytewise bytes(json);
    const auto read = JsonReader::parse(bytes, "a.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->list("a").at(1).asNumber(), -2500);
    EXPECT_EQ(read->list("a").at(2).asText(), "é ß");
    EXPECT_EQ(read->object("b").text("c"), "d");
    const std::string_view broken = "[1,\n2,\n  3 4]";
    Bytewise brokenBytes(broken);
    EXPECT_EQ(describe(JsonReader::parse(brokenBytes, "a.json").error()), problemOf(broken));
    EXPECT_THAT(problemOf(broken), HasSubstr("line 3, column 5"));
}

// A double kept the last one silently, and files that people edit by hand have some.
TEST(JsonReader, ANameStandsOnceInAnObject) {
    EXPECT_EQ(problemOf(R"([{"a": 1}, {"a": 2, "b": {"a": 3}}])"), "");
    EXPECT_EQ(problemOf(R"({"l": [0, {"a": 1, "b": 2, "a": 3}]})"),
              "a.json is not what it should be, at l[1].a: there are two of this name.");
    std::string many = "{\"n\":0";
    for (int i = 0; i < 200'000; ++i) many += ",\"" + std::to_string(i) + "\":0";
    EXPECT_EQ(problemOf(many + "}"), "") << "and not in quadratic time";
    EXPECT_THAT(problemOf(many + ",\"n\":1}"), HasSubstr("at n: there are two"));
}

TEST(JsonReader, NumbersOutOfRangeAreWrong) {
    EXPECT_EQ(problemOf("[1e999]"), "a.json is not what it should be, at line 1, column 6: the number is too large.");
    const JsonReader json =
        parsed("[9223372036854775807, -9223372036854775808, 9223372036854775808, 18446744073709551615, 1e300, 1.0]");
    const auto numbers = json.asList();
    EXPECT_EQ(numbers[0].asInteger(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(numbers[1].asInteger(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(numbers[3].asNumber(), 18446744073709551615.0);
    EXPECT_EQ(numbers[3].asWord(), "18446744073709551615");
    EXPECT_FALSE(json.failed());
    for (const char* number :
         {"9223372036854775808", "18446744073709551615", "1e300", "1.0", "-9223372036854775809", "\"1\"", "null"}) {
        const JsonReader one = parsed("{\"n\":" + std::string(number) + "}");
        EXPECT_EQ(one.integer("n"), 0) << number;
        EXPECT_TRUE(one.failed()) << number;
    }
}

TEST(JsonReader, WhatIsNoTextIsSaidInWords) {
    EXPECT_THAT(problemOf("[\"\xff\"]"), HasSubstr("line 1, column 3: the text is not UTF-8"));
    EXPECT_THAT(problemOf("[\"\xed\xa0\x80\"]"), HasSubstr("not UTF-8")) << "half a surrogate pair";
    EXPECT_THAT(problemOf("[\"\\ud800\"]"), HasSubstr("this is not JSON"));
    EXPECT_THAT(problemOf(std::string_view("[1]\0", 4)), HasSubstr("this is not JSON"));
    EXPECT_THAT(problemOf(std::string_view("[1\0]", 5)), HasSubstr("this is not JSON"));
    EXPECT_EQ(problemOf("\xef\xbb\xbf[1]"), "") << "Windows editors begin a text so";
    EXPECT_EQ(parsed(R"(["a\u0000b"])").asList()[0].asText(), std::string("a\0b", 3));
    for (const char* wrong : {"", "[", "]", "[1 2]", "nul", "01", "+1", "'a'", "{a:1}", "[1,]", "{} {}", "NaN"})
        EXPECT_THAT(problemOf(wrong), testing::Not(testing::AnyOf(HasSubstr("exception"), testing::IsEmpty())))
            << wrong;
}

TEST(JsonReader, LongNamesAreShownInPart) {
    const std::string name(100'000, 'n');
    const JsonReader json = parsed("{\"" + name + "\": {\"a\": 1}}");
    json.allowOnly({"b"});
    EXPECT_LT(describe(json.error()).size(), 200U);
    const JsonReader inner = parsed("{\"" + name + "\": {\"a\": 1}}");
    EXPECT_EQ(inner.object(name).text("a"), "");
    EXPECT_LT(describe(inner.error()).size(), 200U);
}

TEST(JsonReader, AnErrorOfTheSourceIsPassedOn) {
    const std::string packed = gzip("[1,2,3]");
    TextSource source(std::string_view(packed).substr(0, 15));
    Unpacker text(source, "a.json.gz");
    EXPECT_THAT(describe(JsonReader::parse(text, "a.json.gz").error()), HasSubstr("compressed data"));
}

}  // namespace
}  // namespace lanescope
