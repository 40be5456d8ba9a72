// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/occupancy_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "widgets/charts/measurement_text.h"
#include "widgets/scenes/counted.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::OccupancyCharts)
};

constexpr const char* kRules =
    "cuda_occupancy.h of CUDA 13.0; before compute capability 3.0 the CUDA C Programming Guide 4.2";
/// Kept apart from what limits: the present configuration, the others, what was achieved.
constexpr int kGrey = 6, kOwnColour = 1, kAchievedColour = 5;
constexpr int kOwnMark = 7, kOtherMark = 6, kAchievedMark = 5;

struct Limiter {
    std::string_view resource;
    int colour;
    int mark;
};
constexpr std::array kLimiters{Limiter{"threads", 0, 0},   Limiter{"warps", 0, 0},         Limiter{"blocks", 4, 1},
                               Limiter{"registers", 2, 2}, Limiter{"shared memory", 3, 3}, Limiter{"barriers", 3, 1}};

QString text(const std::string& string) { return QString::fromStdString(string); }
QString percentText(double percent) { return countText(percent, 1) + QStringLiteral(" %"); }

QString titleOf(OccupancyAxis axis) {
    switch (axis) {
        case OccupancyAxis::Threads: return Texts::tr("Over the size of a block");
        case OccupancyAxis::Registers: return Texts::tr("Over registers");
        case OccupancyAxis::SharedMemory: return Texts::tr("Over shared memory");
    }
    return {};
}

ChartAxis xAxisOf(OccupancyAxis axis) {
    const auto named = [](const QString& title, const QString& symbol) {
        return ChartAxis{title.toStdString(), symbol.toStdString(), AxisUnit::Count, false};
    };
    switch (axis) {
        case OccupancyAxis::Threads: return named(Texts::tr("Threads of a block"), Texts::tr("threads"));
        case OccupancyAxis::Registers: return named(Texts::tr("Registers of a thread"), Texts::tr("registers"));
        case OccupancyAxis::SharedMemory:
            return named(Texts::tr("Shared memory of a block, KiB"), Texts::tr("shared KiB"));
    }
    return {};
}

/// What stays as it is along the axis.
QString keptWords(OccupancyAxis axis, const BlockResources& block) {
    QStringList kept;
    if (axis != OccupancyAxis::Threads) kept += Counted::threads(block.threads);
    if (axis != OccupancyAxis::Registers)
        kept += block.registersPerThread ? Texts::tr("%1 a thread").arg(Counted::registers(*block.registersPerThread))
                                         : Texts::tr("registers not looked at");
    if (axis != OccupancyAxis::SharedMemory)
        kept += Texts::tr("%1 bytes of shared memory").arg(countText(block.sharedBytes));
    return Texts::tr("with %1").arg(kept.join(QStringLiteral(", ")));
}

/// Shared memory is shown in KiB.
double shownAt(OccupancyAxis axis, std::uint64_t x) {
    return static_cast<double>(x) / (axis == OccupancyAxis::SharedMemory ? 1024 : 1);
}

std::optional<std::uint64_t> placeOn(OccupancyAxis axis, const BlockResources& block) {
    if (axis == OccupancyAxis::Threads) return block.threads;
    if (axis == OccupancyAxis::SharedMemory) return block.sharedBytes;
    return block.registersPerThread;
}

std::string noteOf(std::uint64_t blocks, const std::string& limitedBy) {
    if (blocks == 0) return Texts::tr("such a block cannot run: too much %1").arg(text(limitedBy)).toStdString();
    return Texts::tr("%1 on a multiprocessor, limited by %2")
        .arg(Counted::blocks(blocks), text(limitedBy))
        .toStdString();
}

ChartPoint pointOf(OccupancyAxis axis, const OccupancyPoint& p) {
    return {shownAt(axis, p.x), p.percent, p.percent, p.percent, noteOf(p.blocksPerSm, p.limitedBy)};
}

