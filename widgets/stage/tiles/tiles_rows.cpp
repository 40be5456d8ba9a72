// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of values that a warp holds, one a lane.
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/tiles/tiles_moving.h"
#include "widgets/stage/tiles/tiles_words.h"
#include "widgets/style/numbers.h"

namespace lanescope::tiles {

void Moving::rowsOfValues() const {
    if (!showsSlots()) return;
    for (std::size_t i = 0; i < of.layout.slots.size(); ++i) rowOfValues(i);
}

void Moving::rowOfValues(std::size_t number) const {
    const SlotRow& row = of.layout.slots[number];
    const SlotState& state = of.scene.slots[number];
    const QColor hue = state.event ? colourOf(state.family) : theme.colour(Colour::Idle);
    QString about = state.event ? tr("of warp %1, one a lane").arg(of.scene.warp) : tr("none now");
    if (state.event && state.from)
        about = tr("of warp %1, from %2")
                    .arg(of.scene.warp)
                    .arg(QString::fromStdString(of.block.arrays()[*state.from].name));
    const std::size_t stream = streamOf(state.event);
    const bool inStep = stream < of.scene.streams.size();
    if (of.layout.product && !state.event) return;
    if (inStep && of.scene.streams[stream].bytes > 0)
        about = tr("%1: %2 B").arg(about, countText(of.scene.streams[stream].bytes));
    paintName(painter, theme, row.name, hue, tr("value"), about);
    const QRectF& cells = row.grid.cells;
    const double come = inStep ? progressOf(stream) : 1;
    const bool train = inStep && isTrain(of.scene.streams[stream]);
    const std::uint64_t lanes =
        std::min<std::uint64_t>(simt::kWarpSize, of.block.flow().trace().launch().block.count());
    const QBrush hatch = paint::hatch(theme);
    const QColor fill = mix(theme.colour(Colour::Ground), hue, 0.30);
    const QFont font = valueFont(theme, {row.grid.width, row.grid.height});
    const QFontMetricsF metrics(font);
    int fitting = 0;
    int held = 0;
    for (const SlotState::Lane& value : state.lanes) {
        held += value.has ? 1 : 0;
        fitting += value.has && paint::valueFits(metrics, value.text, row.grid.cell(0).size(), theme) ? 1 : 0;
    }
    const bool written = mostFit(fitting, held);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        const QRectF cell = row.grid.cell(lane).adjusted(0.5, 0.5, -0.5, -0.5);
        const SlotState::Lane& value = state.lanes[lane];
        const bool shown = state.event && value.has && shareOf(come, train, lane) >= 1;
        if (shown) {
            painter.fillRect(cell, fill);
            if (written && paint::valueFits(metrics, value.text, row.grid.cell(0).size(), theme)) {
                painter.setFont(font);
                painter.setPen(theme.colour(Colour::Text));
                painter.drawText(cell, Qt::AlignCenter, value.text);
            }
        } else {
            painter.fillRect(cell, hatch);
        }
        painter.setPen(QPen(hue, theme.scaled(paint::kHair)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell);
    }
    if (inStep) paint::ring(painter, theme, cells);
}

}  // namespace lanescope::tiles
