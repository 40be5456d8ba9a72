// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that every block of a launch did, in a few bits an event. The emulator guesses what each warp does next,
// which lanes pass a guard and which addresses they access, from what they did before; only surprises are written down,
// each with the number of guesses that came true before it. A reader makes the same guesses and so gets the very
// StepRecords that stepping gives. Register values are not kept: they come from running a block again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/dim3.h"
#include "core/simt/step.h"

namespace lanescope::simt {

class Program;
class LogGuesses;
class LogPlan;
struct LogPattern;

/// What one engine has written: blocks in the order in which it ran them.
struct LogPart {
    std::vector<std::uint8_t> bytes;
    std::vector<LogPattern> patterns;
};

class LaunchLog {
public:
    LaunchLog(std::shared_ptr<const Program> program, Dim3 grid, Dim3 block);
    ~LaunchLog();

    /// Is this block in the log? Blocks are missing that were not run, or for which there was no room.
    [[nodiscard]] bool has(Dim3 block) const { return find(block) != nullptr; }
    /// Warp instructions that the block executed; 0 if it is missing.
    [[nodiscard]] std::uint64_t stepsOf(Dim3 block) const { return has(block) ? find(block)->steps : 0; }
    [[nodiscard]] std::uint64_t blocks() const { return m_blocks.size(); }
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    /// Memory taken.
    [[nodiscard]] std::uint64_t bytes() const;
    /// Blocks were left out because the log may not become larger (EmulatorOptions::logBytes).
    [[nodiscard]] bool cut() const { return m_cut; }

private:
    friend class LogReader;
    friend class LogWriter;
    struct Block {
        std::uint64_t index = 0;   ///< Dim3::linear in the grid
        std::uint64_t offset = 0;  ///< in its part
        std::uint64_t steps = 0;
        std::uint32_t part = 0;
    };
    [[nodiscard]] const Block* find(Dim3 block) const;

    std::shared_ptr<const Program> m_program;
    Dim3 m_grid;
    Dim3 m_block;
    std::vector<LogPart> m_parts;
    std::vector<Block> m_blocks;  ///< ascending
    std::uint64_t m_steps = 0;
    bool m_cut = false;
};

/// Reads one block of a log from its first step on.
class LogReader {
public:
    /// `log` must outlive this. A block that is missing has no steps.
    LogReader(const LaunchLog& log, Dim3 block);
    ~LogReader();

    /// The next step; false after the last.
    [[nodiscard]] bool next(StepRecord& record);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::simt
