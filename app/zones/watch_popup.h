// SPDX-License-Identifier: GPL-3.0-or-later
// The popup of what is watched: which launch, which block of its grid.
#pragma once

#include "app/state/workbench.h"
#include "widgets/panels/chip_popup.h"

class QLabel;
class QSpinBox;

namespace lanescope {

class WatchPopup final : public ChipPopup {
    Q_OBJECT

public:
    WatchPopup(Workbench& workbench, const Theme& theme, QWidget* parent);

    [[nodiscard]] QSpinBox* launch() const { return m_launch; }
    [[nodiscard]] QSpinBox* x() const { return m_x; }
    [[nodiscard]] QSpinBox* y() const { return m_y; }
    [[nodiscard]] QSpinBox* z() const { return m_z; }

private:
    void build();
    void showWatched();

    Workbench& m_workbench;
    QLabel* m_launchHead;
    QSpinBox* m_launch;
    QLabel* m_blockHead;
    QSpinBox* m_x;
    QSpinBox* m_y;
    QSpinBox* m_z;
};

}  // namespace lanescope
