// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values, cell by cell: quotes where they must be, numbers as they read back exactly.
#pragma once

#include <concepts>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/base/number_format.h"
#include "widgets/export/table_text.h"

namespace lanescope {

class CsvRows {
public:
    explicit CsvRows(std::initializer_list<std::string_view> head) {
        for (const std::string_view name : head) *this << name;
        end();
    }
    explicit CsvRows(std::span<const std::string> head) {
        for (const std::string& name : head) *this << std::string_view(name);
        end();
    }
    CsvRows& operator<<(std::string_view words) { return add(csvCell(std::string(words))); }
    CsvRows& operator<<(double value) { return add(numbers::exact(value)); }
    template <std::integral Whole>
    CsvRows& operator<<(Whole value) {
        return add(std::to_string(value));
    }
    /// Of the row.
    void end() {
        m_text += '\n';
        m_begins = true;
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    CsvRows& add(const std::string& cell) {
        if (!m_begins) m_text += ',';
        m_begins = false;
        m_text += cell;
        return *this;
    }

    std::string m_text;
    bool m_begins = true;
};

}  // namespace lanescope