ChartSeries seriesNamed(const QString& name, const OccupancyInput& input, SeriesLook look, int colour, int mark) {
    return {.name = name.toStdString(),
            .origin = Origin::Estimated,
            .gpu = input.gpu.title,
            .source = kRules,
            .points = {},
            .colour = colour,
            .mark = mark,
            .configuration = {},
            .look = look};
}

/// A mark wherever another resource begins to limit, or the number of blocks changes.
std::vector<ChartSeries> limiterMarks(OccupancyAxis axis, const std::vector<OccupancyPoint>& curve,
                                      const OccupancyInput& input) {
    std::map<std::size_t, ChartSeries> marks;  // by place in kLimiters; behind all: cannot run
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const OccupancyPoint& p = curve[i];
        const bool runs = p.blocksPerSm > 0;
        const bool same = i > 0 && curve[i - 1].limitedBy == p.limitedBy && curve[i - 1].blocksPerSm == p.blocksPerSm;
        if (same) continue;
        const auto* const known = std::ranges::find(kLimiters, p.limitedBy, &Limiter::resource);
        const std::size_t key =
            runs && known != kLimiters.end() ? static_cast<std::size_t>(known - kLimiters.begin()) : kLimiters.size();
        const QString name = runs ? Texts::tr("limited by %1").arg(text(p.limitedBy)) : Texts::tr("cannot run");
        const auto [series, isNew] = marks.try_emplace(key);
        if (isNew)
            series->second =
                seriesNamed(name, input, SeriesLook::Marks, runs ? known->colour : kGrey, runs ? known->mark : 4);
        series->second.points.push_back(pointOf(axis, p));
    }
    std::vector<ChartSeries> all;
    for (auto& [key, series] : marks) all.push_back(std::move(series));
    return all;
}

ChartSeries curveOf(OccupancyAxis axis, const std::vector<OccupancyPoint>& points, const OccupancyInput& input) {
    ChartSeries series = seriesNamed(Texts::tr("theoretical occupancy"), input, SeriesLook::LineAlone, kGrey, 0);
    for (const OccupancyPoint& p : points) series.points.push_back(pointOf(axis, p));
    series.label = Texts::tr("theoretical").toStdString();
    return series;
}

/// What this launch comes to, large.
std::vector<ChartFigure> figuresOf(const Result<Occupancy>& own) {
    if (!own) return {};
    return {{percentText(own->percent).toStdString(), Texts::tr("this block").toStdString(),
             Texts::tr("limited by %1").arg(text(own->limitedBy)).toStdString()}};
}

std::optional<ChartSeries> ownMark(OccupancyAxis axis, const OccupancyInput& input, const Result<Occupancy>& own) {
    const auto x = placeOn(axis, input.launch.block);
    if (!x || !own) return std::nullopt;
    ChartSeries series =
        seriesNamed(Texts::tr("this configuration"), input, SeriesLook::HollowMarks, kOwnColour, kOwnMark);
    series.points.push_back(pointOf(axis, {*x, own->blocksPerSm, own->percent, own->limitedBy}));
    return series;
}

std::vector<ChartSeries> achievedMarks(OccupancyAxis axis, const OccupancyInput& input) {
    std::vector<ChartSeries> marks;
    const auto x = placeOn(axis, input.launch.block);
    for (const AchievedOccupancy& achieved : input.achieved) {
        if (!x || achieved.gpu != input.gpu.title) continue;
        const double y = achieved.percent;
        marks.push_back({.name = Texts::tr("achieved, %1").arg(originWord(achieved.origin).toLower()).toStdString(),
                         .origin = achieved.origin,
                         .gpu = achieved.gpu,
                         .source = achieved.where,
                         .points = {{shownAt(axis, *x), y, y, y, {}}},
                         .colour = kAchievedColour,
                         .mark = kAchievedMark,
                         .configuration = {}});
    }
    return marks;
}

