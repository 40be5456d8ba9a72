// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/stage_page.h"

#include <QPainter>

#include "app/state/workbench.h"
#include "app/zones/explanation_text.h"
#include "widgets/style/theme.h"

namespace lanescope {

StagePage::StagePage(const PageFrame& frame, PageIdentity identity, StageView* view)
    : Page(std::move(identity)), m_workbench(frame.workbench), m_theme(frame.theme), m_view(view) {
    for (const auto signal :
         {&Workbench::emulationChanged, &Workbench::countsChanged, &Workbench::traceChanged, &Workbench::sidesChanged})
        connect(&m_workbench, signal, this, &StagePage::showSides);
    connect(&m_workbench, &Workbench::outdatedChanged, this,
            [this] { m_view->setOutdated(m_workbench.outdatedText()); });
    connect(m_view, &StageView::described, this, &StagePage::described);
    showSides();
}

void StagePage::showSides() {
    m_view->setSides(m_workbench.sides());
    const auto run = m_workbench.emulation();
    // Without a launch there is no block to watch; the picture says what is done instead.
    m_view->setMissing(run && run->launches.empty() ? noThreadsText(run->plan) : QString());
}

std::string StagePage::csv() { return m_view->csv(); }

Picture StagePage::picture() {
    return {QString(), m_view->size(),
            [this](QPainter& painter, QSize size) {
                painter.fillRect(QRect(QPoint(0, 0), size), m_theme.colour(Colour::Ground));
                m_view->paintTo(painter, size);
            },
            m_view->narrowRatio()};
}

}  // namespace lanescope
