// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "core/base/threads.h"
#include "core/base/words.h"
#include "core/run/counting_policy.h"
#include "core/run/emulation.h"
#include "core/validation/validation_rules.h"

namespace lanescope {
namespace {

using validation::blocksAreAlike;
using validation::exceptionOf;
using validation::mustBeEqual;
using validation::requestsLeftByPtxas;

/// What the emulator makes of one configuration.
struct Run {
    std::string leftOut;  ///< why it was not run; else empty
    bool sampled = false;
    std::vector<Counters> emulated{};  ///< per launch
    std::vector<Counters> predicted{};
    std::vector<Counters> machine{};
    std::string machineLeftOut{};  ///< why there are none; empty: there are, or nobody asked for them
};

bool equal(double one, double other) {
    return std::abs(one - other) <= 1e-9 * std::max(std::abs(one), std::abs(other));
}

/// Runs what a recording holds, several configurations at a time.
class Runner {
public:
    Runner(const Catalogue& catalogue, const ValidationOptions& options) : m_catalogue(catalogue), m_options(options) {}

    /// Error: Cancelled.
    Result<std::vector<Run>> runAll(const std::vector<const StudyEntry*>& entries, const JobContext& job) {
        std::vector<Run> runs(entries.size());
        std::atomic<std::size_t> next = 0;
        std::size_t done = 0;
        std::mutex reporting;
        const auto work = [&] {
            for (std::size_t i = next++; i < entries.size() && !job.stopRequested(); i = next++) {
                runs[i] = run(*entries[i], job);
                const std::lock_guard lock(reporting);
                job.report(static_cast<double>(++done) / static_cast<double>(entries.size()));
            }
        };
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        onThreads(m_options.threads > 0 ? m_options.threads : cores, [&](bool) { work(); });
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        return runs;
    }

private:
    Run run(const StudyEntry& entry, const JobContext& job) const {
        const auto leftOut = [](std::string why) { return Run{.leftOut = std::move(why)}; };
        const std::vector<Counters>& measured = entry.measurement->counters;
        const auto algorithm = m_catalogue.find(entry.algorithm);
        if (!algorithm) return leftOut(textOf("validation.no_algorithm"_id));
        const auto complete = (*algorithm)->complete(entry.parameters);
        auto plan = complete ? (*algorithm)->plan(*complete) : Result<Plan>(fail(complete.error()));
        if (!plan) return leftOut(textOf("validation.no_configuration"_id));
        if (plan->launches().size() != measured.size()) return leftOut(textOf("validation.other_launches"_id));
        if (measured.size() > m_options.launches)
            return leftOut(inWords(Message("validation.many_launches"_id, {{"most", m_options.launches}})));
        double work = 0;
        for (const Counters& launch : measured)
            if (const auto count = launch.find("warp_instructions"); count != launch.end()) work += count->second;
        EmulationOptions how;
        how.threads = 1;
        if (work > m_options.wholeUpTo) {
            if (!blocksAreAlike(**algorithm, *complete)) return leftOut(textOf("validation.unlike_blocks"_id));
            how.maxBlocks = kBlocksToValidate;
        }
        const auto emulation = emulate(*plan, how, {job.stop, {}});
        if (!emulation) return leftOut(describe(emulation.error()));
        Run run;
        for (std::size_t launch = 0; launch < emulation->launches.size(); ++launch) {
            if (emulation->launches[launch].fault) return leftOut(textOf("validation.fault"_id));
            run.sampled = run.sampled || emulation->launches[launch].sampled();
            run.emulated.push_back(countersOf(*emulation, launch));
            run.predicted.push_back(predictionOf(*emulation, launch).counters);
        }
        if (m_options.machinePlans != nullptr) runMachineCode(std::move(*plan), how, job, run);
        return run;
    }

    void runMachineCode(Plan plan, const EmulationOptions& how, const JobContext& job, Run& run) const {
        auto machinePlan = m_options.machinePlans->planFor(std::move(plan), m_options.architecture, {job.stop, {}});
        const auto emulation = machinePlan ? emulate(std::move(*machinePlan), how, {job.stop, {}})
                                           : Result<Emulation>(fail(machinePlan.error()));
        if (!emulation) {
            run.machineLeftOut = describe(emulation.error());
            return;
        }
        for (std::size_t launch = 0; launch < emulation->launches.size(); ++launch)
            if (emulation->launches[launch].fault) run.machineLeftOut = textOf("validation.fault"_id);
        if (run.machineLeftOut.empty()) run.machine = countersOf(*emulation);
    }

