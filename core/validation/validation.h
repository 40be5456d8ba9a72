// SPDX-License-Identifier: GPL-3.0-or-later
// Every configuration of a recording run in the emulator, and its counters held against those of the hardware.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/job_context.h"
#include "core/sass/machine_plan.h"
#include "core/study/study.h"

namespace lanescope {

struct ValidationOptions {
    /// Warp instructions, as the hardware counted them, up to which a launch's grid is run whole.
    double wholeUpTo = 3e7;
    /// A plan of more launches is left out.
    std::size_t launches = 64;
    /// Runs each configuration as machine code, too, of the architecture that is named; nullptr: does not. Not owned.
    const sass::MachinePlans* machinePlans = nullptr;
    std::string architecture;
    unsigned threads = 0;  ///< configurations at a time; 0 = as many as the machine has cores
    /// Which configurations; nothing = all.
    std::function<bool(const StudyEntry&)> wanted;
};

/// One counter of one launch, where both sides differ.
struct CounterDifference {
    std::string configuration;  ///< "matmul.tiled n=64 …"
    std::string counter;
    double ours = 0;
    double measured = 0;
};

/// A counter over all launches that were compared. Launches where both sides have nothing, or 0, are not among them.
struct CounterValidation {
    std::string counter;
    bool mustBeEqual = false;
    std::uint64_t compared = 0;
    std::uint64_t equal = 0;           ///< to 9 digits
    std::uint64_t explained = 0;       ///< different, for a reason that is known of this algorithm
    std::uint64_t within5 = 0;         ///< within 5 %, equal ones included
    CounterDifference worst;           ///< by share of what was measured; empty if all are equal
    std::vector<std::string> reasons;  ///< why they differ, sentences
};

struct Validation {
    std::vector<CounterValidation> emulated;   ///< what the PTX does, against the hardware's counters
    std::vector<CounterValidation> predicted;  ///< what the model of the machine code makes of it
    std::vector<CounterValidation> machine;    ///< what the machine code does; none where that was not asked for
    std::map<std::string, std::uint64_t> machineLeftOut;  ///< of the compared ones: why → how many
    std::uint64_t configurations = 0;                     ///< of the recording
    std::uint64_t whole = 0;                              ///< compared, run whole
    std::uint64_t sampled = 0;  ///< compared, with blocks standing for others that are exactly like them
    std::map<std::string, std::uint64_t> leftOut;  ///< why → how many
    std::vector<CounterDifference> failures;       ///< of counters that must be equal, without a known reason
};

/// Errors: Cancelled. A configuration that the catalogue does not have (any more) is left out, and counted.
[[nodiscard]] Result<Validation> validate(const Study& recording, const Catalogue& catalogue,
                                          const ValidationOptions& options, const JobContext& job);

}  // namespace lanescope
