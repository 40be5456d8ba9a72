// SPDX-License-Identifier: GPL-3.0-or-later
// How far the models were off over a whole recording: what `lanescope-cli errors` found once and for all, since it
// takes minutes (resources/accuracy; docs/models.md has the table in full).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct RecordedAccuracy {
    struct Row {
        std::string model;         ///< id
        std::size_t compared = 0;  ///< configurations that it has an estimate of
        double medianApe = 0;      ///< median of the absolute errors, a share
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::string gpu;      ///< id, of the recording and of the models' numbers
    std::string command;  ///< that finds the same again
    std::vector<Row> rows;

    /// nullptr: nothing is known of the model.
    [[nodiscard]] const Row* find(std::string_view model) const;
};

struct RecordedAccuracies {
    std::vector<RecordedAccuracy> all;
    std::vector<Error> problems;  ///< of files that could not be read
    /// By id; nullptr: there is none of that GPU.
    [[nodiscard]] const RecordedAccuracy* find(std::string_view gpu) const;
};

/// All files of resources/accuracy; a folder that is not there holds none.
[[nodiscard]] RecordedAccuracies loadRecordedAccuracies(const std::string& resources);

/// Error: MalformedFile.
[[nodiscard]] Result<RecordedAccuracy> recordedAccuracyFrom(std::string_view json, const std::string& file);

}  // namespace lanescope
