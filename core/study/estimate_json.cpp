// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/words.h"
#include "core/study/json_parts.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;
using From = EstimateInput::From;

constexpr std::array kFroms{From::Counter, From::Plan, From::Gpu, From::Assumed, From::Document, From::Derived};

Json termToJson(const EstimateTerm& term) {
    Json json{{"name", term.name}, {"seconds", term.seconds}};
    if (term.cycles) json["cycles"] = *term.cycles;
    if (!term.part.empty()) json["part"] = term.part;
    if (!term.formula.empty()) json["formula"] = term.formula;
    return json;
}

Json inputToJson(const EstimateInput& input) {
    return Json{{"symbol", input.symbol}, {"name", input.name},         {"value", input.value},
                {"unit", input.unit},     {"from", nameOf(input.from)}, {"source", input.source}};
}

EstimateTerm readTerm(const JsonReader& reader) {
    reader.allowOnly({"name", "seconds", "cycles", "part", "formula"});
    EstimateTerm term{reader.text("name"), reader.number("seconds")};
    if (reader.has("cycles")) term.cycles = reader.number("cycles");
    if (reader.has("part")) term.part = reader.text("part");
    if (reader.has("formula")) term.formula = reader.text("formula");
    return term;
}

EstimateInput readInput(const JsonReader& reader) {
    reader.allowOnly({"symbol", "name", "value", "unit", "from", "source"});
    EstimateInput input{reader.text("symbol"), reader.text("name"), reader.number("value"),
                        reader.text("unit"),   From::Assumed,       reader.text("source")};
    const std::string from = reader.text("from");
    for (const From one : kFroms) {
        input.from = one;
        if (nameOf(one) == from) return input;
    }
    reader.reject(textOf("study.from"_id), "from");
    return input;
}

}  // namespace

Json estimateToJson(const Estimate& estimate) {
    Json terms = Json::array();
    for (const EstimateTerm& term : estimate.terms) terms.push_back(termToJson(term));
    Json json{{"origin", "estimated"},
              {"model", estimate.model},
              {"gpu", estimate.gpu},
              {"seconds", estimate.seconds},
              {"kernel_seconds", estimate.kernelSeconds},
              {"terms", std::move(terms)},
              {"assumptions", estimate.assumptions},
              {"out_of_range", estimate.outOfRange}};
    if (!estimate.caseTaken.empty()) json["case"] = estimate.caseTaken;
    if (!estimate.inputs.empty()) {
        json["inputs"] = Json::array();
        for (const EstimateInput& input : estimate.inputs) json["inputs"].push_back(inputToJson(input));
    }
    return json;
}

Estimate readEstimate(const JsonReader& reader) {
    reader.allowOnly({"origin", "model", "gpu", "seconds", "kernel_seconds", "terms", "assumptions", "out_of_range",
                      "case", "inputs"});
    if (reader.text("origin") != "estimated") reader.reject(textOf("study.estimated"_id), "origin");
    Estimate estimate;
    estimate.model = reader.text("model");
    estimate.gpu = reader.text("gpu");
    estimate.seconds = readNonNegative(reader, "seconds");
    estimate.kernelSeconds = readNonNegative(reader, "kernel_seconds");
    for (const JsonReader& term : reader.list("terms")) estimate.terms.push_back(readTerm(term));
    for (const JsonReader& assumption : reader.list("assumptions")) estimate.assumptions.push_back(assumption.asText());
    estimate.outOfRange = reader.text("out_of_range");
    if (reader.has("case")) estimate.caseTaken = reader.text("case");
    if (reader.has("inputs"))
        for (const JsonReader& input : reader.list("inputs")) estimate.inputs.push_back(readInput(input));
    return estimate;
}

}  // namespace lanescope
