// SPDX-License-Identifier: GPL-3.0-or-later
// What lanescope-cli says in another language, and what it says of a language that is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/cli/cli.h"
#include "tests/language/pseudo_language.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CliLanguage : public testing::Test {
protected:
    void SetUp() override { makePseudoLanguage(m_folder); }
    [[nodiscard]] ProgramResult inPseudo(const std::vector<std::string>& arguments) const {
        return cli(arguments, {{"LANESCOPE_RESOURCES", m_folder.path()}, {"LANESCOPE_LANGUAGE", kPseudo}});
    }
    const TemporaryFolder& folder() const { return m_folder; }

private:
    TemporaryFolder m_folder;
};

TEST_F(CliLanguage, IsThatOfTheEnvironment) {
    const auto list = jsonOf(inPseudo({"list", "--json"}));
    ASSERT_FALSE(list["algorithms"].empty());
    for (const auto& algorithm : list["algorithms"]) {
        for (const char* word : {"title", "family", "document", "summary"})
            EXPECT_TRUE(isPseudo(algorithm[word].get<std::string>())) << algorithm["id"] << " " << word;
        for (const auto& [variant, verdict] : algorithm["verdict"].items())
            EXPECT_TRUE(isPseudo(verdict.get<std::string>())) << verdict;
    }
    for (const auto& metric : jsonOf(inPseudo({"metrics", "--json"}))["metrics"])
        EXPECT_TRUE(isPseudo(metric["definition"].get<std::string>())) << metric["id"];
    const ProgramResult unknown = inPseudo({"emulate", "vector.sub"});
    EXPECT_THAT(unknown.err, HasSubstr("⟦There is no algorithm \"vector.sub\". Known: "));
    EXPECT_THAT(inPseudo({"models"}).out, HasSubstr("⟦Thesis (document 004)⟧"));
}

TEST_F(CliLanguage, WhatIsWrongWithItIsSaidAndTheRestIsUsed) {
    folder().write("i18n/yy/some.json", R"({"algorithm.vector.add.title": "Vektorsumme", "no.text": "x"})");
    const ProgramResult result =
        cli({"list"}, {{"LANESCOPE_RESOURCES", folder().path()}, {"LANESCOPE_LANGUAGE", "yy"}});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.out, HasSubstr("vector.add: Vektorsumme\n"));
    EXPECT_THAT(result.out, HasSubstr("matvec.rows: Matrix times vector"));
    EXPECT_THAT(result.err,
                HasSubstr("some.json is not what it should be, at no.text: English has no text of this id"));
}

TEST_F(CliLanguage, OneThatIsNotThereIsEnglish) {
    const ProgramResult result =
        cli({"list"}, {{"LANESCOPE_RESOURCES", folder().path()}, {"LANESCOPE_LANGUAGE", "../xx"}});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.out, HasSubstr("vector.add: Sum of two vectors\n"));
    EXPECT_THAT(result.err, HasSubstr("there is no such language; there are xx"));
    EXPECT_THAT(cli({"list"}, {{"LANESCOPE_LANGUAGE", "en"}}).err, IsEmpty());
}

}  // namespace
}  // namespace lanescope
