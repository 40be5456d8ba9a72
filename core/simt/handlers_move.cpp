// SPDX-License-Identifier: GPL-3.0-or-later
// Moves, address conversions, kernel parameters and fences (PTX ISA 9.7.9).
#include "core/simt/lanes.h"

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
Handler packing(const ptx::Instruction& i) {
    return i.sourceCount == 0 ? &pack<Whole, Part> : &unpack<Whole, Part>;
}
Handler pickPacking(const ptx::Instruction& i) {
    const unsigned bits = ptx::bitsOf(i.type);
    if (bits == 64 && i.vectorSize == 2) return packing<std::uint64_t, std::uint32_t>(i);
    if (bits == 64 && i.vectorSize == 4) return packing<std::uint64_t, std::uint16_t>(i);
    if (bits == 32 && i.vectorSize == 2) return packing<std::uint32_t, std::uint16_t>(i);
    return nullptr;
}

/// Clocks count the block's warp instructions, so that they are the same in every run.
template <typename T>
void readClock(Machine& m, const Op& op) {
    const auto now = static_cast<T>(*m.clock);
    eachLane(
        m.active, m.at<T>(op.to), [now](T) { return now; }, m.at<const T>(op.to));
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

void nothing(Machine&, const Op&) {}

bool isClock(const ptx::Operand& operand) {
    using enum ptx::SpecialRegister;
    return operand.kind == ptx::Operand::Kind::Special &&
           (operand.special == Clock || operand.special == Clock64 || operand.special == Globaltimer);
}

Handler pickMov(const ptx::Instruction& i) {
    if (i.vectorSize > 1) return pickPacking(i);
    if (i.type == ptx::Type::Pred) return &movePredicate;
    if (isClock(i.sources[0])) return ptx::bitsOf(i.type) == 64 ? &readClock<std::uint64_t> : &readClock<std::uint32_t>;
    return byWidth(ptx::bitsOf(i.type), [](auto zero) -> Handler { return &move<decltype(zero)>; });
}

}  // namespace

Handler pickMove(const HandlerRequest& request) {
    const ptx::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case ptx::Opcode::Mov: return pickMov(i);
        case ptx::Opcode::Cvta:
            return i.space == ptx::Space::Global ? &move<std::uint64_t> : &binary<std::uint64_t, Offset>;
        case ptx::Opcode::Ld:
            if (i.space != ptx::Space::Param) return nullptr;
            return byWidth(request.toBits, [](auto zero) -> Handler { return &loadParameter<decltype(zero)>; });
        case ptx::Opcode::Membar:
        case ptx::Opcode::Prefetch: return &nothing;  // no caches, and one warp instruction at a time: all is in order
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
