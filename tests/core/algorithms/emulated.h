// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <memory>

#include "core/run/emulation.h"
#include "core/run/race_check.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {

/// A run of the kept PTX; an error of ours ends the test.
inline Emulation emulated(Plan plan, const EmulationOptions& options = {}) {
    const std::string what = plan.algorithm + " " + toString(plan.parameters);
    Result<Emulation> emulation = emulate(std::move(plan), options, {});
    if (!emulation) throw std::runtime_error(what + ": " + describe(emulation.error()));
    return std::move(*emulation);
}
inline Emulation emulated(std::string_view id, const Parameters& given, const EmulationOptions& options = {}) {
    Result<Plan> plan = planFor(id, given);
    if (!plan) throw std::runtime_error(std::string(id) + " " + toString(given) + ": " + describe(plan.error()));
    return emulated(std::move(*plan), options);
}

inline EmulationOptions keepingBuffers() {
    EmulationOptions options;
    options.keepBuffers = true;
    return options;
}
inline EmulationOptions withIndependentThreads() {
    EmulationOptions options;
    options.scheduling = simt::Scheduling::IndependentThreads;
    return options;
}
inline EmulationOptions tracingFirstBlock() {
    EmulationOptions options;
    options.tracedBlocks = {{0, 0, 0}};
    return options;
}

/// Emulates it and expects the right result, checked whole.
inline void expectCorrect(std::string_view id, const Parameters& given) {
    const Emulation run = emulated(id, given);
    EXPECT_EQ(run.check.verdict, CheckResult::Verdict::Correct)
        << id << " " << toString(given) << ": " << run.check.wrong << " wrong; " << run.check.note;
    EXPECT_EQ(run.check.checked, run.check.rows * run.check.columns) << id << " " << toString(given);
}

/// Expects that neither lanes nor warps nor blocks race.
inline void expectNoRaces(std::string_view id, const Parameters& given) {
    const auto reports = checkRaces(planFor(id, given).value(), {}, {});
    ASSERT_TRUE(reports) << describe(reports.error());
    for (const simt::RaceReport& report : *reports) {
        EXPECT_TRUE(report.complete());
        EXPECT_TRUE(report.findings.empty()) << id << " " << toString(given) << ": " << describe(report.findings[0]);
    }
}

/// Numbers of a type as a buffer holds them.
template <typename T>
InitialContent given(const std::vector<T>& numbers) {
    std::vector<std::byte> bytes(numbers.size() * sizeof(T));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return {.kind = InitialContent::Kind::Given,
            .given = std::make_shared<const std::vector<std::byte>>(std::move(bytes))};
}

/// The numbers that a run left in a buffer; for runs with EmulationOptions::keepBuffers.
inline std::vector<double> numbersOf(const Emulation& run, BufferId buffer) {
    const Buffer& shape = run.plan.buffers[buffer];
    std::vector<double> numbers;
    for (std::uint64_t i = 0; i < shape.elements(); ++i)
        numbers.push_back(elementAsDouble(shape.type, run.buffers[buffer].data() + i * sizeOf(shape.type)));
    return numbers;
}

inline Launch& launchOf(Plan& plan, std::size_t number = 0) {
    for (Step& step : plan.steps)
        if (auto* launch = std::get_if<LaunchStep>(&step); launch != nullptr && number-- == 0) return launch->launch;
    throw std::runtime_error("the plan has no such launch");
}

}  // namespace lanescope
