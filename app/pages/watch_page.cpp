// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/watch_page.h"

#include <QPainter>

#include "app/pages/page_list.h"
#include "app/state/grid_work.h"
#include "app/state/workbench.h"
#include "widgets/views/tiles_view.h"

namespace lanescope {

WatchPage::WatchPage(const PageFrame& frame)
    : Page({.id = QStringLiteral("watch"),
            .title = tr("&Watch"),
            .hint = tr("The run, step by step"),
            .playback = true}),
      m_workbench(frame.workbench),
      m_tiles(new TilesView(&frame.theme, &frame.playback, &frame.selection, frame.parent)) {
    connect(&m_workbench, &Workbench::emulationChanged, this, &WatchPage::showEmulation);
    connect(&m_workbench, &Workbench::differencesChanged, this, &WatchPage::showDifferences);
    connect(m_tiles, &TilesView::elementDescribed, this, &WatchPage::described);
    connect(m_tiles, &TilesView::elementActivated, this, [this](const ElementPick& pick) {
        if (pick.array.kind == ArrayRef::Kind::Buffer)
            m_workbench.chooseWriterOf({pick.array.index, pick.row, pick.column});
    });
}

QWidget* WatchPage::widget() const { return m_tiles; }

void WatchPage::showEmulation() {
    const auto emulation = m_workbench.emulation();
    // Without a launch there is no block to watch; the picture says what is done instead.
    const bool launches = emulation && !emulation->launches.empty();
    m_tiles->setMissing(!emulation || launches ? QString() : noThreadsText(emulation->plan));
    showDifferences();
}

void WatchPage::showDifferences() {
    const auto emulation = m_workbench.emulation();
    m_tiles->setCheck(m_workbench.differencesShown() && emulation ? std::optional(emulation->check) : std::nullopt);
}

Picture WatchPage::picture() {
    return {QString(), m_tiles->size(), [tiles = m_tiles](QPaintDevice& device, QSize size, bool) {
                QPainter painter(&device);
                tiles->paintTo(painter, size);
            }};
}

std::unique_ptr<Page> watchPage(const PageFrame& frame) { return std::make_unique<WatchPage>(frame); }

}  // namespace lanescope
