// SPDX-License-Identifier: GPL-3.0-or-later
// The right zone: CUDA source and PTX with what runs now, what this step does, and in tabs what is known of the run:
// its metrics, findings and printed output. Beside charts the models' answers take the code's place, and their errors
// stand below.
#pragma once

#include <QSplitter>
#include <QWidget>

#include "widgets/style/words.h"

class QTabWidget;

namespace lanescope {

class CodeView;
class ComparePanels;
class FindingsPanel;
class MachinePanel;
class MetricsTable;
class OutputPanel;
class Playback;
class PublishedTable;
class Selection;
class StepView;
class Theme;
class TriangleMaps;
class Workbench;

/// What the panels are of: code, step and metrics of the run; or the models' answers, machines, maps and errors.
enum class Explained { Run, Models };

/// Two views of code: beside each other where there is room for both, else one above the other.
class CodeSplitter final : public QSplitter {
    Q_OBJECT

public:
    explicit CodeSplitter(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

class ExplainPanel final : public QWidget {
    Q_OBJECT

public:
    ExplainPanel(Workbench& workbench, Playback& playback, Selection& selection, Theme& theme,
                 QWidget* parent = nullptr);

    [[nodiscard]] MetricsTable* metrics() const { return m_metrics; }
    [[nodiscard]] FindingsPanel* findings() const { return m_findings; }
    [[nodiscard]] OutputPanel* output() const { return m_output; }
    /// Metrics, findings, output, errors.
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    /// Code, about, published, models, what if, machines, maps.
    [[nodiscard]] QTabWidget* topTabs() const { return m_top; }
    [[nodiscard]] RichBrowser* about() const { return m_about; }
    [[nodiscard]] PublishedTable* published() const { return m_published; }
    [[nodiscard]] ComparePanels* compare() const { return m_compare; }
    [[nodiscard]] MachinePanel* machines() const { return m_machines; }
    [[nodiscard]] TriangleMaps* maps() const { return m_maps; }
    [[nodiscard]] CodeView* cuda() const { return m_cuda; }
    [[nodiscard]] CodeView* ptx() const { return m_ptx; }
    [[nodiscard]] StepView* step() const { return m_step; }
    [[nodiscard]] QSplitter* splitter() const { return m_splitter; }
    /// What the page that is shown needs beside it.
    void setExplained(Explained explained);
    /// The point of the chart that is asked about is to be seen.
    void showPlace();
    /// Goes to a metric in the table, if it is there.
    void showMetric(const QString& id);
    /// Brings the list of findings to the front.
    void showFindings();

private:
    void buildTabs();
    void connectAll();
    void buildTop();
    void showMaps();
    void showChoice();
    void showCorrected();
    void showPublished();
    void showNumbers();
    void showChecks();
    void showOutput();

    Workbench& m_workbench;
    QSplitter* m_splitter;
    QTabWidget* m_top;
    CodeSplitter* m_code;
    CodeView* m_cuda;
    CodeView* m_ptx;
    StepView* m_step;
    QTabWidget* m_tabs;
    MetricsTable* m_metrics;
    FindingsPanel* m_findings;
    OutputPanel* m_output;
    RichBrowser* m_about;
    PublishedTable* m_published;
    ComparePanels* m_compare;
    MachinePanel* m_machines;
    TriangleMaps* m_maps;
    bool m_modelsShown = false;
};

}  // namespace lanescope
