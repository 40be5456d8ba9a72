// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/comparison_models.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/models/errors.h"

namespace lanescope {
namespace {

/// The point at x, or the one nearest to it that models were asked about.
const ComparedPoint* nearestPoint(const ComparedItem& item, std::uint64_t x) {
    const ComparedPoint* nearest = nullptr;
    double distance = std::numeric_limits<double>::max();
    for (const auto& [at, point] : item.points) {
        const double away = std::abs(std::log((static_cast<double>(at) + 1) / (static_cast<double>(x) + 1)));
        if (point.answers.empty() || away >= distance) continue;
        nearest = &point;
        distance = away;
    }
    return nearest;
}

/// Of what is shown, where no recording of the GPU was looked through.
ErrorStatistics shownErrors(const std::vector<EstimatedAndMeasured>& pairs, std::size_t model) {
    std::vector<double> errors;
    for (const EstimatedAndMeasured& pair : pairs)
        if (pair.model == model) errors.push_back(signedError(pair.estimated, pair.measured));
    return statisticsOf(errors);
}

}  // namespace

std::string shortModelName(std::size_t model) {
    std::string result(models()[model]->title());
    for (std::size_t begin = result.find(" ("); begin != std::string::npos; begin = result.find(" (")) {
        const std::size_t end = result.find(')', begin);
        result.erase(begin, end == std::string::npos ? end : end + 1 - begin);
    }
    return result;
}

std::vector<ModelStanding> standingsOf(const ComparisonInput& input, std::uint64_t x) {
    std::vector<ModelStanding> standings;
    const ComparedPoint* point = input.items.empty() ? nullptr : nearestPoint(input.items.front(), x);
    std::vector<EstimatedAndMeasured> pairs;
    if (input.accuracy == nullptr) {
        ComparisonInput all = input;
        all.view.hiddenModels.clear();
        pairs = pairsOf(all);
    }
    const auto list = models();
    for (std::size_t model = 0; model < list.size(); ++model) {
        ModelStanding& one = standings.emplace_back();
        one.model = model;
        if (input.accuracy != nullptr) {
            if (const RecordedAccuracy::Row* row = input.accuracy->find(list[model]->id())) {
                one.medianError = row->medianApe;
                one.compared = row->compared;
            }
        } else if (const ErrorStatistics shown = shownErrors(pairs, model); shown.compared > 0) {
            one.medianError = shown.medianApe;
            one.compared = shown.compared;
        }
        if (point == nullptr || model >= point->answers.size()) continue;
        const Result<Estimate>& answer = point->answers[model];
        one.answered = answer.has_value();
        one.reason = answer ? answer->outOfRange : describe(answer.error());
    }
    std::ranges::stable_sort(standings, {}, [](const ModelStanding& standing) {
        return standing.medianError.value_or(std::numeric_limits<double>::max());
    });
    return standings;
}

std::set<std::string, std::less<>> bestModels(const std::vector<ModelStanding>& standings, std::size_t most) {
    std::set<std::string, std::less<>> best;
    for (const ModelStanding& standing : standings)
        if (best.size() < most && standing.inRange() && standing.medianError)
            best.emplace(models()[standing.model]->id());
    return best;
}

}  // namespace lanescope
