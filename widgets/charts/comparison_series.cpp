// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/comparison_series.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <tuple>

#include "widgets/charts/comparison_models.h"
#include "widgets/charts/measurement_text.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ComparisonSeries)
};

constexpr int kFirstModel = 3;  ///< measured, replayed cold and hot come before
constexpr int kFirstPublished = 40;

/// Of the launches of a measurement.
std::optional<double> countedOperations(const Measurement& m) {
    double sum = 0;
    for (const Counters& launch : m.counters)
        if (const auto found = launch.find("fp_operations"); found != launch.end()) sum += found->second;
    return sum > 0 ? std::optional(sum) : std::nullopt;
}

std::optional<double> operationsAt(const ComparedItem& item, std::uint64_t x) {
    const auto found = item.points.find(x);
    return found == item.points.end() ? std::nullopt : found->second.operations;
}

/// The days of all points: one, or from first to last.
std::string daysOf(const std::set<std::string>& days) {
    if (days.empty()) return {};
    if (days.size() == 1) return *days.begin();
    return Texts::tr("%1 to %2")
        .arg(QString::fromStdString(*days.begin()), QString::fromStdString(*days.rbegin()))
        .toStdString();
}

void sortByX(TimeSeries& series) { std::ranges::stable_sort(series.points, {}, &TimePoint::x); }

void addMeasured(const ComparedItem& item, std::size_t number, const std::string& x, std::vector<TimeSeries>& all) {
    using Key = std::tuple<Origin, std::string, std::string>;
    std::map<Key, TimeSeries> series;
    std::map<Key, std::set<std::string>> days;
    for (const StudyEntry* entry : item.entries) {
        const Measurement& m = *entry->measurement;
        const auto at = entry->parameters.number(x);
        if (!at || m.median <= 0) continue;
        const Key key{m.origin, machineOf(m.provenance), m.provenance.mode};
        TimeSeries& s = series[key];
        s.key = {number, std::nullopt};
        s.origin = m.origin;
        s.gpu = machineOf(m.provenance);
        s.source = m.provenance.mode;
        if (m.provenance.date.size() >= 10) days[key].insert(m.provenance.date.substr(0, 10));
        const auto operations = operationsAt(item, *at);
        s.points.push_back({*at, m.median, m.lowerQuartile, m.upperQuartile, howMeasured(m).toStdString(),
                            operations ? operations : countedOperations(m)});
    }
    int replayed = 1;
    for (auto& [key, s] : series) {
        QStringList parts{QString::fromStdString(s.gpu)};
        for (const std::string& part : {s.source, daysOf(days[key])})
            if (!part.empty()) parts += QString::fromStdString(part);
        s.name = (originWord(s.origin) + QStringLiteral(": ") + parts.join(QStringLiteral(", "))).toStdString();
        s.order = s.origin == Origin::Measured ? 0 : std::min(replayed++, kFirstModel - 1);
        sortByX(s);
        all.push_back(std::move(s));
    }
}

/// What must be known of an estimate.
std::string noteOf(const Estimate& estimate, const ComparedPoint& point) {
    const std::string sampled =
        point.sampled ? Texts::tr("Its counts are of a sample of the blocks.").toStdString() : std::string();
    return estimate.outOfRange + (estimate.outOfRange.empty() || sampled.empty() ? "" : " ") + sampled;
}

void addModels(const ComparedItem& item, std::size_t number, const ComparisonInput& input,
               std::vector<TimeSeries>& all) {
    const auto list = models();
    for (std::size_t model = 0; model < list.size(); ++model) {
        if (input.view.hiddenModels.contains(list[model]->id())) continue;
        TimeSeries s;
        s.key = {number, model};
        s.origin = Origin::Estimated;
        s.name = shortModelName(model);
        s.gpu = input.gpu;
        s.source = std::string(list[model]->title()) + ": " + std::string(list[model]->source());
        s.order = kFirstModel + static_cast<int>(model);
        for (const auto& [x, point] : item.points) {
            if (model >= point.answers.size() || !point.answers[model]) continue;
            const Estimate& estimate = *point.answers[model];
            const double seconds = comparableSeconds(estimate, point);
            if (seconds > 0)
                s.points.push_back({x, seconds, seconds, seconds, noteOf(estimate, point), point.operations});
        }
        if (!s.points.empty()) all.push_back(std::move(s));
    }
}

/// Published times of the item's configuration, whatever x and whichever variant; where there are none, those of
/// others. A time of another size is of another problem, and stands in no chart of this one but along that size.
std::vector<Published::Point> publishedPoints(const ComparedItem& item, const std::string& x) {
    std::vector<Published::Point> all = item.published;
    const auto isOfAnotherSize = [&](const Published::Point& p) {
        return std::ranges::any_of(item.sizes, [&](const std::string& size) {
            const std::string* const its = p.parameters.find(size);
            return size != x && its != nullptr && *its != item.parameters.value(size);
        });
    };
    std::erase_if(all, [&](const Published::Point& p) {
        return !p.parameters.number(x) || p.value.value <= 0 || isOfAnotherSize(p);
    });
    const auto chosen = [&](const Published::Point& p) {
        return p.parameters.isPartOf(item.parameters, {x, item.variantName});
    };
    if (std::ranges::any_of(all, chosen)) std::erase_if(all, std::not_fn(chosen));
    return all;
}

void addPublished(const ComparedItem& item, std::size_t number, const std::string& x, std::vector<TimeSeries>& all) {
    std::map<std::tuple<std::string, std::string, std::string>, TimeSeries> series;
    for (const Published::Point& point : publishedPoints(item, x)) {
        const std::string rest = toString(point.parameters.without(x));
        TimeSeries& s = series[{point.value.document, point.value.gpu, rest}];
        s.key = {number, std::nullopt};
        s.origin = Origin::Published;
        s.gpu = point.value.gpu;
        s.source = point.value.document;
        QStringList parts{QString::fromStdString(point.value.document), QString::fromStdString(point.value.gpu)};
        if (!rest.empty()) parts += QString::fromStdString(rest);
        s.name = Texts::tr("Published: %1").arg(parts.join(QStringLiteral(", "))).toStdString();
        const std::uint64_t at = *point.parameters.number(x);
        s.points.push_back(
            {at, point.value.value, point.value.value, point.value.value, point.value.note, operationsAt(item, at)});
    }
    int order = kFirstPublished;
    for (auto& [key, s] : series) {
        s.order = order++;
        sortByX(s);
        all.push_back(std::move(s));
    }
}

}  // namespace

std::vector<TimeSeries> timeSeries(const ComparisonInput& input) {
    std::vector<TimeSeries> all;
    for (std::size_t i = 0; i < input.items.size(); ++i) {
        const ComparedItem& item = input.items[i];
        const std::size_t before = all.size();
        addMeasured(item, i, input.view.x, all);
        addModels(item, i, input, all);
        if (input.view.published) addPublished(item, i, input.view.x, all);
        const Parameters rest = item.parameters.without(input.view.x);
        for (std::size_t s = before; s < all.size(); ++s)
            all[s].configuration = item.algorithm + (rest.empty() ? "" : ' ' + toString(rest));
    }
    return all;
}

}  // namespace lanescope
