// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "core/base/file_reader.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

std::string english(const Message& message) { return PhraseBook::english().inWords(message); }

/// "place: reason" of each problem, in order.
std::vector<std::string> told(const std::vector<Error>& problems) {
    std::vector<std::string> words;
    for (const Error& problem : problems) {
        EXPECT_EQ(problem.code, ErrorCode::MalformedFile) << describe(problem);
        words.push_back(problem.arguments.at("place") + ": " + problem.arguments.at("reason"));
    }
    return words;
}

// ---- English

TEST(PhraseBook, HoldsTheEnglishFilesAsTheyAre) {
    std::size_t texts = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) / "resources/i18n/en")) {
        const Result<std::string> json = readFile(file.path().string());
        ASSERT_TRUE(json) << describe(json.error());
        const nlohmann::json object = nlohmann::json::parse(*json);
        for (const auto& [id, text] : object.items()) {
            const std::string* const held = PhraseBook::english().find(id);
            ASSERT_NE(held, nullptr) << id;
            EXPECT_EQ(*held, text.get<std::string>()) << id;
            EXPECT_FALSE(held->empty()) << id;
            ++texts;
        }
    }
    EXPECT_EQ(texts, PhraseBook::english().texts().size()) << "an id stands in two files";
    EXPECT_GT(texts, 700U);
}

TEST(PhraseBook, PutsArgumentsIntoTheirPlaces) {
    EXPECT_EQ(english(Message("error.illegal_value"_id, {{"value", "0"}, {"legal", "1 … 9"}, {"parameter", "n"}})),
              "n = \"0\" is not possible: 1 … 9.");
    EXPECT_EQ(english(Message("json.too_deep"_id, {{"most", 64}})),
              "lists and objects lie in each other more than 64 deep");
}

TEST(PhraseBook, AMissingArgumentIsVisible) { EXPECT_EQ(english(Message("gpu.unit"_id)), "its unit is \"?\""); }

TEST(PhraseBook, WhatIsPutInIsNotReadAgain) {
    EXPECT_EQ(english(Message("gpu.unit"_id, {{"unit", "{unit}{most}"}})), "its unit is \"{unit}{most}\"");
}

TEST(PhraseBook, AnArgumentCanBeAMessage) {
    const Message range("number.whole_range"_id, {{"least", 1}, {"most", 9}});
    EXPECT_EQ(english(Message("number.must_be"_id, {{"range", range}})), "it must be a whole number from 1 to 9");
}

