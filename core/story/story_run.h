// SPDX-License-Identifier: GPL-3.0-or-later
// What runs of a bookmark: its configuration and those beside it, emulated, with the watched block of each.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/library/library.h"
#include "core/run/watched_run.h"
#include "core/story/story.h"

namespace lanescope::story {

/// One of the runs that numbers are of. The window makes them of what it shows, everything else by Runner.
struct RunSide {
    const Algorithm* algorithm = nullptr;
    Parameters parameters{};  ///< complete
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::shared_ptr<const Emulation> run{};
    std::size_t launch = 0;
    std::shared_ptr<const flow::BlockFlow> flow{};  ///< nullptr: there is no block to be watched
};

struct BookmarkRun {
    std::vector<RunSide> sides;  ///< one at least, the first leads
    const GpuSpec* gpu = nullptr;
    std::uint64_t position = 0;  ///< of the first: events executed so far
    bool moved = false;          ///< not where it was written (FoundPosition::How)
};

/// Runs bookmarks; what was run once is kept while the runner lives.
class Runner {
public:
    /// `library` must outlive this.
    explicit Runner(const Library& library) : m_library(library) {}

    [[nodiscard]] const Library& library() const { return m_library; }
    /// Errors: UnknownAlgorithm, UnknownParameter, IllegalValue, UnknownGpu, those of emulate().
    [[nodiscard]] Result<BookmarkRun> run(const Bookmark& bookmark, const JobContext& job);

private:
    struct Wanted;
    [[nodiscard]] Result<RunSide> side(const Wanted& wanted, const JobContext& job);

    const Library& m_library;
    std::map<std::string, RunSide> m_kept;  ///< by what was run
};

/// What a side is called in captions: a is the first.
[[nodiscard]] char letterOf(std::size_t side);

/// "in bookmark 3, "First words of its …": what is wrong, and what to do." of an error that one bookmark has.
[[nodiscard]] std::string sentenceOf(const Error& error, const Story& story, std::size_t bookmark,
                                     const std::string& file);

}  // namespace lanescope::story
