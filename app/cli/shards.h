// SPDX-License-Identifier: GPL-3.0-or-later
// --shard K/N of the verbs that sweep: record and emulate --into.
#pragma once

#include <optional>
#include <string>

#include "core/study/recording_set.h"
#include "core/study/study.h"

namespace lanescope::cli {

constexpr const char* kShardHelp =
    "K/N: only part K of N of it, so that N machines share it, each into a file of its own; merge puts them together";

/// Leaves in the set what falls to the shard that `text` names; nothing if it names none. Error: IllegalValue.
[[nodiscard]] Result<std::optional<ShardNote>> takeShardNamed(const std::string& text, RecordingSet& set);

/// The study in the file, or an empty one if there is no such file yet; it says of which shard it is from now on.
/// Errors: those of studyInFile(), IllegalValue (the file holds something else than this shard).
[[nodiscard]] Result<Study> studyToGoOnWith(const std::string& file, const std::optional<ShardNote>& shard);

}  // namespace lanescope::cli
