// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_cell.h"

namespace lanescope {

std::string csvCell(std::string_view cell) {
    return cell.find_first_of(",\"\r\n") == std::string_view::npos ? std::string(cell) : csvQuoted(cell);
}

std::string csvQuoted(std::string_view cell) {
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace lanescope
