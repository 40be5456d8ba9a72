// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/models/document_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/file_reader.h"

namespace lanescope {
namespace {

const std::string kResources = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

/// A printed decimal comma as a point.
std::string withPoint(std::string printed) {
    std::replace(printed.begin(), printed.end(), ',', '.');
    return printed;
}

nlohmann::json tables() {
    static const auto document =
        nlohmann::json::parse(readFile(kResources + "/published/004.json").value_or("null"), nullptr, false);
    return document.is_object() ? document["tables"] : nlohmann::json::array();
}

/// A table may be called "Cuadro 9.1 (…)".
bool named(const nlohmann::json& candidate, const std::string& table) {
    const auto name = candidate["table"].get<std::string>();
    return name == table || name.starts_with(table + " (");
}

}  // namespace

std::string printedCell(const std::string& table, const std::string& row, const std::string& column) {
    for (const auto& candidate : tables()) {
        if (!named(candidate, table)) continue;
        const auto& columns = candidate["columns"];
        const auto index = std::find(columns.begin(), columns.end(), column) - columns.begin();
        for (const auto& cells : candidate["rows_printed"])
            if (cells.at(0) == row) return cells.at(index).get<std::string>();
    }
    ADD_FAILURE() << "no row " << row << " in " << table;
    return {};
}

std::vector<PrintedCell> printedColumn(const std::string& table, const std::string& column) {
    std::vector<PrintedCell> cells;
    for (const auto& candidate : tables()) {
        if (!named(candidate, table)) continue;
        const auto& columns = candidate["columns"];
        const auto index = std::find(columns.begin(), columns.end(), column) - columns.begin();
        for (const auto& row : candidate["rows_printed"])
            cells.push_back({std::atof(row.at(0).get<std::string>().c_str()), row.at(index).get<std::string>()});
    }
    return cells;
}

double lastDigit(const std::string& printed) {
    const std::size_t comma = printed.find(',');
    return std::pow(10, comma == std::string::npos ? 0 : -static_cast<int>(printed.size() - comma - 1));
}

::testing::AssertionResult isPrinted(double value, const std::string& printed, bool cutOff) {
    const double allowed = (cutOff ? 1.0 : 0.5) * lastDigit(printed) * (1 + 1e-9);
    if (std::abs(value - asNumber(printed)) <= allowed) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << value << " is not the printed " << printed;
}

double asNumber(const std::string& printed) { return std::atof(withPoint(printed).c_str()); }

GpuSpec preset(const std::string& id) {
    const auto presets = GpuPresets::load(kResources);
    const auto gpu = presets ? presets->find(id) : Result<const GpuSpec*>(tl::unexpected<Error>(presets.error()));
    if (!gpu) {
        ADD_FAILURE() << describe(gpu.error());
        return {};
    }
    return **gpu;
}

std::vector<CopyProfile> copies(double bytesToDevice, double bytesFromDevice) {
    std::vector<CopyProfile> all;
    const auto add = [&](CopyProfile::Direction direction, double bytes) {
        if (bytes > 0) all.push_back({direction, false, static_cast<std::uint64_t>(bytes)});
    };
    add(CopyProfile::Direction::ToDevice, bytesToDevice);
    add(CopyProfile::Direction::FromDevice, bytesFromDevice);
    return all;
}

}  // namespace lanescope
