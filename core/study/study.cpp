// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

namespace lanescope {

const StudyEntry* Study::find(std::string_view algorithm, const Parameters& parameters) const {
    for (const StudyEntry& entry : entries)
        if (entry.algorithm == algorithm && entry.parameters.sameAs(parameters)) return &entry;
    return nullptr;
}

}  // namespace lanescope
