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
    return made;
}

QStandardItem* valueItem(const std::string& value, std::size_t order, std::size_t place) {
    return item(name(value), static_cast<double>(order), place);
}

QString tr(const char* text) { return QCoreApplication::translate("lanescope::AtlasTable", text); }

}  // namespace

void fillAtlasTable(QStandardItemModel& model, const AtlasPicture& picture) {
    const Atlas& atlas = picture.atlas;
    model.clear();
    model.setHorizontalHeaderLabels({name(atlas.y.parameter), name(atlas.x.parameter), tr("time"), tr("quartiles"),
                                     tr("from"), picture.modelName.isEmpty() ? tr("model") : picture.modelName,
                                     tr("off by"), tr("occupancy")});
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        const AtlasCell& cell = atlas.cells[place];
        if (!cell.impossible.empty()) continue;
        const auto found = cell.modelled.find(picture.values.quantity.model);
        const auto modelled = found == cell.modelled.end() ? std::nullopt : std::optional(found->second);
        const auto median = cell.time ? std::optional(cell.time->median) : std::nullopt;
        std::optional<double> error;
        if (median && modelled) error = *modelled / *median - 1;
        model.appendRow(
            {valueItem(atlas.y.values[place / atlas.columns()], place / atlas.columns(), place),
             valueItem(atlas.x.values[place % atlas.columns()], place % atlas.columns(), place),
             item(median ? timeText(*median) : QString(), median, place),
             item(cell.time
                      ? timeText(cell.time->lowerQuartile) + QStringLiteral(" – ") + timeText(cell.time->upperQuartile)
                      : QString(),
                  cell.time ? std::optional(cell.time->upperQuartile - cell.time->lowerQuartile) : std::nullopt, place),
             item(cell.time ? name(std::string(nameOf(cell.time->origin))) : QString(), std::nullopt, place),
             item(modelled ? timeText(*modelled) : QString(), modelled, place),
             item(error ? differenceText(*modelled, *median) : QString(), error, place),
             item(cell.occupancy ? countText(*cell.occupancy) + QStringLiteral(" %") : QString(), cell.occupancy,
                  place)});
    }
}

std::string atlasCsv(const AtlasPicture& picture) {
    const Atlas& atlas = picture.atlas;
    std::set<std::string> ids;
    for (const AtlasCell& cell : atlas.cells)
        for (const auto& [id, seconds] : cell.modelled) ids.insert(id);
    std::string csv = "algorithm,gpu," + csvCell(atlas.y.parameter.empty() ? std::string("row") : atlas.y.parameter) +
                      ',' + csvCell(atlas.x.parameter) +
                      ",seconds,lower_quartile,upper_quartile,origin,occupancy_percent";
    for (const std::string& id : ids) csv += ',' + csvCell("model " + id);
    const AtlasCell* const pinned = picture.baseline ? &atlas.cells[*picture.baseline] : nullptr;
    if (pinned != nullptr) csv += ",baseline_seconds,baseline_percent";
    csv += '\n';
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        const AtlasCell& cell = atlas.cells[place];
        if (!cell.impossible.empty()) continue;
        for (const std::string& name : {atlas.algorithm, atlas.gpu, atlas.y.values[place / atlas.columns()],
                                        atlas.x.values[place % atlas.columns()]})
            csv += csvCell(name) + ',';
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