/// The algorithm's other sizes of blocks, with what they take themselves.
ChartSeries otherMarks(const OccupancyInput& input, std::vector<std::size_t>& places) {
    ChartSeries series =
        seriesNamed(Texts::tr("to choose by a click"), input, SeriesLook::HollowMarks, kOwnColour, kOtherMark);
    for (std::size_t i = 0; i < input.others.size(); ++i) {
        const OtherBlock& other = input.others[i];
        const auto occupancy = theoreticalOccupancy(input.launch.kernel, other.block, input.gpu);
        if (!occupancy) continue;
        ChartPoint point = pointOf(OccupancyAxis::Threads, {other.block.threads, occupancy->blocksPerSm,
                                                            occupancy->percent, occupancy->limitedBy});
        point.note = other.name + ": " + point.note;
        series.points.push_back(std::move(point));
        places.push_back(i);
    }
    return series;
}

QString resourcesHtml(const Occupancy& occupancy) {
    QStringList limits;
    for (const OccupancyLimit& limit : occupancy.limits)
        limits += Texts::tr("%1 %2").arg(text(limit.resource), countText(limit.blocks));
    return Texts::tr("<p>Blocks that each resource is enough for: %1.</p>").arg(limits.join(QStringLiteral(", ")));
}

/// Why less is achieved where a launch is too small to fill the GPU.
QString fewBlocksHtml(const OccupancyInput& input, const Occupancy& occupancy) {
    const GpuValue* const multiprocessors = input.gpu.find("sm_count");
    if (multiprocessors == nullptr || input.launch.blocks == 0) return {};
    const double room = multiprocessors->value * static_cast<double>(occupancy.blocksPerSm);
    if (static_cast<double>(input.launch.blocks) >= room) return {};
    return Texts::tr(
               "<p>The launch has %1, and the GPU's %2 multiprocessors have room for %3: not all of it can be "
               "filled.</p>")
        .arg(Counted::blocks(input.launch.blocks), countText(multiprocessors->value), countText(room));
}

QString blockHtml(const LaunchBlock& launch) {
    QString registers;
    if (launch.block.registersPerThread)
        registers = Texts::tr(", %1 a thread (%2)")
                        .arg(Counted::registers(*launch.block.registersPerThread), escaped(text(launch.registersFrom)));
    return Texts::tr("<p>A block takes %1, %2 bytes of shared memory (both from plan and PTX)%3.</p>")
        .arg(Counted::threads(launch.block.threads), countText(launch.block.sharedBytes), registers);
}

QString achievedHtml(const OccupancyInput& input) {
    QString html;
    bool here = false;
    for (const AchievedOccupancy& achieved : input.achieved) {
        const bool same = achieved.gpu == input.gpu.title;
        here = here || same;
        html +=
            same ? Texts::tr("<p><b>Achieved: %1</b> (%2).</p>")
                       .arg(percentText(achieved.percent), escaped(text(achieved.where)))
                 : Texts::tr("<p>Achieved on another GPU, %1: %2 (%3).</p>")
                       .arg(escaped(text(achieved.gpu)), percentText(achieved.percent), escaped(text(achieved.where)));
    }
    if (!here && !input.achievedMissing.empty())
        html += Texts::tr("<p>Achieved occupancy is not known: %1</p>").arg(escaped(text(input.achievedMissing)));
    return html;
}

}  // namespace

QString limiterWords(const std::string& resource) {
    if (resource == "threads" || resource == "warps")
        return Texts::tr("%1: the multiprocessor has room for no more of them").arg(text(resource));
    if (resource == "blocks") return Texts::tr("blocks: it holds no more of them, however small they are");
    return Texts::tr("%1: what is left is too little for another block").arg(text(resource));
}

