// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is run to its end, or until nobody wants it any more. Private to this room.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace lanescope::sass {

struct Finished {
    int status = 0;  ///< its exit code; -1: a signal ended it
    std::string output;
    std::string errors;
};

/// `words[0]` is the program's path; the rest are its arguments. It reads nothing, and what it writes is kept up to
/// `most` bytes each. Errors: Cancelled (it is killed then), NoLibrary (it does not start, or writes more).
[[nodiscard]] Result<Finished> runToEnd(const std::vector<std::string>& words, std::uint64_t most,
                                        const JobContext& job);

/// A folder of our own for files that others read, which goes with all that is in it.
class TemporaryFolder {
public:
    /// Error: CannotWrite.
    [[nodiscard]] static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    explicit TemporaryFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace lanescope::sass
