// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/metrics/dictionary.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using Kind = AtlasQuantity::Kind;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::AtlasPicture)
};

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

QString numberText(const AtlasQuantity& quantity, double value) {
    switch (quantity.kind) {
        case Kind::Time: return timeText(value);
        case Kind::Rate: return rateText(value);
        case Kind::SpeedUp: return factorText(value);
        case Kind::ModelError: return differenceText(100 + value, 100);
        case Kind::Counter: break;
    }
    const Metric* const metric = findMetric(quantity.metric);
    return shortValueText(value, metric == nullptr ? QString() : text(metric->unit));
}

QString timeWords(const AtlasTime& time) {
    return Texts::tr("%1, %2 (quartiles %3 to %4)")
        .arg(timeText(time.median), text(nameOf(time.origin)), timeText(time.lowerQuartile),
             timeText(time.upperQuartile));
}

QString modelWords(const AtlasPicture& picture, const AtlasCell& cell) {
    const auto found = cell.modelled.find(picture.values.quantity.model);
    if (found != cell.modelled.end()) return Texts::tr("%1 says %2").arg(picture.modelName, timeText(found->second));
    if (!cell.asked) return {};
    return cell.notModelled.empty() ? Texts::tr("no model answers here")
                                    : Texts::tr("no model says: %1").arg(text(cell.notModelled));
}

QString withSign(const AtlasPicture& picture, const AtlasValue& value, const QString& number) {
    const bool modelled = value.origin == Origin::Estimated && picture.values.quantity.kind != Kind::ModelError;
    return modelled ? QStringLiteral("≈\u202F%1").arg(number) : number;
}

}  // namespace

QString axesOf(const Atlas& atlas) {
    if (atlas.y.parameter.empty()) return text(atlas.x.parameter);
    return text(atlas.y.parameter) + QStringLiteral(" \\ ") + text(atlas.x.parameter);
}

QString cellText(const AtlasPicture& picture, std::size_t place) {
    const AtlasValue& value = picture.values.cells.at(place);
    if (!value.value) return {};
    QString number = numberText(picture.values.quantity, *value.value);
    if (picture.values.quantity.kind == Kind::Rate) number.remove(QStringLiteral("Flop/s"));
    return withSign(picture, value, number.trimmed());
}

QString scaleWords(const AtlasPicture& picture) {
    const AtlasValues& values = picture.values;
    switch (values.quantity.kind) {
        case Kind::Time: return Texts::tr("faint 10 times slower, strong best of its column");
        case Kind::ModelError: return Texts::tr("faint off by %1 %, strong by none").arg(countText(values.palest));
        default: break;
    }
    if (values.palest >= values.darkest) return {};
    return Texts::tr("faint %1, strong %2")
        .arg(numberText(values.quantity, values.palest), numberText(values.quantity, values.darkest));
}

QString markOf(const AtlasPicture& picture, const std::string& model) {
    for (std::size_t i = 0; i < picture.models.size(); ++i)
        if (picture.models[i].first == model) return QString(QChar(QLatin1Char('a').unicode() + static_cast<int>(i)));
    return {};
}

QString cellWords(const AtlasPicture& picture, std::size_t place) {
    const AtlasCell& cell = picture.atlas.cells.at(place);
    QStringList words{text(picture.atlas.algorithm) + QLatin1Char(' ') + text(toString(cell.parameters))};
    if (!cell.impossible.empty()) {
        words += Texts::tr("not possible: %1").arg(text(cell.impossible));
        return words.join(QStringLiteral("; "));
    }
    const AtlasValue& value = picture.values.cells.at(place);
    if (cell.time)
        words += timeWords(*cell.time);
    else
        words += Texts::tr("not measured on %1").arg(text(picture.atlas.gpu));
    if (const QString model = modelWords(picture, cell); !model.isEmpty()) words += model;
    if (picture.values.quantity.kind != Kind::Time && value.value)
        words += withSign(picture, value, numberText(picture.values.quantity, *value.value));
    if (value.best) words += Texts::tr("best of its column");
    for (const auto& [id, name] : picture.models)
        if (std::ranges::find(value.optimumOf, id) != value.optimumOf.end())
            words += Texts::tr("best of its column by %1").arg(name);
    if (value.asGood) words += Texts::tr("within the spread of the best");
    if (cell.occupancy) words += Texts::tr("occupancy %1").arg(valueText(*cell.occupancy, QStringLiteral("%")));
    return words.join(QStringLiteral("; "));
}

}  // namespace lanescope
