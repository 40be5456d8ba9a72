// SPDX-License-Identifier: GPL-3.0-or-later
// A block as its warps go through it: phases, in each of them columns that warps have their cells in, with the forks
// and meetings of their lanes. Everything is counted from the trace; nothing knows of pixels.
#pragma once

#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/stage/warps/columns.h"
#include "widgets/stage/warps/counted_loop.h"

namespace lanescope::warps {

/// A phase of flow::Phases::all().
struct Group {
    std::uint64_t first = 0;  ///< event
    std::uint64_t end = 0;
    flow::PhaseKind kind = flow::PhaseKind::Setup;
    std::uint32_t round = 0;  ///< 0 = of no loop
    std::vector<Column> columns;
    std::vector<std::uint32_t> columnOf;  ///< by event of the group
    std::vector<Fork> forks;              ///< by event
    std::vector<Meeting> meetings;        ///< by event
    /// By warp: lanes that load, store, compute or exchange something in it.
    std::vector<simt::LaneMask> working;

    [[nodiscard]] std::uint32_t column(std::uint64_t event) const { return columnOf[event - first]; }
    [[nodiscard]] unsigned lanesWorking() const;
    [[nodiscard]] unsigned warpsWorking() const;
};

class WarpsScene {
public:
    /// `flow` must outlive this.
    explicit WarpsScene(const flow::BlockFlow& flow);
    ~WarpsScene();

    [[nodiscard]] const flow::BlockFlow& flow() const { return m_flow; }
    [[nodiscard]] const WarpCode& code() const { return m_code; }
    [[nodiscard]] std::uint32_t warps() const { return m_warps; }
    [[nodiscard]] unsigned threads() const { return m_threads; }
    /// Do lanes of a warp go ways of their own anywhere, as far as the first groups tell?
    [[nodiscard]] bool parts() const { return m_parts; }
    [[nodiscard]] std::size_t groups() const { return m_flow.phases().all().size(); }
    /// The group of the last event before a position; of position 0 the first. `groups()` > 0.
    [[nodiscard]] std::size_t groupAt(std::uint64_t position) const;
    /// Made when it is first asked for, in time with its events; the last ones are kept. Valid until some others have
    /// been asked for.
    [[nodiscard]] const Group& group(std::size_t number) const;
    /// "s = 4" where the loop's counter is known, "round 3: load" or "load" elsewhere.
    [[nodiscard]] QString nameOf(std::size_t group) const;
    /// "4", "l3", "l": where the name has no room.
    [[nodiscard]] QString shortNameOf(std::size_t group) const;

    /// How much of a cell a warp has executed before a position, 0 … 1.
    [[nodiscard]] static double done(const Group& group, const Cell& cell, std::uint64_t position);

private:
    [[nodiscard]] std::optional<std::uint64_t> firstWork(std::size_t group, std::uint32_t loop) const;
    [[nodiscard]] QString counterOf(std::size_t group) const;
    [[nodiscard]] QString counterBySource(std::size_t group) const;

    static constexpr std::size_t kKept = 160;  ///< groups
    const flow::BlockFlow& m_flow;
    WarpCode m_code;
    std::uint32_t m_warps = 0;
    unsigned m_threads = 0;
    bool m_parts = false;
    std::vector<LaneEnd> m_ends;
    mutable std::map<std::size_t, std::unique_ptr<const Group>> m_groups;
    mutable std::map<std::size_t, QString> m_counters;
    mutable std::unique_ptr<CountedLoops> m_loops;
};

}  // namespace lanescope::warps
