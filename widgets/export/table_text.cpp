// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/table_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/number_format.h"
#include "core/base/number_text.h"

namespace lanescope {
namespace {

constexpr RealRange kAnyNumber{-1e300, 1e300};

bool isNumber(const std::string& cell) { return realNumberFromText(cell, kAnyNumber).has_value(); }

/// `separator` between cells, of which each is written by `of`.
template <typename Of>
std::string joined(const std::vector<std::string>& cells, std::string_view separator, Of of) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += separator;
        line += of(cells[i]);
    }
    return line;
}

/// Signs that mean something to Markdown within a table.
std::string inMarkdown(const std::string& cell) {
    std::string text;
    for (const char c : cell) {
        if (c == '\n' || c == '\r') {
            text += ' ';
            continue;
        }
        if (std::string_view("|\\`*_<>").find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    return text;
}

std::string inLatex(const std::string& cell) {
    std::string text;
    for (const char c : cell) switch (c) {
            case '\\': text += "\\textbackslash{}"; break;
            case '~': text += "\\textasciitilde{}"; break;
            case '^': text += "\\textasciicircum{}"; break;
            // In LaTeX's oldest encoding of letters these are others.
            case '<': text += "\\textless{}"; break;
            case '>': text += "\\textgreater{}"; break;
            case '|': text += "\\textbar{}"; break;
            case '\n':
            case '\r': text += ' '; break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}': text += '\\'; [[fallthrough]];
            default: text += c;
        }
    return text;
}

/// A number with as many digits as a reader takes in; those of a computation stand in CSV and JSON. Whole ones stay.
std::string rounded(const std::string& cell) {
    constexpr int kDigits = 6;
    if (cell.find_first_of(".eE") == std::string::npos) return cell;
    const std::optional<double> number = realNumberFromText(cell, kAnyNumber);
    return number ? numbers::plain(*number, kDigits) : cell;
}

/// "1.04e-05" as it is written by hand.
std::string numberInLatex(const std::string& cell) {
    const std::string text = rounded(cell);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return inLatex(text);
    const auto exponent =
        static_cast<int>(realNumberFromText(text.substr(e + (text[e + 1] == '+' ? 2 : 1)), kAnyNumber).value_or(0));
    return '$' + text.substr(0, e) + "\\cdot 10^{" + std::to_string(exponent) + "}$";
}

/// The cells of a row, those of columns of numbers by `number`.
template <typename Number, typename Text>
std::string rowOf(const DataTable& table, const std::vector<std::string>& row, std::string_view separator,
                  Number number, Text text) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (column > 0) line += separator;
        line += table.isNumeric(column) ? number(row[column]) : text(row[column]);
    }
    return line;
}

std::string markdownOf(const DataTable& table) {
    std::string text = "| " + joined(table.head, " | ", inMarkdown) + " |\n|";
    for (std::size_t column = 0; column < table.head.size(); ++column)
        text += table.isNumeric(column) ? " ---: |" : " --- |";
    text += '\n';
    for (const auto& row : table.rows) text += "| " + rowOf(table, row, " | ", rounded, inMarkdown) + " |\n";
    return text;
}

std::string latexOf(const DataTable& table) {
    std::string columns;
    for (std::size_t column = 0; column < table.head.size(); ++column) columns += table.isNumeric(column) ? 'r' : 'l';
    std::string text = "% \\usepackage{booktabs}\n\\begin{tabular}{" + columns + "}\n\\toprule\n" +
                       joined(table.head, " & ", inLatex) + " \\\\\n\\midrule\n";
    for (const auto& row : table.rows) text += rowOf(table, row, " & ", numberInLatex, inLatex) + " \\\\\n";
    return text + "\\bottomrule\n\\end{tabular}\n";
}

