// SPDX-License-Identifier: GPL-3.0-or-later
// The left zone: algorithm, configuration, verdict, correctness, and measuring. Shows a Workbench and acts on it.
#pragma once

#include <QWidget>

#include "app/state/workbench.h"
#include "app/worker/worker_client.h"

class QCheckBox;
class QLabel;
class QPushButton;

namespace lanescope {

class AlgorithmPicker;
class ConfigurationForm;
class CorrectnessBadge;
class MeasureQueue;

class ChoosePanel final : public QWidget {
    Q_OBJECT

public:
    ChoosePanel(Workbench& workbench, WorkerClient& worker, QWidget* parent = nullptr);

    [[nodiscard]] AlgorithmPicker* picker() const { return m_picker; }
    [[nodiscard]] ConfigurationForm* form() const { return m_form; }
    [[nodiscard]] CorrectnessBadge* badge() const { return m_badge; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] QCheckBox* allCountersBox() const { return m_allCounters; }
    /// How the user wants to have it measured.
    [[nodiscard]] MeasureChoice measureChoice() const;
    [[nodiscard]] MeasureQueue* measureQueue() const { return m_queue; }
    [[nodiscard]] QPushButton* findingsButton() const { return m_findings; }

Q_SIGNALS:
    /// The list of findings is to be seen.
    void findingsWanted();

private:
    void buildLayout();
    void connectAll();
    void showChoice();
    void showEmulation();
    void showWatched();
    void showChecks();
    void showMeasuring();

    Workbench& m_workbench;
    WorkerClient& m_worker;
    const Algorithm* m_shown = nullptr;
    AlgorithmPicker* m_picker;
    ConfigurationForm* m_form;
    CorrectnessBadge* m_badge;
    QPushButton* m_findings;
    QLabel* m_verdict;
    QPushButton* m_measure;
    QCheckBox* m_allCounters;
    QLabel* m_measureHint;
    MeasureQueue* m_queue;
};

}  // namespace lanescope
