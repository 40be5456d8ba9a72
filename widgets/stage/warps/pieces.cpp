// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/pieces.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

namespace lanescope::warps {
namespace {

using simt::eachLane;
using simt::LaneMask;

constexpr std::uint32_t kUnknown = 0xffffffffU;

struct Step {
    std::uint32_t event = 0;  ///< from the range's first on
    std::uint32_t instruction = 0;
    LaneMask active = 0;
    bool works = false;
};

/// A warp on its way through the range.
struct Walk {
    LaneMask live = 0;
    std::vector<Step> visit;             ///< of the block that it is in
    LaneMask running = 0;                ///< lanes of the visit, as far as an instruction without guard says it
    LaneMask before = 0;                 ///< lanes of the visit before; 0 = none
    std::array<std::uint32_t, 32> at{};  ///< by lane: the block that it goes to
    std::vector<std::array<std::uint32_t, 32>> rounds;  ///< by loop and lane
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdULL;
}

class PieceMaker {
public:
    PieceMaker(const flow::BlockFlow& flow, const WarpCode& code, std::uint64_t first)
        : m_flow(flow), m_trace(flow.trace()), m_code(code), m_first(first), m_walks(warpsOf(m_trace)) {
        m_pieces.warps.resize(m_walks.size());
        m_pieces.working.resize(m_walks.size(), 0);
        for (std::uint32_t warp = 0; warp < m_walks.size(); ++warp) {
            m_walks[warp].live = lanesOfWarp(m_trace, warp);
            m_walks[warp].at.fill(kUnknown);
            m_walks[warp].rounds.resize(code.loops().all().size());
        }
    }

    void endLanes(const LaneEnd& end) { m_walks[end.warp].live &= ~end.lanes; }

    /// What the warps did last before the range, so that who meets in its first piece is known.
    void lookBack() {
        std::size_t missing = m_walks.size();
        for (std::uint64_t event = m_first; event-- > 0 && missing > 0;) {
            Walk& walk = m_walks[m_trace.warp(event)];
            const bool guarded = entry().instructions[m_trace.instruction(event)].guard != program::kNoRegister;
            if (walk.before != 0 || guarded) continue;
            walk.before = m_trace.active(event);
            --missing;
        }
    }

    void add(std::uint64_t event) {
        const std::uint32_t warp = m_trace.warp(event);
        const std::uint32_t instruction = m_trace.instruction(event);
        const LaneMask active = m_trace.active(event);
        Walk& walk = m_walks[warp];
        const bool guarded = entry().instructions[instruction].guard != program::kNoRegister;
        if (!walk.visit.empty()) {
            const std::uint32_t last = walk.visit.back().instruction;
            const bool onward = instruction == last + 1 && m_code.blockOf(instruction) == m_code.blockOf(last);
            if (!onward || (!guarded && walk.running != 0 && active != walk.running)) close(warp);
        }
        const bool works = m_flow.activities().works(event);
        if (works) m_pieces.working[warp] |= active;
        walk.visit.push_back({static_cast<std::uint32_t>(event - m_first), instruction, active, works});
        if (!guarded) walk.running = active;
        if (!works && m_flow.activities().kind(event) == flow::InstructionKind::End) {
            close(warp);
            walk.live &= ~active;
        }
    }

    Pieces finish() {
        for (std::uint32_t warp = 0; warp < m_walks.size(); ++warp) close(warp);
        std::ranges::sort(m_pieces.forks, {}, &Fork::event);
        std::ranges::sort(m_pieces.meetings, {}, &Meeting::event);
        for (std::vector<Piece>& pieces : m_pieces.warps) tellWaysApart(pieces);
        return std::move(m_pieces);
    }

private:
    [[nodiscard]] const program::Entry& entry() const { return m_trace.entry(); }

    /// Lanes that execute the visit, where all its instructions have guards.
    static LaneMask lanesThere(const Walk& walk, std::uint32_t block) {
        LaneMask lanes = 0;
        for (const Step& step : walk.visit) lanes |= step.active;
        for (unsigned lane = 0; lane < 32; ++lane) {
            const bool was = (walk.before >> lane & 1) != 0;
            if (walk.at[lane] == block || (was && walk.at[lane] == kUnknown)) lanes |= LaneMask{1} << lane;
        }
        return lanes & walk.live;
    }

    void close(std::uint32_t warp) {
        Walk& walk = m_walks[warp];
        if (walk.visit.empty()) return;
        const std::uint32_t block = m_code.blockOf(walk.visit.front().instruction);
        if (walk.running == 0) walk.running = lanesThere(walk, block);
        noteRounds(walk, block);
        if (walk.before != 0 && (walk.running & ~walk.before) != 0 && (walk.running & walk.before) != 0)
            m_pieces.meetings.push_back(
                {m_first + walk.visit.front().event, warp, walk.running, walk.running & ~walk.before});
        cut(warp, block);
        leave(walk, warp, block);
        walk.before = walk.running;
        walk.visit.clear();
        walk.running = 0;
    }

