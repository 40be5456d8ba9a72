// SPDX-License-Identifier: GPL-3.0-or-later
// metrics: the dictionary of what is counted, with other tools' names for it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/verbs.h"
#include "core/metrics/dictionary.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct MetricsArguments {
    std::vector<std::string> ids;  ///< none = all
    std::string chip = "GH100";
};

/// Only where a chip differs from GH100.
Json exceptionsJson(const Metric& metric) {
    Json chips = Json::object();
    if (metric.perfworks.empty()) return chips;
    for (const PerfworksChip& chip : perfworksChips()) {
        const PerfworksName name = perfworksOn(metric, chip.name);
        if (name.sum == metric.perfworks) continue;
        chips[std::string(chip.name)] = name.sum.empty() ? Json{{"missing", name.missing}} : Json{{"name", name.sum}};
    }
    return chips;
}

Json metricJson(const Metric& metric, const std::string& chip) {
    const PerfworksName name = perfworksOn(metric, chip);
    return Json{{"id", metric.id},
                {"title", metric.title},
                {"unit", metric.unit},
                {"definition", metric.definition},
                {"good", metric.good},
                {"formula", metric.formula},
                {"nvprof", metric.nvprof},
                {"perfworks", name.sum},
                {"perfworks_missing", name.missing},
                {"perfworks_on_other_chips", exceptionsJson(metric)},
                {"driver", metric.driver},
                {"emulated", metric.emulator.empty()},
                {"emulated_missing", metric.emulator},
                {"exact", metric.exact},
                {"set", metric.set == MetricSet::Default ? "default" : "whole"}};
}

void printLine(std::string_view label, std::string_view text) {
    if (!text.empty()) std::cout << "  " << label << text << '\n';
}

void printText(const Metric& metric, const std::string& chip) {
    const PerfworksName name = perfworksOn(metric, chip);
    std::cout << metric.id << ": " << metric.title << ", in " << metric.unit << '\n';
    printLine("", metric.definition);
    printLine("good: ", metric.good);
    printLine("formula: ", metric.formula);
    printLine("nvprof: ", metric.nvprof);
    printLine("driver: ", metric.driver);
    if (!name.sum.empty())
        printLine(chip + ": ", name.sum);
    else if (metric.driver.empty() && metric.formula.empty())
        printLine("not available on " + chip + ": ", name.missing);
    printLine("not emulated: ", metric.emulator);
    std::cout << '\n';
}

Result<void> runMetrics(const MetricsArguments& arguments, bool json) {
    std::vector<const Metric*> chosen;
    for (const Metric& metric : metricDictionary())
        if (arguments.ids.empty() || std::ranges::count(arguments.ids, metric.id) > 0) chosen.push_back(&metric);
    if (json) {
        Json all{{"chip", arguments.chip}, {"metrics", Json::array()}};
        for (const Metric* metric : chosen) all["metrics"].push_back(metricJson(*metric, arguments.chip));
        std::cout << all.dump(2) << '\n';
        return {};
    }
    for (const Metric* metric : chosen) printText(*metric, arguments.chip);
    return {};
}

std::string checkChip(const std::string& chip) {
    std::string known;
    for (const PerfworksChip& one : perfworksChips()) {
        if (one.name == chip) return {};
        known += (known.empty() ? "" : ", ") + std::string(one.name);
    }
    return "There is no chip \"" + chip + "\". Known: " + known;
}

std::string checkMetric(const std::string& id) {
    return findMetric(id) == nullptr ? "There is no metric \"" + id + "\"; lanescope-cli metrics lists them" : "";
}

}  // namespace

void addMetrics(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<MetricsArguments>();
    CLI::App* verb = program.add_subcommand("metrics", "Say what each metric is, what is good, and who can tell it");
    verb->add_option("ids", arguments->ids, "Only these")->check(CLI::Validator(checkMetric, "METRIC"));
    verb->add_option("--chip", arguments->chip, "With the names of this chip (default GH100)")
        ->check(CLI::Validator(checkChip, "CHIP"));
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runMetrics(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
