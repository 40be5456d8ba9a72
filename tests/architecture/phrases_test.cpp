// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of texts: each that the code has stands in resources/i18n/en, each that stands there is used, and what the code
// puts into a text is what the text asks for.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"
#include "core/metrics/dictionary.h"
#include "core/models/abstract/machine.h"
#include "core/models/model.h"
#include "core/sass/words.h"
#include "tests/architecture/source_text.h"

namespace lanescope {
namespace {

using Names = std::set<std::string, std::less<>>;

const PhraseBook& english() { return PhraseBook::english(); }

/// What stands between the bracket at `open` and the one that closes it.
std::string between(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); at = nextInSource(text, at)) {
        if (std::string_view("([{").find(text[at]) != std::string_view::npos) ++depth;
        if (std::string_view(")]}").find(text[at]) != std::string_view::npos && --depth == 0)
            return text.substr(open + 1, at - open - 1);
    }
    return {};
}

/// What commas part, those within brackets left alone.
std::vector<std::string> parts(const std::string& text) {
    std::vector<std::string> all(1);
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = nextInSource(text, at);
        if (std::string_view("([{").find(text[at]) != std::string_view::npos) ++depth;
        if (std::string_view(")]}").find(text[at]) != std::string_view::npos) --depth;
        if (text[at] == ',' && depth == 0)
            all.emplace_back();
        else
            all.back() += text.substr(at, next - at);
        at = next;
    }
    return all;
}

