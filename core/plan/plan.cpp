// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <algorithm>
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

std::string toString(const Parameters& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters) {
        if (!text.empty()) text += ' ';
        text += name + '=' + value;
    }
    return text;
}

std::string valueOf(const Parameters& parameters, const std::string& name) {
    const auto found = std::ranges::find(parameters, name, &Parameters::value_type::first);
    return found == parameters.end() ? std::string() : found->second;
}

}  // namespace lanescope
