// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::AtlasPicture)
};

std::vector<AtlasLegend::Entry> entriesOf(const AtlasPicture& picture, bool folded) {
    const bool coloured = std::ranges::any_of(
        picture.values.cells, [](const AtlasValue& value) { return value.value && value.origin != Origin::Estimated; });
    const QString scale = coloured ? scaleWords(picture) : QString();
    std::vector<AtlasLegend::Entry> entries{
        {AtlasSign::Measured,
         scale.isEmpty() ? Texts::tr("measured or replayed") : Texts::tr("measured or replayed: %1").arg(scale)}};
    if (!picture.modelName.isEmpty())
        entries.push_back({AtlasSign::Modelled, Texts::tr("modelled (%1)").arg(picture.modelName)});
    entries.push_back({AtlasSign::Best, Texts::tr("best")});
    entries.push_back({AtlasSign::WithinSpread, Texts::tr("within its spread")});
    for (const auto& [id, name] : picture.models)
        entries.push_back({AtlasSign::Optimum, Texts::tr("%1's best").arg(name), markOf(picture, id)});
    entries.push_back({AtlasSign::OtherOccupancy,
                       folded ? Texts::tr("occupancy changes; % at a row: its own") : Texts::tr("occupancy changes")});
    return entries;
}

}  // namespace

AtlasLegend atlasLegend(const AtlasPicture& picture, const Theme& theme, double width, bool folded) {
    const QFontMetricsF metrics(theme.type(Type::Body));
    const double grid = theme.scaled(paint::kGrid);
    AtlasLegend legend{entriesOf(picture, folded), metrics.ascent()};
    QPointF at;
    for (AtlasLegend::Entry& entry : legend.entries) {
        const double across = 1.6 * legend.side + grid + metrics.horizontalAdvance(entry.words);
        if (at.x() > 0 && at.x() + across > width) at = {0, at.y() + metrics.height() + grid / 2};
        entry.at = at;
        at.rx() += across + 2 * grid;
    }
    legend.height = at.y() + metrics.height();
    return legend;
}

}  // namespace lanescope