TEST(PhraseBook, ListsAreJoinedInTheLanguage) {
    const auto listed = [](Join join, const std::vector<std::string>& words) {
        std::vector<Message> list;
        list.reserve(words.size());
        for (const std::string& word : words) list.push_back(Message::plain(word));
        return english(Message::joined(join, std::move(list)));
    };
    EXPECT_EQ(listed(Join::Or, {"a"}), "a");
    EXPECT_EQ(listed(Join::Or, {"a", "b"}), "a or b");
    EXPECT_EQ(listed(Join::Or, {"a", "b", "c"}), "a, b or c");
    EXPECT_EQ(listed(Join::And, {"a", "b", "c"}), "a, b and c");
    EXPECT_EQ(listed(Join::Comma, {"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(listed(Join::Sentences, {"A.", "B."}), "A. B.");
}

TEST(PhraseBook, ACountChoosesTheForm) {
    const auto threads = [](std::uint64_t count) {
        return english(Message::counted("verdict.triangle.threads"_id, count));
    };
    EXPECT_EQ(threads(0), "0 threads");
    EXPECT_EQ(threads(1), "1 thread");
    EXPECT_EQ(threads(1000), "1000 threads");
}

TEST(PhraseBook, OnlyNamesInBracesArePlaceholders) {
    EXPECT_EQ(placeholdersOf("{a} { b } {} {c_1} {a} {…} {d"), (std::vector<std::string_view>{"a", "c_1"}));
}

// ---- other languages

TEST(Translation, LiesOverEnglishIdById) {
    const TemporaryFolder folder;
    folder.write("some.json", R"({"gpu.unit": "«{unit}»", "reason.folder": "ein Ordner", "reason.device": ""})");
    const auto [book, problems] = PhraseBook::translated(folder.path(""));
    EXPECT_TRUE(problems.empty()) << describe(problems.front());
    EXPECT_EQ(book.inWords(Message("gpu.unit"_id, {{"unit", "B"}})), "«B»");
    EXPECT_EQ(*book.find("reason.folder"), "ein Ordner");
    EXPECT_EQ(*book.find("reason.pipe"), *PhraseBook::english().find("reason.pipe")) << "what is missing is English";
    EXPECT_EQ(*book.find("reason.device"), *PhraseBook::english().find("reason.device")) << "and so is what is empty";
    EXPECT_EQ(book.texts().size(), PhraseBook::english().texts().size());
}

TEST(Translation, WhatIsWrongIsToldAndStaysEnglishTheRestIsUsed) {
    const TemporaryFolder folder;
    folder.write("a.json", R"({"gpu.unit": "{unit} {most}", "no.such.id": "x", "reason.pipe": 7,
                               "reason.folder": ["x"], "gpu.whole": "ganz"})");
    folder.write("b.json", R"({"gpu.whole": "noch einmal", "gpu.empty": "leer"})");
    const auto [book, problems] = PhraseBook::translated(folder.path(""));
    EXPECT_THAT(told(problems),
                testing::ElementsAre("gpu.unit: the English text has no placeholder \"most\"",
                                     "no.such.id: English has no text of this id", "reason.pipe: it must be a text",
                                     "reason.folder: it must be a text",
                                     "gpu.whole: " + folder.path("a.json") + " has a text of this id, too"));
    for (std::size_t i = 0; i < problems.size(); ++i)
        EXPECT_EQ(problems[i].arguments.at("file"), folder.path(i < 4 ? "a.json" : "b.json"));
    for (const char* id : {"gpu.unit", "reason.pipe", "reason.folder"})
        EXPECT_EQ(*book.find(id), *PhraseBook::english().find(id));
    EXPECT_EQ(*book.find("gpu.whole"), "ganz");
    EXPECT_EQ(*book.find("gpu.empty"), "leer");
    EXPECT_EQ(book.find("no.such.id"), nullptr);
}

TEST(Translation, AFileThatIsNoneLosesNothingOfTheOthers) {
    const TemporaryFolder folder;
    folder.write("1.json", R"({"gpu.unit": "x")");
    folder.write("2.json", R"(["gpu.unit"])");
    folder.write("3.json", R"({"gpu.unit": "x", "gpu.unit": "y"})");
    folder.write("4.json", R"({"gpu.unit": {"deeper": {"still": 1}}})");
    folder.write("5.json", "");
    folder.write("6.json", "{\"gpu.whole\": \"\xff\"}");
    folder.write("7.json", R"({"gpu.empty": "leer"})");
    folder.write("notes.txt", "no file of texts");
    std::filesystem::create_directory(folder.path("8.json"));
    const auto [book, problems] = PhraseBook::translated(folder.path(""));
    ASSERT_EQ(problems.size(), 7U);
    for (std::size_t i = 0; i < problems.size(); ++i)
        EXPECT_EQ(problems[i].arguments.at("file"), folder.path(std::to_string(i < 6 ? i + 1 : 8) + ".json"));
    EXPECT_EQ(*book.find("gpu.unit"), *PhraseBook::english().find("gpu.unit"));
    EXPECT_EQ(*book.find("gpu.empty"), "leer");
}

TEST(Translation, AFileOf100MegabytesIsRefusedAfterAFewOfThem) {
    const TemporaryFolder folder;
    folder.write("large.json", "{\"gpu.unit\": \"" + std::string(100'000'000, 'x') + "\"}");
    const auto [book, problems] = PhraseBook::translated(folder.path(""));
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(describe(problems.front()), HasSubstr("large.json"));
    EXPECT_THAT(describe(problems.front()), HasSubstr("no more is read"));
    EXPECT_EQ(*book.find("gpu.unit"), *PhraseBook::english().find("gpu.unit"));
}

TEST(Translation, OfManyProblemsSomeAreTold) {
    const TemporaryFolder folder;
    nlohmann::json other;
    for (int i = 0; i < 5000; ++i) other["other." + std::to_string(i)] = "x";
    folder.write("other.json", other.dump());
    EXPECT_EQ(PhraseBook::translated(folder.path("")).problems.size(), 20U);
}

/// A translator hears of it when the program starts; who changes an English text, here.
TEST(Translation, ThoseThatComeWithTheProgramAreRight) {
    for (const auto& language :
         std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) / "resources/i18n"))
        for (const Error& problem : PhraseBook::translated(language.path().string()).problems)
            ADD_FAILURE() << describe(problem);
}

TEST(Language, IsTheNameOfAFolderThatIsThere) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("i18n/de"));
    std::filesystem::create_directories(folder.path("i18n/pt-BR"));
    for (const char* language : {"fr", "../de", ".", "de/../de", "a name"}) {
        const std::vector<Error> problems = chooseLanguage(language, folder.path(""));
        ASSERT_EQ(problems.size(), 1U) << language;
        EXPECT_EQ(problems.front().code, ErrorCode::CannotOpen);
        EXPECT_THAT(problems.front().arguments.at("reason"), HasSubstr("de, pt-BR")) << language;
    }
    EXPECT_EQ(textOf("reason.folder"_id), "it is a folder") << "and it stays English";
    EXPECT_TRUE(chooseLanguage("en", "/nowhere").empty());
    EXPECT_TRUE(chooseLanguage("", "/nowhere").empty());
}

TEST(Language, ManyThreadsReadAtOnce) {
    std::array<std::thread, 8> threads;
    for (std::thread& thread : threads)
        thread = std::thread([] {
            for (int i = 0; i < 1000; ++i)
                EXPECT_EQ(inWords(Message("gpu.unit"_id, {{"unit", i}})), "its unit is \"" + std::to_string(i) + "\"");
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace lanescope