    const Catalogue& m_catalogue;
    const ValidationOptions& m_options;
};

/// Adds up one side, emulated or predicted, counter by counter.
class Tally {
public:
    explicit Tally(bool exact) : m_exact(exact) {}

    void add(const StudyEntry& entry, const Counters& ours, const Counters& measured,
             std::vector<CounterDifference>& failures) {
        for (const auto& [id, value] : ours) {
            const auto found = measured.find(id);
            if (found == measured.end() || (value == 0 && found->second == 0)) continue;
            const CounterDifference both{entry.algorithm + " " + toString(entry.parameters), id, value, found->second};
            addOne(entry, both, failures);
        }
    }

    std::vector<CounterValidation> take() {
        std::vector<CounterValidation> all;
        for (auto& [id, one] : m_counters) all.push_back(std::move(one));
        std::ranges::stable_partition(all, &CounterValidation::mustBeEqual);
        return all;
    }

private:
    void addOne(const StudyEntry& entry, const CounterDifference& both, std::vector<CounterDifference>& failures) {
        CounterValidation& one = m_counters[both.counter];
        one.counter = both.counter;
        one.mustBeEqual = m_exact && mustBeEqual(both.counter);
        ++one.compared;
        const double off = std::abs(both.ours - both.measured);
        if (off <= 0.05 * std::abs(both.measured)) ++one.within5;
        if (equal(both.ours, both.measured)) {
            ++one.equal;
            return;
        }
        const double share = both.measured == 0 ? HUGE_VAL : off / std::abs(both.measured);
        double& worst = m_worst[both.counter];
        if (one.worst.configuration.empty() || share > worst) {
            one.worst = both;
            worst = share;
        }
        if (!one.mustBeEqual) return note(one, validation::whyDifferent(both.counter));
        const std::string_view why = whyAllowed(entry, both);
        if (why.empty()) return failures.push_back(both);
        ++one.explained;
        note(one, why);
    }

    static std::string_view whyAllowed(const StudyEntry& entry, const CounterDifference& both) {
        if (both.counter == "global_load_requests")
            if (const auto left = requestsLeftByPtxas(entry, both.ours); left && !equal(*left, both.measured))
                return {};
        return exceptionOf(entry, both.counter);
    }

    static void note(CounterValidation& one, std::string_view why) {
        if (!why.empty() && std::ranges::find(one.reasons, why) == one.reasons.end()) one.reasons.emplace_back(why);
    }

    bool m_exact;
    std::map<std::string, CounterValidation> m_counters;
    std::map<std::string, double> m_worst;
};

}  // namespace

Result<Validation> validate(const Study& recording, const Catalogue& catalogue, const ValidationOptions& options,
                            const JobContext& job) {
    Validation validation;
    std::vector<const StudyEntry*> entries;
    for (const StudyEntry& entry : recording.entries) {
        if (options.wanted && !options.wanted(entry)) continue;
        ++validation.configurations;
        // What the driver tells of a kernel is known without the profiler, and says nothing of what the kernel did.
        if (!entry.measurement || entry.measurement->counters.empty() ||
            !entry.measurement->counters.front().contains("warp_instructions"))
            ++validation.leftOut[textOf("validation.no_counters"_id)];
        else
            entries.push_back(&entry);
    }
    const auto runs = Runner(catalogue, options).runAll(entries, job);
    if (!runs) return fail(runs.error());
    Tally emulated(true);
    Tally predicted(false);
    Tally machine(false);
    std::vector<CounterDifference> none;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Run& run = (*runs)[i];
        if (!run.leftOut.empty()) {
            ++validation.leftOut[run.leftOut];
            continue;
        }
        ++(run.sampled ? validation.sampled : validation.whole);
        for (std::size_t launch = 0; launch < run.emulated.size(); ++launch) {
            const Counters& measured = entries[i]->measurement->counters[launch];
            emulated.add(*entries[i], run.emulated[launch], measured, validation.failures);
            predicted.add(*entries[i], run.predicted[launch], measured, none);
            if (launch < run.machine.size()) machine.add(*entries[i], run.machine[launch], measured, none);
        }
        if (!run.machineLeftOut.empty()) ++validation.machineLeftOut[run.machineLeftOut];
    }
    validation.emulated = emulated.take();
    validation.predicted = predicted.take();
    validation.machine = machine.take();
    return validation;
}

}  // namespace lanescope
