// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/comparison_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/models/errors.h"
#include "widgets/charts/comparison_models.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ComparisonFacts)
};

QString text(const std::string& string) { return QString::fromStdString(string); }

/// "n = 4 096"
QString place(const ComparisonInput& input, std::uint64_t x) {
    return QStringLiteral("%1 = %2").arg(text(input.view.x), countText(x));
}

QString percent(double share, double oneDecimalBelow = 1) {
    const double value = 100 * share;
    return countText(value, value < oneDecimalBelow ? 1 : 0) + QStringLiteral(" %");
}

QString withSign(double share) {
    return (share > 0   ? QStringLiteral("+")
            : share < 0 ? QStringLiteral("−")
                        : QString()) +
           percent(std::abs(share), 100);
}

/// Three digits.
QString threeDigits(double value) { return countText(value, value < 10 ? 2 : value < 100 ? 1 : 0); }

/// Times of both at x, taken alike; nothing where one is missing.
struct BothTimes {
    const Measurement* first = nullptr;
    const Measurement* second = nullptr;
    [[nodiscard]] bool isEqual() const {
        return first->lowerQuartile <= second->upperQuartile && second->lowerQuartile <= first->upperQuartile;
    }
};
std::optional<BothTimes> bothAt(const ComparisonInput& input, std::size_t other, std::uint64_t x) {
    const BothTimes both{measurementAt(input.items[0], input.view.x, x, input.measuredOn),
                         measurementAt(input.items[other], input.view.x, x, input.measuredOn)};
    if (both.first == nullptr || both.second == nullptr) return std::nullopt;
    const Provenance &a = both.first->provenance, &b = both.second->provenance;
    if (both.first->origin != both.second->origin || a.gpu != b.gpu || a.mode != b.mode) return std::nullopt;
    if (!(both.first->median > 0) || !(both.second->median > 0)) return std::nullopt;
    return both;
}

std::set<std::uint64_t> measuredXs(const ComparedItem& item, const std::string& x) {
    std::set<std::uint64_t> xs;
    for (const StudyEntry* entry : item.entries)
        if (const auto at = entry->parameters.number(x)) xs.insert(*at);
    return xs;
}

std::optional<SpeedFact> speedBeside(const ComparisonInput& input, std::size_t other) {
    SpeedFact fact;
    fact.other = other;
    bool any = false;
    for (const std::uint64_t x : measuredXs(input.items[0], input.view.x)) {
        const auto both = bothAt(input, other, x);
        if (!both) continue;
        any = true;
        fact.lastX = x;
        fact.lastRatio = both->second->median / both->first->median;
        fact.lastIsEqual = both->isEqual();
        if (fact.lastIsEqual) continue;
        const bool faster = fact.lastRatio > 1;
        const double share = 1 - (faster ? 1 / fact.lastRatio : fact.lastRatio);
        auto& best = faster ? fact.saved : fact.savedByOther;
        if (!best || share > best->second) best = {x, share};
    }
    return any ? std::optional(fact) : std::nullopt;
}

/// Do the launches of all items at x have as many blocks as the GPU holds at once? Nothing: it is not known.
std::optional<bool> fillsGpu(const ComparisonInput& input, std::uint64_t x) {
    bool known = false, full = true;
    for (const ComparedItem& item : input.items) {
        const auto found = item.fills.find(x);
        if (found == item.fills.end()) continue;
        known = true;
        full = full && found->second;
    }
    return known ? std::optional(full) : std::nullopt;
}

/// At x. Whose they are is said where it is not true of all.
QString fewBlocks(const ComparisonInput& input, std::uint64_t x) {
    QStringList few;
    for (std::size_t i = 0; i < input.items.size(); ++i)
        if (const auto found = input.items[i].fills.find(x); found != input.items[i].fills.end() && !found->second)
            few += text(shortLabelOf(input, i));
    return few.size() == static_cast<qsizetype>(input.items.size())
               ? Texts::tr("fewer blocks than fit at once")
               : Texts::tr("fewer blocks of %1 than fit at once").arg(few.join(QStringLiteral(", ")));
}

