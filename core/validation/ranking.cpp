// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/ranking.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lanescope {
namespace {

constexpr double kClose = 0.05;

/// A configuration as one model sees it.
struct Candidate {
    std::string size;
    double measured = 0;
    double estimated = 0;
};

/// Configurations that differ in the size of a block alone, under one model.
struct Group {
    RankedChoice choice;
    std::vector<Candidate> candidates;
};

class Groups {
public:
    explicit Groups(const Catalogue& catalogue) : m_catalogue(catalogue) {}

    void add(const ErrorPoint& point) {
        const Result<const Algorithm*> algorithm = m_catalogue.find(point.algorithm);
        const ParameterSpec* const block = algorithm ? (*algorithm)->blockSpec() : nullptr;
        if (block == nullptr) return;
        const Parameters common = point.parameters.without(block->name);
        for (const ErrorPoint::Answer& answer : point.answers) {
            if (!answer.estimated) continue;
            const auto [place, isNew] =
                m_places.try_emplace({answer.model, point.algorithm, toString(common.sorted())}, m_groups.size());
            if (isNew) m_groups.push_back({{answer.model, point.algorithm, point.family, common, 0, {}, {}, 0}, {}});
            m_groups[place->second].candidates.push_back(
                {block->valueIn(point.parameters), point.measured, *answer.estimated});
        }
    }

    std::vector<RankedChoice> choices() {
        std::vector<RankedChoice> choices;
        for (Group& group : m_groups) {
            if (group.candidates.size() < 2) continue;
            const auto& best = *std::ranges::min_element(group.candidates, {}, &Candidate::measured);
            const auto& chosen = *std::ranges::min_element(group.candidates, {}, &Candidate::estimated);
            RankedChoice choice = std::move(group.choice);
            choice.sizes = group.candidates.size();
            choice.measuredBest = best.size;
            choice.estimatedBest = chosen.size;
            choice.loss = chosen.measured / best.measured - 1;
            choices.push_back(std::move(choice));
        }
        std::ranges::stable_sort(choices, {}, [this](const RankedChoice& choice) { return orderOf(choice.model); });
        return choices;
    }

private:
    /// Models in the order in which they first come.
    std::size_t orderOf(const std::string& model) { return m_models.try_emplace(model, m_models.size()).first->second; }

    const Catalogue& m_catalogue;
    std::vector<Group> m_groups;
    std::map<std::array<std::string, 3>, std::size_t> m_places;  ///< by model, algorithm, what all have
    std::map<std::string, std::size_t> m_models;
};

RankingRow rowOf(const std::string& model, const std::string& family, const std::vector<RankedChoice>& choices) {
    RankingRow row;
    row.model = model;
    row.family = family;
    std::vector<double> losses;
    for (const RankedChoice& choice : choices) {
        if (choice.model != model || (!family.empty() && choice.family != family)) continue;
        losses.push_back(choice.loss);
        if (choice.measuredBest == choice.estimatedBest) ++row.right;
        if (choice.loss <= kClose) ++row.within5;
    }
    const ErrorStatistics statistics = statisticsOf(losses);
    row.choices = statistics.compared;
    row.medianLoss = statistics.medianApe;
    row.p95Loss = statistics.p95Ape;
    row.worstLoss = statistics.worstApe;
    return row;
}

}  // namespace

Ranking rankingOf(const std::vector<ErrorPoint>& points, const Catalogue& catalogue) {
    Groups groups(catalogue);
    for (const ErrorPoint& point : points) groups.add(point);
    Ranking ranking{groups.choices(), {}};
    std::vector<std::string> models;
    std::vector<std::string> families{""};
    const auto keep = [](std::vector<std::string>& list, const std::string& name) {
        if (std::ranges::find(list, name) == list.end()) list.push_back(name);
    };
    for (const RankedChoice& choice : ranking.choices) {
        keep(models, choice.model);
        keep(families, choice.family);
    }
    for (const std::string& model : models)
        for (const std::string& family : families)
            if (RankingRow row = rowOf(model, family, ranking.choices); row.choices > 0)
                ranking.rows.push_back(std::move(row));
    return ranking;
}

}  // namespace lanescope
