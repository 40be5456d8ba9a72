// SPDX-License-Identifier: GPL-3.0-or-later
// The popup of measuring: whether it is possible here and why not, how it is done, and what waits.
#pragma once

#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "widgets/panels/chip_popup.h"

class QCheckBox;
class QLabel;
class QPushButton;

namespace lanescope {

class MeasureQueue;

class MeasurePopup final : public ChipPopup {
    Q_OBJECT

public:
    MeasurePopup(Workbench& workbench, WorkerClient& worker, const Theme& theme, QWidget* parent);

    [[nodiscard]] QPushButton* button() const { return m_measure; }
    [[nodiscard]] QCheckBox* allCountersBox() const { return m_allCounters; }
    [[nodiscard]] MeasureQueue* queue() const { return m_queue; }
    /// How the user wants to have it measured.
    [[nodiscard]] MeasureChoice choice() const;
    /// In a few words, for the chip: "Measure …", "Measure: no GPU here".
    [[nodiscard]] QString summary() const;
    /// In a sentence: whether it is possible, and why not.
    [[nodiscard]] QString hint() const;

Q_SIGNALS:
    void summaryChanged();

private:
    void showMachine();

    Workbench& m_workbench;
    WorkerClient& m_worker;
    QPushButton* m_measure;
    QCheckBox* m_allCounters;
    QLabel* m_hint;
    MeasureQueue* m_queue;
};

}  // namespace lanescope
