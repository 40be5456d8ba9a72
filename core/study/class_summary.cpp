// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/class_summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr double kFence = 1.5;

bool isFixed(ParameterRole role) {
    constexpr std::array kFixed{ParameterRole::Size, ParameterRole::Type, ParameterRole::Operation};
    return std::ranges::find(kFixed, role) != kFixed.end();
}

/// What is computed, and how.
std::pair<Parameters, Parameters> divided(const ClassResult& result, const Catalogue& catalogue) {
    const Result<const Algorithm*> algorithm = catalogue.find(result.algorithm);
    if (!algorithm) return {result.parameters, {}};
    Parameters fixed, chosen;
    for (const auto& [name, value] : result.parameters) {
        const auto spec = std::ranges::find((*algorithm)->parameters(), name, &ParameterSpec::name);
        const bool isOf = spec == (*algorithm)->parameters().end() || isFixed(spec->role);
        (isOf ? fixed : chosen).add(name, value);
    }
    return {fixed, chosen};
}

/// n=64 before n=128.
bool comesBefore(const Parameters& a, const Parameters& b) {
    for (const auto& [name, value] : a) {
        const std::string* other = b.find(name);
        if (other == nullptr || *other == value) continue;
        const auto mine = a.number(name), theirs = b.number(name);
        return mine && theirs ? *mine < *theirs : value < *other;
    }
    return toString(a) < toString(b);
}

Quartiles spreadOf(const ClassSpread& spread, const ClassFolder& folder) {
    if (spread.results.size() == 1) {
        const ClassResult& only = folder.results[spread.results.front()];
        return {only.lower, only.median, only.upper};
    }
    std::vector<double> seconds;
    for (const std::size_t result : spread.results) seconds.push_back(folder.results[result].median);
    return quartilesOf(std::move(seconds));
}

void judge(ClassSpread& spread, const ClassFolder& folder) {
    std::ranges::sort(spread.results, {}, [&](std::size_t result) { return folder.results[result].median; });
    spread.seconds = spreadOf(spread, folder);
    if (spread.results.size() < kLeastForOutliers) return;
    const double fence = kFence * (spread.seconds.upper - spread.seconds.lower);
    for (const std::size_t result : spread.results) {
        const double seconds = folder.results[result].median;
        if (seconds < spread.seconds.lower - fence || seconds > spread.seconds.upper + fence)
            spread.outliers.push_back(result);
    }
}

bool sameContest(const ClassSpread& a, const ClassSpread& b) {
    return a.algorithm == b.algorithm && a.where == b.where && a.fixed == b.fixed;
}

/// Of each file that has both, the first of either.
void compareFiles(ClassBest& best, const ClassSummary& summary, const ClassFolder& folder) {
    const auto timesOf = [&](std::size_t spread) {
        std::map<std::size_t, double> times;
        for (const std::size_t result : summary.spreads[spread].results)
            times.emplace(folder.results[result].file, folder.results[result].median);
        return times;
    };
    const std::map<std::size_t, double> others = timesOf(*best.next);
    for (const auto& [file, seconds] : timesOf(best.spread)) {
        const auto other = others.find(file);
        if (other == others.end()) continue;
        ++best.both;
        if (seconds < other->second) ++best.faster;
    }
}

void findBests(ClassSummary& summary, const ClassFolder& folder) {
    const std::vector<ClassSpread>& spreads = summary.spreads;
    for (std::size_t i = 0; i < spreads.size();) {
        std::size_t end = i;
        while (end < spreads.size() && sameContest(spreads[i], spreads[end])) ++end;
        if (!spreads[i].results.empty()) {
            ClassBest best{.spread = i};
            if (i + 1 < end && !spreads[i + 1].results.empty()) {
                best.next = i + 1;
                best.sure = spreads[i].seconds.upper < spreads[i + 1].seconds.lower ? ClassBest::Sure::Apart
                                                                                    : ClassBest::Sure::Overlaps;
                compareFiles(best, summary, folder);
            }
            summary.bests.push_back(best);
        }
        i = end;
    }
}

}  // namespace

ClassSummary summaryOf(const ClassFolder& folder, const Catalogue& catalogue) {
    std::map<std::string, ClassSpread> byKey;
    for (std::size_t i = 0; i < folder.results.size(); ++i) {
        const ClassResult& result = folder.results[i];
        ClassSpread& spread = byKey[result.algorithm + '\n' + result.where + '\n' + toString(result.parameters)];
        if (spread.algorithm.empty()) {
            spread.algorithm = result.algorithm;
            spread.where = result.where;
            std::tie(spread.fixed, spread.chosen) = divided(result, catalogue);
        }
        (result.wrong || result.copyOf ? spread.apart : spread.results).push_back(i);
    }
    ClassSummary summary;
    for (auto& [key, spread] : byKey) {
        judge(spread, folder);
        summary.spreads.push_back(std::move(spread));
    }
    std::ranges::stable_sort(summary.spreads, [](const ClassSpread& a, const ClassSpread& b) {
        if (a.algorithm != b.algorithm) return a.algorithm < b.algorithm;
        if (a.fixed != b.fixed) return comesBefore(a.fixed, b.fixed);
        if (a.where != b.where) return a.where < b.where;
        if (a.results.empty() != b.results.empty()) return b.results.empty();
        return a.seconds.median < b.seconds.median;
    });
    findBests(summary, folder);
    return summary;
}

std::string unlike(const Parameters& one, const Parameters& other) {
    Parameters own;
    for (const auto& [name, value] : one)
        if (const std::string* theirs = other.find(name); theirs == nullptr || *theirs != value) own.add(name, value);
    return toString(own);
}

std::string sureInWords(const ClassSummary& summary, const ClassBest& best) {
    const ClassSpread& first = summary.spreads[best.spread];
    if (!best.next) return textOf("study.class.alone"_id);
    const ClassSpread& next = summary.spreads[*best.next];
    std::vector<Message> said;
    said.push_back(
        Message("study.class.than"_id, {{"factor", numbers::factor(next.seconds.median / first.seconds.median)},
                                        {"next", unlike(next.chosen, first.chosen)}}));
    if (best.both > 0) said.push_back(Message("study.class.faster"_id, {{"faster", best.faster}, {"both", best.both}}));
    said.push_back(best.sure == ClassBest::Sure::Apart ? Message("study.class.apart"_id)
                                                       : Message("study.class.overlap"_id));
    return inWords(Message::joined(Join::Sentences, std::move(said)));
}

std::string outlierRule() {
    return inWords(Message("study.class.rule"_id, {{"fence", numbers::exact(kFence)}, {"least", kLeastForOutliers}}));
}

}  // namespace lanescope
