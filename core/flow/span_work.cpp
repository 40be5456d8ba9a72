// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/span_work.h"

#include <algorithm>
#include <array>

namespace lanescope::flow {
namespace {

WorkKind arithmeticOf(program::Opcode opcode) {
    using enum program::Opcode;
    switch (opcode) {
        case Mul:
        case Mad:
        case Fma:
        case Mul24:
        case Mad24:
        case Dp4a:
        case Dp2a: return WorkKind::Multiply;
        case Add:
        case Sub:
        case Min:
        case Max:
        case Sad: return WorkKind::Add;
        case Setp:
        case Set:
        case Selp:
        case Slct:
        case Mov:
        case Cvt:
        case Testp: return WorkKind::Choose;
        default: return WorkKind::Compute;
    }
}

WorkKind accessOf(Activity activity, program::Space space, InstructionKind kind) {
    if (kind == InstructionKind::Atomic) return WorkKind::GlobalStore;
    const bool loads = activity == Activity::Load;
    if (space == program::Space::Shared) return loads ? WorkKind::SharedLoad : WorkKind::SharedStore;
    if (space == program::Space::Local) return WorkKind::Local;
    return loads ? WorkKind::GlobalLoad : WorkKind::GlobalStore;
}

}  // namespace

WorkKinds::WorkKinds(const Activities& activities) : m_activities(activities) {
    for (const program::Instruction& instruction : activities.trace().entry().instructions)
        m_arithmetic.push_back(arithmeticOf(instruction.opcode));
}

WorkKind WorkKinds::of(std::uint64_t event) const {
    const BlockTrace& trace = m_activities.trace();
    switch (const Activity activity = m_activities.activity(event)) {
        case Activity::Load:
        case Activity::Store: return accessOf(activity, trace.access(event).space, m_activities.kind(event));
        case Activity::Compute: return m_arithmetic[trace.instruction(event)];
        case Activity::Exchange: return WorkKind::Exchange;
        default: return WorkKind::None;
    }
}

void WorkCounts::add(WorkKind kind) {
    switch (kind) {
        case WorkKind::GlobalLoad: ++globalLoads; break;
        case WorkKind::GlobalStore: ++globalStores; break;
        case WorkKind::SharedLoad: ++sharedLoads; break;
        case WorkKind::SharedStore: ++sharedStores; break;
        case WorkKind::Multiply: ++products; break;
        case WorkKind::Add: ++sums; break;
        case WorkKind::Choose: ++choices; break;
        case WorkKind::Compute: ++otherArithmetic; break;
        case WorkKind::Exchange: ++exchanges; break;
        case WorkKind::None:
        case WorkKind::Local: break;
    }
}

PhaseKind WorkCounts::arithmeticKind() const {
    if (otherArithmetic > 0) return PhaseKind::Compute;
    if (products > 0) return PhaseKind::Multiply;
    return sums > 0 ? PhaseKind::Add : PhaseKind::Compute;
}

PhaseKind WorkCounts::kind() const {
    if (globalLoads > 0 && globalStores > 0 && arithmetic() > 0) return arithmeticKind();
    struct Candidate {
        PhaseKind kind;
        std::uint64_t events;
    };
    const std::array candidates{Candidate{PhaseKind::Store, globalStores}, Candidate{arithmeticKind(), arithmetic()},
                                Candidate{PhaseKind::Exchange, exchanges},
                                Candidate{PhaseKind::Load, globalLoads > 0 ? globalLoads + sharedStores : 0}};
    const Candidate& most = *std::ranges::max_element(candidates, {}, &Candidate::events);  // of equals the first
    if (most.events > 0) return most.kind;
    return sharedLoads + sharedStores > 0 ? PhaseKind::Load : PhaseKind::Setup;
}

void SpanWork::add(std::uint64_t event, std::uint32_t warp, WorkKind kind, std::uint32_t loop, std::uint32_t round) {
    m_counts.add(kind);
    Warp& worker = warpOf(warp);
    ++worker.work;
    worker.hash = (worker.hash ^ static_cast<std::uint64_t>(kind)) * 0x9E3779B97F4A7C15ULL;
    worker.hash ^= worker.hash >> 29;

    auto place = std::find_if(m_rounds.rbegin(), m_rounds.rend(),
                              [&](const InRound& r) { return r.loop == loop && r.round == round; });
    if (place == m_rounds.rend()) {
        m_rounds.push_back({loop, round, 0});
        place = m_rounds.rbegin();
    }
    ++place->work;

    if (m_course.firstWork == 0 && worker.work == 1) m_course.firstWork = event;
    if (kind == WorkKind::GlobalLoad) m_course.lastGlobalLoad = event;
    if (kind == WorkKind::GlobalStore && !m_course.firstGlobalStore) m_course.firstGlobalStore = event;
    if (kind >= WorkKind::Multiply) {
        if (!m_course.firstArithmetic) m_course.firstArithmetic = event;
        m_course.lastArithmetic = event;
    }
}

SpanWork::Warp& SpanWork::warpOf(std::uint32_t number) {
    if (!m_warps.empty() && m_warps.back().number == number) return m_warps.back();
    const auto found = std::ranges::find(m_warps, number, &Warp::number);
    if (found != m_warps.end()) return *found;
    return m_warps.emplace_back(Warp{number, 0, 0});
}

SpanWork::InRound SpanWork::mostly() const {
    InRound most;
    for (const InRound& round : m_rounds)
        if (round.work >= most.work) most = round;
    return most;
}

std::uint64_t SpanWork::signature() const {
    const auto busiest = std::ranges::max_element(m_warps, {}, &Warp::work);
    return busiest == m_warps.end() ? 0 : busiest->hash;
}

}  // namespace lanescope::flow
