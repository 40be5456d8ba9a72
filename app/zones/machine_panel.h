// SPDX-License-Identifier: GPL-3.0-or-later
// What the abstract machines (PRAM, QRQW, BSP, LogP) say of the chosen configuration: steps and legality, not seconds.
// Found out by a watched run of its own while somebody looks.
#pragma once

#include <QPointer>

#include "app/state/workbench.h"
#include "core/run/access_collector.h"
#include "widgets/style/words.h"

namespace lanescope {

/// What is watched, so that nobody waits long; the answer says if that was not all.
inline constexpr AccessLimits kWindowLimits{.steps = 2'000'000, .accesses = 2'000'000};

class MachinePanel final : public RichBrowser {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit MachinePanel(Workbench& workbench, QWidget* parent = nullptr);
    void stop();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void outdate();
    void start();

    QPointer<Workbench> m_workbench;  ///< goes before the window's widgets do
    bool m_known = false;             ///< what is shown is of the present choice, or on its way
};

}  // namespace lanescope
