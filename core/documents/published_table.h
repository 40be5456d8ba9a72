// SPDX-License-Identifier: GPL-3.0-or-later
// A table of a document as resources/published has it. Private to this room.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_reader.h"
#include "core/base/words.h"

namespace lanescope::published {

/// A table of a document: rows of cells by column name, as numbers and as printed.
class Table {
public:
    explicit Table(const JsonReader& table) : m_rows(table.list("rows")), m_printed(table.list("rows_printed")) {
        for (const JsonReader& column : table.list("columns")) m_columns.push_back(column.asText());
        if (m_rows.size() != m_printed.size()) table.reject(textOf("published.as_many"_id), "rows_printed");
    }

    [[nodiscard]] std::size_t size() const { return std::min(m_rows.size(), m_printed.size()); }
    [[nodiscard]] double number(std::size_t row, std::string_view column) const {
        return cell(m_rows[row], column, [](const JsonReader& value) { return value.asNumber(); });
    }
    [[nodiscard]] std::string printed(std::size_t row, std::string_view column) const {
        return cell(m_printed[row], column, [](const JsonReader& value) { return value.asText(); });
    }

private:
    template <typename Get>
    auto cell(const JsonReader& row, std::string_view column, Get get) const -> decltype(get(row)) {
        const auto index = static_cast<std::size_t>(std::ranges::find(m_columns, column) - m_columns.begin());
        const std::vector<JsonReader> cells = row.asList();
        if (index < m_columns.size() && cells.size() == m_columns.size()) return get(cells[index]);
        row.reject(inWords(Message("published.no_cell"_id, {{"column", column}})));
        return {};
    }

    std::vector<JsonReader> m_rows;
    std::vector<JsonReader> m_printed;
    std::vector<std::string> m_columns;
};

/// The first table of this name; an error of the document if there is none.
[[nodiscard]] JsonReader tableOf(const JsonReader& document, std::string_view name);

}  // namespace lanescope::published