/// Of each drawn model of item 0 that is in range its errors at the points that count; the best first.
std::vector<ModelFact> modelFacts(const ComparisonInput& input, bool whileFull) {
    std::vector<ModelFact> facts;
    std::map<std::size_t, std::vector<EstimatedAndMeasured>> byModel;
    for (const EstimatedAndMeasured& pair : pairsOf(input))
        if (pair.item == 0 && (!whileFull || fillsGpu(input, pair.x).value_or(false)))
            byModel[pair.model].push_back(pair);
    for (const auto& [model, pairs] : byModel) {
        const auto isOut = [&](const EstimatedAndMeasured& pair) {
            const auto point = input.items[0].points.find(pair.x);
            return point == input.items[0].points.end() || !point->second.answers[pair.model]->outOfRange.empty();
        };
        if (pairs.size() < 2 || std::ranges::any_of(pairs, isOut)) continue;
        ModelFact fact{model, 1e300, -1e300, pairs.front().x, whileFull};
        for (const EstimatedAndMeasured& pair : pairs) {
            const double error = signedError(pair.estimated, pair.measured);
            fact.least = std::min(fact.least, error);
            fact.most = std::max(fact.most, error);
        }
        facts.push_back(fact);
    }
    std::ranges::stable_sort(facts, {}, &ModelFact::worst);
    return facts;
}

/// The errors of a model over a recording, beside which those of one chart look small.
std::optional<double> errorEverywhere(const ComparisonInput& input, std::size_t model) {
    const RecordedAccuracy::Row* const row =
        input.accuracy == nullptr ? nullptr : input.accuracy->find(models()[model]->id());
    return row == nullptr ? std::nullopt : std::optional(row->medianApe);
}

QString savedText(const ComparisonInput& input, std::size_t item, const std::pair<std::uint64_t, double>& saved) {
    return Texts::tr("%1 saves up to %2 of the time, at %3.")
        .arg(text(shortLabelOf(input, item)), percent(saved.second), place(input, saved.first));
}

QString speedSentence(const ComparisonInput& input, const SpeedFact& speed) {
    if (!speed.saved && !speed.savedByOther)
        return Texts::tr("%1 and %2 take the same time: their quartiles overlap.")
            .arg(text(shortLabelOf(input, 0)), text(shortLabelOf(input, speed.other)));
    const bool otherIsBetter = !speed.saved || (speed.savedByOther && speed.savedByOther->second > speed.saved->second);
    return otherIsBetter ? savedText(input, speed.other, *speed.savedByOther) : savedText(input, 0, *speed.saved);
}

/// What one item alone comes to.
QString aloneSentence(const ComparisonInput& input) {
    const std::set<std::uint64_t> xs = measuredXs(input.items[0], input.view.x);
    for (auto x = xs.rbegin(); x != xs.rend(); ++x)
        if (const Measurement* m = measurementAt(input.items[0], input.view.x, *x, input.measuredOn))
            return m->origin == Origin::Measured
                       ? Texts::tr("%1 takes %2 at %3, measured here.")
                             .arg(text(shortLabelOf(input, 0)), timeText(m->median), place(input, *x))
                       : Texts::tr("%1 takes %2 at %3.")
                             .arg(text(shortLabelOf(input, 0)), timeText(m->median), place(input, *x));
    return Texts::tr("No recording holds %1 so, and it was not measured: what is drawn is said, not taken.")
        .arg(text(shortLabelOf(input, 0)));
}

}  // namespace

double ModelFact::worst() const { return std::max(std::abs(least), std::abs(most)); }

ComparisonFacts factsOf(const ComparisonInput& input) {
    ComparisonFacts facts;
    if (input.items.empty()) return facts;
    for (std::size_t other = 1; other < input.items.size() && !facts.speed; ++other)
        facts.speed = speedBeside(input, other);
    facts.models = modelFacts(input, true);
    if (facts.models.empty()) facts.models = modelFacts(input, false);
    if (!facts.models.empty()) facts.model = facts.models.front();
    return facts;
}

