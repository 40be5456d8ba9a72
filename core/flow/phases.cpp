// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/phases.h"

#include <algorithm>

#include "core/flow/rounds.h"
#include "core/flow/span_work.h"

namespace lanescope::flow {
namespace {

constexpr std::uint32_t kNone = RoundStarts::kNone;
/// Spans of a round of an unrolled loop, at most.
constexpr std::size_t kLongestRound = 4;

/// By loop: is there a barrier of the block in it, or a call of a function that may have one?
std::vector<bool> loopsWithBarriers(const program::Entry& entry, const program::Loops& loops) {
    const std::uint32_t kernelEnd = entry.functions.empty() ? ~0U : entry.functions.front().end;
    bool inFunctions = false;
    for (std::uint32_t i = kernelEnd; i < entry.instructions.size(); ++i)
        inFunctions |= entry.instructions[i].opcode == program::Opcode::Bar;
    std::vector<bool> has(loops.all().size(), false);
    for (std::uint32_t block = 0; block < entry.blocks.size(); ++block)
        for (std::uint32_t i = entry.blocks[block].first; i < entry.blocks[block].end; ++i) {
            const program::Opcode opcode = entry.instructions[i].opcode;
            if (opcode != program::Opcode::Bar && !(inFunctions && opcode == program::Opcode::Call)) continue;
            for (std::uint32_t loop = loops.around(block); loop != kNone; loop = loops.all()[loop].parent)
                has[loop] = true;
        }
    return has;
}

/// By instruction, the loop whose rounds phases are told by.
class RoundLoops {
public:
    RoundLoops(const BlockTrace& trace, const RoundStarts& starts) {
        const program::Entry& entry = trace.entry();
        const program::Loops& loops = starts.loops();
        m_kernelEnd = entry.functions.empty() ? ~0U : entry.functions.front().end;
        const std::vector<bool> has = loopsWithBarriers(entry, loops);
        std::vector<std::uint32_t> most(has.size(), 0);
        if (std::ranges::find(has, true) != has.end()) most = mostRounds(trace, starts);
        for (std::uint32_t block = 0; block < entry.blocks.size(); ++block) {
            std::uint32_t chosen = kNone;  // what lies further out comes later
            for (std::uint32_t loop = loops.around(block); loop != kNone; loop = loops.all()[loop].parent)
                if (has[loop] && (chosen == kNone || most[loop] > 1 || most[chosen] <= 1)) chosen = loop;
            m_of.insert(m_of.end(), entry.blocks[block].end - entry.blocks[block].first, chosen);
        }
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t instruction) const { return m_of[instruction]; }
    /// In a function, whose code lies in no loop of the kernel, a warp stays where it called.
    [[nodiscard]] bool isKernel(std::uint32_t instruction) const { return instruction < m_kernelEnd; }

private:
    /// By loop, of the warp that goes round it most often.
    static std::vector<std::uint32_t> mostRounds(const BlockTrace& trace, const RoundStarts& starts) {
        RoundCounter counter(starts);
        std::vector<std::uint32_t> most(starts.loops().all().size(), 0);
        for (std::uint64_t event = 0; event < trace.size(); ++event)
            if (counter.note(trace.warp(event), trace.instruction(event), trace.active(event))) {
                const std::uint32_t loop = starts.loopBegunAt(trace.instruction(event));
                most[loop] = std::max(most[loop], counter.rounds(trace.warp(event), loop));
            }
        return most;
    }

