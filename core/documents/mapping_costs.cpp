// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/mapping_costs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr std::string_view kFamily = "triangle.";
constexpr std::string_view kBox = "triangle.bb";
constexpr std::string_view kDummy = "dummy";
constexpr std::array kWorkloads{"dummy", "edm", "collision"};
/// Below, a launch takes longer than its blocks.
constexpr double kShortest = 10e-6;

struct Class {
    std::string_view id;  ///< of the fact, and of the published number
    double MapOperations::*count;
};
constexpr std::array kClasses{
    Class{"map_roots", &MapOperations::roots},         Class{"map_multiplications", &MapOperations::multiplications},
    Class{"map_divisions", &MapOperations::divisions}, Class{"map_additions", &MapOperations::additions},
    Class{"map_floors", &MapOperations::floors},       Class{"map_comparisons", &MapOperations::comparisons}};

/// What a map is called: its id in capitals, and the values of the parameters that only maps have.
std::string nameOf(const Algorithm& algorithm, const Parameters& parameters) {
    const std::string_view variant = algorithm.nameOf(ParameterRole::Variant);
    std::string name(algorithm.id().substr(kFamily.size()));
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    for (const auto& [parameter, value] : parameters) {
        if (parameter == "root" || parameter == "grid" || (parameter == variant && value != kCorrected))
            name += " " + value;
        if (parameter == "rows")
            name += " " + inWords(Message::counted("maps.rows"_id, parameters.number("rows").value_or(0)));
        if (parameter == "levels")
            name += " " + inWords(Message::counted("maps.levels"_id, parameters.number("levels").value_or(0)));
    }
    return name;
}

class Maker {
public:
    Maker(const std::vector<Study>& recordings, const Catalogue& catalogue, const Published& published)
        : m_recordings(recordings), m_catalogue(catalogue), m_published(published) {}

    std::vector<MappingCost> make() const {
        std::vector<MappingCost> costs;
        for (const Study& study : m_recordings)
            for (const StudyEntry& entry : study.entries) {
                const bool dummy = entry.algorithm.starts_with(kFamily) && entry.measurement &&
                                   entry.parameters.value("workload") == kDummy;
                if (!dummy) continue;
                if (std::optional<MappingCost> cost = costOf(entry)) costs.push_back(std::move(*cost));
            }
        return costs;
    }

private:
    /// The recorded time of a kind of work; 0 if there is none.
    [[nodiscard]] double timeOf(std::string_view algorithm, const Parameters& parameters, std::string_view gpu) const {
        for (const Study& study : m_recordings)
            for (const StudyEntry& entry : study.entries)
                if (entry.algorithm == algorithm && entry.measurement && entry.measurement->provenance.gpu == gpu &&
                    entry.parameters.sameAs(parameters))
                    return entry.measurement->median;
        return 0;
    }

    /// Those of the bounding box that does the same.
    [[nodiscard]] static Parameters boxOf(const Algorithm& box, const Parameters& parameters) {
        Parameters same;
        for (const ParameterSpec& spec : box.parameters())
            if (const std::string* const value = parameters.find(spec.name)) same.add(spec.name, *value);
        return same;
    }

    [[nodiscard]] std::optional<MappingCost> costOf(const StudyEntry& entry) const {
        const Result<const Algorithm*> algorithm = m_catalogue.find(entry.algorithm);
        const Result<const Algorithm*> boundingBox = m_catalogue.find(kBox);
        const Result<Parameters> complete =
            algorithm ? (*algorithm)->complete(entry.parameters) : fail(algorithm.error());
        if (!complete || !boundingBox) return std::nullopt;
        MappingCost cost = mapOperations(**algorithm, *complete, m_published);
        if (cost.n == 0 || cost.block == 0) return std::nullopt;
        const std::string& gpu = entry.measurement->provenance.gpu;
        for (const char* workload : kWorkloads) {
            Parameters parameters = entry.parameters;
            parameters.set("workload", workload);
            const double map = timeOf(entry.algorithm, parameters, gpu);
            const double box = timeOf(kBox, boxOf(**boundingBox, parameters), gpu);
            if (map > 0 && box > 0) cost.improvements.push_back({workload, box, map, box / map});
        }
        if (cost.improvements.empty() || cost.improvements.front().workload != kDummy || cost.rows == 0)
            return std::nullopt;
        cost.gpu = gpu;
        cost.parameters = entry.parameters;
        cost.map = nameOf(**algorithm, entry.parameters);
        addTimes(cost);
        return cost;
    }

    static void addTimes(MappingCost& cost) {
        const auto rows = static_cast<double>(cost.rows);
        const MapImprovement& dummy = cost.improvements.front();
        cost.beta = dummy.boxSeconds / (rows * rows);
        cost.tau = dummy.mapSeconds / (rows * (rows + 1) / 2);
        cost.bound = 2 * cost.beta / cost.tau;
        if (dummy.mapSeconds < kShortest || dummy.boxSeconds < kShortest)
            cost.note = textOf("maps.short"_id);
        else if (cost.tau < cost.beta)
            cost.note = textOf("maps.tau_below_beta"_id);
    }

    const std::vector<Study>& m_recordings;
    const Catalogue& m_catalogue;
    const Published& m_published;
};

}  // namespace

MappingCost mapOperations(const Algorithm& algorithm, const Parameters& complete, const Published& published) {
    MappingCost cost;
    cost.algorithm = std::string(algorithm.id());
    cost.parameters = complete;
    cost.map = nameOf(algorithm, complete);
    cost.n = complete.number(algorithm.nameOf(ParameterRole::Size)).value_or(0);
    cost.block = complete.number(algorithm.nameOf(ParameterRole::BlockSide)).value_or(0);
    const std::uint64_t below = complete.value("diagonal") == "no" ? 1 : 0;
    if (cost.n > below && cost.block > 0) cost.rows = (cost.n - below + cost.block - 1) / cost.block;
    for (const Fact& fact : algorithm.facts(complete))
        for (const Class& one : kClasses)
            if (fact.id == one.id) cost.operations.*one.count = fact.value;
    MapOperations paper;
    bool printed = false;
    for (const Published::Row& row : published.rowsOf(cost.algorithm))
        for (const Class& one : kClasses)
            if (row.value.metric == one.id) {
                paper.*one.count = row.value.value;
                printed = true;
            }
    if (printed) cost.onPaper = paper;
    return cost;
}

double improvementBound(double beta, double tau, double rows) { return 2 * beta / tau * rows / (rows + 1); }

std::vector<MappingCost> mappingCosts(const std::vector<Study>& recordings, const Catalogue& catalogue,
                                      const Published& published) {
    return Maker(recordings, catalogue, published).make();
}

}  // namespace lanescope
