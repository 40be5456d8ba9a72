// SPDX-License-Identifier: GPL-3.0-or-later
// What works with any algorithm asks it which of its parameters has a role, and guesses none by its name: elsewhere the
// size is "width", and "block" is no block of threads. This finds the names where they are no data.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "tests/architecture/source_text.h"

namespace lanescope {
namespace {

/// What the catalogue calls parameters that have a role. Left out: "blocks", "threads", "warps" and "memory", which are
/// rather counts and resources of a GPU where they stand.
constexpr std::array<std::string_view, 8> kNames{"n", "m", "width", "height", "block", "tile", "type", "variant"};

struct Known {
    std::string_view file;  ///< or the beginning of files' names
    std::string_view name;
    std::string_view what;
};

/// Where such a word stands for something else, or the algorithm is known.
constexpr std::array kKnown{
    Known{"core/documents/published", "n", "tables of documents name parameters of the algorithms that they measure"},
    Known{"core/documents/published", "m", "the same"},
    Known{"core/documents/published", "block", "the same"},
    Known{"core/documents/published", "type", "the same"},
    Known{"core/documents/published", "variant", "the same"},
    Known{"core/models/hand_counts.cpp", "n", "each count is of the algorithms that the table lists it with"},
    Known{"core/models/hand_counts.cpp", "m", "the same"},
    Known{"core/models/hand_counts.cpp", "block", "the same"},
    Known{"core/models/hand_counts.cpp", "tile", "the same"},
    Known{"core/models/hand_counts.cpp", "variant", "the same"},
    Known{"core/models/baghsorkhi.cpp", "n", "symbol of a formula"},
    Known{"widgets/stage/map/map_clock.cpp", "block", "what the clock counts, in a word"},
    Known{"widgets/stage/map/map_text.cpp", "block", "the same"},
    Known{"widgets/stage/map/map_strip.cpp", "block", "the same"},
    Known{"core/models/abstract/offence.cpp", "block", "what stands for {block} in a text"},
    Known{"core/validation/validation_rules.cpp", "n", "what is known of matmul.global as published"},
    Known{"core/validation/validation_rules.cpp", "block", "the same"},
    Known{"core/validation/validation_rules.cpp", "variant", "the same"},
    Known{"core/validation/validation_rules.cpp", "type", "what is known of reduce.cub"},
    Known{"app/tour.cpp", "n", "pictures of algorithms that it names"},
    Known{"app/tour.cpp", "block", "the same"},
    Known{"app/tour.cpp", "type", "the same"},
    Known{"app/tour.cpp", "variant", "the same"},
    Known{"app/cli/list.cpp", "variant", "key of a JSON object"},
    Known{"app/cli/maps.cpp", "n", "key of a JSON object, head of a column"},
    Known{"app/cli/maps.cpp", "block", "the same"},
    Known{"app/cli/entries.cpp", "type", "key of a JSON object"},
    Known{"app/cli/dumps.cpp", "type", "key of a JSON object"},
    Known{"app/cli/emulation_report.cpp", "block", "key of a JSON object"},
    Known{"app/cli/machine.cpp", "block", "key of a JSON object"},
    Known{"app/cli/timeline.cpp", "block", "key of a JSON object"},
    Known{"app/cli/machine.cpp", "variant", "key of a JSON object, head of a column: that of a PRAM"},
};

/// Names in literals that are one, as "app/x.cpp:7: "n"".
std::vector<std::string> namesIn(const SourceFile& source, std::set<std::size_t>* used = nullptr) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < source.text.size();) {
        const std::size_t begin = at;
        at = nextInSource(source.text, at);
        if (source.text[begin] != '"' || at < begin + 2) continue;
        const std::string literal = source.text.substr(begin + 1, at - begin - 2);
        if (std::ranges::find(kNames, literal) == kNames.end()) continue;
        const auto* const known = std::ranges::find_if(
            kKnown, [&](const Known& k) { return source.name.starts_with(k.file) && k.name == literal; });
        if (known == kKnown.end())
            found.push_back(placeIn(source, begin) + ": \"" + literal + "\"");
        else if (used != nullptr)
            used->insert(static_cast<std::size_t>(known - kKnown.begin()));
    }
    return found;
}

/// The rooms in which there are algorithms of the catalogue, and which are not the catalogue.
const std::vector<std::string> kRooms{
    "core/documents",  "core/library", "core/metrics", "core/models", "core/run", "core/study",
    "core/validation", "core/worker",  "widgets",      "app",         "gpu"};

TEST(ParameterNames, AreAskedForByTheirRole) {
    std::set<std::size_t> used;
    int files = 0;
    for (const SourceFile& source : sourcesIn(kRooms)) {
        ++files;
        for (const std::string& place : namesIn(source, &used))
            ADD_FAILURE() << place << "\n    ask the algorithm for the parameter of that role (Algorithm::nameOf)";
    }
    EXPECT_GT(files, 200) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
    for (std::size_t i = 0; i < kKnown.size(); ++i)
        EXPECT_TRUE(used.contains(i)) << kKnown[i].file << " has no \"" << kKnown[i].name << "\" any more";
}

TEST(ParameterNames, TheScanFindsWhatItIsFor) {
    const auto finds = [](const std::string& code) {
        return !namesIn({"app/state/x.cpp", withoutComments(code)}).empty();
    };
    EXPECT_TRUE(finds(R"(if (parameters.value("variant") == "published"))"));
    EXPECT_TRUE(finds(R"(view.x = QStringLiteral("n");)"));
    EXPECT_TRUE(finds(R"(for (auto name : {"block", "tile"}))"));
    EXPECT_FALSE(finds(R"(parameters.value(spec.name);  // "n")"));
    EXPECT_FALSE(finds(R"(text = "n = 64"; json["blocks"] = 4;)"));
}

}  // namespace
}  // namespace lanescope
