// SPDX-License-Identifier: GPL-3.0-or-later
// How each column of document 004's tables reads its model: options of the model, as data. What differs from the text
// is said at the column.
#pragma once

#include <span>
#include <string_view>

#include "core/models/model.h"

namespace lanescope {

struct Reading {
    const char* table;
    const char* column;
    const char* model;
    ModelOptions (*options)(double key);  ///< of a row, by its first column: a size or a number of threads
    ModelInput (*input)(double key);
    const char* gpu = "c2070";
    double skippedKey = 0;  ///< a row that the table takes from another model
    bool cutOff = false;    ///< one number of the column was cut, not rounded
};

/// Every column of tables B.1 to B.17 that a model made.
[[nodiscard]] std::span<const Reading> readings();
/// nullptr if no model made it.
[[nodiscard]] const Reading* findReading(std::string_view table, std::string_view column);
/// What the model says of a row. Fails the test if it cannot answer.
[[nodiscard]] Estimate estimated(const Reading& reading, double key);

/// How all tables of the thesis' own model read it: one access of 16 goes to DRAM, float or double, and what the cache
/// serves costs nothing. The text has the mean of two transactions (10 and 20) and 4 cycles.
[[nodiscard]] ModelOptions thesisTables(bool wholeCycles = false);
inline constexpr double kBinaryGigabyte = 1073741824;

/// A launch with a thread for each row of a matrix of 2000 columns, doubles: tables B.3, B.7 and B.11.
[[nodiscard]] LaunchProfile rowsLaunch(double threads, double blocks);

}  // namespace lanescope
