// SPDX-License-Identifier: GPL-3.0-or-later
// A program::Entry decoded for running: every instruction with its handler and the places of its operands, cut into
// straight-line segments. Made once, run by any number of blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/decode/op.h"

namespace lanescope::simt {

struct Handlers;

/// A run of instructions that is entered at its first and ends at a branch, an end, a barrier or before a label.
struct Segment {
    std::uint32_t first = 0;
    std::uint32_t end = 0;          ///< one past the last
    std::uint32_t straightEnd = 0;  ///< one past the last instruction that has a handler
    /// Its last instruction is one by which threads wait for others: others may get their turn.
    bool pauses = false;
};

/// A program::Meeting by its instruction.
struct MeetingPlace {
    std::uint32_t pc = 0;  ///< the end of the function, if that is the place
    std::uint32_t loops = 0;
};

/// A value that is the same for all warps of a block: an immediate, a parameter, a special register, a variable's
/// address. Each warp has it behind its registers, so that a handler finds all operands in one place.
struct Constant {
    enum class Kind : std::uint8_t { Immediate, Special, Parameter, Variable };
    Kind kind = Kind::Immediate;
    /// Immediate: the value. Parameter: byte offset in the parameter block. Variable: what is added to its address
    std::uint64_t bits = 0;
    std::uint32_t variable = 0;                ///< Variable: into Module::variables
    unsigned shift = 0;                        ///< Variable: of a word of the address, how far up it is
    program::Type type = program::Type::None;  ///< Parameter: what to read there
    program::SpecialRegister special = program::SpecialRegister::Tid;
    std::uint8_t dimension = 0;
    unsigned width = 32;  ///< bits of a lane; 1 = predicate
    Place place = kNowhere;
};

/// %tid or %warpid, which differ between warps and so lie behind each warp's registers.
struct WarpSpecial {
    program::SpecialRegister special = program::SpecialRegister::Tid;
    std::uint8_t dimension = 0;
    unsigned width = 32;
    Place place = kNowhere;
};

class Program {
public:
    /// Error: PtxUnsupported with the line and the text of the first instruction that cannot be run.
    [[nodiscard]] static Result<std::shared_ptr<const Program>> decode(
        std::shared_ptr<const Kernel> kernel, Scheduling scheduling = Scheduling::ReconvergenceStack,
        std::uint32_t stackBytes = kDefaultStackBytes);

    [[nodiscard]] Scheduling scheduling() const { return m_scheduling; }
    /// What a thread's stack may take where recursion keeps it from being known.
    [[nodiscard]] std::uint32_t stackBytes() const { return m_stackBytes; }
    [[nodiscard]] const Kernel& kernel() const { return *m_kernel; }
    [[nodiscard]] const program::Entry& entry() const { return *m_entry; }
    [[nodiscard]] const std::vector<Op>& ops() const { return m_ops; }
    [[nodiscard]] const Handlers& handlers() const { return *m_handlers; }  ///< that the ops have
    [[nodiscard]] const std::vector<Segment>& segments() const { return m_segments; }
    /// Index of the segment that instruction `index` belongs to.
    [[nodiscard]] std::uint32_t segmentOf(std::uint32_t index) const { return m_segmentOf[index]; }
    /// Where lanes that part at a branch meet again, the nearest last.
    [[nodiscard]] std::span<const MeetingPlace> meetingsOf(const Op& op) const {
        return std::span(m_meetings).subspan(op.meetings, op.meetingCount);
    }
    /// How many of the loops around a branch lanes stay in that go from it to instruction `to`.
    [[nodiscard]] std::uint32_t staysIn(const Op& op, std::uint32_t to) const;
    /// Function that an instruction is of: index into Entry::functions, 0 = the kernel.
    [[nodiscard]] std::uint32_t functionAt(std::uint32_t index) const;
    /// One past the last instruction of a function.
    [[nodiscard]] std::uint32_t endOf(std::uint32_t function) const {
        return m_entry->functions.empty() ? static_cast<std::uint32_t>(m_entry->instructions.size())
                                          : m_entry->functions[function].end;
    }
    [[nodiscard]] std::uint32_t patternCount() const { return m_patternCount; }
    [[nodiscard]] std::uint32_t groupCount() const { return m_groupCount; }  ///< numbered from 1

    [[nodiscard]] Place registerPlace(program::RegisterId reg) const { return m_registerPlaces[reg]; }
    /// Bits of a register's lanes: 1, 16, 32 or 64.
    [[nodiscard]] unsigned registerWidth(program::RegisterId reg) const { return m_registerWidths[reg]; }
    [[nodiscard]] const std::vector<Constant>& constants() const { return m_constants; }
    [[nodiscard]] const std::vector<WarpSpecial>& warpSpecials() const { return m_warpSpecials; }
    /// What a warp keeps beside its registers, behind them: [extraPlace, registerBytes).
    [[nodiscard]] std::uint32_t extraPlace() const { return m_extraPlace; }
    /// A u32 a lane: where the local frame of the function that runs begins. kNowhere if there is no local memory.
    [[nodiscard]] Place stackPointerPlace() const { return m_stackPointerPlace; }
    /// Slots of calls: Entry::slotBytes a lane, slotStride apart. kNowhere if there are none.
    [[nodiscard]] Place slotPlace() const { return m_slotPlace; }
    [[nodiscard]] std::uint32_t slotStride() const { return m_slotStride; }
    /// Local memory of a thread, a multiple of 16: all frames that can be active together, or where that cannot be told
    /// (recursion, calls by address) at least what CUDA gives by default.
    [[nodiscard]] std::uint32_t localBytes() const { return m_localBytes; }
    [[nodiscard]] std::uint32_t registerBytes() const { return m_registerBytes; }  ///< of a warp; what a block clears
    [[nodiscard]] std::uint32_t warpBytes() const { return m_warpBytes; }  ///< registers, warp specials and constants

private:
    friend class Decoder;
    std::shared_ptr<const Kernel> m_kernel;
    const program::Entry* m_entry = nullptr;
    Scheduling m_scheduling = Scheduling::ReconvergenceStack;
    std::uint32_t m_stackBytes = kDefaultStackBytes;
    std::vector<Op> m_ops;
    const Handlers* m_handlers = nullptr;
    std::vector<Segment> m_segments;
    std::vector<std::uint32_t> m_segmentOf;
    std::vector<MeetingPlace> m_meetings;
    std::vector<Place> m_registerPlaces;
    std::vector<std::uint8_t> m_registerWidths;
    std::vector<Constant> m_constants;
    std::vector<WarpSpecial> m_warpSpecials;
    std::vector<std::unique_ptr<Rearrangement[]>> m_rearrangements;
    std::uint32_t m_extraPlace = 0;
    Place m_carryPlace = kNowhere;
    Place m_stackPointerPlace = kNowhere;
    Place m_slotPlace = kNowhere;
    std::uint32_t m_slotStride = 0;
    std::uint32_t m_localBytes = 0;
    std::uint32_t m_registerBytes = 0;
    std::uint32_t m_warpBytes = 0;
    std::uint32_t m_patternCount = 0;
    std::uint32_t m_groupCount = 0;
};

/// Bytes that 32 lanes of a register take; a predicate is one mask.
[[nodiscard]] constexpr std::uint32_t laneBytes(unsigned bits) { return bits == 1 ? 4 : kWarpSize * bits / 8; }

}  // namespace lanescope::simt
