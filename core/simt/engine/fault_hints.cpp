// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/fault_hints.h"

#include "core/base/words.h"

namespace lanescope::simt {
namespace {

/// An index from a null pointer rarely goes further than this.
constexpr std::uint64_t kNearNull = 1ULL << 24;
/// Where a 64-bit Linux puts a program (with its heap behind it), and its libraries and stacks.
constexpr std::uint64_t kProgramFirst = 0x5500'0000'0000ULL;
constexpr std::uint64_t kProgramLast = 0x5700'0000'0000ULL;
constexpr std::uint64_t kStackFirst = 0x7f00'0000'0000ULL;
constexpr std::uint64_t kStackLast = 0x8000'0000'0000ULL;

bool isHostLike(std::uint64_t address) {
    return (address >= kProgramFirst && address < kProgramLast) || (address >= kStackFirst && address < kStackLast);
}

std::string sharedHint(const Fault& fault, const Launch& launch, bool before, bool isDynamic) {
    if (isDynamic && !before)
        return inWords(Message("simt.hint.dynamic_shared"_id, {{"bytes", launch.dynamicSharedBytes}}));
    if (fault.buffer.empty() && launch.dynamicSharedBytes == 0) return textOf("simt.hint.no_dynamic_shared"_id);
    return textOf(before ? "simt.hint.no_neighbour_shared"_id : "simt.hint.shared_size"_id);
}

std::string outOfBoundsHint(const Fault& fault, const Launch& launch, const program::Instruction& instruction,
                            const HintPlace& place) {
    const bool before = fault.element.find("[-") != std::string::npos || fault.element.find("+ -") != std::string::npos;
    if (fault.space == program::Space::Shared) return sharedHint(fault, launch, before, place.isDynamic);
    if (fault.space == program::Space::Local) return textOf("simt.hint.local_index"_id);
    if (fault.space == program::Space::Param) return textOf("simt.hint.parameter_index"_id);
    if (fault.space != program::Space::Global || fault.buffer.empty()) return {};
    // A grid is rounded up to whole blocks: threads past the end do what only a guard prevents.
    const std::uint64_t threads = launch.grid.count() * launch.block.count();
    if (before && place.before > threads) return textOf("simt.hint.negative_index"_id);
    if (before) return textOf("simt.hint.no_neighbour"_id);
    if (instruction.vectorSize == 1 && place.elementBytes != 0 && fault.bytes > place.elementBytes)
        return inWords(
            Message("simt.hint.element_size"_id,
                    {{"bytes", fault.bytes}, {"buffer", fault.buffer}, {"elementBytes", place.elementBytes}}));
    if (place.firstBeyond < threads) return textOf("simt.hint.guard"_id);
    return textOf("simt.hint.far_too_large"_id);
}

std::string invalidAddressHint(const Fault& fault) {
    if (fault.address < kNearNull) return textOf("simt.hint.null_pointer"_id);
    if (isHostLike(fault.address)) return textOf("simt.hint.host_pointer"_id);
    return textOf("simt.hint.no_buffer"_id);
}

std::string uninitialisedHint(const Fault& fault) {
    if (fault.space == program::Space::Shared) return textOf("simt.hint.unset_shared"_id);
    if (fault.space == program::Space::Local) return textOf("simt.hint.unset_local"_id);
    return textOf("simt.hint.unset_global"_id);
}

}  // namespace

std::optional<Message> lookOf(std::uint64_t address) {
    if (address < kNearNull) return Message("simt.look.null"_id);
    if (isHostLike(address)) return Message("simt.look.host"_id);
    return std::nullopt;
}

std::string hintFor(const Fault& fault, const program::Instruction& instruction, const Launch& launch,
                    const HintPlace& place) {
    switch (fault.kind) {
        case Fault::Kind::OutOfBounds: return outOfBoundsHint(fault, launch, instruction, place);
        case Fault::Kind::InvalidAddress: return invalidAddressHint(fault);
        case Fault::Kind::Misaligned:
            if (fault.space == program::Space::Param) return textOf("simt.hint.parameter_alignment"_id);
            if (instruction.vectorSize > 1)
                return inWords(Message("simt.hint.vector_alignment"_id, {{"bytes", fault.bytes}}));
            return textOf("simt.hint.alignment"_id);
        case Fault::Kind::ReadOnly:
            if (fault.space == program::Space::Param) return textOf("simt.hint.grid_constant"_id);
            return textOf("simt.hint.constant"_id);
        case Fault::Kind::Uninitialised: return uninitialisedHint(fault);
        case Fault::Kind::BarrierDivergence: return textOf("simt.hint.barrier_divergence"_id);
        case Fault::Kind::BarrierDeadlock: return textOf("simt.hint.barrier_deadlock"_id);
        case Fault::Kind::WarpSync: return textOf("simt.hint.mask"_id);
        case Fault::Kind::Deadlock:
        case Fault::Kind::Misuse: return {};
        case Fault::Kind::StepBudget: return textOf("simt.hint.step_budget"_id);
        case Fault::Kind::StackOverflow: return textOf("simt.hint.stack_overflow"_id);
        case Fault::Kind::Assertion:
        case Fault::Kind::Trap: return {};
    }
    return {};
}

}  // namespace lanescope::simt
