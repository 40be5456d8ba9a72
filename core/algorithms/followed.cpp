// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/followed.h"

#include <algorithm>

namespace lanescope {

Parameters followedValues(const Algorithm& beside, const Parameters& own, const Algorithm& first,
                          const Parameters& ofFirst) {
    Parameters values = beside.shown();
    for (const ParameterSpec& spec : beside.parameters()) {
        if (const std::string* value = own.find(spec.name)) {
            values.set(spec.name, *value);
            continue;
        }
        const auto specs = first.parameters();
        const auto same = std::ranges::find(specs, spec.name, &ParameterSpec::name);
        if (same == specs.end() || same->role != spec.role) continue;
        const std::string value = ofFirst.value(spec.name);
        if (beside.complete({{spec.name, value}})) values.set(spec.name, value);
    }
    const Result<Parameters> complete = beside.complete(values);
    return complete ? *complete : values;
}

}  // namespace lanescope
