// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/triangle_maps.h"

#include <QEvent>

#include "app/state/workbench.h"
#include "widgets/panels/maps_panel.h"

namespace lanescope {
namespace {

const QString kMaps = QStringLiteral("maps");

}  // namespace

TriangleMaps::TriangleMaps(Workbench& workbench, QWidget* parent)
    : QObject(parent), m_workbench(workbench), m_panel(new MapsPanel(parent)) {
    m_panel->installEventFilter(this);
    connect(&workbench, &Workbench::choiceChanged, this, &TriangleMaps::refresh);
}

bool TriangleMaps::applies() const {
    const Algorithm* algorithm = m_workbench.algorithm();
    return algorithm && algorithm->id().starts_with("triangle.");
}

bool TriangleMaps::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) refresh();
    return QObject::eventFilter(watched, event);
}

void TriangleMaps::refresh() {
    if (!applies() || !m_panel->isVisible()) return;
    const Library& library = m_workbench.library();
    if (m_recorded) {
        m_panel->setMaps(mapOperations(*m_workbench.algorithm(), m_workbench.parameters(), library.published()),
                         *m_recorded);
        return;
    }
    if (m_workbench.jobs().isBusy(kMaps)) return;
    m_workbench.jobs().start<std::vector<MappingCost>>(
        kMaps, tr("Gathering what maps cost"),
        [&library](const JobContext&) -> Result<std::vector<MappingCost>> {
            return mappingCosts(library.recordings().studies, library.catalogue(), library.published());
        },
        [this](Result<std::vector<MappingCost>> costs) {
            if (!costs) return;
            m_recorded = std::move(*costs);
            refresh();
        });
}

}  // namespace lanescope
