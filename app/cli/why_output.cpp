// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/why_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/rules/memory_chart.h"
#include "core/rules/roofline.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string percentOf(double share) { return numbers::plain(100 * share, 3) + " %"; }

/// The line of the source without what stands around it.
std::string lineOf(const std::string& source, std::uint32_t number) {
    std::istringstream lines(source);
    std::string line;
    for (std::uint32_t i = 0; i < number && std::getline(lines, line); ++i) continue;
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : line.substr(begin);
}

void printRules(std::ostream& out, const rules::Advices& advices, const std::string& source) {
    if (advices.list.empty()) out << inWords(advices.sentence) << '\n';
    std::size_t number = 0;
    for (const rules::Advice& advice : advices.list) {
        out << ++number << ". " << inWords(advice.title) << ": " << rules::shareInWords(advice) << '\n';
        out << "   " << inWords(advice.sentence) << '\n';
        if (!advice.possible.id.empty()) out << "   " << inWords(advice.possible) << '\n';
        if (advice.line > 0) out << "   line " << advice.line << ": " << lineOf(source, advice.line) << '\n';
        if (!advice.metric.empty()) out << "   metric: " << advice.metric << " (" << nameOf(advice.origin) << ")\n";
    }
}

std::string amountText(const rules::Amount& amount, std::string_view unit) {
    return amount.fact ? numbers::shortValue(amount.fact->value, unit) : "-";
}

/// Where a level's bytes are from, or why there are none.
std::string fromText(const rules::Amount& amount) {
    return amount.fact ? std::string(nameOf(amount.fact->origin)) + ": " + inWords(amount.words)
                       : inWords(amount.words);
}

std::string memoryText(const rules::LaunchFacts& facts) {
    TextTable table({"memory", "read", "written", "all", "hits", "where from"});
    for (const rules::LevelTraffic& level : rules::memoryChart(facts)) {
        const rules::Amount& telling = level.read.fact ? level.read : level.total;
        table.add({inWords(nameOf(level.level)), amountText(level.read, "B"), amountText(level.written, "B"),
                   amountText(level.total, "B"), amountText(level.hits, "%"), fromText(telling)});
    }
    return table.text(2);
}

std::string_view unitOf(const rules::Roofline& roofline) {
    return roofline.work == rules::Roofline::Work::Operations ? "Flop" : "thread instructions";
}

std::string rateText(double rate, const rules::Roofline& roofline) {
    return roofline.work == rules::Roofline::Work::Operations ? numbers::rate(rate) : numbers::shortValue(rate, "/s");
}

std::string rooflineText(const rules::Roofline& roofline) {
    std::ostringstream out;
    out << "roofline, in " << unitOf(roofline) << ": ";
    if (roofline.rate)
        out << rateText(roofline.rate->value, roofline) << " (" << nameOf(roofline.rate->origin) << ")\n";
    else
        out << inWords(roofline.rateMissing) << '\n';
    TextTable table({"roof", "gives", "known", "work a byte", "allows", "reached"});
    for (const rules::Ceiling& peak : roofline.peaks)
        table.add({inWords(nameOf(peak.resource)), rateText(peak.rate, roofline),
                   peak.calibrated ? "calibrated" : "quoted", "-", rateText(peak.rate, roofline),
                   roofline.rate ? percentOf(roofline.rate->value / peak.rate) : "-"});
    for (const rules::Ceiling& memory : roofline.bandwidths) {
        const auto point = std::ranges::find(roofline.points, memory.resource, &rules::RooflinePoint::level);
        const bool known = point != roofline.points.end();
        table.add({inWords(nameOf(memory.resource)), numbers::shortValue(memory.rate, "B/s"),
                   memory.calibrated ? "calibrated" : "quoted", known ? numbers::plain(point->intensity, 4) : "-",
                   known ? rateText(point->attainable, roofline) : "-",
                   known && point->share ? percentOf(*point->share) : "-"});
    }
    out << table.text(2);
    return out.str();
}

Json factJson(const rules::Fact& fact) { return {{"value", fact.value}, {"origin", std::string(nameOf(fact.origin))}}; }

