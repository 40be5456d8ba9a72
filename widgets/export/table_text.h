// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a page as text for papers and notebooks: Markdown, LaTeX, pgfplots, JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csv_cell.h"

namespace lanescope {

struct DataTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;  ///< each as long as the head
    /// All its cells that are not empty are numbers, and there is one.
    [[nodiscard]] bool isNumeric(std::size_t column) const;
};

/// Of comma-separated values with quotes (RFC 4180), the first line being the head. A line that is shorter than the
/// head is filled with empty cells, of a longer one the rest is left out.
[[nodiscard]] DataTable tableOf(std::string_view csv);

enum class DataFormat : std::uint8_t { Csv, Markdown, Latex, Pgfplots };
/// Markdown: a table as GitHub reads it. Latex: a tabular with the lines of booktabs, numbers to the right. Both are
/// for reading: numbers have six significant digits, whole ones all. Pgfplots: a \pgfplotstableread with all columns by
/// their names, in which signs that TeX has for itself are words; a document plots those that it wants.
[[nodiscard]] std::string textOf(const DataTable& table, DataFormat format);
/// A list of objects by the names of the head (of two that are called the same, the second is "name (2)"); columns of
/// numbers are numbers, empty cells null.
[[nodiscard]] std::string jsonOf(const DataTable& table);

}  // namespace lanescope
