// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/time_chart_data.h"

#include <QCoreApplication>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>
#include <tuple>

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::TimeChartData)
};

std::uint64_t sizeOf(const Parameters& parameters) {
    const std::string text = valueOf(parameters, "n");
    std::uint64_t n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

/// Same configuration but for n, in whatever order the parameters are.
bool sameButSize(const Parameters& a, const Parameters& b) {
    const auto asSet = [](const Parameters& p) {
        const Parameters rest = withoutSize(p);
        return std::set<std::pair<std::string, std::string>>(rest.begin(), rest.end());
    };
    return asSet(a) == asSet(b);
}

/// Calls use(parameters, measurement) for every measurement of the chosen configuration at any n.
template <typename Use>
void forEachMeasurement(const TimeChartInput& input, const Use& use) {
    const auto visit = [&](const StudyEntry& entry) {
        if (entry.measurement && entry.algorithm == input.algorithm &&
            sameButSize(entry.parameters, input.parameters) && sizeOf(entry.parameters) > 0 &&
            entry.measurement->median > 0)
            use(sizeOf(entry.parameters), *entry.measurement);
    };
    std::ranges::for_each(input.measured, visit);
    if (input.recordings)
        for (const Study& study : input.recordings->studies) std::ranges::for_each(study.entries, visit);
}

std::string sourceOf(const Provenance& p) {
    std::string text;
    const auto add = [&](const QString& what, const std::string& value) {
        if (!value.empty()) text += (text.empty() ? "" : ", ") + what.arg(QString::fromStdString(value)).toStdString();
    };
    add(Texts::tr("driver %1"), p.driver);
    add(Texts::tr("CUDA %1"), p.cuda);
    add(Texts::tr("L2 %1 before each run"), p.l2);
    add(Texts::tr("%1"), p.date);
    return text;
}

std::string originWord(Origin origin) {
    switch (origin) {
        case Origin::Measured: return Texts::tr("Measured").toStdString();
        case Origin::Replayed: return Texts::tr("Replayed from a recording").toStdString();
        case Origin::Emulated: return Texts::tr("Emulated").toStdString();
        case Origin::Estimated: return Texts::tr("Estimated").toStdString();
        case Origin::Published: return Texts::tr("Published").toStdString();
    }
    return {};
}

void addMeasured(const TimeChartInput& input, ChartData& chart) {
    std::map<std::tuple<Origin, std::string>, ChartSeries> series;
    forEachMeasurement(input, [&](std::uint64_t n, const Measurement& m) {
        ChartSeries& s = series[{m.origin, m.provenance.gpu}];
        s.origin = m.origin;
        s.gpu = m.provenance.gpu;
        s.source = sourceOf(m.provenance);
        s.name = Texts::tr("%1: %2 (median, middle half)")
                     .arg(QString::fromStdString(originWord(m.origin)), QString::fromStdString(s.gpu))
                     .toStdString();
        const QString runs = Texts::tr("%n runs", nullptr, static_cast<int>(m.seconds.size()));
        const std::string note = m.provenance.throttled ? Texts::tr("%1; the GPU was throttled").arg(runs).toStdString()
                                                        : runs.toStdString();
        s.points.push_back({static_cast<double>(n), m.median, m.lowerQuartile, m.upperQuartile, note});
    });
    for (auto& [key, s] : series) {
        std::ranges::stable_sort(s.points, {}, &ChartPoint::x);
        chart.series.push_back(std::move(s));
    }
}

void addModels(const TimeChartInput& input, ChartData& chart) {
    if (!input.gpu || input.modelInputs.empty()) return;
    const QString gpu = QString::fromStdString(input.gpu->title);
    for (const auto& model : models()) {
        ChartSeries s;
        const QString title = QString::fromUtf8(model->title().data(), static_cast<qsizetype>(model->title().size()));
        s.origin = Origin::Estimated;
        s.gpu = input.gpu->title;
        s.source = std::string(model->source());
        s.name = Texts::tr("Estimated: %1, for %2").arg(title, gpu).toStdString();
        std::optional<Error> error;
        for (const auto& [n, profile] : input.modelInputs) {
            const Result<Estimate> estimate = model->estimate(profile, *input.gpu);
            if (!estimate)
                error = estimate.error();
            else if (const double seconds = estimate->kernelSeconds;
                     seconds > 0)  // measured times are without copies too
                s.points.push_back({static_cast<double>(n), seconds, seconds, seconds, estimate->outOfRange});
        }
        if (error && s.points.empty()) chart.notes.push_back(describe(*error));
        if (!s.points.empty()) chart.series.push_back(std::move(s));
    }
}

/// Do the parameters that a document fixes agree with the chosen ones? n varies, and a document's variant is its own.
bool agrees(const Parameters& published, const Parameters& chosen) {
    return std::ranges::all_of(published, [&](const auto& p) {
        return p.first == "n" || p.first == "variant" || valueOf(chosen, p.first) == p.second;
    });
}

/// Published times of the chosen block and type; where there are none, those of the others.
std::vector<Published::Point> publishedPoints(const TimeChartInput& input) {
    std::vector<Published::Point> all = input.published->times(input.algorithm);
    std::erase_if(all, [](const Published::Point& p) { return sizeOf(p.parameters) == 0 || p.value.value <= 0; });
    const auto chosen = [&](const Published::Point& p) { return agrees(p.parameters, input.parameters); };
    if (std::ranges::any_of(all, chosen)) std::erase_if(all, std::not_fn(chosen));
    return all;
}

void addPublished(const TimeChartInput& input, ChartData& chart) {
    if (!input.published) return;
    std::map<std::tuple<std::string, std::string, std::string>, ChartSeries> series;
    for (const Published::Point& point : publishedPoints(input)) {
        const std::uint64_t n = sizeOf(point.parameters);
        const std::string rest = toString(withoutSize(point.parameters));
        ChartSeries& s = series[{point.value.document, point.value.gpu, rest}];
        s.origin = Origin::Published;
        s.gpu = point.value.gpu;
        s.source = point.value.document;
        s.name = Texts::tr("Published: %1, %2, %3")
                     .arg(QString::fromStdString(point.value.document), QString::fromStdString(point.value.gpu),
                          QString::fromStdString(rest))
                     .toStdString();
        s.points.push_back(
            {static_cast<double>(n), point.value.value, point.value.value, point.value.value, point.value.note});
    }
    for (auto& [key, s] : series) {
        std::ranges::stable_sort(s.points, {}, &ChartPoint::x);
        chart.series.push_back(std::move(s));
    }
}

}  // namespace

