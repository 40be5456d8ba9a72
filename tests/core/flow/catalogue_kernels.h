// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that an algorithm of the catalogue launches for a choice.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope::test {

inline const Catalogue& catalogue() {
    static const Catalogue kCatalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources").value();
    return kCatalogue;
}

/// The plan's kernels in order of their first launch. A failure is the test's.
inline std::vector<std::shared_ptr<const Kernel>> kernelsOf(const std::string& algorithm,
                                                            const Parameters& parameters = {}) {
    const auto found = catalogue().find(algorithm);
    const auto plan = found ? (*found)->plan(parameters) : Result<Plan>(fail(found.error()));
    std::vector<std::shared_ptr<const Kernel>> kernels;
    if (!plan) {
        ADD_FAILURE() << describe(plan.error());
        return kernels;
    }
    for (const Launch* launch : plan->launches())
        if (std::ranges::none_of(kernels, [&](const auto& k) { return &k->code() == &launch->kernel->code(); }))
            kernels.push_back(launch->kernel);
    return kernels;
}

}  // namespace lanescope::test
