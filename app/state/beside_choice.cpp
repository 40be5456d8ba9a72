// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/beside_choice.h"

#include <QStringList>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/algorithms/followed.h"

namespace lanescope {
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

/// "reduce" of "reduce.0"
std::string_view groupOf(const Algorithm& algorithm) { return algorithm.id().substr(0, algorithm.id().find('.')); }

/// What a plan computes: the same for all ways to compute it.
struct Computed {
    std::string name;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    friend bool operator==(const Computed&, const Computed&) = default;
};

Computed computedBy(const Plan& plan) {
    const Buffer& result = plan.buffers.at(plan.reference.buffer);
    return {result.name, result.rows, result.columns};
}

/// The other value of each parameter that has two: of its variant, or of all but that.
void addOtherValues(std::vector<BesideChoice>& partners, const Algorithm& algorithm, const Parameters& parameters,
                    bool ofVariant) {
    for (const ParameterSpec& spec : algorithm.parameters()) {
        if (spec.values.size() != 2 || (spec.role == ParameterRole::Variant) != ofVariant) continue;
        for (const std::string& value : algorithm.legalValues(spec, parameters))
            if (value != parameters.value(spec.name)) partners.push_back({&algorithm, {{spec.name, value}}});
    }
}

}  // namespace

Parameters valuesBeside(const BesideChoice& beside, const Algorithm& first, const Parameters& parameters) {
    return followedValues(*beside.algorithm, beside.own, first, parameters);
}

BesideChoice besideWith(const Algorithm& algorithm, const Parameters& parameters, const Algorithm& first,
                        const Parameters& ofFirst) {
    BesideChoice beside{&algorithm, {}};
    const Parameters followed = valuesBeside(beside, first, ofFirst);
    for (const ParameterSpec& spec : algorithm.parameters())
        if (const std::string value = spec.valueIn(parameters); spec.valueIn(followed) != value)
            beside.own.add(spec.name, value);
    return beside;
}

std::vector<BesideChoice> partnersOf(const Catalogue& catalogue, const Algorithm& algorithm,
                                     const Parameters& parameters) {
    std::vector<BesideChoice> partners;
    const Result<Plan> plan = algorithm.plan(parameters);
    if (!plan) return partners;
    addOtherValues(partners, algorithm, parameters, true);

    // Neighbours in the catalogue are steps from one idea to the next.
    std::vector<std::pair<std::ptrdiff_t, BesideChoice>> siblings;
    const auto all = catalogue.algorithms();
    const auto here = std::ranges::find(all, &algorithm, [](const auto& one) { return one.get(); }) - all.begin();
    for (std::ptrdiff_t i = 0; i < std::ssize(all); ++i) {
        const Algorithm& other = *all[static_cast<std::size_t>(i)];
        if (&other == &algorithm || groupOf(other) != groupOf(algorithm)) continue;
        const BesideChoice sibling{&other, {}};
        const Result<Plan> theirs = other.plan(valuesBeside(sibling, algorithm, parameters));
        if (!theirs || theirs->launches().empty() || computedBy(*theirs) != computedBy(*plan)) continue;
        siblings.emplace_back(i - here, sibling);
    }
    std::ranges::stable_sort(siblings, {}, [](const auto& one) { return std::abs(one.first) * 2 - (one.first > 0); });
    for (auto& [distance, sibling] : siblings) partners.push_back(std::move(sibling));
    addOtherValues(partners, algorithm, parameters, false);
    return partners;
}

QString valueName(const ParameterSpec& spec, const std::string& value) {
    const QString shown = QString::fromStdString(value);
    if (spec.role == ParameterRole::Variant || spec.role == ParameterRole::Type) return shown;
    return QString::fromStdString(spec.name) + QLatin1Char(' ') + shown;
}

std::vector<QString> namesOf(const std::vector<NamedConfiguration>& configurations) {
    const bool several = std::ranges::any_of(
        configurations, [&](const NamedConfiguration& one) { return one.algorithm != configurations[0].algorithm; });
    std::vector<QString> names;
    for (const NamedConfiguration& one : configurations) {
        QStringList parts;
        if (several || configurations.size() == 1) parts += text(one.algorithm->id());
        for (const ParameterSpec& spec : one.algorithm->parameters()) {
            const std::string value = spec.valueIn(one.parameters);
            const bool differs = std::ranges::any_of(configurations, [&](const NamedConfiguration& other) {
                return other.algorithm == one.algorithm && spec.valueIn(other.parameters) != value;
            });
            if (differs) parts += valueName(spec, value);
        }
        names.push_back(parts.join(QStringLiteral(", ")));
    }
    return names;
}

}  // namespace lanescope
