// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/journal_reader.h"

#include "core/base/json_reader.h"
#include "core/study/json_parts.h"

namespace lanescope::cli {
namespace {

void readLine(const JsonReader& line, JournalContent& content) {
    if (line.has("begin")) {
        ++content.begun[line.text("begin")];
    } else if (line.has("failed")) {
        content.failed[line.text("failed")] = line.text("reason");
    } else {
        content.begun.erase(line.text("done"));
        content.measured.push_back(readMeasuredEntry(line.object("entry")));
    }
}

/// What is wrong with a line, and how to go on: nobody should have to guess what may be thrown away.
tl::unexpected<Error> damaged(const Error& wrong, std::size_t number) {
    Error error = wrong;
    std::string& place = error.arguments["place"];
    constexpr std::string_view kFirst = "line 1, ";  // the reader knows of no other line
    if (place.starts_with(kFirst)) place.erase(0, kFirst.size());
    const std::string line = "line " + std::to_string(number);
    place.insert(0, line + ", ");
    error.arguments["reason"] +=
        ". It is the journal of a recording that was broken off: move it away to begin anew, " +
        ("or cut it off before " + line) +
        " to keep what was measured until then. What is in the recording itself stays";
    return fail(std::move(error));
}

}  // namespace

Result<JournalContent> readJournal(std::string_view text, const std::string& path) {
    JournalContent content;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const Result<JsonReader> line = JsonReader::parse(text.substr(0, end), path);
        if (!line) return damaged(line.error(), number);
        readLine(*line, content);
        if (line->failed()) return damaged(line->error(), number);
        text.remove_prefix(end + 1);
    }
    return content;
}

}  // namespace lanescope::cli
