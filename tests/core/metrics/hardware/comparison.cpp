// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/hardware/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/file_reader.h"
#include "core/metrics/dictionary.h"
#include "core/ptxas/machine_code.h"
#include "core/simt/emulator.h"
#include "core/study/study_file.h"

namespace lanescope {
namespace {

/// The dictionary's counters of one recorded launch.
Counters countersOfRecord(const nlohmann::json& names, const nlohmann::json& row) {
    std::map<std::string, double, std::less<>> record;
    for (std::size_t i = 0; i < names.size(); ++i) record[names[i].get<std::string>()] = row.at(i).get<double>();
    Counters counters;
    for (const Metric& metric : metricDictionary()) {
        double sum = 0;
        bool known = !metric.perfworks.empty();
        for (const PerfworksTerm& term : perfworksTerms(metric)) {
            const auto value = record.find(term.name);
            known = known && value != record.end();
            if (known) sum += term.factor * value->second;
        }
        if (known) counters[std::string(metric.id)] = sum;
    }
    // Ratios are not recorded; they follow.
    const auto ratio = [&](const char* id, const char* part, const char* whole) {
        if (counters.at(whole) > 0) counters[id] = 100 * counters.at(part) / (32 * counters.at(whole));
    };
    ratio("global_load_efficiency", "global_load_bytes", "global_load_sectors");
    ratio("global_store_efficiency", "global_store_bytes", "global_store_sectors");
    ratio("warp_execution_efficiency", "thread_instructions", "warp_instructions");
    return counters;
}

/// What the recording of the catalogue's multiplications has of this plan.
const Counters* multiplication(const Study& recording, const Plan& plan) {
    const StudyEntry* entry = recording.find(plan.algorithm, plan.parameters);
    if (entry == nullptr || !entry->measurement || entry->measurement->counters.empty()) return nullptr;
    return &entry->measurement->counters.front();
}

Result<ComparedLaunch> compare(const HardwareCase& launch, Counters hardware) {
    simt::Emulator emulator;
    if (auto ran = runPlan(launch.plan, emulator, {}); !ran) return fail(ran.error());
    const simt::LaunchReport& report = emulator.reports().at(0);
    const auto& step = std::get<LaunchStep>(launch.plan.steps.back());
    const Kernel& kernel = *step.launch.kernel;
    const ptxas::MachineCode code = ptxas::machineCode(*ptx::moduleOf(kernel.module), kernel.code());
    Prediction prediction = predictCounters(kernel, code, report.sites);
    return ComparedLaunch{.name = launch.name,
                          .kernel = launch.kernel,
                          .side = launch.side,
                          .hardware = std::move(hardware),
                          .lockstep = countersOf(report.counts),
                          .predicted = std::move(prediction.counters),
                          .notPredicted = std::move(prediction.missing),
                          .notes = std::move(prediction.notes)};
}

}  // namespace

Result<HardwareComparison> compareWithHardware(const std::string& source) {
    auto cases = hardwareCases(source);
    if (!cases) return fail(cases.error());
    const Result<std::string> text = readFile(source + "/tests/core/metrics/hardware/h200-counters.json");
    if (!text) return fail(text.error());
    const auto file = nlohmann::json::parse(*text);
    const Result<Study> recording = studyInFile(source + "/resources/recordings/h200.json.gz");
    if (!recording) return fail(recording.error());
    HardwareComparison compared;
    for (const HardwareCase& launch : *cases) {
        const auto row = file["launches"].find(launch.name);
        const Counters* const known = multiplication(*recording, launch.plan);
        if (row == file["launches"].end() && known == nullptr) {
            compared.unrecorded[launch.side].push_back(launch.name);
            continue;
        }
        auto one = compare(launch, known != nullptr ? *known : countersOfRecord(file["metrics"], *row));
        if (one)
            compared.launches.push_back(std::move(*one));
        else if (one.error().code == ErrorCode::PtxUnsupported)
            compared.refused.push_back(launch.name);
        else
            return fail(one.error());
    }
    return compared;
}

namespace {

/// Of the sides, in their order.
constexpr std::array kNames{"design", "held-out", "fresh"};

/// How one counter of some launches compares.
struct Tally {
    int compared = 0;
    int equal = 0;
    int near = 0;
    double worst = 0;  ///< relative
    std::string launch;

