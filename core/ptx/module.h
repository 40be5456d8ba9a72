// SPDX-License-Identifier: GPL-3.0-or-later
// A PTX translation unit as data: what the parser makes of the text, before anything is run.
#pragma once

#include <memory>
#include <string>

#include "core/program/module.h"

namespace lanescope::ptx {

using namespace program;  // what PTX is read into has PTX's own names

/// `text` is the PTX itself, handed to the CUDA driver unchanged.
struct Module final : program::Module {
    std::string version;
    std::string target;
};

/// The PTX that a module was read from; none if it was read from something else. Who works on PTX alone (the CUDA
/// driver's loader, the model of ptxas) asks here.
[[nodiscard]] inline std::shared_ptr<const Module> moduleOf(const std::shared_ptr<const program::Module>& module) {
    return std::dynamic_pointer_cast<const Module>(module);
}

}  // namespace lanescope::ptx