std::vector<ChartFigure> figuresOf(const ComparisonInput& input, const ComparisonFacts& facts) {
    std::vector<ChartFigure> figures;
    if (facts.speed) {
        const SpeedFact& speed = *facts.speed;
        const QString at = place(input, speed.lastX);
        const bool first = speed.lastRatio >= 1;
        if (speed.lastIsEqual)
            figures.push_back({QStringLiteral("≈ 1").toStdString(), Texts::tr("equally fast").toStdString(),
                               Texts::tr("at %1: quartiles overlap").arg(at).toStdString()});
        else
            figures.push_back(
                {threeDigits(first ? speed.lastRatio : 1 / speed.lastRatio).toStdString(),
                 Texts::tr("times as fast").toStdString(),
                 Texts::tr("%1, at %2").arg(text(shortLabelOf(input, first ? 0 : speed.other)), at).toStdString()});
    }
    if (facts.model)
        figures.push_back({(QStringLiteral("± ") + percent(facts.model->worst())).toStdString(),
                           Texts::tr("the best model").toStdString(), fromWords(input, *facts.model).toStdString()});
    return figures;
}

std::vector<ChartSpan> spansOf(const ComparisonInput& input) {
    std::set<std::uint64_t> xs;
    for (const ComparedItem& item : input.items)
        for (const auto& [x, full] : item.fills) xs.insert(x);
    std::vector<ChartSpan> spans;
    std::optional<std::uint64_t> before;
    for (const std::uint64_t x : xs) {
        const bool full = *fillsGpu(input, x);
        if (spans.empty() || spans.back().quiet == full) {
            double border = static_cast<double>(x);
            if (before)  // between the two, as they stand on the axis
                border = input.view.logX ? std::sqrt(border * static_cast<double>(*before))
                                         : (border + static_cast<double>(*before)) / 2;
            if (!spans.empty()) spans.back().to = border;
            spans.push_back({border, border, {}, !full});
        }
        spans.back().to = static_cast<double>(x);
        spans.back().words = (full ? Texts::tr("the GPU is full") : fewBlocks(input, x)).toStdString();
        before = x;
    }
    if (spans.size() > 2 || (spans.size() == 1 && !spans.front().quiet)) spans.clear();
    return spans;
}

QString factSentence(const ComparisonInput& input, const ComparisonFacts& facts) {
    if (input.items.empty()) return {};
    QString sentence = facts.speed ? speedSentence(input, *facts.speed) : aloneSentence(input);
    if (facts.model)
        sentence += QLatin1Char(' ') + (facts.model->whileFull
                                            ? Texts::tr("The best model is at most %1 off once the GPU is full.")
                                            : Texts::tr("The best model is at most %1 off."))
                                           .arg(percent(facts.model->worst()));
    return sentence;
}

QString factDetail(const ComparisonInput& input, const ComparisonFacts& facts) {
    QStringList sentences;
    if (facts.speed && facts.speed->saved && facts.speed->savedByOther) {
        const bool otherIsBetter = facts.speed->savedByOther->second > facts.speed->saved->second;
        sentences += otherIsBetter ? savedText(input, 0, *facts.speed->saved)
                                   : savedText(input, facts.speed->other, *facts.speed->savedByOther);
    }
    if (facts.model)
        sentences += Texts::tr("%1: %2 to %3 from %4 on.")
                         .arg(text(shortModelName(facts.model->model)), withSign(facts.model->least),
                              withSign(facts.model->most), place(input, facts.model->from));
    constexpr double kMuchMore = 2;
    if (facts.model)
        if (const auto everywhere = errorEverywhere(input, facts.model->model);
            everywhere && *everywhere > kMuchMore * facts.model->worst())
            sentences +=
                Texts::tr("Best here is not best everywhere: over all that was recorded its median error is %1.")
                    .arg(percent(*everywhere));
    return sentences.join(QLatin1Char(' '));
}

QString fromWords(const ComparisonInput& input, const ModelFact& fact) {
    return Texts::tr("from %1 on").arg(place(input, fact.from));
}

std::string shortLabelOf(const ComparisonInput& input, std::size_t item) {
    const std::string label = labelOf(input.items, item, input.view.x);
    const std::string& own = input.items[item].algorithm;
    const std::string family = own.substr(0, own.find('.') + 1);
    const bool common = std::ranges::all_of(input.items, [&](const ComparedItem& one) {
        // "reduce.0" without its family would be a bare number.
        return !family.empty() && one.algorithm.size() > family.size() && one.algorithm.starts_with(family) &&
               std::isalpha(static_cast<unsigned char>(one.algorithm[family.size()])) != 0;
    });
    return common ? label.substr(family.size()) : label;
}

}  // namespace lanescope