OccupancyChart occupancyChart(OccupancyAxis axis, const OccupancyInput& input) {
    OccupancyChart chart;
    ChartData& data = chart.data;
    data.title = titleOf(axis).toStdString();
    data.subtitle = keptWords(axis, input.launch.block).toStdString();
    data.x = xAxisOf(axis);
    data.y = {Texts::tr("Occupancy").toStdString(), "occupancy_percent", AxisUnit::Percent, false};
    data.level = 100;
    data.labelled = true;
    const std::vector<OccupancyPoint> curve = occupancyCurve(axis, input.launch.block, input.gpu);
    if (curve.empty()) {
        data.emptyReason = Texts::tr(
                               "Of %1 it is not known how many a multiprocessor or a block can have, so that there "
                               "is no curve.")
                               .arg(text(input.gpu.title))
                               .toStdString();
        return chart;
    }
    data.series.push_back(curveOf(axis, curve, input));
    for (ChartSeries& marks : limiterMarks(axis, curve, input)) data.series.push_back(std::move(marks));
    if (axis == OccupancyAxis::Threads && input.others.size() > 1) {
        ChartSeries others = otherMarks(input, chart.places);
        if (!others.points.empty()) {
            chart.others = data.series.size();
            data.series.push_back(std::move(others));
        }
    }
    for (ChartSeries& marks : achievedMarks(axis, input)) data.series.push_back(std::move(marks));
    const Result<Occupancy> own = theoreticalOccupancy(input.launch.kernel, input.launch.block, input.gpu);
    if (auto mark = ownMark(axis, input, own)) data.series.push_back(std::move(*mark));
    data.figures = figuresOf(own);
    if (input.baseline) data.reference = ChartReference{input.baseline->percent, input.baseline->words, "baseline"};
    if (axis == OccupancyAxis::Registers && !input.launch.block.registersPerThread)
        data.notes.push_back(
            Texts::tr("Where this configuration stands is not known: how many registers a thread takes is "
                      "chosen by the driver's compiler, and no measurement on this GPU tells it.")
                .toStdString());
    return chart;
}

QString occupancyHtml(const OccupancyInput& input) {
    const LaunchBlock& launch = input.launch;
    QString html = Texts::tr("<h3>%1 on %2</h3>").arg(escaped(text(launch.kernel)), escaped(text(input.gpu.title)));
    const Result<Occupancy> occupancy = theoreticalOccupancy(launch.kernel, launch.block, input.gpu);
    if (!occupancy)
        return html + QStringLiteral("<p>⚠ %1</p>").arg(escaped(text(describe(occupancy.error())))) +
               achievedHtml(input);
    html += Texts::tr(
                "<p><b>Theoretical: %1</b> (estimated by NVIDIA's rules): %2, %3 on a multiprocessor. "
                "Limited by <b>%4</b>.</p>")
                .arg(percentText(occupancy->percent), Counted::blocks(occupancy->blocksPerSm),
                     Counted::warps(occupancy->warpsPerSm), limiterWords(occupancy->limitedBy));
    return html + achievedHtml(input) + fewBlocksHtml(input, *occupancy);
}

QString occupancyDetailsHtml(const OccupancyInput& input) {
    const LaunchBlock& launch = input.launch;
    QString html = blockHtml(launch);
    const Result<Occupancy> occupancy = theoreticalOccupancy(launch.kernel, launch.block, input.gpu);
    if (!occupancy) return html;
    html += resourcesHtml(*occupancy);
    for (const std::string& note : occupancy->notes) html += QStringLiteral("<p>%1</p>").arg(escaped(text(note)));
    return html;
}

std::string occupancyCsv(const OccupancyInput& input) {
    ChartData all;
    all.x.symbol = "x";
    all.y.symbol = "occupancy_percent";
    all.y.unit = AxisUnit::Percent;
    for (const OccupancyAxis axis : kOccupancyAxes) {
        ChartData data = occupancyChart(axis, input).data;
        const std::string over = xAxisOf(axis).symbol;
        all.reference = data.reference;
        for (ChartSeries& series : data.series) {
            // The curve has the points that are marked, too.
            if (series.look == SeriesLook::Marks) continue;
            series.name = "over " + over + ": " + series.name;
            series.configuration = input.launch.kernel;
            all.series.push_back(std::move(series));
        }
    }
    return toCsv(all);
}

}  // namespace lanescope
