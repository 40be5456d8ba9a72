// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimate_output.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/claims_output.h"
#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/metrics/counters.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json byName(const std::vector<EstimateTerm>& terms) {
    Json json = Json::object();
    for (const EstimateTerm& term : terms) json[term.name] = term.seconds;
    return json;
}

Json termToJson(const EstimateTerm& term) {
    Json json{{"name", term.name}, {"part", term.part}, {"seconds", term.seconds}, {"formula", term.formula}};
    if (term.cycles) json["cycles"] = *term.cycles;
    return json;
}

/// Where each term begins and ends of all that were added up so far.
class Waterfall {
public:
    explicit Waterfall(const std::vector<EstimateTerm>& terms) {
        double sum = 0;
        for (const EstimateTerm& term : terms) m_highest = std::max(m_highest, sum += term.seconds);
    }
    std::string bar(const EstimateTerm& term) {
        const double from = std::min(m_sum, m_sum + term.seconds);
        const double to = std::max(m_sum, m_sum + term.seconds);
        m_sum += term.seconds;
        if (m_highest <= 0) return {};
        const auto begin = static_cast<std::size_t>(std::floor(from / m_highest * kWidth));
        const auto end = std::max(begin + 1, static_cast<std::size_t>(std::lround(to / m_highest * kWidth)));
        std::string text(begin, ' ');
        for (std::size_t i = begin; i < end; ++i) text += term.seconds < 0 ? "░" : "█";
        for (std::size_t i = end; i < static_cast<std::size_t>(kWidth); ++i) text += ' ';
        return text;
    }

private:
    static constexpr double kWidth = 40;
    double m_highest = 0;
    double m_sum = 0;
};

/// One of the models simulates; what it says is no formula's.
Origin originOf(const Model& model) { return model.id() == "simulation" ? Origin::Simulated : Origin::Estimated; }

std::string signedDuration(double seconds) {
    return seconds < 0 ? "−" + numbers::plainTime(-seconds) : numbers::plainTime(seconds);
}

std::string waterfallText(const Estimate& estimate) {
    std::string text = "  waterfall\n";
    Waterfall waterfall(estimate.terms);
    for (const EstimateTerm& term : estimate.terms) {
        text += "    " + waterfall.bar(term) + "  " + signedDuration(term.seconds) + "  " + term.name;
        if (!term.part.empty() && term.part != term.name) text += " (" + term.part + ")";
        if (!term.formula.empty()) text += ": " + term.formula;
        text += '\n';
    }
    if (!estimate.caseTaken.empty()) text += "  case\n    " + estimate.caseTaken + '\n';
    TextTable table({"what went in", "value", "unit", "from", "meaning", "source"});
    for (const EstimateInput& input : estimate.inputs)
        table.add({input.symbol, numbers::plain(input.value), input.unit, std::string(nameOf(input.from)), input.name,
                   input.source});
    return text + table.text(2);
}

std::string changedText(const Question& question) {
    std::string text;
    for (const std::string& change : question.changed) text += (text.empty() ? ", what if " : ", ") + change;
    return text;
}

std::string heading(const Question& question) {
    return question.plan.algorithm + "  " + toString(question.plan.parameters) + "  (" + question.counts + " counts" +
           changedText(question) + ")\n";
}

std::string spreadText(const Answer& answer) { return answer.spread ? describe(*answer.spread) + '\n' : ""; }

Spread withoutCaution(Spread spread) {
    spread.caution.clear();
    return spread;
}

Json machineCodeOf(const Answer& answer) { return answer.code ? Json(answer.code->isMachineCode()) : Json(); }
std::string codeOf(const Answer& answer) { return answer.code ? describe(*answer.code) : std::string(); }
std::string codeText(const Answer& answer) { return answer.code ? describe(*answer.code) + '\n' : std::string(); }

/// All that take it in were asked with the same.
std::string codeText(const std::vector<Answer>& answers) {
    const auto told = std::ranges::find_if(answers, [](const Answer& answer) { return bool(answer.code); });
    return told == answers.end() ? std::string() : "  " + codeText(*told);
}

