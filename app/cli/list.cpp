// SPDX-License-Identifier: GPL-3.0-or-later
// list: what there is to emulate, estimate and measure.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/library/library.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json parameterJson(const ParameterSpec& spec) {
    Json json{
        {"name", spec.name}, {"title", spec.title}, {"description", spec.description}, {"default", spec.defaultValue}};
    if (spec.values.empty()) {
        json["minimum"] = spec.minimum;
        json["maximum"] = spec.maximum;
    } else {
        json["values"] = spec.values;
    }
    return json;
}

/// What is known of each variant, for the defaults of the other parameters.
std::vector<std::pair<std::string, std::string>> verdictsOf(const Algorithm& algorithm, const ParameterSpec& variant) {
    std::vector<std::pair<std::string, std::string>> verdicts;
    for (const std::string& value : variant.values)
        if (const auto complete = algorithm.complete({{variant.name, value}}))
            verdicts.emplace_back(value, algorithm.verdict(*complete));
    return verdicts;
}

Json algorithmJson(const Algorithm& algorithm) {
    Json json{{"id", algorithm.id()},           {"title", algorithm.title()},
              {"family", algorithm.family()},   {"document", algorithm.document()},
              {"summary", algorithm.summary()}, {"variant", Json::array()},
              {"verdict", Json::object()},      {"parameters", Json::array()}};
    if (const ParameterSpec* variant = algorithm.specOf(ParameterRole::Variant)) {
        json["variant"] = variant->values;
        for (const auto& [value, verdict] : verdictsOf(algorithm, *variant)) json["verdict"][value] = verdict;
    }
    for (const ParameterSpec& spec : algorithm.parameters()) json["parameters"].push_back(parameterJson(spec));
    return json;
}

void printText(const Algorithm& algorithm) {
    std::cout << algorithm.id() << ": " << algorithm.title() << '\n'
              << "  " << algorithm.family() << "; document " << algorithm.document() << '\n'
              << "  " << algorithm.summary() << '\n';
    if (const ParameterSpec* variant = algorithm.specOf(ParameterRole::Variant))
        for (const auto& [value, verdict] : verdictsOf(algorithm, *variant))
            std::cout << "  " << value << ": " << verdict << '\n';
    TextTable table({"parameter", "default", "legal", "meaning"});
    for (const ParameterSpec& spec : algorithm.parameters())
        table.add({spec.name, spec.defaultValue, spec.legal(), spec.description});
    std::cout << table.text(4) << '\n';
}

Result<void> list(bool json) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    Json all{{"algorithms", Json::array()}};
    for (const auto& algorithm : (*library)->catalogue().algorithms()) {
        if (json)
            all["algorithms"].push_back(algorithmJson(*algorithm));
        else
            printText(*algorithm);
    }
    if (json) std::cout << all.dump(2) << '\n';
    return {};
}

}  // namespace

void addList(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("list", "List the algorithms and what can be chosen of each");
    verb->callback([&session] { session.action = [&session] { return list(session.json); }; });
}

}  // namespace lanescope::cli
