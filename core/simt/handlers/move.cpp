// SPDX-License-Identifier: GPL-3.0-or-later
// Moves, address conversions, kernel parameters and fences (PTX ISA 9.7.9).
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

template <typename T>
void move(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<T>(op.to), [](T a) { return a; }, m.at<const T>(op.from[0]));
}
void movePredicate(Machine& m, const Op& op) { setPredicate(m, op.to, predicateSource(m, op, 0)); }

/// mov between one register and the parts of it, low part first.
template <typename Whole, typename Part>
void pack(Machine& m, const Op& op) {
    Whole value[kWarpSize] = {};
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        const Part* const part = m.at<const Part>(op.vector[k]);
        for (unsigned i = 0; i < kWarpSize; ++i) value[i] |= static_cast<Whole>(part[i]) << (8 * sizeof(Part) * k);
    }
    blend(m.active, m.at<Whole>(op.to), value);
}
template <typename Whole, typename Part>
void unpack(Machine& m, const Op& op) {
    const Whole* const whole = m.at<const Whole>(op.from[0]);  // a part is narrower: never the same register
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        if (op.vector[k] == kNowhere) continue;
        eachLane(
            m.active, m.at<Part>(op.vector[k]), [k](Whole a) { return static_cast<Part>(a >> (8 * sizeof(Part) * k)); },
            whole);
    }
}
template <typename Whole, typename Part>
Handler packing(const program::Instruction& i) {
    return i.sourceCount == 0 ? &pack<Whole, Part> : &unpack<Whole, Part>;
}
Handler pickPacking(const program::Instruction& i) {
    const unsigned bits = program::bitsOf(i.type);
    if (bits == 64 && i.vectorSize == 2) return packing<std::uint64_t, std::uint32_t>(i);
    if (bits == 64 && i.vectorSize == 4) return packing<std::uint64_t, std::uint16_t>(i);
    if (bits == 32 && i.vectorSize == 2) return packing<std::uint32_t, std::uint16_t>(i);
    return nullptr;
}

/// The address of a local variable: where the frame begins and the distance from there.
template <typename T>
void localAddress(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<T>(op.to),
        [](std::uint32_t frame, std::uint32_t distance) { return static_cast<T>(frame + distance); },
        m.at<const std::uint32_t>(op.from[0]), m.at<const std::uint32_t>(op.from[1]));
}

/// Clocks count the block's warp instructions, so that they are the same in every run.
template <typename T, unsigned Shift = 0>
void readClock(Machine& m, const Op& op) {
    const auto now = static_cast<T>((*m.clock + m.threads->slept) >> Shift);
    eachLane(
        m.active, m.at<T>(op.to), [now](T) { return now; }, m.at<const T>(op.to));
}

/// The warp goes on at once, but for as long as the longest of its lanes sleeps the clocks do too.
void sleep(Machine& m, const Op& op) {
    const std::uint32_t* const nanoseconds = m.at<const std::uint32_t>(op.from[0]);
    std::uint32_t longest = 0;
    eachActive(m.active, [&](unsigned lane) { longest = nanoseconds[lane] > longest ? nanoseconds[lane] : longest; });
    m.threads->slept += longest;
}

/// ld.param: the constants hold each element, widened as the load asks.
template <typename T>
void loadParameter(Machine& m, const Op& op) {
    for (unsigned k = 0; k < op.vectorSize; ++k)
        if (op.vector[k] != kNowhere)
            eachLane(
                m.active, m.at<T>(op.vector[k]), [](T a) { return a; }, m.at<const T>(op.from[k]));
}

/// cvta of shared and local: adds or takes away the window's start (a constant in from[1]).
struct Offset {
    std::uint64_t operator()(std::uint64_t a, std::uint64_t window) const { return a + window; }
};

/// Is the generic address of each lane in a space? What is in no window is global or constant memory, by allocation.
void isInSpace(Machine& m, const Op& op) {
    const bool wide = op.wideAddress;
    const program::Space space = op.source->space;
    const auto window = [](std::uint64_t address, std::uint64_t start) { return address - start < kWindowSize; };
    const auto constant = [&m](std::uint64_t address) {
        for (std::size_t v = 0; v < m.viewCount; ++v)
            if (address - m.views[v].base < m.views[v].end - m.views[v].base) return m.views[v].allocation->constant;
        return false;
    };
    LaneMask inside = 0;
    eachActive(m.active, [&](unsigned lane) {
        const std::uint64_t at =
            wide ? m.at<const std::uint64_t>(op.from[0])[lane] : m.at<const std::uint32_t>(op.from[0])[lane];
        const bool shared = window(at, kSharedWindow);
        const bool local = window(at, kLocalWindow);
        const bool is = space == program::Space::Shared  ? shared
                        : space == program::Space::Local ? local
                        : space == program::Space::Const ? constant(at)
                                                         : !shared && !local && !constant(at);
        inside |= is ? 1U << lane : 0;
    });
    setPredicate(m, op.to, inside);
}

void nothing(Machine&, const Op&) {}

Handler pickClock(const program::Instruction& i) {
    const program::SpecialRegister which = i.sources[0].special;
    if (which == program::SpecialRegister::ClockHi || which == program::SpecialRegister::GlobaltimerHi)
        return &readClock<std::uint32_t, 32>;
    return program::bitsOf(i.type) == 64 ? &readClock<std::uint64_t> : &readClock<std::uint32_t>;
}

/// Spaces that isspacep tells apart.
bool isAddressed(program::Space space) {
    using enum program::Space;
    return space == Global || space == Const || space == Shared || space == Local;
}

Handler pickMov(const program::Instruction& i) {
    if (i.vectorSize > 1) return pickPacking(i);
    if (i.type == program::Type::Pred) return &movePredicate;
    if (i.sources[0].kind == program::Operand::Kind::Symbol && i.sources[0].space == program::Space::Local)
        return program::bitsOf(i.type) == 64 ? &localAddress<std::uint64_t> : &localAddress<std::uint32_t>;
    if (i.sources[0].kind == program::Operand::Kind::Special && program::isClock(i.sources[0].special))
        return pickClock(i);
    return byWidth(program::bitsOf(i.type), [](auto zero) -> Handler { return &move<decltype(zero)>; });
}

}  // namespace

Handler pickMove(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case program::Opcode::Mov: return pickMov(i);
        case program::Opcode::Cvta:
            if (!isAddressed(i.space) && i.space != program::Space::Param) return nullptr;
            return i.space == program::Space::Global || i.space == program::Space::Const
                       ? &move<std::uint64_t>
                       : &binary<std::uint64_t, Offset>;
        case program::Opcode::Ld:
            if (i.space != program::Space::Param || i.sources[0].reg != program::kNoRegister) return nullptr;
            return byWidth(request.toBits, [](auto zero) -> Handler { return &loadParameter<decltype(zero)>; });
        case program::Opcode::Nanosleep: return &sleep;
        case program::Opcode::Isspacep: return isAddressed(i.space) ? &isInSpace : nullptr;
        case program::Opcode::Membar:
        case program::Opcode::Nop:
        case program::Opcode::Prefetch:
            return &nothing;  // no caches, and one warp instruction at a time: all is in order
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
