// SPDX-License-Identifier: GPL-3.0-or-later
// The items of the maps that are shown, blocks most often, with what each writes.
#include "widgets/export/csv_rows.h"
#include "widgets/stage/map/map_view.h"

namespace lanescope {
namespace {

std::string itemName(MapKind kind) {
    switch (kind) {
        case MapKind::Blocks: return "thread block";
        case MapKind::Passes: return "pass";
        case MapKind::Steps: return "step";
        case MapKind::Rounds: return "round";
    }
    return {};
}

std::string fateName(MapItem::Fate fate) {
    switch (fate) {
        case MapItem::Fate::Unknown: return "not run";
        case MapItem::Fate::Wasted: return "writes nothing";
        case MapItem::Fate::Elsewhere: return "writes another array";
        case MapItem::Fate::Writes: return "writes";
    }
    return {};
}

}  // namespace

std::string MapView::csv() const {
    CsvRows rows({"side", "item", "number", "launch", "block_x", "block_y", "block_z", "fate", "row", "column", "rows",
                  "columns", "elements", "pieces", "turned"});
    for (const std::size_t side : m_shownSides) {
        const MapScene& scene = *m_known[side].scene;
        const std::string name = side < sides().size() ? sides()[side].name.toStdString() : std::string();
        for (const MapItem& item : scene.items) {
            rows << name << itemName(scene.kind) << item.number
                 << (item.group < scene.groups.size() ? scene.groups[item.group].launch : 0);
            if (scene.kind == MapKind::Blocks) {
                const Dim3 block = scene.blockOf(item);
                rows << block.x << block.y << block.z;
            } else {
                rows << std::string_view() << std::string_view() << std::string_view();
            }
            rows << fateName(item.fate) << item.box.row << item.box.column << item.box.rows << item.box.columns
                 << item.elements << item.pieces << (item.turned ? "yes" : "no");
            rows.end();
        }
    }
    return rows.take();
}

}  // namespace lanescope
