// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's printed tables, and comparing with a printed number to its last digit.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/models/model_input.h"

namespace lanescope {

struct PrintedCell {
    double key = 0;       ///< the row's first column: a size or a number of threads
    std::string printed;  ///< "0,009423"
};

/// A column of one of 004's tables, from resources/published/004.json.
[[nodiscard]] std::vector<PrintedCell> printedColumn(const std::string& table, const std::string& column);

/// One cell of such a table: the row is named by its first column. "" and a failed test if there is none.
[[nodiscard]] std::string printedCell(const std::string& table, const std::string& row, const std::string& column);

/// "0,009423" as a number.
[[nodiscard]] double asNumber(const std::string& printed);

/// 1e-6 of "0,009423": a unit of the last digit.
[[nodiscard]] double lastDigit(const std::string& printed);

/// Is `value` the printed number, to half a unit of its last digit? With `cutOff`, a number that was cut and not
/// rounded is taken too: less than a whole unit.
[[nodiscard]] ::testing::AssertionResult isPrinted(double value, const std::string& printed, bool cutOff = false);

/// A preset of resources/gpus.
[[nodiscard]] GpuSpec preset(const std::string& id);

/// Copies of pageable memory to the device and back; none of 0 bytes.
[[nodiscard]] std::vector<CopyProfile> copies(double bytesToDevice, double bytesFromDevice);

}  // namespace lanescope
