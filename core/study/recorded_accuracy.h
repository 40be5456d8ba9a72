// SPDX-License-Identifier: GPL-3.0-or-later
// How far the models were off over a whole recording: what `lanescope-cli errors` found once and for all, since it
// takes minutes (resources/accuracy; docs/models.md has the table in full).
#pragma once

#include <cstddef>
#include <optional>
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
        /// The same by what the time was of (Estimate::bound).
        struct Bound {
            std::string bound;
            std::size_t compared = 0;
            double medianApe = 0, p95Ape = 0;
            friend bool operator==(const Bound&, const Bound&) = default;
        };
        // Of models whose spread is told:
        std::optional<double> p95Ape = {};  ///< 95th percentile of the absolute errors
        double shortest = 0, longest = 0;   ///< times that were measured, seconds
        std::string command = {};           ///< that finds this row again; empty: the file's
        std::vector<Bound> bounds = {};
        /// Whose launches were compared: those of a recording, or (kUnseen) of kernels that nobody who made the model
        /// had seen.
        std::string kernels = {};
        bool machineCode = true;  ///< that was run, where there is some; else PTX alone
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::string gpu;      ///< id, of the recording and of the models' numbers
    std::string command;  ///< that finds the same again
    std::vector<Row> rows;

    static constexpr std::string_view kUnseen = "unseen";

    /// nullptr: nothing is known of the model.
    [[nodiscard]] const Row* find(std::string_view model, std::string_view kernels = {}, bool machineCode = true) const;
};

struct RecordedAccuracies {
    std::vector<RecordedAccuracy> all;
    std::vector<Error> problems;  ///< of files that could not be read
    /// By id; nullptr: there is none of that GPU.
    [[nodiscard]] const RecordedAccuracy* find(std::string_view gpu) const;
};

/// All files of resources/accuracy; a folder that is not there holds none.
[[nodiscard]] RecordedAccuracies loadRecordedAccuracies(const std::string& resources);

/// The text of a file that recordedAccuracyFrom() reads back.
[[nodiscard]] std::string toJson(const RecordedAccuracy& accuracy);

/// Error: MalformedFile.
[[nodiscard]] Result<RecordedAccuracy> recordedAccuracyFrom(std::string_view json, const std::string& file);

}  // namespace lanescope
