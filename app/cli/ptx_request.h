// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel from a PTX file on the command line: the options of emulate --ptx, and the plan that they make.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/ptx/module.h"

namespace lanescope::cli {

struct PtxRequest {
    std::string file;
    std::string entry;
    std::string grid;
    std::string block;
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<std::string> arguments;  ///< as LaunchSpec takes them
    std::vector<std::string> dumps;      ///< "INDEX=FILE"
    std::vector<std::string> prints;     ///< "INDEX" or "INDEX=FILE"
};

/// Errors: CannotOpen, PtxSyntax.
[[nodiscard]] Result<ptx::Module> moduleFromFile(const std::string& file);

/// The same, for those to whom any front end's module will do.
[[nodiscard]] Result<std::shared_ptr<const program::Module>> sharedModuleFromFile(const std::string& file);

/// The launch that is asked for; its parameters begin with the file. Errors: CannotOpen, PtxSyntax, and planOf's.
[[nodiscard]] Result<Plan> planFor(const PtxRequest& request);

}  // namespace lanescope::cli