/// A claim that fails stands beside the estimate, as the claim would.
std::string claimsText(const Answer& answer) {
    if (answer.claims.empty()) return {};
    std::string text = "what document 004 claims of " + std::string(answer.model->title()) + " here\n";
    for (const AccuracyClaim& claim : answer.claims) text += claimText(claim, "  ");
    return text;
}

}  // namespace

Json questionToJson(const Question& question) {
    Json parameters = Json::object();
    for (const auto& [name, value] : question.plan.parameters) parameters[name] = value;
    return Json{{"algorithm", question.plan.algorithm},
                {"parameters", parameters},
                {"gpu", question.gpu.id},
                {"counts", question.counts},
                {"changed", question.changed},
                {"timed", question.plan.timed == Timed::Steps ? "steps" : "launches"}};
}

void tell(std::vector<Answer>& answers, const ModelInput& input, const GpuSpec& gpu,
          const RecordedAccuracies& accuracies, bool unseen, bool changed) {
    const RunCode code = runCodeOf(input.launches);
    for (Answer& answer : answers) {
        if (!answer.estimate) continue;
        const bool takesIn = answer.model->needsSample() && code.launches > 0;
        if (takesIn) answer.code = code;
        ToldTime time = toldTime(*answer.estimate, takesIn ? code : RunCode(), unseen);
        time.changed = changed;
        answer.spread = spreadOf(time, gpu, accuracies);
    }
}

Json answerInShort(const Answer& answer) {
    const Estimate& estimate = *answer.estimate;
    return {{"origin", nameOf(originOf(*answer.model))},
            {"seconds", estimate.seconds},
            {"terms", byName(termsByName(estimate))},
            {"bound", estimate.bound.empty() ? Json() : Json(estimate.bound)},
            {"bound_text", estimate.caseTaken},
            {"machine_code", machineCodeOf(answer)},
            {"code", codeOf(answer)},
            {"spread", spreadToJson(answer.spread)}};
}

Json spreadToJson(const std::optional<Spread>& spread) {
    if (!spread) return {};
    return Json{{"usual", spread->usual},       {"rare", spread->rare},
                {"compared", spread->compared}, {"bound", spread->bound},
                {"unseen", spread->unseen},     {"machine_code", spread->machineCode},
                {"gpu", spread->gpu},           {"calibrated", spread->calibrated},
                {"caution", spread->caution},   {"words", describe(*spread)}};
}

Json answerToJson(const Answer& answer) {
    Json claims = Json::array();
    for (const AccuracyClaim& claim : answer.claims) claims.push_back(claimToJson(claim));
    if (!answer.estimate)
        return Json{{"model", answer.model->id()}, {"message", describe(answer.estimate.error())}, {"claims", claims}};
    const Estimate& estimate = *answer.estimate;
    Json waterfall = Json::array();
    for (const EstimateTerm& term : estimate.terms) waterfall.push_back(termToJson(term));
    Json inputs = Json::array();
    for (const EstimateInput& input : estimate.inputs)
        inputs.push_back({{"symbol", input.symbol},
                          {"name", input.name},
                          {"value", input.value},
                          {"unit", input.unit},
                          {"from", nameOf(input.from)},
                          {"source", input.source}});
    return Json{{"model", estimate.model},
                {"title", answer.model->title()},
                {"source", answer.model->source()},
                {"origin", nameOf(originOf(*answer.model))},
                {"seconds", estimate.seconds},
                {"kernel_seconds", estimate.kernelSeconds},
                {"terms", byName(termsByName(estimate))},
                {"parts", byName(termsByPart(estimate))},
                {"assumptions", estimate.assumptions},
                {"out_of_range", estimate.outOfRange},
                {"case", estimate.caseTaken},
                {"bound", estimate.bound},
                {"spread", spreadToJson(answer.spread)},
                {"machine_code", machineCodeOf(answer)},
                {"code", codeOf(answer)},
                {"waterfall", waterfall},
                {"inputs", inputs},
                {"claims", claims}};
}

