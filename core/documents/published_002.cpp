// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/published_002.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/words.h"
#include "core/documents/published_table.h"

namespace lanescope::published {
namespace {

using Row = Published::Row;

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMaps{{
    {"UTM", "triangle.utm"},
    {"LTM", "triangle.ltm"},
    {"RB", "triangle.rb"},
    {"BB", "triangle.bb"},
}};

/// The columns of P7 from the second on.
constexpr std::array<std::string_view, 6> kCosts{"map_roots",     "map_multiplications", "map_divisions",
                                                 "map_additions", "map_floors",          "map_comparisons"};

std::vector<std::vector<JsonReader>> rowsOf(const JsonReader& document, std::string_view name, std::size_t columns) {
    std::vector<std::vector<JsonReader>> rows;
    for (const JsonReader& row : tableOf(document, name).list("rows")) {
        rows.push_back(row.asList());
        if (rows.back().size() >= columns) continue;
        row.reject(textOf("published.short_row"_id));
        return {};
    }
    return rows;
}

Row onPaper(std::string_view algorithm, std::string metric, double value, const char* where, const std::string& note) {
    return {std::string(algorithm),
            {},
            {.metric = std::move(metric),
             .value = value,
             .printed = std::to_string(static_cast<int>(value)),
             .document = where,
             .gpu = textOf("published.no_gpu"_id),
             .note = note}};
}

}  // namespace

void add002(const JsonReader& document, std::vector<Row>& rows) {
    for (const std::vector<JsonReader>& example : rowsOf(document, "P2 examples", 3)) {
        const std::string block = std::to_string(static_cast<int>(example[0].asNumber()));
        rows.push_back(onPaper("triangle.ltm", "row_of_block_" + block, example[1].asNumber(), "002 P2", ""));
        rows.push_back(onPaper("triangle.ltm", "column_of_block_" + block, example[2].asNumber(), "002 P2", ""));
    }
    for (const std::vector<JsonReader>& map : rowsOf(document, "P7 mapping cost", kCosts.size() + 1)) {
        const auto* const known =
            std::ranges::find(kMaps, map[0].asText(), [](const auto& m) { return std::string(m.first); });
        if (known == kMaps.end()) return map[0].reject(textOf("published.no_map"_id));
        for (std::size_t i = 0; i < kCosts.size(); ++i)
            rows.push_back(onPaper(known->second, std::string(kCosts[i]), map[i + 1].asNumber(), "002 P7",
                                   textOf("published.002_costs"_id)));
    }
}

}  // namespace lanescope::published
