// SPDX-License-Identifier: GPL-3.0-or-later
// A real run for tests: the catalogue's plan, the kept PTX, the emulator, a recorded block.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/algorithms/algorithm.h"
#include "core/run/emulation.h"

namespace lanescope::test {

/// Emulates a configuration and records one block. A failure is the test's.
inline Emulation emulatedRun(const std::string& algorithm, const Parameters& parameters, Dim3 block = {0, 0, 0}) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    if (!catalogue) {
        ADD_FAILURE() << describe(catalogue.error());
        return {};
    }
    const Result<const Algorithm*> found = catalogue->find(algorithm);
    const Result<Parameters> complete = found ? (*found)->complete(parameters) : fail(found.error());
    Result<Plan> plan = complete ? (*found)->plan(*complete) : fail(complete.error());
    if (!plan) {
        ADD_FAILURE() << describe(plan.error());
        return {};
    }
    EmulationOptions options;
    options.tracedBlocks = {block};
    Result<Emulation> emulation = emulate(std::move(*plan), options, {});
    if (!emulation) {
        ADD_FAILURE() << describe(emulation.error());
        return {};
    }
    return std::move(*emulation);
}

}  // namespace lanescope::test
