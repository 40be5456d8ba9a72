// SPDX-License-Identifier: GPL-3.0-or-later
// The chip of the baseline, and what it opens: what is pinned in full, how the chosen run stands to it, and what can be
// done with it. Its actions have keys and stand in the menu, too.
#pragma once

#include "app/state/workbench.h"
#include "widgets/panels/chip_popup.h"

class QAction;
class QLabel;

namespace lanescope {

class Chip;

class BaselinePopup final : public ChipPopup {
    Q_OBJECT

public:
    /// All must outlive this; it is the child of `chip` and says what stands on it.
    BaselinePopup(Workbench& workbench, const Theme& theme, Chip* chip);

    /// Pin what is chosen; go to what is pinned; put it away. With their keys.
    [[nodiscard]] const std::vector<QAction*>& acts() const { return m_actions; }
    [[nodiscard]] QAction* pin() const { return m_actions[0]; }
    [[nodiscard]] QAction* go() const { return m_actions[1]; }
    [[nodiscard]] QAction* putAway() const { return m_actions[2]; }

Q_SIGNALS:
    /// Whether there is a baseline.
    void pinnedChanged(bool pinned);

private:
    void addAct(const QString& words, const QString& tip, const QKeySequence& key, void (Workbench::*act)());
    void build();
    void showRun();

    Workbench& m_workbench;
    Chip* m_chip;
    QLabel* m_name;
    QLabel* m_sentence;
    std::vector<QAction*> m_actions;
};

}  // namespace lanescope
