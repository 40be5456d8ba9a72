// SPDX-License-Identifier: GPL-3.0-or-later
// measure: one configuration on this machine's GPU.
#include "gpu/measure.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/interrupt.h"
#include "app/cli/measuring.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/metrics/dictionary.h"

namespace lanescope::cli {
namespace {

struct MeasureArguments {
    std::string algorithm;
    std::vector<std::string> words;
    MeasuringChoice choice;
};

void printJson(const Plan& plan, const Measurement& measurement) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    const nlohmann::ordered_json object{{"algorithm", plan.algorithm},
                                        {"parameters", parameters},
                                        {"measurement", nlohmann::ordered_json::parse(toJson(measurement))}};
    std::cout << object.dump(2) << '\n';
}

void printCounters(const Counters& counters) {
    TextTable table({"metric", "value", "unit"});
    for (const Metric& metric : metricDictionary())
        if (const auto found = counters.find(std::string(metric.id)); found != counters.end())
            table.add({std::string(metric.title), number(found->second), std::string(metric.unit)});
    std::cout << table.text(2);
}

void printText(const Plan& plan, const Measurement& m) {
    const Provenance& p = m.provenance;
    std::cout << plan.algorithm << "  " << toString(plan.parameters) << '\n'
              << "on " << p.gpu << " (driver " << p.driver << ", CUDA " << p.cuda << "), " << p.date << '\n'
              << "result: " << nameOf(m.verdict) << '\n'
              << "time: " << duration(m.median) << " (median of " << m.seconds.size() << "; middle half "
              << duration(m.lowerQuartile) << " to " << duration(m.upperQuartile) << "), L2 cache " << p.l2
              << " before each" << (p.throttled ? "; the GPU was slowed down by heat or power meanwhile" : "") << '\n';
    if (m.counters.empty()) std::cout << "no counters: " << m.countersMissing << '\n';
    for (const Counters& counters : m.counters) {
        std::cout << "counters (a pass of their own):\n";
        printCounters(counters);
    }
}

Result<void> runMeasure(const MeasureArguments& arguments, bool json) {
    const auto catalogue = loadCatalogue();
    if (!catalogue) return fail(catalogue.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    const auto plan = planFor(*catalogue, arguments.algorithm, *given);
    if (!plan) return fail(plan.error());

    const InterruptWatcher interrupt;
    auto gpu = Gpu::open();
    if (!gpu) return fail(gpu.error());
    if (arguments.choice.countersRequired())
        if (const auto able = gpu->tryCounters(); !able) return able;
    const auto measurement = gpu->measure(*plan, arguments.choice.options(), JobContext{interrupt.token(), {}});
    if (!measurement) return fail(measurement.error());
    if (json)
        printJson(*plan, *measurement);
    else
        printText(*plan, *measurement);
    return {};
}

}  // namespace

void addMeasure(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<MeasureArguments>();
    CLI::App* verb = program.add_subcommand("measure", "Measure a configuration on this machine's GPU");
    verb->add_option("algorithm", arguments->algorithm, "Its id, see list")->required();
    verb->add_option("parameters", arguments->words, "name=value …");
    arguments->choice.addTo(*verb);
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runMeasure(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
