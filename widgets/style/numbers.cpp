// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {
namespace {

constexpr QChar kThinSpace(0x202F);  // the one at which sentences are not broken

QString grouped(const QString& digits) {
    QString text;
    for (qsizetype i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += kThinSpace;
        text += digits[i];
    }
    return text;
}

/// With a true minus, and thin spaces before the point.
QString fixed(double value, int decimals) {
    const QString plain = QString::number(std::abs(value), 'f', decimals);
    const qsizetype point = plain.indexOf(QLatin1Char('.'));
    const QString text = grouped(plain.left(point)) + (point < 0 ? QString() : plain.mid(point));
    return value < 0 ? QChar(0x2212) + text : text;
}

/// Three significant digits, never in exponent form: prefixes leave 1 … 999, and more than that of the largest.
QString significant(double value) {
    const double magnitude = std::abs(value);
    return fixed(value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);  // what rounds to 100 or 10 counts as it
}

}  // namespace

QString countText(double value, int decimals) {
    if (!std::isfinite(value)) return QString::number(value);
    return fixed(value, value == std::floor(value) ? 0 : decimals);
}

QString timeText(double seconds) {
    struct Prefix {
        double factor;
        QStringView unit;
    };
    static constexpr std::array<Prefix, 4> kPrefixes{{{1, u"s"}, {1e-3, u"ms"}, {1e-6, u"µs"}, {1e-9, u"ns"}}};
    if (seconds == 0) return QStringLiteral("0 s");
    if (!std::isfinite(seconds)) return QString::number(seconds);
    // 0.9995 of a unit rounds to "1000" of the next one, so that the next larger prefix is taken from there.
    for (const Prefix& prefix : kPrefixes)
        if (std::abs(seconds) >= prefix.factor * 0.9995 || prefix.factor == kPrefixes.back().factor)
            return significant(seconds / prefix.factor) + QLatin1Char(' ') + prefix.unit.toString();
    return {};
}

QString valueText(double value, const QString& unit) {
    if (unit == u"s") return timeText(value);
    if (unit == u"%") return fixed(value, 2) + QStringLiteral(" %");
    if (unit == u"B/s" && value >= 1e6)
        return significant(value / (value < 1e9 ? 1e6 : 1e9)) +
               (value < 1e9 ? QStringLiteral(" MB/s") : QStringLiteral(" GB/s"));
    if (unit.isEmpty()) return countText(value);
    return countText(value) + QLatin1Char(' ') + unit;
}

QString shortValueText(double value, const QString& unit) {
    struct Prefix {
        double factor;
        QStringView sign;
    };
    static constexpr std::array<Prefix, 4> kPrefixes{{{1e12, u"T"}, {1e9, u"G"}, {1e6, u"M"}, {1e3, u"k"}}};
    constexpr double kShort = 1e5;
    if (unit == u"%" && value == std::floor(value)) return fixed(value, 0) + QStringLiteral(" %");
    const bool counted = unit != u"s" && unit != u"%" && unit != u"B/s";
    if (!counted || !std::isfinite(value) || std::abs(value) < kShort) return valueText(value, unit);
    // 999.95 of a prefix rounds to "1000" of the next one.
    const auto prefix =
        std::ranges::find_if(kPrefixes, [&](const Prefix& p) { return std::abs(value) >= p.factor * 0.99995; });
    const double share = value / prefix->factor;
    const int decimals = std::abs(share) >= 99.995 ? 1 : std::abs(share) >= 9.9995 ? 2 : 3;
    return fixed(share, decimals) + QLatin1Char(' ') + prefix->sign.toString() + unit;
}

QString rateText(double operationsPerSecond) {
    struct Prefix {
        double factor;
        QStringView sign;
    };
    static constexpr std::array<Prefix, 5> kPrefixes{
        {{1e15, u"P"}, {1e12, u"T"}, {1e9, u"G"}, {1e6, u"M"}, {1e3, u"k"}}};
    for (const Prefix& prefix : kPrefixes)
        if (std::abs(operationsPerSecond) >= prefix.factor * 0.9995)
            return significant(operationsPerSecond / prefix.factor) + QLatin1Char(' ') + prefix.sign.toString() +
                   QStringLiteral("Flop/s");
    return significant(operationsPerSecond) + QStringLiteral(" Flop/s");
}

QString factorText(double factor) {
    const double magnitude = std::abs(factor);
    if (magnitude >= 1000 || magnitude == 0) return countText(factor, 0) + QChar(0x00D7);
    if (magnitude >= 0.1) return significant(factor) + QChar(0x00D7);
    return QString::number(factor, 'g', 2) + QChar(0x00D7);
}

QString differenceText(double value, double base) {
    if (value == base) return QStringLiteral("=");
    if (base == 0) return QStringLiteral("?");
    const double percent = 100 * (value - base) / base;
    const QString sign = percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
    const double magnitude = std::abs(percent);
    if (magnitude < 0.01) return sign + QStringLiteral("<0.01 %");
    return sign + fixed(magnitude, magnitude < 9.995 ? 2 : magnitude < 999.95 ? 1 : 0) + QStringLiteral(" %");
}

}  // namespace lanescope
