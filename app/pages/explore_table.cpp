// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/explore_table.h"

#include <QCoreApplication>
#include <limits>
#include <set>

#include "core/base/csv_cell.h"
#include "core/base/number_format.h"
#include "core/baseline/difference.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

QString name(const std::string& string) { return QString::fromStdString(string); }

QStandardItem* item(const QString& text, std::optional<double> value, std::size_t place) {
    auto* made = new QStandardItem(text);
    made->setEditable(false);
    made->setData(value.value_or(std::numeric_limits<double>::infinity()), kSortRole);
    made->setData(QVariant::fromValue<qulonglong>(place), kPlaceRole);
    // Numbers stand one below the other.
    made->setTextAlignment((value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return made;
}

QStandardItem* valueItem(const std::string& value, std::size_t order, std::size_t place) {
    return item(name(value), static_cast<double>(order), place);
}

/// Where a cell is on each axis: from panels, if there are several, to what runs across.
std::vector<std::pair<const AtlasAxis*, std::size_t>> axesAt(const Atlas& atlas, std::size_t cell) {
    if (atlas.empty()) return {{&atlas.y, 0}, {&atlas.x, 0}};
    const AtlasPlace at = atlas.placeOf(cell);
    std::vector<std::pair<const AtlasAxis*, std::size_t>> axes{{&atlas.y, at.row}, {&atlas.x, at.column}};
    if (!atlas.z.parameter.empty()) axes.insert(axes.begin(), {&atlas.z, at.panel});
    return axes;
}

QString tr(const char* text) { return QCoreApplication::translate("lanescope::AtlasTable", text); }

}  // namespace

void fillAtlasTable(QStandardItemModel& model, const AtlasPicture& picture) {
    const Atlas& atlas = picture.atlas;
    model.clear();
    QStringList heads;
    for (const auto& [axis, value] : axesAt(atlas, 0)) heads += name(axis->parameter);
    heads << tr("time") << tr("quartiles") << tr("from")
          << (picture.modelName.isEmpty() ? tr("model") : picture.modelName) << tr("off by") << tr("occupancy");
    model.setHorizontalHeaderLabels(heads);
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        const AtlasCell& cell = atlas.cells[place];
        if (!cell.impossible.empty()) continue;
        const auto found = cell.modelled.find(picture.values.quantity.model);
        const auto modelled = found == cell.modelled.end() ? std::nullopt : std::optional(found->second);
        const auto median = cell.time ? std::optional(cell.time->median) : std::nullopt;
        std::optional<double> error;
        if (median && modelled) error = *modelled / *median - 1;
        QList<QStandardItem*> row;
        for (const auto& [axis, value] : axesAt(atlas, place)) row += valueItem(axis->values[value], value, place);
        row += QList{
            item(median ? timeText(*median) : QString(), median, place),
            item(cell.time
                     ? timeText(cell.time->lowerQuartile) + QStringLiteral(" – ") + timeText(cell.time->upperQuartile)
                     : QString(),
                 cell.time ? std::optional(cell.time->upperQuartile - cell.time->lowerQuartile) : std::nullopt, place),
            item(cell.time ? name(std::string(nameOf(cell.time->origin))) : QString(), std::nullopt, place),
            item(modelled ? timeText(*modelled) : QString(), modelled, place),
            item(error ? differenceText(*modelled, *median) : QString(), error, place),
            item(cell.occupancy ? countText(*cell.occupancy) + QStringLiteral(" %") : QString(), cell.occupancy,
                 place)};
        model.appendRow(row);
    }
}

std::string atlasCsv(const AtlasPicture& picture) {
    const Atlas& atlas = picture.atlas;
    std::set<std::string> ids;
    for (const AtlasCell& cell : atlas.cells)
        for (const auto& [id, seconds] : cell.modelled) ids.insert(id);
    std::string csv = "algorithm,gpu,";
    for (const auto& [axis, value] : axesAt(atlas, 0))
        csv += csvCell(axis->parameter.empty() ? std::string("row") : axis->parameter) + ',';
    csv += "seconds,lower_quartile,upper_quartile,origin,occupancy_percent";
    for (const std::string& id : ids) csv += ',' + csvCell("model " + id);
    const AtlasCell* const pinned = picture.baseline ? &atlas.cells[*picture.baseline] : nullptr;
    if (pinned != nullptr) csv += ",baseline_seconds,baseline_percent";
    csv += '\n';
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        const AtlasCell& cell = atlas.cells[place];
        if (!cell.impossible.empty()) continue;
        csv += csvCell(atlas.algorithm) + ',' + csvCell(atlas.gpu) + ',';
        for (const auto& [axis, value] : axesAt(atlas, place)) csv += csvCell(axis->values[value]) + ',';
        csv += cell.time ? numbers::exact(cell.time->median) + ',' + numbers::exact(cell.time->lowerQuartile) + ',' +
                               numbers::exact(cell.time->upperQuartile) + ',' + std::string(nameOf(cell.time->origin))
                         : std::string(",,,");
        csv += ',' + (cell.occupancy ? numbers::exact(*cell.occupancy) : std::string());
        for (const std::string& id : ids) {
            const auto found = cell.modelled.find(id);
            csv += ',' + (found == cell.modelled.end() ? std::string() : numbers::exact(found->second));
        }
        if (pinned != nullptr) {
            const auto median = [](const AtlasCell& one) {
                return one.time ? std::optional(rules::Fact{one.time->median, one.time->origin}) : std::nullopt;
            };
            const baseline::Held held = baseline::held(median(*pinned), median(cell), "s");
            csv += held.difference ? ',' + numbers::exact(held.difference->before.value) + ',' +
                                         numbers::exact(*held.difference->percent())
                                   : std::string(",,");
        }
        csv += '\n';
    }
    return csv;
}

}  // namespace lanescope
