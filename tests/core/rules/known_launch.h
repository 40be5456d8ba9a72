// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a configuration of the catalogue, emulated here, with its recording or without.
#pragma once

#include <algorithm>

#include "core/library/library.h"
#include "core/rules/memory_chart.h"
#include "core/rules/rules.h"
#include "tests/support/emulated_run.h"

namespace lanescope::test {

inline const Library& knownLibrary() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

struct KnownLaunch {
    explicit KnownLaunch(const std::string& algorithm, const Parameters& parameters, bool replayed = false,
                         std::size_t launch = 0)
        : run(emulatedRun(algorithm, parameters)) {
        gpu = *knownLibrary().gpus().find("h200").value();
        measured = replayed ? knownLibrary().recordings().find(algorithm, run.plan.parameters) : nullptr;
        if (replayed && measured == nullptr) ADD_FAILURE() << "there is no such recording";
        block = launchBlocksOf(run.plan, measured, gpu, &knownLibrary().machineCodes()).at(launch);
        const BlockTrace* const trace = launch < run.traces.size() ? run.traces[launch].get() : nullptr;
        const auto known = rules::launchFactsOf(run, launch, measured, gpu, block, trace);
        if (!known) ADD_FAILURE() << "the launch did not run";
        if (known) facts = *known;
        advices = rules::advicesOf(facts);
    }
    [[nodiscard]] const rules::Advice* find(std::string_view rule) const {
        const auto found = std::ranges::find(advices.list, rule, &rules::Advice::rule);
        return found == advices.list.end() ? nullptr : &*found;
    }

    Emulation run;
    GpuSpec gpu;
    const Measurement* measured = nullptr;
    LaunchBlock block;
    rules::LaunchFacts facts;
    rules::Advices advices;
};

}  // namespace lanescope::test
