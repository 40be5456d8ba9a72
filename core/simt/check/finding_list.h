// SPDX-License-Identifier: GPL-3.0-or-later
// What the checks find in a launch: each thing once, with the lines and threads that it is told by, how often it
// happened, and the worst of its occurrences. Internal to core/simt.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "core/simt/check/race_checker.h"

namespace lanescope::simt {

class FindingList {
public:
    /// `most`: findings that are kept; more are only counted. `report` gets them, and must outlive the launch.
    void startLaunch(std::shared_ptr<const Program> program, std::size_t most, RaceReport& report);
    /// `launch` must outlive the block.
    void startBlock(const Launch& launch, Dim3 block);

    [[nodiscard]] const program::Entry& entry() const;
    [[nodiscard]] Dim3 block() const { return m_block; }
    [[nodiscard]] Dim3 threadAt(std::uint32_t number) const { return m_launch->block.at(number); }

    /// The instruction whose line of the user's source is told for what a warp has just done.
    [[nodiscard]] std::uint32_t shownOf(const StepRecord& record, const BlockExecution& execution) const;
    /// `origin`, if its line is the user's own; else `shown`.
    [[nodiscard]] std::uint32_t ownLineOr(std::uint32_t origin, std::uint32_t shown) const {
        return m_shown[origin] == origin ? origin : shown;
    }
    /// `shown`: the instruction whose line is told. `thread`: its number in its block.
    [[nodiscard]] Finding::Side sideOf(std::uint32_t instruction, std::uint32_t shown, std::uint32_t thread,
                                       AccessKind access, Dim3 block) const;
    /// A finding with one side: a lane of the step, in this block.
    [[nodiscard]] Finding findingAt(Finding::Kind kind, const StepRecord& record, unsigned lane,
                                    const BlockExecution& execution) const;

    /// Has such a finding been added with `shown` as its only line?
    [[nodiscard]] bool knows(Finding::Kind kind, std::uint32_t shown) const {
        return m_known.contains(keyOf(kind, shown, shown, 0));
    }
    /// `a` and `b`: the instructions whose lines are told, in any order. `where`: which buffer or array, as a number of
    /// the caller's.
    void add(Finding finding, std::uint32_t a, std::uint32_t b, std::uint64_t where = 0);
    /// Counts what is known already, and not worse than what is known: true. Only what tells findings apart need be
    /// set; the rest of it costs much, and races come in millions.
    [[nodiscard]] bool again(const Finding& finding, std::uint32_t a, std::uint32_t b, std::uint64_t where);
    void add(Finding finding, std::uint32_t shown) { add(std::move(finding), shown, shown); }

private:
    /// What findings are told apart by: the two lines, in no order, and the buffer.
    using Key = std::tuple<Finding::Kind, std::uint64_t, std::uint64_t, std::uint64_t>;
    static constexpr std::size_t kNotKept = ~std::size_t{0};

    void numberLines();
    [[nodiscard]] Key keyOf(Finding::Kind kind, std::uint32_t a, std::uint32_t b, std::uint64_t where) const;
    [[nodiscard]] Finding::Severity severityOf(const Finding& finding) const;
    void finish(Finding& finding) const;

    const Launch* m_launch = nullptr;
    std::shared_ptr<const Program> m_program;
    std::size_t m_most = 0;
    RaceReport* m_report = nullptr;
    bool m_fences = false;  ///< the kernel can order accesses in a way that barriers do not show
    Dim3 m_block;
    std::map<Key, std::size_t> m_known;                 ///< index into the report, or kNotKept
    std::vector<std::uint64_t> m_lines;                 ///< by instruction: the same number for the same line
    std::vector<std::optional<std::uint32_t>> m_shown;  ///< by instruction: shownInFunction()
};

}  // namespace lanescope::simt
