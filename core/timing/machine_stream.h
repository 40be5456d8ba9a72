// SPDX-License-Identifier: GPL-3.0-or-later
// What warps did as machine instructions. Of machine code these are the instructions themselves, with their control
// codes. Of PTX they are regions without a branch, each in the order in which ptxas would issue it; a region that many
// warps come to is made once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/timing/dispatch.h"
#include "core/timing/launch_sample.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

/// Which unit does it. Integer: the ALU or, where that is free sooner, the half of the FP32 pipe that multiplies
/// integers; Product: that half alone.
enum class Pipe : std::uint8_t {
    None,
    Fp32,
    Integer,
    Product,
    Alu,
    Fp64,
    Sfu,
    Conversion,
    Constant,
    Memory,
    Branch,
    Barrier
};
inline constexpr std::size_t kPipes = 12;

/// How long its result takes.
enum class After : std::uint8_t {
    Nothing,
    Fp32,
    Integer,
    Predicate,
    Fp64,
    Sfu,
    Shared,
    Constant,
    UniformRegister,  ///< a special register that comes into a register of the whole warp
    WarpSum,          ///< a sum over a warp that does
    LaneRegister,     ///< a special register that each lane has for itself
    Fence,
    Access
};

/// What the control code of a machine instruction says (sass::Control), and which registers it reads.
struct OpControl {
    static constexpr std::uint8_t kNone = 7;
    static constexpr std::size_t kSlots = 3;
    std::uint8_t stall = 1;
    bool yields = false;
    std::uint8_t sets = kNone;      ///< scoreboard that its result lets go of
    std::uint8_t setsRead = kNone;  ///< that it lets go of when it has read its operands
    std::uint8_t waits = 0;         ///< bit k: for scoreboard k
    std::uint8_t reuse = 0;         ///< bit k: the operand of slot k stays in the operand cache
    std::uint8_t pairs = 0;         ///< bit k: the operand of slot k has two registers, one of each bank
    /// Registers in the three slots for operands; below 0: none.
    std::array<std::int16_t, kSlots> reads{-1, -1, -1};
};

inline constexpr std::uint32_t kNoConstants = 0xffffffffU;

struct Op {
    std::uint32_t event = 0;  ///< of the region that it comes from
    Pipe pipe = Pipe::None;
    After after = After::Nothing;
    Writeback writeback = Writeback::None;  ///< of machine code
    std::uint8_t issues = 1;                ///< machine instructions, one after the other
    bool wide = false;                      ///< accesses that were joined to 16 bytes a lane
    bool takenBranch = false;  ///< the warp goes on somewhere else (regions; of machine code its events say it)
    bool floats = false;       ///< an atomic operation on floating-point numbers
    bool givesBack = false;    ///< an atomic operation that tells what stood there
    bool global = false;       ///< an access of machine code to global or local memory, or to whichever it is
    bool pastL1 = false;       ///< a load that may not find what L1 has
    bool meets = false;        ///< lanes that had parted meet behind it
    bool asIssued = false;     ///< a constant that is read as the instruction issues: one for the whole warp
    /// Line of constants that it reads as it issues, from a fixed place; numbered from 0.
    std::uint32_t constants = kNoConstants;
    std::uint32_t code = 0;       ///< its place, in machine instructions from the kernel's first
    std::uint32_t firstWait = 0;  ///< into Region::waits: ops of this region
    std::uint16_t waits = 0;
    std::uint32_t firstRegister = 0;  ///< into Region::registers: those that earlier regions have set
    std::uint16_t registers = 0;
    OpControl control;  ///< of machine code alone
};

struct Region {
    std::vector<Op> ops;  ///< as they are issued
    std::vector<std::uint16_t> waits;
    std::vector<std::uint32_t> registers;
    struct Out {
        std::uint32_t reg = 0;
        std::uint32_t firstWait = 0, firstRegister = 0;
        std::uint16_t waits = 0, registers = 0;
    };
    std::vector<Out> outs;  ///< registers that later ones may read, and what their values wait for
};

struct Visit {
    std::uint32_t region = 0;
    std::uint32_t firstEvent = 0;  ///< of the warp
};

/// The kernel's warps as machine code or as regions. `blocks[b][w]` are the visits of a sampled block's warp.
struct MachineStream {
    /// Machine code, by instruction; the events of a sampled warp are then what it issues, in that order, and there are
    /// no regions. Empty: the stream is one of regions.
    std::vector<Op> code;
    std::vector<Region> regions;
    std::vector<std::vector<std::vector<Visit>>> blocks;
    std::uint32_t registerCount = 0;  ///< of the program; numbers of Op::registers are below
    double codeBytes = 0;
};

/// `registersPerThread` bounds how many values and loads the order can have under way, where there is no machine code.
[[nodiscard]] MachineStream machineStreamOf(const LaunchSample& sample, std::uint64_t registersPerThread,
                                            const Parameters& parameters);

}  // namespace lanescope::timing
