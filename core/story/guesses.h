// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses that students hand in: a file each,
//   {"format": "lanescope-guesses", "version": 1, "who": "Ada",
//    "guesses": {"3": 32, "5": "B", "7": "0-5, 12", "9": [1e-5, 4e-5]}}
// The name of a guess is the bookmark's number. It is a number where a number is asked for, a letter of a choice,
// numbers of threads or blocks, a list of numbers for a curve. "who" may be left out, and then the file has no name but
// its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/story/reveal.h"
#include "core/story/story.h"

namespace lanescope::story {

struct GuessFile {
    std::string name;                      ///< of the file
    std::map<std::size_t, Guess> guesses;  ///< by bookmark, from 0
};

struct GuessesOfRoom {
    std::vector<GuessFile> files;
    struct LeftOut {
        std::string name;
        std::string why;
    };
    std::vector<LeftOut> leftOut;

    /// What was said at a bookmark.
    [[nodiscard]] std::vector<Guess> at(std::size_t bookmark) const;
};

/// Of a story's questions. `file` is who is named in an error, and who has guessed where nobody says so. Errors:
/// MalformedFile, UnsupportedVersion; also for a bookmark that asks nothing, or asks otherwise.
[[nodiscard]] Result<GuessFile> guessesFromJson(std::string_view json, const std::string& file, const Story& story);
/// Of a file, or of all in a folder and the folders in it; what cannot be read is left out, and says why. Error:
/// CannotOpen; of a single file what guessesFromJson() says; Cancelled.
[[nodiscard]] Result<GuessesOfRoom> readGuesses(const std::string& path, const Story& story, const JobContext& job);

}  // namespace lanescope::story
