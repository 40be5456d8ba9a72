// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/comparison.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "widgets/charts/comparison_facts.h"
#include "widgets/charts/comparison_models.h"
#include "widgets/charts/comparison_series.h"
#include "widgets/charts/measurement_text.h"

namespace lanescope {
namespace {

using Quantity = ComparisonView::Quantity;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Comparison)
};

QString text(const std::string& string) { return QString::fromStdString(string); }

/// Same source of times: machine and mode, model, or document.
bool sameSource(const TimeSeries& a, const TimeSeries& b) {
    return a.origin == b.origin && a.key.model == b.key.model && a.gpu == b.gpu && a.source == b.source;
}

const TimePoint* pointAt(const TimeSeries& series, std::uint64_t x) {
    const auto found = std::ranges::find(series.points, x, &TimePoint::x);
    return found == series.points.end() ? nullptr : &*found;
}

/// Turns times into what the chart shows.
class Transform {
public:
    Transform(const ComparisonInput& input, const std::vector<TimeSeries>& series) : m_input(input), m_series(series) {}

    /// Nothing where the quantity cannot be had; then why is in notes().
    std::optional<ChartPoint> operator()(const TimeSeries& series, const TimePoint& point) {
        switch (m_input.view.y) {
            case Quantity::Time: break;
            case Quantity::Rate:
                if (!point.operations) {
                    m_withoutOperations = true;
                    return std::nullopt;
                }
                return inverse(*point.operations, point);
            case Quantity::Speedup: {
                const double base = referenceSeconds(series, point.x);
                if (base <= 0) {
                    m_withoutReference = true;
                    return std::nullopt;
                }
                return inverse(base, point);
            }
            case Quantity::Ratio: return ratio(series, point);
        }
        return ChartPoint{static_cast<double>(point.x), point.seconds, point.low, point.high, point.note};
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (m_withoutOperations)
            notes.push_back(Texts::tr("Points without floating-point operations, or of which nobody counted them, are "
                                      "left out.")
                                .toStdString());
        if (m_withoutReference)
            notes.push_back(
                Texts::tr("Points are left out where the same source has no time of the reference.").toStdString());
        if (m_withoutMeasurement)
            notes.push_back(Texts::tr("Estimates are left out where nothing was measured on %1.")
                                .arg(text(m_input.measuredOn))
                                .toStdString());
        return notes;
    }

private:
    /// `amount` over the time: the quartiles change places.
    static ChartPoint inverse(double amount, const TimePoint& p) {
        return {static_cast<double>(p.x), amount / p.seconds, amount / (p.high > 0 ? p.high : p.seconds),
                amount / (p.low > 0 ? p.low : p.seconds), p.note};
    }

    double referenceSeconds(const TimeSeries& series, std::uint64_t x) const {
        for (const TimeSeries& candidate : m_series)
            if (candidate.key.item == m_input.view.reference && sameSource(candidate, series))
                if (const TimePoint* point = pointAt(candidate, x)) return point->seconds;
        return 0;
    }

    std::optional<ChartPoint> ratio(const TimeSeries& series, const TimePoint& point) {
        if (series.origin != Origin::Estimated) return std::nullopt;
        const Measurement* measured =
            measurementAt(m_input.items[series.key.item], m_input.view.x, point.x, m_input.measuredOn);
        if (measured == nullptr || measured->median <= 0) {
            m_withoutMeasurement = true;
            return std::nullopt;
        }
        const double value = point.seconds / measured->median;
        return ChartPoint{static_cast<double>(point.x), value, value, value, point.note};
    }

    const ComparisonInput& m_input;
    const std::vector<TimeSeries>& m_series;
    bool m_withoutOperations = false;
    bool m_withoutReference = false;
    bool m_withoutMeasurement = false;
};

