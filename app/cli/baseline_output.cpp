// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/baseline_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using baseline::Difference;

Json toJson(const Plan& plan) {
    Json parameters = Json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    return {{"algorithm", plan.algorithm}, {"parameters", parameters}};
}

Json toJson(const Difference& difference) {
    Json json{{"baseline", valueJson(difference.before.value)}, {"value", valueJson(difference.after.value)}};
    if (const auto percent = difference.percent()) json[difference.inPoints ? "points" : "percent"] = *percent;
    return json;
}

std::string headOf(const Plan& plan) {
    return "against the baseline, " + plan.algorithm + "  " + toString(plan.parameters) + '\n';
}

/// Of the seconds that are printed of each.
baseline::Held heldOf(const Answer& before, const Answer& after) {
    const auto fact = [](const Answer& answer) {
        return answer.estimate ? std::optional(rules::Fact{answer.estimate->seconds, Origin::Estimated}) : std::nullopt;
    };
    return baseline::held(fact(before), fact(after), "s");
}

}  // namespace

Result<Plan> baselinePlan(const std::string& words, const Catalogue& catalogue, const Plan& like) {
    std::istringstream parts(words);
    std::vector<std::string> given;
    for (std::string word; parts >> word;) given.push_back(word);
    std::string algorithm = like.algorithm;
    if (!given.empty() && given.front().find('=') == std::string::npos) {
        algorithm = given.front();
        given.erase(given.begin());
    }
    Result<Parameters> parameters = parametersFromWords(given);
    if (!parameters) return fail(parameters.error());
    const Result<const Algorithm*> found = catalogue.find(algorithm);
    if (!found) return fail(found.error());
    for (const ParameterSpec& spec : (*found)->parameters()) {
        const std::string* const value = like.parameters.find(spec.name);
        const bool legal =
            value != nullptr && (spec.values.empty() || std::ranges::find(spec.values, *value) != spec.values.end());
        if (legal && parameters->find(spec.name) == nullptr) parameters->add(spec.name, *value);
    }
    return planFor(catalogue, algorithm, *parameters);
}

Json differencesJson(const Emulation& baseline, const Emulation& run) {
    Json json = toJson(baseline.plan);
    json["launches"] = Json::array();
    for (std::size_t i = 0; i < std::min(baseline.launches.size(), run.launches.size()); ++i) {
        const baseline::Baseline before = baseline::baselineOf(baseline, i, nullptr);
        const baseline::Baseline after = baseline::baselineOf(run, i, nullptr);
        Json counters = Json::object();
        for (const auto& [metric, difference] : baseline::differencesOf(before, after))
            counters[std::string(metric->id)] = toJson(difference);
        json["launches"].push_back({{"launch", i},
                                    {"origin", nameOf(Origin::Emulated)},
                                    {"sampled", before.sampled || after.sampled},
                                    {"counters", counters}});
    }
    return json;
}

std::string differencesText(const Emulation& baseline, const Emulation& run) {
    std::string text = headOf(baseline.plan);
    const std::size_t launches = std::min(baseline.launches.size(), run.launches.size());
    for (std::size_t i = 0; i < launches; ++i) {
        TextTable table({"metric", "baseline", "here", "difference", "unit"});
        std::size_t same = 0;
        for (const auto& [metric, difference] : baseline::differencesOf(baseline::baselineOf(baseline, i, nullptr),
                                                                        baseline::baselineOf(run, i, nullptr))) {
            if (difference.way() == baseline::Way::Same)
                ++same;
            else
                table.add({std::string(metric->id), numbers::plain(difference.before.value),
                           numbers::plain(difference.after.value), baseline::inShort(difference),
                           std::string(metric->unit)});
        }
        if (launches > 1) text += "launch " + std::to_string(i + 1) + '\n';
        text += table.text(2) + "  " + std::to_string(same) + " metrics are the same\n";
    }
    if (baseline.launches.size() != run.launches.size())
        text += "it has " + std::to_string(baseline.launches.size()) + " launches, this one " +
                std::to_string(run.launches.size()) + "; only those that both have are compared\n";
    return text;
}

Json differencesJson(const Plan& plan, const std::vector<Answer>& baseline, const std::vector<Answer>& answers) {
    Json json = toJson(plan);
    json["estimates"] = Json::object();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const baseline::Held held = heldOf(baseline[i], answers[i]);
        json["estimates"][std::string(answers[i].model->id())] =
            held.difference ? toJson(*held.difference) : Json{{"message", inWords(held.note)}};
    }
    return json;
}

std::string differencesText(const Plan& plan, const std::vector<Answer>& baseline, const std::vector<Answer>& answers) {
    TextTable table({"model", "baseline", "here", "difference"});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const baseline::Held held = heldOf(baseline[i], answers[i]);
        if (held.difference)
            table.add({std::string(answers[i].model->id()), numbers::plainTime(held.difference->before.value),
                       numbers::plainTime(held.difference->after.value), baseline::inShort(*held.difference)});
        else
            table.add({std::string(answers[i].model->id()), "-", "-", inWords(held.note)});
    }
    return headOf(plan) + table.text(2);
}

}  // namespace lanescope::cli
