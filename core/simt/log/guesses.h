// SPDX-License-Identifier: GPL-3.0-or-later
// The guesses of a log. What a warp does next, which lanes pass a guard and where an access begins is guessed from what
// came before in the same block; a log keeps only what came otherwise. Writer and reader guess with this one class, and
// both learn only what the log tells, so that the reader's guesses are the writer's. Internal to core/simt.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/dim3.h"
#include "core/simt/log/plan.h"
#include "core/simt/step.h"

namespace lanescope::simt {

/// Distances of a warp's 32 addresses from a base, the same for all accesses that share it.
struct LogPattern {
    alignas(64) std::array<std::int64_t, kWarpSize> distance{};
    alignas(64) std::array<std::int32_t, kWarpSize> distance32{};  ///< for 32-bit registers, modulo 2^32
};

/// A straight line begins to run.
struct LogVisit {
    std::uint32_t warp = 0;
    std::uint32_t pc = 0;
    LaneMask mask = 0;
    friend bool operator==(const LogVisit&, const LogVisit&) = default;
};

/// What a block of so many threads most likely begins with.
[[nodiscard]] inline LogVisit firstVisitOf(Dim3 block) {
    return {0, 0, block.count() >= kWarpSize ? ~LaneMask{0} : (LaneMask{1} << block.count()) - 1};
}

class LogGuesses {
public:
    static constexpr std::uint32_t kUnknown = 0xffffffffU;

    /// An access: expected base, pattern, and how far the base moves from one time to the next.
    struct Address {
        std::int64_t base = 0;
        std::int64_t stride = 0;
        std::uint32_t pattern = kUnknown;
    };

    LogGuesses(const Program& program, const LogPlan& plan, std::uint32_t warps);
    /// A block begins: nothing is known but where it starts, probably.
    void begin(LogVisit first);

    // Which straight line runs next: as after this one the last time, else as after another warp's, else straight on.
    [[nodiscard]] LogVisit visit() const {
        const LogVisit& own = m_next[m_at];
        return own.pc != kUnknown ? own : visitByOthers();
    }
    void learn(const LogVisit& visit) {
        if (m_next[m_at] != visit) relearn(visit);
        m_last = visit;
        m_segment = m_program.segmentOf(visit.pc);
        m_at = std::size_t{visit.warp} * m_segments + m_segment;
    }

    // Which lanes pass a guard: as the last time, else as with another warp, else all.
    [[nodiscard]] LaneMask guard(std::uint32_t warp, std::uint32_t slot) const {
        const Guard& own = m_guards[warp * m_sites + slot];
        return own.known ? own.lanes : m_anyGuard[slot].known ? m_anyGuard[slot].lanes & m_last.mask : m_last.mask;
    }
    void learn(std::uint32_t warp, std::uint32_t slot, LaneMask lanes) {
        Guard& own = m_guards[warp * m_sites + slot];
        if (!own.known || own.lanes != lanes) own = m_anyGuard[slot] = {lanes, true};
    }

    // Where an access begins: as far on as the last time; of a warp's first, as far from the last other warp's as that
    // was from the one before it.
    [[nodiscard]] Address address(std::uint32_t warp, std::uint32_t slot) const {
        const Address& own = m_addresses[warp * m_sites + slot];
        return own.pattern != kUnknown ? own : newcomer(slot);
    }
    /// The guess came true.
    void confirm(std::uint32_t warp, std::uint32_t slot) {
        Address& own = m_addresses[warp * m_sites + slot];
        if (own.pattern == kUnknown) return learn(warp, slot, newcomer(slot).base, newcomer(slot).pattern);
        own.base += own.stride;
    }
    void learn(std::uint32_t warp, std::uint32_t slot, std::int64_t base, std::uint32_t pattern);

private:
    struct Guard {
        LaneMask lanes = 0;
        bool known = false;
    };
    struct Newcomer {
        std::int64_t base = 0;  ///< of the last warp's first access
        std::int64_t step = 0;  ///< from the one before it
        std::int64_t stride = 0;
        std::uint32_t pattern = kUnknown;
    };
    [[nodiscard]] LogVisit visitByOthers() const;
    void relearn(const LogVisit& visit);
    [[nodiscard]] Address newcomer(std::uint32_t slot) const {
        const Newcomer& any = m_newcomers[slot];
        if (any.pattern == kUnknown) return {0, 0, 0};
        return {static_cast<std::int64_t>(static_cast<std::uint64_t>(any.base) + static_cast<std::uint64_t>(any.step)),
                any.stride, any.pattern};
    }

    const Program& m_program;
    std::uint32_t m_segments;
    std::uint32_t m_sites;
    LogVisit m_last;
    std::uint32_t m_segment = 0;        ///< of m_last
    std::size_t m_at = 0;               ///< m_last's warp and segment in m_next
    std::vector<LogVisit> m_next;       ///< by warp, then segment; last, what comes first of all
    std::vector<LogVisit> m_anyNext;    ///< by segment; `warp` is the distance to the next
    std::vector<Guard> m_guards;        ///< by warp, then slot
    std::vector<Guard> m_anyGuard;      ///< by slot
    std::vector<Address> m_addresses;   ///< by warp, then slot
    std::vector<Newcomer> m_newcomers;  ///< by slot
};

}  // namespace lanescope::simt
