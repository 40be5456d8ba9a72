// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/plan/plan.h"
#include "core/ptx/parser.h"

namespace lanescope {

/// A launch of one thread of the module's only entry `name`, without arguments.
inline Plan planOfPtx(const std::string& name, const std::string& body) {
    auto module = ptx::parse(".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry " + name +
                                 "()\n{\n.reg .b32 %r<4>;\n.reg .b64 %d<4>;\n" + body + "\n}\n",
                             name + ".ptx");
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(module.value());
    kernel->entry = name;
    Plan plan;
    plan.algorithm = name;
    plan.buffers = {{"a", ElementType::I32, 1, 64, {}}};
    plan.steps = {LaunchStep{Launch{.kernel = kernel, .grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = {}}}};
    return plan;
}

}  // namespace lanescope
