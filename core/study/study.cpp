// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include <algorithm>

#include "core/study/same_parameters.h"

namespace lanescope {

bool sameParameters(const Parameters& one, const Parameters& other) {
    if (one.size() != other.size()) return false;
    return std::all_of(one.begin(), one.end(), [&](const auto& parameter) {
        return std::find(other.begin(), other.end(), parameter) != other.end();
    });
}

const StudyEntry* Study::find(std::string_view algorithm, const Parameters& parameters) const {
    for (const StudyEntry& entry : entries)
        if (entry.algorithm == algorithm && sameParameters(entry.parameters, parameters)) return &entry;
    return nullptr;
}

}  // namespace lanescope
