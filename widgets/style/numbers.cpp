// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/numbers.h"

#include "core/base/number_format.h"

namespace lanescope {

QString countText(double value, int decimals) { return QString::fromStdString(numbers::count(value, decimals)); }

QString timeText(double seconds) { return QString::fromStdString(numbers::time(seconds)); }

QString valueText(double value, const QString& unit) {
    return QString::fromStdString(numbers::value(value, unit.toStdString()));
}

QString shortValueText(double value, const QString& unit) {
    return QString::fromStdString(numbers::shortValue(value, unit.toStdString()));
}

QString rateText(double operationsPerSecond) { return QString::fromStdString(numbers::rate(operationsPerSecond)); }

QString factorText(double factor) { return QString::fromStdString(numbers::factor(factor)); }

QString differenceText(double value, double base) { return QString::fromStdString(numbers::difference(value, base)); }

}  // namespace lanescope