    void noteRounds(Walk& walk, std::uint32_t block) const {
        const std::uint32_t loop = m_code.headerOf(block);
        if (loop == WarpCode::kNone || walk.visit.front().instruction != entry().blocks[block].first) return;
        eachLane(walk.running, [&](unsigned lane) {
            ++walk.rounds[loop][lane];
            for (const std::uint32_t inner : m_code.within(loop)) walk.rounds[inner][lane] = 0;
        });
    }

    [[nodiscard]] std::uint64_t placeOf(const Walk& walk, std::uint32_t block, std::uint32_t part) const {
        std::uint64_t place = mixed(block, part);
        const unsigned lane = walk.running != 0 ? simt::firstLane(walk.running) : 0;
        for (std::uint32_t loop = m_code.loops().around(block); loop != WarpCode::kNone;
             loop = m_code.loops().all()[loop].parent)
            place = mixed(place, walk.rounds[loop][lane]);
        return place;
    }

    /// Where the visit's lanes go, and whether they part.
    void leave(Walk& walk, std::uint32_t warp, std::uint32_t block) {
        const Step& last = walk.visit.back();
        if (last.instruction + 1 != entry().blocks[block].end) {
            eachLane(walk.running, [&](unsigned lane) { walk.at[lane] = block; });
            return;
        }
        const program::Instruction& what = entry().instructions[last.instruction];
        const std::uint32_t past = block + 1;
        const bool branches = what.opcode == program::Opcode::Bra;
        const std::uint32_t target =
            branches && what.target < entry().instructions.size() ? m_code.blockOf(what.target) : kUnknown;
        const LaneMask taken = branches ? last.active : 0;
        const bool known = branches || what.opcode != program::Opcode::Brx;
        eachLane(walk.running, [&](unsigned lane) {
            walk.at[lane] = !known ? kUnknown : (taken >> lane & 1) != 0 ? target : past;
        });
        if (m_code.isConditionalBranch(last.instruction) && taken != 0 && taken != walk.running)
            m_pieces.forks.push_back({m_first + last.event, warp, walk.running, taken, target, past});
    }

    struct Stretch {
        PieceKind kind = PieceKind::Asks;
        LaneMask lanes = 0;
        std::size_t first = 0;
        std::size_t end = 0;
    };

    /// Cuts the visit into pieces.
    void cut(std::uint32_t warp, std::uint32_t block) {
        Walk& walk = m_walks[warp];
        std::uint8_t part = 0;
        const auto add = [&](std::size_t first, std::size_t end, PieceKind kind, LaneMask lanes) {
            if (first == end) return;
            Piece piece;
            piece.kind = kind;
            piece.part = part;
            piece.block = block;
            piece.place = placeOf(walk, block, part++);
            piece.running = lanes;
            piece.live = walk.live;
            piece.first = walk.visit[first].event;
            piece.end = walk.visit[end - 1].event + 1;
            piece.events = static_cast<std::uint32_t>(end - first);
            piece.way = m_code.wayOf(block);
            if (kind == PieceKind::Works) piece.family = familyOf(walk, first, end);
            m_pieces.warps[warp].push_back(piece);
        };
        std::size_t begin = 0;
        for (std::size_t i = 0; i < walk.visit.size(); ++i) {
            const Step& step = walk.visit[i];
            const bool barrier = m_code.isBarrier(step.instruction);
            const bool apart = step.active != 0 && step.active != walk.running &&
                               entry().instructions[step.instruction].opcode != program::Opcode::Bra;
            if (!barrier && !apart) continue;
            cutStretch(walk, begin, i, add);
            add(i, i + 1, barrier ? PieceKind::Barrier : step.works ? PieceKind::Works : PieceKind::Asks, step.active);
            begin = i + 1;
        }
        cutStretch(walk, begin, walk.visit.size(), add);
    }

    /// A warp that is whole asks before it works; where lanes wait for others, or may, all that these do is why.
    template <typename Add>
    void cutStretch(const Walk& walk, std::size_t first, std::size_t end, const Add& add) const {
        std::size_t from = end;
        std::size_t to = first;
        for (std::size_t i = first; i < end; ++i)
            if (walk.visit[i].works) {
                from = std::min(from, i);
                to = i + 1;
            }
        if (from == end) {
            add(first, end, PieceKind::Asks, walk.running);
        } else if (walk.running != walk.live || m_code.isShortArm(m_code.blockOf(walk.visit.front().instruction))) {
            add(first, end, PieceKind::Works, walk.running);
        } else {
            add(first, from, PieceKind::Asks, walk.running);
            add(from, to, PieceKind::Works, walk.running);
            add(to, end, PieceKind::Asks, walk.running);
        }
    }