Json amountJson(const rules::Amount& amount) {
    if (!amount.fact) return {{"missing", inWords(amount.words)}};
    Json json = factJson(*amount.fact);
    json["from"] = inWords(amount.words);
    return json;
}

Json ceilingJson(const rules::Ceiling& ceiling) {
    return {{"resource", std::string(idOf(ceiling.resource))},
            {"rate", ceiling.rate},
            {"calibrated", ceiling.calibrated},
            {"source", ceiling.source}};
}

Json rulesJson(const rules::Advices& advices) {
    Json list = Json::array();
    for (const rules::Advice& advice : advices.list) {
        Json one{{"rule", std::string(advice.rule)},
                 {"title", inWords(advice.title)},
                 {"sentence", inWords(advice.sentence)},
                 {"possible", inWords(advice.possible)},
                 {"share", advice.share ? Json(*advice.share) : Json()},
                 {"origin", std::string(nameOf(advice.origin))},
                 {"metric", std::string(advice.metric)}};
        if (advice.line > 0) one["line"] = advice.line;
        if (advice.event) one["event"] = *advice.event;
        list.push_back(std::move(one));
    }
    return list;
}

Json rooflineJson(const rules::Roofline& roofline) {
    Json json{{"work", std::string(unitOf(roofline))}, {"amount", factJson(roofline.amount)}};
    json["rate"] = roofline.rate ? factJson(*roofline.rate) : Json{{"missing", inWords(roofline.rateMissing)}};
    json["peaks"] = json["bandwidths"] = json["points"] = Json::array();
    for (const rules::Ceiling& peak : roofline.peaks) json["peaks"].push_back(ceilingJson(peak));
    for (const rules::Ceiling& memory : roofline.bandwidths) json["bandwidths"].push_back(ceilingJson(memory));
    for (const rules::RooflinePoint& point : roofline.points) {
        Json one{{"level", std::string(idOf(point.level))},
                 {"intensity", point.intensity},
                 {"bytes_from", std::string(nameOf(point.bytesFrom))},
                 {"attainable", point.attainable}};
        if (point.share) one["share"] = *point.share;
        json["points"].push_back(std::move(one));
    }
    return json;
}

}  // namespace

std::string whyText(const rules::LaunchFacts& facts, const std::string& source) {
    const rules::Advices advices = rules::advicesOf(facts);
    std::ostringstream out;
    if (facts.seconds)
        out << numbers::time(facts.seconds->value) << ", " << nameOf(facts.seconds->origin)
            << "; shares are of that time\n";
    else
        out << inWords(facts.secondsMissing) << '\n';
    if (facts.sampled) out << "Some blocks were counted, and stand for the rest.\n";
    out << '\n';
    printRules(out, advices, source);
    out << '\n' << rooflineText(rules::rooflineOf(facts)) << "\nwhere the bytes go:\n" << memoryText(facts);
    return out.str();
}

Json whyJson(const rules::LaunchFacts& facts) {
    const rules::Advices advices = rules::advicesOf(facts);
    Json json{{"gpu", facts.gpu.id}, {"kernel", facts.block.kernel}, {"sampled", facts.sampled}};
    json["seconds"] = facts.seconds ? factJson(*facts.seconds) : Json{{"missing", inWords(facts.secondsMissing)}};
    json["rules"] = rulesJson(advices);
    json["bounds"] = Json::array();
    for (const rules::Bound& bound : advices.bounds)
        json["bounds"].push_back({{"resource", std::string(idOf(bound.ceiling.resource))},
                                  {"amount", factJson(bound.amount)},
                                  {"seconds", bound.seconds}});
    json["roofline"] = rooflineJson(rules::rooflineOf(facts));
    json["memory"] = Json::array();
    for (const rules::LevelTraffic& level : rules::memoryChart(facts)) {
        Json one{{"level", std::string(idOf(level.level))}};
        one["read"] = amountJson(level.read);
        one["written"] = amountJson(level.written);
        one["all"] = amountJson(level.total);
        if (level.hits.fact || !inWords(level.hits.words).empty()) one["hits"] = amountJson(level.hits);
        json["memory"].push_back(std::move(one));
    }
    return json;
}

}  // namespace lanescope::cli