std::string estimateText(const Answer& answer, const Question& question, bool why) {
    const Estimate& estimate = *answer.estimate;
    const Model& model = *answer.model;
    std::string text = heading(question) + std::string(nameOf(originOf(model))) + " by " + std::string(model.title()) +
                       " (" + std::string(model.source()) + ") for " + question.gpu.title + ": " +
                       numbers::plainTime(estimate.seconds) + ", of which the kernels take " +
                       numbers::plainTime(estimate.kernelSeconds) + '\n' + spreadText(answer) + codeText(answer) +
                       claimsText(answer);
    if (why) {
        text += waterfallText(estimate);
    } else {
        TextTable table({"term", "time"});
        for (const EstimateTerm& term : termsByName(estimate)) table.add({term.name, signedDuration(term.seconds)});
        text += table.text(2);
    }
    text += "assumptions\n";
    for (const std::string& assumption : estimate.assumptions) text += "  " + assumption + '\n';
    if (!estimate.outOfRange.empty()) text += "not to be believed here\n  " + estimate.outOfRange + '\n';
    return text;
}

std::string whatIfText(const std::vector<Answer>& now, const std::vector<Answer>& then, const Question& question) {
    TextTable table({"model", "now", "then", "ratio", "bound now", "bound then, or why there is none"});
    for (std::size_t i = 0; i < now.size(); ++i) {
        const std::string title(now[i].model->title());
        const Result<Estimate>& before = now[i].estimate;
        const Result<Estimate>& after = then[i].estimate;
        if (!before || !after) {
            table.add({title, "", "", "", "", describe((before ? after : before).error())});
            continue;
        }
        table.add({title, numbers::plainTime(before->kernelSeconds), numbers::plainTime(after->kernelSeconds),
                   numbers::plain(std::round(after->kernelSeconds / before->kernelSeconds * 1000) / 1000),
                   before->caseTaken, after->caseTaken});
    }
    std::string text = heading(question) + "for " + question.gpu.title + '\n' + table.text(2);
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!now[i].spread || !then[i].spread) continue;
        const std::string title = "  " + std::string(now[i].model->title());
        const Spread &before = *now[i].spread, &after = *then[i].spread;
        text += title + ", now: " + describe(before) + '\n';
        // The same figures are not said twice.
        const bool same = describe(withoutCaution(before)) == describe(withoutCaution(after));
        if (!same || !after.caution.empty())
            text += title + ", then: " + (same ? "likewise. " + after.caution : describe(after)) + '\n';
    }
    return text + codeText(now);
}

Json whatIfJson(const std::vector<Answer>& now, const std::vector<Answer>& then, const Question& question) {
    Json json = questionToJson(question);
    json["what_if"] = Json::array();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Result<Estimate>& before = now[i].estimate;
        const Result<Estimate>& after = then[i].estimate;
        Json one{{"model", now[i].model->id()}, {"origin", nameOf(originOf(*now[i].model))}};
        if (before && after)
            one.update({{"seconds", before->kernelSeconds},
                        {"bound", before->bound},
                        {"seconds_then", after->kernelSeconds},
                        {"bound_then", after->bound},
                        {"ratio", after->kernelSeconds / before->kernelSeconds},
                        {"machine_code", machineCodeOf(now[i])},
                        {"code", codeOf(now[i])},
                        {"spread", spreadToJson(now[i].spread)},
                        {"spread_then", spreadToJson(then[i].spread)}});
        else
            one["message"] = describe((before ? after : before).error());
        json["what_if"].push_back(one);
    }
    return json;
}

std::string answersText(const std::vector<Answer>& answers, const Question& question) {
    std::string text = heading(question) + "for " + question.gpu.title + '\n';
    TextTable table({"model", "kernels", "all", "in its range", "case, or why there is none"});
    for (const Answer& answer : answers) {
        const std::string title(answer.model->title());
        if (answer.estimate)
            table.add({title, numbers::plainTime(answer.estimate->kernelSeconds),
                       numbers::plainTime(answer.estimate->seconds), answer.estimate->outOfRange.empty() ? "yes" : "no",
                       answer.estimate->caseTaken});
        else
            table.add({title, "", "", "", describe(answer.estimate.error())});
    }
    text += table.text(2);
    for (const Answer& answer : answers)
        if (answer.spread) text += "  " + std::string(answer.model->title()) + ": " + spreadText(answer);
    text += codeText(answers);
    for (const Answer& answer : answers) text += claimsText(answer);
    return text;
}

}  // namespace lanescope::cli