    [[nodiscard]] flow::Family familyOf(const Walk& walk, std::size_t first, std::size_t end) {
        const auto [known, fresh] = m_families.try_emplace(std::uint64_t{walk.visit[first].instruction} << 32 |
                                                           walk.visit[end - 1].instruction);
        if (fresh) known->second = weighed(walk, first, end);
        return known->second;
    }

    [[nodiscard]] flow::Family weighed(const Walk& walk, std::size_t first, std::size_t end) const {
        struct Weighed {
            flow::Family family;
            std::uint32_t weight = 0;
        };
        std::vector<Weighed> all;
        for (std::size_t i = first; i < end; ++i) {
            if (!walk.visit[i].works) continue;
            const std::uint64_t event = m_first + walk.visit[i].event;
            const flow::Touched touched = m_flow.activities().touched(event);
            flow::Family family = m_flow.families().ofOwned();
            if (touched.array != flow::Touched::kNone && touched.space == program::Space::Global)
                family = m_flow.families().ofBuffer(touched.array);
            if (touched.array != flow::Touched::kNone && touched.space == program::Space::Shared)
                family = m_flow.families().ofShared(touched.array);
            const std::uint32_t weight = flow::Tracks::weightOf(m_flow.activities().activity(event), touched.space);
            const auto known = std::ranges::find(all, family, &Weighed::family);
            if (known == all.end())
                all.push_back({family, weight});
            else
                known->weight += weight;
        }
        return all.empty() ? flow::Family{} : std::ranges::max_element(all, {}, &Weighed::weight)->family;
    }

    /// Lanes that go through the same code, but never together, go different ways: each gets a number of its own.
    static void tellWaysApart(std::vector<Piece>& pieces) {
        struct Way {
            std::uint32_t code = 0;
            LaneMask lanes = 0;
        };
        std::vector<Way> ways;
        const auto partial = [](const Piece& piece) {
            return piece.kind == PieceKind::Works && piece.running != piece.live;
        };
        for (const Piece& piece : pieces) {
            if (!partial(piece)) continue;
            Way joined{piece.way, piece.running};
            auto keep = ways.end();
            for (auto way = ways.begin(); way != ways.end();) {
                if (way->code != joined.code || (way->lanes & joined.lanes) == 0) {
                    ++way;
                } else if (keep == ways.end()) {
                    way->lanes |= joined.lanes;
                    joined.lanes = way->lanes;
                    keep = way++;
                } else {
                    keep->lanes |= way->lanes;
                    way = ways.erase(way);
                }
            }
            if (keep == ways.end()) ways.push_back(joined);
        }
        for (Piece& piece : pieces) {
            if (!partial(piece)) continue;
            std::uint32_t number = piece.way;
            for (const Way& way : ways) {
                if (way.code != piece.way) continue;
                if ((way.lanes & piece.running) != 0) break;
                ++number;
            }
            piece.way = number;
        }
    }

    const flow::BlockFlow& m_flow;
    const BlockTrace& m_trace;
    const WarpCode& m_code;
    std::uint64_t m_first;
    std::vector<Walk> m_walks;
    std::unordered_map<std::uint64_t, flow::Family> m_families;  ///< by first and last instruction of a piece
    Pieces m_pieces;
};

}  // namespace

simt::LaneMask lanesOfWarp(const BlockTrace& trace, std::uint32_t warp) {
    const std::uint64_t threads = trace.launch().block.count();
    const std::uint64_t first = std::uint64_t{warp} * simt::kWarpSize;
    if (first >= threads) return 0;
    const std::uint64_t lanes = std::min<std::uint64_t>(simt::kWarpSize, threads - first);
    return lanes == simt::kWarpSize ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
}

std::uint32_t warpsOf(const BlockTrace& trace) {
    return static_cast<std::uint32_t>((trace.launch().block.count() + simt::kWarpSize - 1) / simt::kWarpSize);
}

std::vector<LaneEnd> laneEndsOf(const flow::BlockFlow& flow) {
    const BlockTrace& trace = flow.trace();
    std::vector<LaneEnd> ends;
    for (std::uint64_t event = 0; event < trace.size(); ++event)
        if (flow.activities().kind(event) == flow::InstructionKind::End)
            ends.push_back({event, trace.warp(event), trace.active(event)});
    return ends;
}

Pieces piecesOf(const flow::BlockFlow& flow, const WarpCode& code, const std::vector<LaneEnd>& ends,
                std::uint64_t first, std::uint64_t end) {
    PieceMaker maker(flow, code, first);
    for (const LaneEnd& ended : ends) {
        if (ended.event >= first) break;
        maker.endLanes(ended);
    }
    maker.lookBack();
    for (std::uint64_t event = first; event < end; ++event) maker.add(event);
    return maker.finish();
}

}  // namespace lanescope::warps
