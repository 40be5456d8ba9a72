// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of a recording's journal say (recording_journal.h).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/study/study.h"

namespace lanescope::cli {

struct JournalContent {
    std::vector<StudyEntry> measured;
    std::map<std::string, std::string> failed;  ///< key → reason
    std::map<std::string, int> begun;           ///< key → how often, and not ended
};

/// `text` is of whole lines, `path` who is named in an error. Error: MalformedFile with the line and the way on.
[[nodiscard]] Result<JournalContent> readJournal(std::string_view text, const std::string& path);

}  // namespace lanescope::cli
