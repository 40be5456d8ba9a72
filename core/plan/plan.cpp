// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <cassert>

namespace lanescope {

const program::Entry& Kernel::code() const {
    const program::Entry* found = module == nullptr ? nullptr : module->find(entry);
    assert(found != nullptr && "a plan's kernels are in their modules");
    return *found;
}

std::vector<const Launch*> Plan::launches() const {
    std::vector<const Launch*> found;
    for (const Step& step : steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step)) found.push_back(&launch->launch);
    return found;
}

}  // namespace lanescope
