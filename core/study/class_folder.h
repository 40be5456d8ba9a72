// SPDX-License-Identifier: GPL-3.0-or-later
// The results that a class hands in: a folder of studies, read as one. What cannot be read is named and loses nothing
// of the others. Nobody is named but by the name of his file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/study/study.h"

namespace lanescope {

/// One configuration as one file has measured it.
struct ClassResult {
    std::size_t file = 0;  ///< place in ClassFolder::files
    std::string algorithm;
    Parameters parameters;  ///< by their names
    std::string where;      ///< the GPU, or the host of a plan of the CPU alone
    Origin origin = Origin::Measured;
    double median = 0;  ///< seconds, of its samples
    double lower = 0;   ///< quartiles of them
    double upper = 0;
    std::uint64_t samples = 0;
    std::string date;                     ///< ISO 8601, UTC
    bool wrong = false;                   ///< the result on the GPU was not what it should be
    bool throttled = false;               ///< the driver said so
    std::optional<std::size_t> copyOf{};  ///< of an earlier one: the very same measurement, handed in once more
};

struct ClassFile {
    std::string name;  ///< within the folder
    std::string title;
    std::vector<std::string> where{};  ///< its GPUs, each once
    std::size_t timed = 0;             ///< configurations with a measurement
    std::size_t counted = 0;           ///< that the emulator has counted
    std::string date{};                ///< of its last measurement
};

/// A file that tells nothing here, and why.
struct LeftOutFile {
    std::string name;
    std::string why;
};

struct ClassFolder {
    /// Bytes of a file on disk; the shipped recording of the whole catalogue has a fiftieth of that.
    static constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;
    std::string folder;
    std::vector<ClassFile> files{};
    std::vector<ClassResult> results{};  ///< by file
    std::vector<LeftOutFile> leftOut{};
};

/// Errors: CannotOpen of the folder itself; Cancelled.
[[nodiscard]] Result<ClassFolder> readClass(const std::string& folder, const JobContext& job);

}  // namespace lanescope
