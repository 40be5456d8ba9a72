// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel from a PTX file on the command line: the options of emulate --ptx, the plan that they make, and the dumps.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope::cli {

struct PtxRequest {
    std::string file;
    std::string entry;
    std::string grid;
    std::string block;
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<std::string> arguments;  ///< as LaunchSpec takes them
    std::vector<std::string> dumps;      ///< "INDEX=FILE"
};

/// A buffer whose bytes are to be written after the run.
struct Dump {
    BufferId buffer = 0;
    std::string file;
};

/// The launch that is asked for; its parameters begin with the file. Errors: CannotOpen, PtxSyntax, and planOf's.
[[nodiscard]] Result<Plan> planFor(const PtxRequest& request);

/// INDEX is that of an argument, from 0, which must be a buffer. Error: IllegalValue.
[[nodiscard]] Result<std::vector<Dump>> dumpsOf(const PtxRequest& request, const Plan& plan);

/// Error: CannotWrite.
[[nodiscard]] Result<void> writeDumps(const std::vector<Dump>& dumps, const HostBuffers& buffers);

}  // namespace lanescope::cli
