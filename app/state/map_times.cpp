// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/map_times.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MapTimes)
};

/// What all times of a chart have in common.
struct Setting {
    std::string gpu;
    std::uint64_t block = 0;  ///< 0: the algorithm has no such parameter
    friend auto operator<=>(const Setting&, const Setting&) = default;
};
/// Medians by size, in seconds.
using Times = std::map<std::uint64_t, double>;

std::uint64_t blockOf(const TimedSide& side, const Parameters& parameters) {
    const ParameterSpec* spec = side.algorithm->blockSpec();
    return spec ? parameters.number(spec->name).value_or(0) : 0;
}

/// All times of a side's algorithm that differ from the choice in size and block alone.
std::map<Setting, Times> timesOf(const std::vector<Study>& recordings, const TimedSide& side) {
    std::map<Setting, Times> times;
    const std::string_view size = side.algorithm->nameOf(ParameterRole::Size);
    const ParameterSpec* block = side.algorithm->blockSpec();
    const std::string_view blockName = block ? std::string_view(block->name) : size;
    for (const Study& study : recordings)
        for (const StudyEntry& entry : study.entries) {
            if (entry.algorithm != side.algorithm->id() || !entry.measurement || entry.measurement->median <= 0)
                continue;
            // A recording may leave out what is a default.
            const Result<Parameters> complete = side.algorithm->complete(entry.parameters);
            if (!complete || !complete->sameAs(side.parameters, {size, blockName})) continue;
            const auto n = complete->number(size);
            if (n) times[{entry.measurement->provenance.gpu, blockOf(side, *complete)}][*n] = entry.measurement->median;
        }
    return times;
}

/// Sizes at which both were timed.
std::size_t sharedSizes(const Times& a, const Times& b) {
    return static_cast<std::size_t>(std::ranges::count_if(a, [&](const auto& one) { return b.contains(one.first); }));
}

QString saidOf(const SpeedUps& ups, const Setting& setting, const TimedSide& lead) {
    std::set<double> sizes;
    for (const SpeedUps::Line& line : ups.lines)
        for (const SpeedUps::Point& point : line.points) sizes.insert(point.n);
    const std::string_view size = lead.algorithm->nameOf(ParameterRole::Size);
    const QString name = QString::fromUtf8(size.data(), static_cast<qsizetype>(size.size()));
    QStringList parts;
    QString first = Words::tr("Replayed from %1").arg(QString::fromStdString(setting.gpu));
    const std::string operation = lead.algorithm->valueOf(ParameterRole::Operation, lead.parameters);
    if (!operation.empty()) {
        const std::string_view what = lead.algorithm->nameOf(ParameterRole::Operation);
        first += Words::tr(", %1 %2").arg(QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size())),
                                          QString::fromStdString(operation));
    }
    first += Words::tr("; %1 from %2 to %3.").arg(name, countText(*sizes.begin()), countText(*sizes.rbegin()));
    parts += first;
    const std::uint64_t chosen = blockOf(lead, lead.parameters);
    if (chosen != setting.block && setting.block > 0) parts += Words::tr("Block %1 was not timed.").arg(chosen);
    const auto n = lead.parameters.number(size);
    if (n && !sizes.contains(static_cast<double>(*n)))
        parts += Words::tr("%1 = %2 was not timed.").arg(name, countText(*n));
    // Up to which size it makes no difference worth the name.
    constexpr double kMuch = 1.1;
    double little = 0;
    for (const double at : sizes) {
        bool none = true;
        for (const SpeedUps::Line& line : ups.lines)
            for (const SpeedUps::Point& point : line.points) none = none && (point.n != at || point.factor < kMuch);
        if (!none) break;
        little = at;
    }
    if (little > 0) parts += Words::tr("Up to %1 = %2 none gains much.").arg(name, countText(little));
    return parts.join(QLatin1Char(' '));
}

}  // namespace

SpeedUps speedUpsOf(const std::vector<Study>& recordings, const std::vector<TimedSide>& sides) {
    SpeedUps ups;
    if (sides.size() < 2) {
        ups.said = Words::tr("One run alone is not faster than anything: put another one beside it.");
        return ups;
    }
    ups.over = sides.front().name;
    std::vector<std::map<Setting, Times>> times;
    for (const TimedSide& side : sides) times.push_back(timesOf(recordings, side));
    const std::uint64_t chosen = blockOf(sides.front(), sides.front().parameters);
    // The setting in which most sides were timed at two sizes or more; of several the nearest block, then the most
    // sizes.
    const Setting* best = nullptr;
    std::tuple<std::size_t, double, std::size_t> bestRank;
    for (const auto& [setting, base] : times.front()) {
        std::size_t timed = 0, points = 0;
        for (std::size_t i = 1; i < sides.size(); ++i) {
            const auto of = times[i].find(setting);
            const std::size_t shared = of == times[i].end() ? 0 : sharedSizes(base, of->second);
            timed += shared >= 2 ? 1 : 0;
            points += shared;
        }
        const double apart = std::abs(std::log2(static_cast<double>(std::max<std::uint64_t>(1, setting.block)) /
                                                static_cast<double>(std::max<std::uint64_t>(1, chosen))));
        const std::tuple rank{timed, -apart, points};
        if (timed == 0 || (best && rank <= bestRank)) continue;
        best = &setting;
        bestRank = rank;
    }
    if (!best) {
        ups.said = Words::tr("No recording holds times of these runs at sizes that they share.");
        return ups;
    }
    const Times& base = times.front().at(*best);
    for (std::size_t i = 1; i < sides.size(); ++i) {
        SpeedUps::Line line{sides[i].name, {}};
        if (const auto of = times[i].find(*best); of != times[i].end())
            for (const auto& [n, seconds] : of->second)
                if (const auto other = base.find(n); other != base.end())
                    line.points.push_back({static_cast<double>(n), other->second / seconds});
        if (!line.points.empty()) ups.lines.push_back(std::move(line));
    }
    const auto n = sides.front().parameters.number(sides.front().algorithm->nameOf(ParameterRole::Size));
    ups.present = static_cast<double>(n.value_or(0));
    if (best->block > 0) ups.with = Words::tr("block %1").arg(best->block);
    ups.said = saidOf(ups, *best, sides.front());
    return ups;
}

}  // namespace lanescope
