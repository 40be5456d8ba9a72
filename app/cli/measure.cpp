// SPDX-License-Identifier: GPL-3.0-or-later
// measure: one configuration on this machine's GPU, or CPU.
#include "gpu/measure.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/interrupt.h"
#include "app/cli/measuring.h"
#include "app/cli/outcome.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/library/library.h"
#include "core/metrics/dictionary.h"

namespace lanescope::cli {
namespace {

struct MeasureArguments {
    std::string algorithm;
    std::vector<std::string> words;
    MeasuringChoice choice;
};

void printJson(const Plan& plan, const Measurement& measurement, const Outcome& outcome) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    const nlohmann::ordered_json object{{"algorithm", plan.algorithm},
                                        {"parameters", parameters},
                                        {"outcome", toJson(outcome)},
                                        {"measurement", nlohmann::ordered_json::parse(toJson(measurement))}};
    std::cout << object.dump(2) << '\n';
}

void printCounters(const Counters& counters) {
    TextTable table({"metric", "value", "unit"});
    for (const Metric& metric : metricDictionary())
        if (const auto found = counters.find(std::string(metric.id)); found != counters.end())
            table.add({std::string(metric.title), numbers::plain(found->second), std::string(metric.unit)});
    std::cout << table.text(2);
}

/// "on NVIDIA H200 (driver 580.159.04, CUDA 13.0, ECC on), 2026-11-21T04:00:00Z", or the CPU where that does it all.
std::string whereText(const Provenance& p) {
    if (p.gpu.empty()) return "on " + p.host + ", " + p.date;
    const std::string ecc = p.ecc ? (*p.ecc ? ", ECC on" : ", ECC off") : "";
    const std::string host = p.host.empty() ? "" : " with " + p.host;
    return "on " + p.gpu + " (driver " + p.driver + ", CUDA " + p.cuda + ecc + ")" + host + ", " + p.date;
}

std::string rangeText(double lower, double upper) {
    return numbers::plainTime(lower) + " to " + numbers::plainTime(upper);
}

void printTime(const Measurement& m) {
    const Provenance& p = m.provenance;
    std::cout << "time: " << numbers::plainTime(m.median) << ", " << p.mode << " (median of " << m.samplesTaken
              << (m.samplesTaken == 1 ? " sample" : " samples");
    if (m.batch > 1) std::cout << ", each the mean of " << m.batch << " runs";
    std::cout << "; middle half " << rangeText(m.lowerQuartile, m.upperQuartile) << ")\n";
    if (p.smClockHz > 0) std::cout << "SM clock: " << numbers::megahertz(p.smClockHz) << '\n';
    if (m.throttledSamples > 0) std::cout << "dropped: " << m.throttledSamples << ", the GPU was slowed down\n";
    for (const std::string& note : m.notes) std::cout << "note: " << note << '\n';
}

void printParts(const std::vector<MeasuredPart>& parts) {
    if (parts.empty()) return;
    TextTable table({"part", "steps", "time", "middle half", "runs"});
    for (const MeasuredPart& part : parts)
        table.add({part.name, std::to_string(part.steps), numbers::plainTime(part.median),
                   rangeText(part.lowerQuartile, part.upperQuartile),
                   part.runs == 0 ? "–" : std::to_string(part.runs)});
    std::cout << "parts:\n" << table.text(2);
}

void printCounters(const Plan& plan, const Measurement& m) {
    if (!m.countersMissing.empty()) std::cout << "no counters: " << m.countersMissing << '\n';
    const auto launches = plan.launches();
    for (std::size_t i = 0; i < m.counters.size(); ++i) {
        std::cout << (m.countersMissing.empty() ? "counters" : "what the driver tells");
        if (m.counters.size() > 1 && i < launches.size())
            std::cout << " of launch " << i + 1 << ", " << launches[i]->kernel->entry;
        if (m.counterPasses > 0) {
            std::cout << " (read in " << m.counterPasses << " passes of their own";
            if (m.counterReadings > 1) std::cout << ", the middle of " << m.counterReadings << " readings";
            std::cout << ')';
        }
        std::cout << ":\n";
        printCounters(m.counters[i]);
    }
}

void printText(const Plan& plan, const Measurement& m, const Outcome& outcome) {
    const std::string result = "result: " + outcome.sentence + '\n';
    std::cout << result << plan.algorithm << "  " << toString(plan.parameters) << '\n'
              << whereText(m.provenance) << '\n';
    printTime(m);
    printParts(m.parts);
    printCounters(plan, m);
    std::cout << result;
}

Result<void> runMeasure(const MeasureArguments& arguments, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    const auto plan = planFor((*library)->catalogue(), arguments.algorithm, *given);
    if (!plan) return fail(plan.error());

    const InterruptWatcher interrupt;
    std::optional<Gpu> gpu;
    if (arguments.choice.countersRequired()) {
        auto opened = Gpu::open();
        if (!opened) return fail(opened.error());
        gpu.emplace(std::move(*opened));
        if (const auto able = gpu->tryCounters(); !able) return able;
    }
    const auto measurement = measurePlan(gpu, *plan, arguments.choice.options(), JobContext{interrupt.token(), {}});
    if (!measurement) return fail(measurement.error());
    const Outcome outcome = outcomeOf(measurement->verdict);
    if (session.json)
        printJson(*plan, *measurement, outcome);
    else
        printText(*plan, *measurement, outcome);
    session.outcome = outcome.code;
    return {};
}

}  // namespace

void addMeasure(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<MeasureArguments>();
    CLI::App* verb = program.add_subcommand(
        "measure", "Measure a configuration on this machine's GPU, or its CPU where that does it all");
    verb->add_option("algorithm", arguments->algorithm, "Its id, see list")->required();
    verb->add_option("parameters", arguments->words, "name=value …");
    arguments->choice.addTo(*verb);
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runMeasure(*arguments, session); }; });
}

}  // namespace lanescope::cli