Parameters withoutSize(const Parameters& parameters) {
    Parameters rest;
    std::ranges::copy_if(parameters, std::back_inserter(rest), [](const auto& p) { return p.first != "n"; });
    return rest;
}

ChartData timeChartData(const TimeChartInput& input) {
    ChartData chart;
    chart.title = input.title;
    chart.subtitle = toString(withoutSize(input.parameters));
    chart.xTitle = Texts::tr("n (the matrices are n × n)").toStdString();
    chart.yTitle = Texts::tr("time of the kernels").toStdString();
    chart.notes = input.notes;
    addMeasured(input, chart);
    if (chart.series.empty())
        chart.notes.push_back(
            Texts::tr("No measurement and no recording holds this configuration at any size.").toStdString());
    addModels(input, chart);
    addPublished(input, chart);
    if (chart.empty())
        chart.emptyReason = Texts::tr(
                                "There is nothing to draw: no measurement, no recording, no model's estimate and no "
                                "published time of this configuration.")
                                .toStdString();
    return chart;
}

std::vector<std::uint64_t> measuredSizes(const TimeChartInput& input) {
    std::set<std::uint64_t> sizes;
    forEachMeasurement(input, [&](std::uint64_t n, const Measurement&) { sizes.insert(n); });
    return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> withSizesBetween(std::vector<std::uint64_t> sizes, std::uint64_t step) {
    std::set<std::uint64_t> all(sizes.begin(), sizes.end());
    std::ranges::sort(sizes);
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const double mean = std::sqrt(static_cast<double>(sizes[i]) * static_cast<double>(sizes[i + 1]));
        const auto between = static_cast<std::uint64_t>(std::llround(mean / static_cast<double>(step))) * step;
        if (between > sizes[i] && between < sizes[i + 1]) all.insert(between);
    }
    return {all.begin(), all.end()};
}

}  // namespace lanescope
