// SPDX-License-Identifier: GPL-3.0-or-later
// What all verbs print with: errors as sentences or JSON, numbers, and aligned tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plan/plan.h"

namespace lanescope::cli {

/// {"code", "message", "arguments"}
[[nodiscard]] nlohmann::ordered_json toJson(const Error& error);
/// A sentence on stderr, or {"error": {"code", "message", "arguments"}} on stdout.
void printError(const Error& error, bool json);
/// The same for a command line that could not be understood: code "usage".
void printUsageError(const std::string& message, bool json);

/// Counts as whole numbers.
[[nodiscard]] nlohmann::ordered_json valueJson(double value);

/// Rows of text in aligned columns. A column of which every cell is a number is aligned to the right.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) { m_rows.push_back(std::move(header)); }
    /// A row stays one line, whatever its cells hold.
    void add(std::vector<std::string> row);
    /// With `indent` spaces before each line.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

/// "8 × 8 × 1"
[[nodiscard]] std::string extent(const Dim3& dim);

}  // namespace lanescope::cli
