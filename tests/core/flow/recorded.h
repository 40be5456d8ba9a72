// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded blocks of the catalogue's kernels, ready to be looked at.
#pragma once

#include <memory>
#include <string>

#include "core/flow/activity.h"
#include "tests/core/algorithms/configurations.h"
#include "tests/core/algorithms/emulated.h"

namespace lanescope::flow {

/// What a trace is read with; it stays where it is, as who reads keeps references.
struct Recorded {
    explicit Recorded(std::shared_ptr<const BlockTrace> recorded)
        : trace(std::move(recorded)), roles(trace->entry()), activities(*trace, roles) {}
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;

    std::shared_ptr<const BlockTrace> trace;
    Roles roles;
    Activities activities;
};

/// Block 0 of the first launch.
inline std::unique_ptr<Recorded> recorded(std::string_view id, const Parameters& given) {
    const Emulation run = emulated(id, given, tracingFirstBlock());
    return std::make_unique<Recorded>(run.traces.at(0));
}

/// Some blocks 0 of an algorithm, from its first launches, cut where they become long.
inline std::vector<std::unique_ptr<Recorded>> someRecorded(const std::string& id) {
    std::vector<std::unique_ptr<Recorded>> all;
    for (Plan& plan : plansToTry(**shippedCatalogue().find(id), 4)) {
        EmulationOptions options = tracingFirstBlock();
        options.maxBlocks = 9;
        options.maxEvents = 12'000;
        options.stepBudget = 20'000'000;
        const Emulation run = emulated(std::move(plan), options);
        for (std::size_t launch = 0; launch < run.traces.size() && launch < 3; ++launch)
            all.push_back(std::make_unique<Recorded>(run.traces[launch]));
    }
    return all;
}

}  // namespace lanescope::flow