Names literalIds(const std::string& text) {
    static const std::regex kId(R"re("([^"\\]+)"_id\b)re");
    Names ids;
    for (std::sregex_iterator at(text.begin(), text.end(), kId), end; at != end; ++at) ids.insert((*at)[1]);
    return ids;
}

/// The texts that an id in the code stands for: its forms, a parameter's title and hint, or the one of this name.
std::vector<std::string> textsOf(const std::string& id) {
    if (id.starts_with("parameter.") && english().find(id + ".title") != nullptr) return {id + ".title", id + ".hint"};
    if (english().find(id) == nullptr && english().find(id + ".other") != nullptr) return {id + ".one", id + ".other"};
    return {id};
}

std::vector<SourceFile> sources() { return sourcesIn({"core", "gpu", "widgets", "app"}); }

/// Ids that tables put together.
Names idsOfTables() {
    Names ids;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        ids.insert("error." + codeName(static_cast<ErrorCode>(code)));
    for (const Metric& metric : metricDictionary()) {
        const std::string own = "metric." + std::string(metric.id);
        ids.insert({own + ".title", own + ".definition"});
        if (hasText(own + ".good")) ids.insert(own + ".good");  // else one that several have
    }
    for (const GpuQuantity& quantity : gpuQuantities()) ids.insert("quantity." + std::string(quantity.id));
    for (const auto& model : models())
        for (const char* part : {".title", ".source", ".needs", ".assumes", ".range"})
            if (const std::string id = "model." + std::string(model->id()) + part; hasText(id)) ids.insert(id);
    for (const auto& machine : abstractMachines())
        for (const char* part : {".title", ".source", ".needs", ".assumes", ".range"})
            ids.insert("model." + std::string(machine->description().id) + part);
    const Result<Catalogue> catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources");
    EXPECT_TRUE(catalogue) << describe(catalogue.error());
    for (const auto& algorithm : catalogue->algorithms())
        for (const char* part : {".title", ".document", ".summary", ".explanation"})
            ids.insert("algorithm." + std::string(algorithm->id()) + part);
    for (const std::string_view id : sass::instructionTextIds()) ids.emplace(id);
    return ids;
}

TEST(Phrases, EveryIdOfTheCodeIsAText) {
    std::size_t found = 0;
    for (const SourceFile& source : sources())
        for (const std::string& id : literalIds(source.text)) {
            for (const std::string& text : textsOf(id))
                EXPECT_NE(english().find(text), nullptr) << source.name << ": there is no text " << text;
            ++found;
        }
    EXPECT_GT(found, 200U) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
    for (const std::string& id : idsOfTables()) EXPECT_NE(english().find(id), nullptr) << id;
}

TEST(Phrases, EveryTextIsUsed) {
    Names used = idsOfTables();
    for (const SourceFile& source : sources())
        for (const std::string& id : literalIds(source.text))
            for (const std::string& text : textsOf(id)) used.insert(text);
    for (const auto& [id, text] : english().texts()) EXPECT_TRUE(used.contains(id)) << id << " is said by nobody";
}

/// A Message(…) of the code: the ids that it can have, and what is put in.
struct Said {
    std::string place;
    Names ids;
    Names arguments;
};

std::vector<Said> messagesIn(const SourceFile& source) {
    static const std::regex kMessage(
        R"(\b(Message(::counted)?|Message \w+|MachineSentence|emplace_back|words)[({](?=[^;]*_id))");
    std::vector<Said> all;
    const std::string& text = source.text;
    for (std::sregex_iterator at(text.begin(), text.end(), kMessage), end; at != end; ++at) {
        const auto open = static_cast<std::size_t>(at->position() + at->length() - 1);
        const std::vector<std::string> of = parts(between(text, open));
        Said said{placeIn(source, static_cast<std::size_t>(at->position())), literalIds(of.front()), {}};
        const bool counted = at->str().find("counted") != std::string::npos;
        if (said.ids.empty() || of.front().find("Message(") != std::string::npos) continue;
        if (counted) said.arguments.insert("count");
        const std::size_t list = counted ? 2 : 1;
        if (of.size() > list && of[list].find('{') != std::string::npos)
            for (const std::string& argument : parts(between(of[list], of[list].find('{')))) {
                static const std::regex kName(R"re(^\s*\{\s*"(\w+)")re");
                if (std::smatch name; std::regex_search(argument, name, kName)) said.arguments.insert(name[1]);
            }
        all.push_back(std::move(said));
    }
    return all;
}

/// Texts whose id and arguments stand in different places of the code.
const std::map<std::string, Names, std::less<>>& saidElsewhere() {
    static const std::map<std::string, Names, std::less<>> kElsewhere{
        {"list.and", {"list", "next"}},
        {"list.or", {"list", "next"}},
        {"list.comma", {"list", "next"}},
        {"list.sentences", {"list", "next"}},
        {"refused.reaches_outside", {"step", "nearest"}},
        {"refused.whole_blocks", {"step", "nearest"}},
        {"occupancy.too_many_threads", {"gpu", "most", "wanted"}},
        {"occupancy.too_much_shared", {"gpu", "most", "wanted"}},
        {"occupancy.too_many_of_thread", {"gpu", "most", "wanted"}},
        {"offence.reads", {"thread", "cell", "place"}},
        {"offence.writes", {"thread", "cell", "place"}},
        {"offence.adds", {"thread", "cell", "place"}},
        {"offence.exchanges", {"thread", "cell", "place"}},
        {"offence.changes", {"thread", "cell", "place"}},
        {"machine.bsp.gpu_line", {"cycles", "w", "h", "g", "barriers", "barrier_l", "launches", "launch_l"}},
        {"machine.bsp.gpu_sentence", {"cycles", "w", "h", "g", "barriers", "barrier_l", "launches", "launch_l"}},
        {"machine.logp.line", {"to_device", "bytes_to_device", "from_device", "bytes_from_device", "commands"}},
        {"machine.logp.rest", {"to_device", "bytes_to_device", "from_device", "bytes_from_device", "commands"}},
    };
    return kElsewhere;
}

/// What comments in error.h say of each code's arguments, in the order of the codes.
std::vector<Names> argumentsOfErrors() {
    std::ifstream file(std::string(LANESCOPE_SOURCE_DIR) + "/core/base/error.h");
    static const std::regex kCode(R"(^    [A-Z]\w+,\s*///< (.*)$)");
    std::vector<Names> all;
    for (std::string line; std::getline(file, line);)
        if (std::smatch code; std::regex_search(line, code, kCode)) {
            const std::string comment = code[1];
            Names& names = all.emplace_back();
            for (const std::string_view name : placeholdersOf(comment)) names.emplace(name);
        }
    return all;
}

TEST(Phrases, TakeWhatIsPutIntoThem) {
    Names checked;
    for (const SourceFile& source : sources())
        for (const Said& said : messagesIn(source)) {
            Names asked;
            for (const std::string& id : said.ids)
                for (const std::string& text : textsOf(id)) {
                    checked.insert(text);
                    const std::string* const words = english().find(text);
                    if (words == nullptr) continue;  // said by another test
                    for (const std::string_view name : placeholdersOf(*words)) {
                        asked.emplace(name);
                        EXPECT_TRUE(said.arguments.contains(name))
                            << said.place << ": nothing for {" << name << "} of " << text;
                    }
                }
            for (const std::string& name : said.arguments)
                EXPECT_TRUE(asked.contains(name) || name == "count") << said.place << ": nobody asks for " << name;
        }
    EXPECT_GT(checked.size(), 60U) << "the scan found next to nothing";
    const std::vector<Names> errors = argumentsOfErrors();
    ASSERT_EQ(errors.size(), static_cast<std::size_t>(ErrorCode::Internal) + 1);
    for (std::size_t code = 0; code < errors.size(); ++code) {
        const std::string id = "error." + codeName(static_cast<ErrorCode>(code));
        for (const std::string_view name : placeholdersOf(*english().find(id)))
            EXPECT_TRUE(errors[code].contains(name)) << id << " asks for " << name << "; error.h does not know it";
        checked.insert(id);
    }
    for (const auto& [id, names] : saidElsewhere()) {
        checked.insert(id);
        for (const std::string_view name : placeholdersOf(*english().find(id)))
            EXPECT_TRUE(names.contains(name)) << id << ": " << name;
    }
    const std::vector<std::string_view> letters = sass::instructionTextArguments();
    for (const std::string_view id : sass::instructionTextIds()) {
        checked.emplace(id);
        for (const std::string_view name : placeholdersOf(*english().find(id)))
            EXPECT_NE(std::ranges::find(letters, name), letters.end()) << id << ": " << name;
    }
    for (const auto& [id, text] : english().texts())
        EXPECT_TRUE(placeholdersOf(text).empty() || checked.contains(id))
            << id << " has placeholders, and the scan found nobody who fills them";
}

TEST(Phrases, TheScanReadsWhatItIsFor) {
    const SourceFile source{"x.cpp", R"x(
        return inWords(Message("a.b"_id, {{"one", f(1, 2)}, {"two", Join::Or, g({1, 2})}}));
        Message words(right ? "c"_id : "d"_id, {{"three", Message("e"_id, {{"four", 4}})}});
        m.push_back(Message::counted("f"_id, n, {{"five", 5}}));
    )x"};
    const std::vector<Said> all = messagesIn(source);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].ids, (Names{"a.b"}));
    EXPECT_EQ(all[0].arguments, (Names{"one", "two"}));
    EXPECT_EQ(all[1].ids, (Names{"c", "d"}));
    EXPECT_EQ(all[1].arguments, (Names{"three"}));
    EXPECT_EQ(all[2].arguments, (Names{"four"}));
    EXPECT_EQ(all[3].arguments, (Names{"count", "five"}));
}

}  // namespace
}  // namespace lanescope