/// A word in braces, so that commas in it part nothing; what would begin a comment, an argument or a group is escaped.
std::string inPgfplots(const std::string& cell) {
    std::string text;
    for (const char c : cell) switch (c) {
            case '\\': text += "\\textbackslash{}"; break;
            case '\n':
            case '\r': text += ' '; break;
            case '%':
            case '#':
            case '{':
            case '}': text += '\\'; [[fallthrough]];
            default: text += c;
        }
    return text.find(',') == std::string::npos ? text : '{' + text + '}';
}

/// The name of a column, by which a document asks for it: TeX makes a word of it (\csname), which escapes would end.
std::string nameInPgfplots(const std::string& name) {
    std::string text;
    for (const char c : name) switch (c) {
            case '%': text += "percent"; break;
            case '#': text += "number"; break;
            case '{': text += '('; break;
            case '}': text += ')'; break;
            case '\\': text += '/'; break;
            case '\n':
            case '\r': text += ' '; break;
            default: text += c;
        }
    return text.find(',') == std::string::npos ? text : '{' + text + '}';
}

/// Each name once: "time", "time (2)".
std::vector<std::string> namesOnce(const std::vector<std::string>& head) {
    std::vector<std::string> names;
    names.reserve(head.size());
    for (const std::string& wanted : head) {
        std::string name = wanted;
        for (int i = 2; std::ranges::find(names, name) != names.end(); ++i)
            name = wanted + " (" + std::to_string(i) + ')';
        names.push_back(std::move(name));
    }
    return names;
}

/// What is missing of a column of numbers is not a number there.
std::string pgfplotsOf(const DataTable& table) {
    std::string text = "% \\usepackage{pgfplotstable}\n\\pgfplotstableread[col sep=comma]{\n" +
                       joined(namesOnce(table.head), ",", nameInPgfplots) + '\n';
    for (const auto& row : table.rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (column > 0) text += ',';
            text += row[column].empty() && table.isNumeric(column) ? "nan" : inPgfplots(row[column]);
        }
        text += '\n';
    }
    return text + "}\\lanescopetable\n";
}

}  // namespace

bool DataTable::isNumeric(std::size_t column) const {
    bool any = false;
    for (const auto& row : rows) {
        if (row[column].empty()) continue;
        if (!isNumber(row[column])) return false;
        any = true;
    }
    return any;
}

DataTable tableOf(std::string_view csv) {
    std::vector<std::vector<std::string>> lines;
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted) {
            if (c != '"')
                cells.back() += c;
            else if (i + 1 < csv.size() && csv[i + 1] == '"')
                cells.back() += csv[++i];
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            cells.emplace_back();
        } else if (c == '\n') {
            lines.push_back(std::exchange(cells, std::vector<std::string>(1)));
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    if (cells.size() > 1 || !cells.front().empty()) lines.push_back(std::move(cells));
    DataTable table;
    if (lines.empty()) return table;
    table.head = std::move(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        lines[i].resize(table.head.size());
        table.rows.push_back(std::move(lines[i]));
    }
    return table;
}

std::string textOf(const DataTable& table, DataFormat format) {
    switch (format) {
        case DataFormat::Csv: break;
        case DataFormat::Markdown: return markdownOf(table);
        case DataFormat::Latex: return latexOf(table);
        case DataFormat::Pgfplots: return pgfplotsOf(table);
    }
    std::string text = joined(table.head, ",", csvCell) + '\n';
    for (const auto& row : table.rows) text += joined(row, ",", csvCell) + '\n';
    return text;
}

std::string jsonOf(const DataTable& table) {
    using Json = nlohmann::ordered_json;
    Json all = Json::array();
    const std::vector<std::string> names = namesOnce(table.head);
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i) {
            // A number as it is written: 64 stays 64, and a long one keeps its digits.
            Json number = table.isNumeric(i) ? Json::parse(row[i], nullptr, false) : Json(row[i]);
            object[names[i]] = row[i].empty() ? Json() : number.is_discarded() ? Json(row[i]) : std::move(number);
        }
        all.push_back(std::move(object));
    }
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lanescope
