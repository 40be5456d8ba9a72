// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/lane_fit.h"

#include <QCoreApplication>
#include <QStringList>
#include <bit>

#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

class LanesText {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LanesText)
public:
    static QString of(simt::LaneMask lanes) {
        constexpr unsigned kMostNamed = 4;
        const unsigned count = simt::lanesIn(lanes);
        const unsigned first = simt::firstLane(lanes);
        if (count == 1) return tr("lane %1").arg(first);
        const auto last = static_cast<unsigned>(31 - std::countl_zero(lanes));
        if (last - first + 1 == count) return tr("lanes %1 … %2").arg(first).arg(last);
        if (count > kMostNamed) return tr("%1 lanes").arg(count);
        QStringList named;
        simt::eachLane(lanes, [&](unsigned lane) { named.push_back(QString::number(lane)); });
        return tr("lanes %1").arg(named.join(QStringLiteral(", ")));
    }
};

}  // namespace

std::optional<LaneFit> fitOf(const LaneNumbers& numbers, simt::LaneMask lanes) {
    if (lanes == 0) return std::nullopt;
    const unsigned first = simt::firstLane(lanes);
    const simt::LaneMask rest = lanes & (lanes - 1);
    if (rest == 0) return LaneFit{0, numbers[first]};
    const unsigned second = simt::firstLane(rest);
    const std::int64_t apart = numbers[second] - numbers[first];
    const auto between = static_cast<std::int64_t>(second - first);
    if (apart % between != 0) return std::nullopt;
    const LaneFit fit{apart / between, numbers[first] - apart / between * first};
    bool fits = true;
    simt::eachLane(rest, [&](unsigned lane) { fits = fits && fit.at(lane) == numbers[lane]; });
    return fits ? std::optional(fit) : std::nullopt;
}

std::optional<std::pair<simt::LaneMask, simt::LaneMask>> twoFits(const LaneNumbers& first, const LaneNumbers& second,
                                                                 simt::LaneMask lanes) {
    const auto fits = [&](simt::LaneMask those) { return fitOf(first, those) && fitOf(second, those); };
    simt::LaneMask front = 0;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
        const simt::LaneMask longer = lanes & (~simt::LaneMask{0} >> (simt::kWarpSize - 1 - lane));
        if (longer == 0) continue;
        if (!fits(longer)) break;
        front = longer;
    }
    const simt::LaneMask back = lanes & ~front;
    if (front == 0 || back == 0 || !fits(back)) return std::nullopt;
    return std::pair(front, back);
}

QString formulaOf(const LaneFit& fit) {
    const QString lane = QStringLiteral("l");
    if (fit.slope == 0) return countText(fit.offset);
    if (fit.slope < 0 && fit.offset >= 0) {
        const QString taken = fit.slope == -1 ? lane : countText(-fit.slope) + QStringLiteral("·l");
        return countText(fit.offset) + QStringLiteral(" − ") + taken;
    }
    QString text = fit.slope == 1 ? lane : countText(fit.slope) + QStringLiteral("·l");
    if (fit.offset > 0) text += QStringLiteral(" + ") + countText(fit.offset);
    if (fit.offset < 0) text += QStringLiteral(" − ") + countText(-fit.offset);
    return text;
}

QString lanesText(simt::LaneMask lanes) { return LanesText::of(lanes); }

}  // namespace lanescope
