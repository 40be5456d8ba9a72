// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/watch_popup.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {

WatchPopup::WatchPopup(Workbench& workbench, const Theme& theme, QWidget* parent)
    : ChipPopup(theme, parent),
      m_workbench(workbench),
      m_launchHead(popupHeading(theme, tr("Watched launch"), this)),
      m_launch(new QSpinBox(this)),
      m_blockHead(popupHeading(theme, tr("Watched block"), this)),
      m_x(new QSpinBox(this)),
      m_y(new QSpinBox(this)),
      m_z(new QSpinBox(this)) {
    m_launch->setAccessibleName(tr("Watched launch"));
    m_launch->setToolTip(tr("The launch whose blocks can be watched, in the order in which they run"));
    m_x->setPrefix(tr("x "));
    m_y->setPrefix(tr("y "));
    m_z->setPrefix(tr("z "));
    m_x->setAccessibleName(tr("Watched block, x"));
    m_y->setAccessibleName(tr("Watched block, y"));
    m_z->setAccessibleName(tr("Watched block, z"));
    build();
    for (QSpinBox* box : {m_x, m_y, m_z}) {
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            m_workbench.chooseBlock({static_cast<std::uint32_t>(m_x->value()), static_cast<std::uint32_t>(m_y->value()),
                                     static_cast<std::uint32_t>(m_z->value())});
        });
    }
    m_launch->setKeyboardTracking(false);
    connect(m_launch, &QSpinBox::valueChanged, this, [this](int number) { m_workbench.chooseLaunch(number - 1); });
    connect(&m_workbench, &Workbench::choiceChanged, this, &WatchPopup::showWatched);
    connect(&m_workbench, &Workbench::emulationChanged, this, &WatchPopup::showWatched);
    showWatched();
}

void WatchPopup::build() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* row = new QHBoxLayout;
    for (QSpinBox* box : {m_x, m_y, m_z}) row->addWidget(box);
    column->addWidget(m_launchHead);
    column->addWidget(m_launch);
    column->addWidget(m_blockHead);
    column->addLayout(row);
    setContent(content, m_x);
}

void WatchPopup::showWatched() {
    const auto set = [](QSpinBox* box, int least, int most, int value) {
        const QSignalBlocker quiet(box);
        box->setRange(least, std::max(least, most));
        box->setValue(value);
    };
    const int launches = static_cast<int>(m_workbench.launches());
    set(m_launch, 1, launches, static_cast<int>(m_workbench.launch()) + 1);
    m_launch->setSuffix(tr(" of %1").arg(std::max(1, launches)));
    m_launch->setVisible(launches > 1);
    m_launchHead->setVisible(launches > 1);
    const Dim3 grid = m_workbench.grid(), block = m_workbench.block();
    set(m_x, 0, static_cast<int>(grid.x) - 1, static_cast<int>(block.x));
    set(m_y, 0, static_cast<int>(grid.y) - 1, static_cast<int>(block.y));
    set(m_z, 0, static_cast<int>(grid.z) - 1, static_cast<int>(block.z));
    m_y->setVisible(grid.y > 1 || grid.z > 1);
    m_z->setVisible(grid.z > 1);
    const QString extent =
        grid.z > 1 ? tr("%1 × %2 × %3").arg(grid.x).arg(grid.y).arg(grid.z) : tr("%1 × %2").arg(grid.x).arg(grid.y);
    m_blockHead->setText(tr("Watched block, of %1").arg(extent));
}

}  // namespace lanescope
