// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/published_table.h"

namespace lanescope::published {

JsonReader tableOf(const JsonReader& document, std::string_view name) {
    std::vector<JsonReader> tables = document.list("tables");
    for (const JsonReader& table : tables)
        if (table.text("table") == name) return table;
    document.reject("there is no table \"" + std::string(name) + "\"", "tables");
    return document;
}

}  // namespace lanescope::published
