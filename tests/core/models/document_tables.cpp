// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/models/document_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/resources.h"

namespace lanescope {
namespace {

const std::string kResources = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

/// A printed decimal comma as a point.
std::string withPoint(std::string printed) {
    std::replace(printed.begin(), printed.end(), ',', '.');
    return printed;
}

}  // namespace

std::vector<PrintedCell> printedColumn(const std::string& table, const std::string& column) {
    static const auto document =
        nlohmann::json::parse(readFile(kResources + "/published/004.json").value_or("null"), nullptr, false);
    std::vector<PrintedCell> cells;
    if (!document.is_object()) return cells;
    for (const auto& candidate : document["tables"]) {
        if (candidate["table"] != table) continue;
        const auto& columns = candidate["columns"];
        const auto index = std::find(columns.begin(), columns.end(), column) - columns.begin();
        for (const auto& row : candidate["rows_printed"])
            cells.push_back({std::atof(row.at(0).get<std::string>().c_str()), row.at(index).get<std::string>()});
    }
    return cells;
}

::testing::AssertionResult isPrinted(double value, const std::string& printed, bool cutOff) {
    const std::string text = withPoint(printed);
    const std::size_t point = text.find('.');
    const auto decimals = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
    const double unit = std::pow(10, -decimals);
    const double allowed = (cutOff ? 1.0 : 0.5) * unit * (1 + 1e-9);
    if (std::abs(value - std::atof(text.c_str())) <= allowed) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << value << " is not the printed " << printed;
}

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
