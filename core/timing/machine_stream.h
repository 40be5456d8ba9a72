// SPDX-License-Identifier: GPL-3.0-or-later
// What warps did as machine instructions: regions without a branch, each in the order in which ptxas would issue it. A
// region that many warps come to is made once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// Which unit does it.
enum class Pipe : std::uint8_t { None, Fp32, Integer, Alu, Fp64, Sfu, Memory, Branch, Barrier };
inline constexpr std::size_t kPipes = 9;

/// How long its result takes.
enum class After : std::uint8_t { Nothing, Fp32, Integer, Predicate, Fp64, Sfu, Shared, Constant, Access };

struct Op {
    std::uint32_t event = 0;  ///< of the region that it comes from
    Pipe pipe = Pipe::None;
    After after = After::Nothing;
    std::uint8_t issues = 1;      ///< machine instructions, one after the other
    bool wide = false;            ///< accesses that were joined to 16 bytes a lane
    bool takenBranch = false;     ///< the warp goes on somewhere else
    std::uint32_t code = 0;       ///< its place, in machine instructions from the kernel's first
    std::uint32_t firstWait = 0;  ///< into Region::waits: ops of this region
    std::uint16_t waits = 0;
    std::uint32_t firstRegister = 0;  ///< into Region::registers: those that earlier regions have set
    std::uint16_t registers = 0;
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

/// The kernel's warps as regions. `blocks[b][w]` are the visits of a sampled block's warp.
struct MachineStream {
    std::vector<Region> regions;
    std::vector<std::vector<std::vector<Visit>>> blocks;
    std::uint32_t registerCount = 0;  ///< of the program; numbers of Op::registers are below
    double codeBytes = 0;
};

/// `registersPerThread` bounds how many values and loads the order can have under way.
[[nodiscard]] MachineStream machineStreamOf(const LaunchSample& sample, std::uint64_t registersPerThread);

}  // namespace lanescope::timing
