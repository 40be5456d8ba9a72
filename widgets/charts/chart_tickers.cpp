// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_tickers.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "widgets/charts/qcp.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

/// Ticks are round: what is behind the point is nothing.
QString tickText(double value, AxisUnit unit) {
    static const QRegularExpression kNothing(QStringLiteral("\\.0+(?=\\D|$)"));
    return axisText(value, unit).remove(kNothing);
}

/// Round numbers.
class LinearTicker : public QCPAxisTicker {
public:
    LinearTicker(AxisUnit unit, int most) : m_unit(unit), m_most(most) { setTickCount(most); }

protected:
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, m_unit); }

    [[nodiscard]] int most() const { return m_most; }

private:
    AxisUnit m_unit;
    int m_most;
};

/// Powers of two, written as plain numbers; every second or third one when there are many.
class PowersOfTwoTicker final : public LinearTicker {
public:
    using LinearTicker::LinearTicker;

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        const int first = static_cast<int>(std::ceil(std::log2(std::max(range.lower, 1e-9))));
        const int last = static_cast<int>(std::floor(std::log2(std::max(range.upper, 1e-9))));
        const int stride = std::max(1, (last - first + most()) / most());
        QVector<double> ticks;
        for (int power = first; power <= last; power += stride) ticks.append(std::exp2(power));
        return ticks;
    }
};

/// Powers of ten, with 1-2-5 between when there are few; every second or third one when there are many.
class PowersOfTenTicker final : public LinearTicker {
public:
    using LinearTicker::LinearTicker;

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        const int last = static_cast<int>(std::floor(std::log10(range.upper)));
        // Within one power of ten there may be none.
        const double powers = std::log10(range.upper / range.lower);
        const bool few = powers < 2.5 && (powers < 1.2 || 3 * powers <= most());
        const int stride = few ? 1 : std::max(1, (last - first + most() - 1) / most());
        QVector<double> ticks;
        for (int power = few ? first : first + 1; power <= last; power += stride)
            for (const double step : {1.0, 2.0, 5.0})
                if (step == 1.0 || few) ticks.append(step * std::pow(10.0, power));
        return ticks;
    }
};

}  // namespace

QString axisText(double value, AxisUnit unit) {
    switch (unit) {
        case AxisUnit::Count: return shortValueText(value, {});
        case AxisUnit::Seconds: return timeText(value);
        case AxisUnit::FlopPerSecond: return rateText(value);
        case AxisUnit::Factor: return factorText(value);
        case AxisUnit::Percent: return countText(value, 1) + QStringLiteral(" %");
    }
    return {};
}

QSharedPointer<QCPAxisTicker> tickerFor(const ChartAxis& axis, int room) {
    const auto most = [room](int usual) { return std::clamp(room, 2, usual); };
    if (!axis.logarithmic) return QSharedPointer<LinearTicker>::create(axis.unit, most(6));
    if (axis.unit == AxisUnit::Count) return QSharedPointer<PowersOfTwoTicker>::create(axis.unit, most(9));
    return QSharedPointer<PowersOfTenTicker>::create(axis.unit, most(6));
}

}  // namespace lanescope
