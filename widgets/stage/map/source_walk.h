// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's CUDA source says about where a block works, with the numbers of one of its threads: its statements
// from the first one on, as far as they are arithmetic on indices. Computed from the source and the launch's arguments;
// it stops at the first thing that it does not understand, and at the first access to memory.
//
// Understood: declarations and assignments of whole and floating numbers, if, else, ?:, return, for and while within
// functions, calls of functions of the same file, template arguments that are numbers or structs of the file, and the
// few of CUDA's own that indices are made with (__clz, min, max, sqrt and kin).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/launch.h"

namespace lanescope {

struct SourceStep {
    enum class Kind : std::uint8_t {
        Set,    ///< a variable has a new value
        Asked,  ///< a condition
        Left,   ///< the thread ends here
        Work    ///< the first statement that is no arithmetic on indices
    };
    Kind kind = Kind::Set;
    std::uint32_t line = 0;  ///< 1-based, in the kernel's source
    std::string name{};      ///< Set: of the variable
    std::string formula{};   ///< Set, Asked: as the source has it
    std::string inserted{};  ///< the same with values for names: "8 − 1 − 3"
    std::string value{};     ///< Set: "4"; Asked: "yes" or "no" is `holds`
    bool holds = false;      ///< Asked
    bool plain = false;      ///< Set: to one of CUDA's own numbers (blockIdx.x) or to a number of the code
};

/// What thread `thread` of a block of the launch executes. Empty if the source is not there or not understood at all.
[[nodiscard]] std::vector<SourceStep> walkSource(const Launch& launch, Dim3 block, Dim3 thread);

/// The last value that a variable of the walk had; none if it has none.
[[nodiscard]] std::optional<std::int64_t> lastValueOf(const std::vector<SourceStep>& steps, const std::string& name);

}  // namespace lanescope