ChartAxis yAxis(const ComparisonInput& input) {
    const bool logarithmic = input.view.logY;
    switch (input.view.y) {
        case Quantity::Time: {
            const bool whole = std::ranges::any_of(input.items, [](const ComparedItem& item) {
                return std::ranges::any_of(item.points, [](const auto& p) { return p.second.wholeProgram; });
            });
            return {(whole ? Texts::tr("time of the whole program") : Texts::tr("time of the kernels")).toStdString(),
                    "seconds", AxisUnit::Seconds, logarithmic};
        }
        case Quantity::Rate:
            return {Texts::tr("floating-point operations a second").toStdString(), "flop_per_second",
                    AxisUnit::FlopPerSecond, logarithmic};
        case Quantity::Speedup:
            return {Texts::tr("speed-up over %1")
                        .arg(text(labelOf(input.items, input.view.reference, input.view.x)))
                        .toStdString(),
                    "speedup", AxisUnit::Factor, logarithmic};
        case Quantity::Ratio:
            return {Texts::tr("estimated over measured time").toStdString(), "estimated_over_measured",
                    AxisUnit::Factor, logarithmic};
    }
    return {};
}

/// The word or two that a line has at its end, and what stands behind its last value.
void label(const ComparisonInput& input, const std::vector<TimeSeries>& all, const TimeSeries& times,
           ChartSeries& series) {
    const std::size_t item = times.key.item;
    if (times.key.model) {
        series.label = shortModelName(*times.key.model);
        series.labelNote = Texts::tr("of %1").arg(text(shortLabelOf(input, item))).toStdString();
        return;
    }
    if (times.origin == Origin::Published) {
        series.label = times.source;
        series.labelNote = times.gpu;
        return;
    }
    series.label = shortLabelOf(input, item);
    QStringList note{times.origin == Origin::Measured ? Texts::tr("measured here") : Texts::tr("replayed")};
    // Where the item has several such lines, what tells them apart.
    const auto another = [&](const TimeSeries& other) {
        return &other != &times && other.key.item == item && !other.key.model && other.origin == times.origin;
    };
    if (std::ranges::any_of(all, another)) note += text(times.source);
    if (!input.measuredOn.empty() && times.gpu != input.measuredOn && times.origin != Origin::Measured)
        note += text(times.gpu);
    series.labelNote = note.join(QStringLiteral(", ")).toStdString();
}

/// Times and rates of models are drawn of the chosen configuration alone: of all they would hide what was measured.
bool isDrawn(const ComparisonInput& input, const TimeSeries& times) {
    const bool ratios = input.view.y == Quantity::Speedup || input.view.y == Quantity::Ratio;
    return !times.key.model || times.key.item == 0 || ratios;
}

std::string subtitleOf(const ComparisonInput& input, bool models) {
    QStringList parts;
    if (input.items.size() == 1) {
        const std::string rest = toString(input.items.front().parameters.without(input.view.x));
        if (!rest.empty()) parts += text(rest);
    }
    if (models) parts += Texts::tr("lines: models for %1").arg(text(input.gpu));
    return parts.join(QStringLiteral(", ")).toStdString();
}

std::string titleOf(const ComparisonInput& input) {
    QStringList titles;
    for (const ComparedItem& item : input.items)
        if (!titles.contains(text(item.title))) titles += text(item.title);
    if (titles.size() > 2) return Texts::tr("%n algorithms", nullptr, static_cast<int>(titles.size())).toStdString();
    return titles.join(QStringLiteral(" · ")).toStdString();
}

void addNotes(const ComparisonInput& input, const std::vector<TimeSeries>& series, ChartData& chart) {
    for (std::size_t i = 0; i < input.items.size(); ++i) {
        const ComparedItem& item = input.items[i];
        for (const std::string& note : item.notes) chart.notes.push_back(note);
        const QString label = text(labelOf(input.items, i, input.view.x));
        if (item.parameters.find(input.view.x) == nullptr)
            chart.notes.push_back(Texts::tr("%1 has no parameter %2.").arg(label, text(input.view.x)).toStdString());
        else if (std::ranges::none_of(series, [&](const TimeSeries& s) {
                     return s.key.item == i && (s.origin == Origin::Measured || s.origin == Origin::Replayed);
                 }))
            chart.notes.push_back(Texts::tr("%1: nothing was measured, and no recording holds this configuration.")
                                      .arg(label)
                                      .toStdString());
    }
}

}  // namespace

std::string labelOf(const std::vector<ComparedItem>& items, std::size_t item, const std::string& x) {
    if (item >= items.size()) return {};
    std::string label = items[item].algorithm;
    for (const auto& [name, value] : items[item].parameters) {
        const bool differs = std::ranges::any_of(items, [&](const ComparedItem& other) {
            const std::string its = other.parameters.value(name);
            return other.algorithm == items[item].algorithm ? its != value : !its.empty() && its != value;
        });
        if (name != x && differs) label += ' ' + name + '=' + value;
    }
    return label;
}

