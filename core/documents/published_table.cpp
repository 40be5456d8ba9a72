// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/published_table.h"

#include "core/base/words.h"

namespace lanescope::published {

JsonReader tableOf(const JsonReader& document, std::string_view name) {
    std::vector<JsonReader> tables = document.list("tables");
    for (const JsonReader& table : tables)
        if (table.text("table") == name) return table;
    document.reject(inWords(Message("published.no_table"_id, {{"name", name}})), "tables");
    return document;
}

}  // namespace lanescope::published
