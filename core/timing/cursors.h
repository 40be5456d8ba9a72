// SPDX-License-Identifier: GPL-3.0-or-later
// Where a warp is in what it does, and when what its next op waits for is there: one kind of cursor for regions of PTX,
// one for machine code. Private to this room.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "core/timing/ready.h"

namespace lanescope::timing {

/// A warp's visits to regions: values wait for those that they are made of.
class RegionCursor {
public:
    RegionCursor() = default;
    RegionCursor(const MachineStream& stream, const LaunchSample& sample, std::size_t block, std::size_t warp)
        : m_stream(&stream),
          m_visits(&stream.blocks[block][warp]),
          m_events(&sample.blocks[block].warps[warp].events),
          m_registers(stream.registerCount) {
        enter();
    }

    [[nodiscard]] bool done() const { return m_visit >= m_visits->size(); }
    [[nodiscard]] const Op& op() const { return region().ops[m_next]; }
    [[nodiscard]] const Event& event() const { return (*m_events)[(*m_visits)[m_visit].firstEvent + op().event]; }
    [[nodiscard]] bool jumps() const { return op().takenBranch; }
    [[nodiscard]] Ready operands() const { return latest(region(), op()); }

    void issued(const Outcome& outcome) {
        m_results[m_next] = outcome.result;
        if (++m_next < region().ops.size()) return;
        leave();
        enter();
    }
    /// It needs no more room.
    void close() {
        m_results = {};
        m_registers = {};
    }

private:
    [[nodiscard]] const Region& region() const { return m_stream->regions[(*m_visits)[m_visit].region]; }

    /// Begins with the visit's region; those without an op are passed.
    void enter() {
        for (; !done(); leave()) {
            m_next = 0;
            m_results.assign(region().ops.size(), {});
            if (!region().ops.empty()) return;
        }
    }

    /// Values that live on get their time, all at once.
    void leave() {
        const Region& left = region();
        m_outs.clear();
        for (const Region::Out& out : left.outs) m_outs.push_back(latest(left, out));
        for (std::size_t i = 0; i < left.outs.size(); ++i) m_registers[left.outs[i].reg] = m_outs[i];
        ++m_visit;
    }

    template <typename Waits>
    [[nodiscard]] Ready latest(const Region& of, const Waits& waits) const {
        Ready last;
        const auto look = [&last](const Ready& one) {
            if (one.at > last.at) last = one;
        };
        for (std::uint32_t i = 0; i < waits.waits; ++i) look(m_results[of.waits[waits.firstWait + i]]);
        for (std::uint32_t i = 0; i < waits.registers; ++i) look(m_registers[of.registers[waits.firstRegister + i]]);
        return last;
    }

    const MachineStream* m_stream = nullptr;
    const std::vector<Visit>* m_visits = nullptr;
    const std::vector<Event>* m_events = nullptr;
    std::size_t m_visit = 0;
    std::uint32_t m_next = 0;        ///< op of the region
    std::vector<Ready> m_results;    ///< of the region's ops
    std::vector<Ready> m_registers;  ///< of earlier regions
    std::vector<Ready> m_outs;
};

/// A warp's machine instructions: they wait for scoreboards.
class CodeCursor {
public:
    CodeCursor() = default;
    CodeCursor(const MachineStream& stream, const LaunchSample& sample, std::size_t block, std::size_t warp)
        : m_code(stream.code.data()), m_events(&sample.blocks[block].warps[warp].events) {}

    [[nodiscard]] bool done() const { return m_next >= m_events->size(); }
    [[nodiscard]] const Op& op() const { return m_code[event().instruction]; }
    [[nodiscard]] const Event& event() const { return (*m_events)[m_next]; }
    [[nodiscard]] bool jumps() const {
        return m_next + 1 < m_events->size() && (*m_events)[m_next + 1].instruction != event().instruction + 1;
    }
    [[nodiscard]] Ready operands() const {
        Ready last;
        for (unsigned waits = op().control.waits; waits != 0; waits &= waits - 1) {
            const Ready& one = m_scoreboards[static_cast<std::size_t>(std::countr_zero(waits)) % kScoreboards];
            if (one.at > last.at) last = one;
        }
        return last;
    }

    /// A scoreboard counts: it is down when all that raised it have let go.
    void issued(const Outcome& outcome) {
        const OpControl& control = op().control;
        raise(control.sets, outcome.result);
        raise(control.setsRead, outcome.operandsRead);
        ++m_next;
    }
    void close() {}

private:
    static constexpr std::size_t kScoreboards = 6;
    void raise(std::uint8_t scoreboard, const Ready& until) {
        if (scoreboard < kScoreboards && until.at > m_scoreboards[scoreboard].at) m_scoreboards[scoreboard] = until;
    }

    const Op* m_code = nullptr;
    const std::vector<Event>* m_events = nullptr;
    std::size_t m_next = 0;
    std::array<Ready, kScoreboards> m_scoreboards{};
};

}  // namespace lanescope::timing