double comparableSeconds(const Estimate& estimate, const ComparedPoint& point) {
    return point.wholeProgram ? estimate.seconds : estimate.kernelSeconds;
}

const Measurement* measurementAt(const ComparedItem& item, const std::string& parameter, std::uint64_t x,
                                 const std::string& gpu) {
    const Measurement* found = nullptr;
    for (const StudyEntry* entry : item.entries) {
        const Measurement& m = *entry->measurement;
        if (entry->parameters.number(parameter) != x) continue;
        if (!gpu.empty() && m.provenance.gpu != gpu) continue;
        if (found == nullptr || (m.origin == Origin::Measured && found->origin != Origin::Measured)) found = &m;
    }
    return found;
}

ComparisonChart comparisonChart(const ComparisonInput& input) {
    ComparisonChart chart;
    const std::vector<TimeSeries> all = timeSeries(input);
    const bool several = input.items.size() > 1;
    Transform transform(input, all);
    chart.data.title = titleOf(input);
    chart.data.x = {input.view.x, input.view.x, AxisUnit::Count, input.view.logX};
    chart.data.y = yAxis(input);
    if (input.view.y == Quantity::Speedup || input.view.y == Quantity::Ratio) chart.data.level = 1;
    for (const TimeSeries& times : all) {
        if (!isDrawn(input, times)) continue;
        ChartSeries series;
        series.name = several ? labelOf(input.items, times.key.item, input.view.x) + ", " + times.name : times.name;
        series.origin = times.origin;
        series.gpu = times.gpu;
        series.source = times.source;
        series.configuration = times.configuration;
        series.mark = times.order;
        // One colour for each configuration. What models say has none: it was never seen.
        series.colour = static_cast<int>(times.key.item);
        if (times.key.model) {
            series.hue = SeriesHue::Ink;
            series.look = SeriesLook::LineAlone;
        } else if (times.origin != Origin::Published) {
            series.look = SeriesLook::Joined;
            constexpr std::array kMarks{3, 0, 1};  // measured here, replayed cold, replayed hot
            series.mark = kMarks[static_cast<std::size_t>(times.order) % kMarks.size()];
        }
        label(input, all, times, series);
        for (const TimePoint& point : times.points)
            if (auto shown = transform(times, point)) series.points.push_back(std::move(*shown));
        if (series.points.empty()) continue;
        chart.data.series.push_back(std::move(series));
        chart.keys.push_back(times.key);
    }
    chart.data.labelled = true;
    chart.data.spans = spansOf(input);
    const ComparisonFacts facts = factsOf(input);
    chart.data.figures = figuresOf(input, facts);
    chart.sentence = factSentence(input, facts).toStdString();
    chart.detail = factDetail(input, facts).toStdString();
    for (const ModelFact& fact : facts.models)
        chart.off[fact.model] = {fact.worst(), fromWords(input, fact).toStdString()};
    chart.data.subtitle = subtitleOf(input, std::ranges::any_of(chart.data.series, &ChartSeries::isLine));
    addNotes(input, all, chart.data);
    for (std::string& note : transform.notes()) chart.data.notes.push_back(std::move(note));
    if (chart.data.empty())
        chart.data.emptyReason =
            Texts::tr(
                "There is nothing to draw: no measurement, no recording, no model's estimate and no published "
                "time of this configuration that could be shown so.")
                .toStdString();
    return chart;
}

std::vector<EstimatedAndMeasured> pairsOf(const ComparisonInput& input) {
    std::vector<EstimatedAndMeasured> pairs;
    for (const TimeSeries& series : timeSeries(input)) {
        if (!series.key.model) continue;
        for (const TimePoint& point : series.points) {
            const Measurement* measured =
                measurementAt(input.items[series.key.item], input.view.x, point.x, input.measuredOn);
            if (measured != nullptr && measured->median > 0)
                pairs.push_back({series.key.item, *series.key.model, point.x, point.seconds, measured->median});
        }
    }
    std::ranges::stable_sort(pairs, {}, &EstimatedAndMeasured::model);
    return pairs;
}

}  // namespace lanescope
