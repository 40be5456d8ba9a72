// SPDX-License-Identifier: GPL-3.0-or-later
// One launch of any kernel, in words, as people write it on a command line; and the Plan that runs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/plan/plan.h"

namespace lanescope {

struct LaunchSpec {
    std::string entry;  ///< PTX or demangled name; empty = the module's only kernel
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamicSharedBytes = 0;
    /// In the order of the kernel's parameters, each one of
    ///   TYPE:VALUE                      a number: i32:1024, f32:0.5, u64:7
    ///   buf:TYPE:COUNT:INIT             a buffer of its own, shaped 1 × COUNT
    ///   buf:TYPE:ROWSxCOLS:INIT         the same with a shape; of AxBxC there are A·B rows of C
    ///   buf:TYPE:COUNT:ROWSxCOLS:INIT   the same with both, which must agree
    ///   same:INDEX[+ELEMENTS]           the buffer of an argument before this one (the first is 0), so many of its
    ///                                   elements further on
    ///   bytes:HEX                       a struct, as its bytes lie in memory: bytes:0000803f
    /// with TYPE one of i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64, and INIT one of
    ///   zero, ramp (element i is i mod 1000), const=VALUE, random=SEED, file=PATH (raw, little-endian),
    ///   none (not initialised, as cudaMalloc leaves it)
    /// InitialContent says what ramp and random are exactly.
    std::vector<std::string> arguments;
};

/// A plan of one launch, whose algorithm is "ptx" and whose parameters are the spec's words. The buffer that is
/// argument i (from 0) is named "arg<i>"; all buffers are copied to the host after the launch. There is no reference.
/// Errors: IllegalValue, naming the argument; PtxUnknownEntry, naming what there is; InvalidLaunch for arguments that
/// are not what the kernel's parameters want; the module's own reason if the kernel cannot be run.
[[nodiscard]] Result<Plan> planOf(const LaunchSpec& spec, std::shared_ptr<const program::Module> module);

/// "4", "4,2" or "4,2,1"; what is left out is 1. Error: IllegalValue, with `name` as its parameter.
[[nodiscard]] Result<Dim3> dim3FromText(const std::string& name, const std::string& text);

}  // namespace lanescope
