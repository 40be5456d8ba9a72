// SPDX-License-Identifier: GPL-3.0-or-later
// The zone at the right: why, and all else that is known of the run or of the chart, one at a time; a list above says
// which. It folds to a rail, so that the picture has the whole width.
#pragma once

#include <QWidget>
#include <vector>

#include "app/zones/picture_links.h"
#include "widgets/stage/stage_view.h"
#include "widgets/style/words.h"

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace lanescope {

class ComparePanels;
class FindingsPanel;
class MachinePanel;
class MetricsTable;
class OutputPanel;
class PublishedTable;
class StepView;
class TriangleMaps;
class WhyPanel;
class Workbench;

/// What the panels are of: the run that is watched, or the chart and its models.
enum class Explained { Run, Models };

class ExplainPanel final : public QWidget {
    Q_OBJECT

public:
    ExplainPanel(Workbench& workbench, const StageFrame& frame, Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] WhyPanel* why() const { return m_why; }
    [[nodiscard]] StepView* step() const { return m_step; }
    [[nodiscard]] MetricsTable* metrics() const { return m_metrics; }
    [[nodiscard]] FindingsPanel* findings() const { return m_findings; }
    [[nodiscard]] OutputPanel* output() const { return m_output; }
    [[nodiscard]] RichBrowser* about() const { return m_about; }
    [[nodiscard]] PublishedTable* published() const { return m_published; }
    [[nodiscard]] ComparePanels* compare() const { return m_compare; }
    [[nodiscard]] MachinePanel* machines() const { return m_machines; }
    [[nodiscard]] TriangleMaps* maps() const { return m_maps; }

    /// Adds a panel at the end of the list, beside every page.
    void offer(QWidget* panel, const QString& title, const QString& tip);
    /// Panels that can be chosen now, in the order of the list.
    [[nodiscard]] std::vector<QWidget*> offered() const;
    /// As the list says it: "Findings (3)".
    [[nodiscard]] QString titleOf(const QWidget* panel) const;
    [[nodiscard]] QWidget* shown() const;
    /// Brings a panel to the front, if it is offered, and unfolds the zone.
    void show(QWidget* panel);
    /// What the page that is shown needs beside it, and whose picture is explained.
    void setExplained(Explained explained, StageView* view);
    /// A sentence above the panels, for pages whose picture no view explains; empty: none.
    void setLead(const Why& why);
    /// The point of the chart that is asked about is to be seen.
    void showPlace();
    /// Goes to a metric in the table, if it is there.
    void showMetric(const QString& id);
    /// Brings the list of findings to the front.
    void showFindings();

    /// Only a rail is left, that unfolds it.
    void setFolded(bool folded);
    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// Its width while it is folded.
    [[nodiscard]] int railWidth() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    void foldedChanged(bool folded);
    /// What a sentence says is to be shown in the picture.
    void pictureWanted(const lanescope::PictureLink& link);

private:
    struct Entry {
        QWidget* panel = nullptr;
        QString title;
        QString tip;
        bool ofRun = true;     ///< offered beside pictures of the run
        bool ofModels = true;  ///< offered beside the chart
    };
    void buildHead();
    void fillList();
    void showLead();
    void add(const Entry& entry);
    [[nodiscard]] bool isOffered(const Entry& entry) const;
    void retitle(const QWidget* panel, const QString& title);
    void connectAll();
    void restyle();
    void showChoice();
    void showAbout();
    void showPublished();
    void showNumbers();
    void showChecks();
    void showOutput();

    Workbench& m_workbench;
    const Theme& m_theme;
    QToolButton* m_chooser;
    QToolButton* m_fold;
    QScrollArea* m_leadArea;  ///< takes a third of the height at most
    QLabel* m_lead;
    QLabel* m_leadDetail;
    QStackedWidget* m_stack;
    WhyPanel* m_why;
    StepView* m_step;
    MetricsTable* m_metrics;
    FindingsPanel* m_findings;
    OutputPanel* m_output;
    RichBrowser* m_about;
    PublishedTable* m_published;
    ComparePanels* m_compare;
    MachinePanel* m_machines;
    TriangleMaps* m_maps;
    std::vector<Entry> m_entries;
    std::vector<PictureLink> m_links;   ///< of what is told of the algorithm
    QString m_told;                     ///< of it, as it is shown
    QWidget* m_lastOfRun = nullptr;     ///< that was shown beside pictures of the run
    QWidget* m_lastOfModels = nullptr;  ///< beside the chart
    Explained m_explained = Explained::Run;
    bool m_folded = false;
};

}  // namespace lanescope
