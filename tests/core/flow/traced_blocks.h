// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded blocks of the catalogue's algorithms.
#pragma once

#include "core/run/emulation.h"
#include "tests/core/flow/catalogue_kernels.h"

namespace lanescope::test {

/// Block 0 of the launches, as far as they are recorded. A failure is the test's.
inline std::vector<std::shared_ptr<const BlockTrace>> tracesOf(const std::string& algorithm,
                                                               const Parameters& parameters = {}) {
    const auto found = catalogue().find(algorithm);
    auto plan = found ? (*found)->plan(parameters) : Result<Plan>(fail(found.error()));
    if (!plan) {
        ADD_FAILURE() << algorithm << ": " << describe(plan.error());
        return {};
    }
    EmulationOptions options;
    options.tracedBlocks = {{0, 0, 0}};
    options.maxEvents = 200'000;
    const Result<Emulation> emulation = emulate(std::move(*plan), options, {});
    if (!emulation) {
        ADD_FAILURE() << algorithm << ": " << describe(emulation.error());
        return {};
    }
    return emulation->traces;
}

inline std::shared_ptr<const BlockTrace> traceOf(const std::string& algorithm, const Parameters& parameters = {}) {
    const auto traces = tracesOf(algorithm, parameters);
    if (!traces.empty()) return traces.front();
    ADD_FAILURE() << algorithm << ": nothing was recorded";
    return nullptr;
}

}  // namespace lanescope::test