    void add(const ComparedLaunch& one, const Counters& ours, const std::string& id) {
        const auto hardware = one.hardware.find(id);
        const auto here = ours.find(id);
        if (hardware == one.hardware.end() || here == ours.end()) return;
        // What neither has does not speak for anybody.
        if (hardware->second == 0 && here->second == 0) return;
        ++compared;
        const double most = std::max(std::abs(hardware->second), std::abs(here->second));
        const double difference = hardware->second == 0 ? 1 : (here->second - hardware->second) / hardware->second;
        const bool same = std::abs(here->second - hardware->second) <= kEqual * most;
        equal += same ? 1 : 0;
        near += std::abs(difference) <= kNear ? 1 : 0;
        if (std::abs(difference) <= std::abs(worst) || same) return;
        worst = difference;
        launch = one.name;
    }
    static constexpr double kEqual = 0.001;
    static constexpr double kNear = 0.05;
};

std::string percent(double fraction) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.1f %%", 100 * fraction);
    return text.data();
}

std::string cells(const Tally& tally, bool worst) {
    std::string text = " " + std::to_string(tally.equal) + " / " + std::to_string(tally.compared) + " |";
    if (!worst) return text;
    text += " " + std::to_string(tally.near) + " |";
    return text + (tally.launch.empty() ? " – |" : " " + percent(tally.worst) + " (" + tally.launch + ") |");
}

}  // namespace

std::string accuracyTable(const HardwareComparison& comparison) {
    const auto hasLaunches = [&](std::size_t side) {
        return std::ranges::count(comparison.launches, static_cast<Side>(side), &ComparedLaunch::side) > 0;
    };
    std::string table = "| counter | PTX alone: equal |";
    std::string line = "|---|---|";
    for (std::size_t side = 0; side < kNames.size(); ++side) {
        if (!hasLaunches(side)) continue;
        table += std::string(" ") + kNames.at(side) + ": equal | within 5 % | worst |";
        line += "---|---|---|";
    }
    table += "\n" + line + "\n";
    for (const Metric& metric : metricDictionary()) {
        const std::string id(metric.id);
        Tally alone;
        std::array<Tally, kNames.size()> sides;
        for (const ComparedLaunch& launch : comparison.launches) {
            alone.add(launch, launch.lockstep, id);
            sides[static_cast<std::size_t>(launch.side)].add(launch, launch.predicted, id);
        }
        // Local memory: both launches that have it in their PTX have none on hardware, and none is predicted.
        if (std::ranges::all_of(sides, [](const Tally& side) { return side.compared == 0; })) continue;
        table += "| " + id + " |" + cells(alone, false);
        for (std::size_t side = 0; side < sides.size(); ++side)
            if (hasLaunches(side)) table += cells(sides.at(side), true);
        table += "\n";
    }
    for (const auto& [side, names] : comparison.unrecorded)
        table += "\nOf the launches that are " + std::string(kNames.at(static_cast<std::size_t>(side))) + ", " +
                 std::to_string(names.size()) + " are not recorded yet (" + names.front() +
                 (names.size() > 1 ? ", …" : "") + "): `record_counters` adds them.\n";
    return table;
}

namespace {

/// Relative errors of one counter of some launches.
struct Errors {
    std::vector<double> alone;
    std::vector<double> predicted;
    int without = 0;  ///< launches where the hardware has 0

    void add(const ComparedLaunch& launch, const std::string& id) {
        const auto hardware = launch.hardware.find(id);
        const auto lockstep = launch.lockstep.find(id);
        const auto prediction = launch.predicted.find(id);
        if (hardware == launch.hardware.end() || lockstep == launch.lockstep.end() ||
            prediction == launch.predicted.end())
            return;
        if (hardware->second == 0) {
            ++without;
            return;
        }
        alone.push_back(std::abs(lockstep->second - hardware->second) / hardware->second);
        predicted.push_back(std::abs(prediction->second - hardware->second) / hardware->second);
    }
};

/// " mean | median |"
std::string meanAndMedian(std::vector<double> errors) {
    if (errors.empty()) return " – | – |";
    std::ranges::sort(errors);
    const std::size_t half = errors.size() / 2;
    const double median = errors.size() % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
    const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), " %.1f %% | %.1f %% |", 100 * mean, 100 * median);
    return text.data();
}

}  // namespace

std::string errorTable(const HardwareComparison& comparison) {
    std::string table =
        "| counter | side | launches | hardware has 0 | PTX alone: mean | median | predicted: mean | median |\n"
        "|---|---|---|---|---|---|---|---|\n";
    for (const char* id : {"warp_instructions", "thread_instructions", "branches", "divergent_branches"})
        for (std::size_t side = 0; side < kNames.size(); ++side) {
            Errors errors;
            for (const ComparedLaunch& launch : comparison.launches)
                if (launch.side == static_cast<Side>(side)) errors.add(launch, id);
            if (errors.alone.empty()) continue;
            table += std::string("| ") + id + " | " + kNames.at(side) + " | " + std::to_string(errors.alone.size()) +
                     " | " + std::to_string(errors.without) + " |" + meanAndMedian(errors.alone) +
                     meanAndMedian(errors.predicted) + "\n";
        }
    return table;
}

}  // namespace lanescope