    std::uint32_t m_kernelEnd = 0;
    std::vector<std::uint32_t> m_of;
};

struct Span {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    SpanWork work;
    std::uint32_t loop = 0;  ///< as in Phase
    std::uint32_t round = 0;
};

std::vector<Span> spansOf(const Activities& activities, const RoundStarts& starts) {
    const BlockTrace& trace = activities.trace();
    const RoundLoops loops(trace, starts);
    const WorkKinds kinds(activities);
    RoundCounter counter(starts);
    std::vector<std::uint32_t> loopOf;  // by warp
    std::vector<Span> spans;
    for (std::uint32_t phase = 0; phase < trace.phaseCount(); ++phase) {
        const std::uint64_t end = phase + 1 < trace.phaseCount() ? trace.phaseStart(phase + 1) : trace.size();
        Span span{trace.phaseStart(phase), end, {}, 0, 0};
        if (span.first == span.end) continue;
        for (std::uint64_t event = span.first; event < span.end; ++event) {
            const std::uint32_t warp = trace.warp(event);
            const std::uint32_t instruction = trace.instruction(event);
            if (warp >= loopOf.size()) loopOf.resize(warp + 1, kNone);
            if (loops.isKernel(instruction)) loopOf[warp] = loops.of(instruction);
            counter.note(warp, instruction, trace.active(event));
            const WorkKind kind = kinds.of(event);
            if (kind == WorkKind::None) continue;
            const std::uint32_t loop = loopOf[warp];
            span.work.add(event, warp, kind, loop == kNone ? 0 : loop + 1,
                          loop == kNone ? 0 : counter.rounds(warp, loop));
        }
        const SpanWork::InRound mostly = span.work.mostly();
        span.loop = mostly.loop;
        span.round = mostly.round;
        spans.push_back(std::move(span));
    }
    return spans;
}

bool computes(PhaseKind kind) {
    return kind == PhaseKind::Multiply || kind == PhaseKind::Add || kind == PhaseKind::Compute ||
           kind == PhaseKind::Exchange;
}

/// How often spans [at, at + length) come, one time after the other, outside of loops.
std::uint32_t repeatsAt(const std::vector<Span>& spans, std::size_t at, std::size_t length) {
    const auto same = [&](std::size_t a, std::size_t b) {
        return b < spans.size() && spans[a].round == 0 && spans[b].round == 0 &&
               spans[a].work.signature() == spans[b].work.signature();
    };
    bool worth = false;
    for (std::size_t i = at; i < std::min(at + length, spans.size()); ++i)
        worth |= computes(spans[i].work.counts().kind());
    std::size_t next = at;
    while (worth && same(next, next + length)) ++next;
    return static_cast<std::uint32_t>((next - at) / length) + 1;
}

/// Rounds of loops that the compiler has unrolled. `loops`: numbers that are taken.
void findUnrolled(std::vector<Span>& spans, std::uint32_t loops) {
    for (std::size_t at = 0; at < spans.size();) {
        std::size_t length = 1;
        std::uint32_t times = 1;
        for (; times < 2 && length <= kLongestRound; ++length) times = repeatsAt(spans, at, length);
        --length;
        if (times < 2) {
            ++at;
            continue;
        }
        ++loops;
        for (std::uint32_t round = 1; round <= times; ++round)
            for (std::size_t i = 0; i < length; ++i, ++at) {
                spans[at].loop = loops;
                spans[at].round = round;
            }
    }
}

/// A span as one phase, or cut if one warp alone works in it.
void addParts(std::vector<Phase>& parts, const Span& span) {
    const PhaseKind kind = span.work.counts().kind();
    const SpanWork::Course* const course = span.work.course();
    const auto add = [&](std::uint64_t first, std::uint64_t end, PhaseKind what, bool inRound = true) {
        if (first == end) return;
        parts.push_back({first, end, what, inRound ? span.round : 0, inRound ? span.loop : 0, 0, 0});
    };
    if (course == nullptr) {
        add(span.first, span.end, kind);
        return;
    }
    const std::uint64_t begin = span.first == 0 ? course->firstWork : span.first;
    add(span.first, begin, PhaseKind::Setup, false);
    const std::optional<std::uint64_t> work =
        course->firstArithmetic ? course->firstArithmetic : course->firstGlobalStore;  // what follows loading
    const bool loadsFirst = course->lastGlobalLoad && work && *course->lastGlobalLoad < *work;
    const bool storesLast = course->lastArithmetic && course->firstGlobalStore &&
                            *course->firstGlobalStore > *course->lastArithmetic &&
                            (!course->lastGlobalLoad || *course->lastGlobalLoad < *course->lastArithmetic);
    const std::uint64_t from = loadsFirst ? *work : begin;
    const std::uint64_t to = storesLast ? *course->lastArithmetic + 1 : span.end;
    WorkCounts middle = span.work.counts();
    if (loadsFirst) middle.globalLoads = 0;
    if (storesLast) middle.globalStores = 0;
    // What is called by its arithmetic stays so without its stores: a sum may load two factors for each product.
    const PhaseKind middleKind = computes(kind) || !(loadsFirst || storesLast) ? kind : middle.kind();
    add(begin, from, PhaseKind::Load);
    add(from, to, middleKind);
    add(to, span.end, PhaseKind::Store);
}

const Phase& phaseAt(const std::vector<Phase>& phases, std::uint64_t event) {
    return *std::prev(std::ranges::upper_bound(phases, event, {}, &Phase::first));
}

}  // namespace

Phases::Phases(const Activities& activities) {
    const RoundStarts starts(activities.trace().entry());
    std::vector<Span> spans = spansOf(activities, starts);
    findUnrolled(spans, static_cast<std::uint32_t>(starts.loops().all().size()));
    for (const Span& span : spans) addParts(m_parts, span);
    group();
}

void Phases::group() {
    for (std::uint32_t i = 0; i < m_parts.size(); ++i) {
        Phase& part = m_parts[i];
        part.firstPart = i;
        part.endPart = i + 1;
        if (part.round != 0 && !m_all.empty() && m_all.back().loop == part.loop && m_all.back().round == part.round) {
            m_all.back().end = part.end;
            m_all.back().endPart = i + 1;
            m_all.back().kind = PhaseKind::Round;
        } else {
            m_all.push_back(part);
        }
    }
}

const Phase& Phases::at(std::uint64_t event) const { return phaseAt(m_all, event); }
const Phase& Phases::partAt(std::uint64_t event) const { return phaseAt(m_parts, event); }

}  // namespace lanescope::flow
