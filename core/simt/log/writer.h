// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a LaunchLog while an engine runs. The stream of a block is a list of surprises: a number (how many guesses
// came true before it), then what came instead. Whatever must be known to read it follows from the guesses. What is
// called for every straight line and site is here, so that a right guess costs a comparison. Internal to core/simt.
//
//   number       7 bits a byte, the highest bit set in all but the last
//   signed       zigzag: 0, -1, 1, -2 … as numbers
//   visit        warp and pc as signed distances from the guess, mask xor guess
//   guard        lanes xor guess
//   address      0, distance of the base from the guess: the pattern is as guessed
//                1, pattern, distance
//                2, distance of the first active lane's, width 1 2 4 8, then each other active lane's distance from it
#pragma once

#include <vector>

#include "core/simt/handlers/handlers.h"
#include "core/simt/log/guesses.h"
#include "core/simt/log/launch_log.h"

namespace lanescope::simt {

class LogWriter {
public:
    /// Blocks are left out once the log takes `mostBytes`.
    LogWriter(const Program& program, Dim3 grid, Dim3 block, std::uint64_t mostBytes);

    /// False if there is no room for more.
    bool begin(Dim3 block);
    /// The block has ended, after so many steps.
    void end(std::uint64_t steps);
    /// Adds what was written to a log of the same launch.
    void moveTo(LaunchLog& log);

    [[nodiscard]] const LogPlan& plan() const { return m_plan; }

    /// A straight line is about to run.
    void visit(const LogVisit& visit) {
        if (m_guesses.visit() == visit)
            ++m_right;
        else
            writeVisit(visit);
        m_guesses.learn(visit);
        m_warp = visit.warp;
    }
    /// The same for an instruction that may be a site or not.
    void see(const Op& op, const Machine& m, bool whole) {
        if (const LogSite* const site = m_plan.siteOf(op.index)) see(*site, op, m, whole);
    }
    /// `site` is about to run, with the lanes in m.active. `whole`: the line runs from its start.
    void see(const LogSite& site, const Op& op, const Machine& m, bool whole) {
        LaneMask active = m.active;
        if (active == 0) return;  // after a fault: the block ends before this
        if (site.guarded) {
            const LaneMask predicate = m.mask(op.guard);
            active &= op.guardNegated ? ~predicate : predicate;
            if (m_guesses.guard(m_warp, site.slot) == active)
                ++m_right;
            else
                writeMask(active ^ m_guesses.guard(m_warp, site.slot));
            m_guesses.learn(m_warp, site.slot, active);
        }
        if (active == 0 || !(site.notesAddress() || (site.accesses && !whole))) return;
        const LogGuesses::Address guess = m_guesses.address(m_warp, site.slot);
        const LogPattern& pattern = m_part.patterns[guess.pattern];
        if (m_follows(m, op, active, pattern, guess.base)) {
            ++m_right;
            m_guesses.confirm(m_warp, site.slot);
        } else {
            writeAddress(site, op, m, active, guess);
        }
    }

private:
    void writeVisit(const LogVisit& visit);
    void writeMask(LaneMask difference);
    void writeAddress(const LogSite& site, const Op& op, const Machine& m, LaneMask active,
                      const LogGuesses::Address& guess);
    [[nodiscard]] std::uint32_t patternOf(std::uint32_t slot, const std::array<std::int64_t, kWarpSize>& distance);
    void surprise();
    void put(std::uint64_t number);
    void putSigned(std::int64_t number);

    const Program& m_program;
    LogPlan m_plan;
    LogGuesses m_guesses;
    bool (*m_follows)(const Machine&, const Op&, LaneMask, const LogPattern&, std::int64_t);
    Dim3 m_grid;
    Dim3 m_block;
    std::uint64_t m_mostBytes;
    std::uint32_t m_warp = 0;
    std::uint64_t m_right = 0;  ///< guesses that came true since the last surprise
    LogPart m_part;
    std::vector<std::uint32_t> m_index;  ///< hash table of patterns; 0 = free, else number + 1
    std::vector<std::uint8_t> m_made;    ///< by slot: patterns it has brought
    struct Held {
        std::uint64_t index = 0;  ///< Dim3::linear in the grid
        std::uint64_t offset = 0;
        std::uint64_t steps = 0;
    };
    std::vector<Held> m_held;
    bool m_cut = false;
};

}  // namespace lanescope::simt
