// SPDX-License-Identifier: GPL-3.0-or-later
// Why: what is to be seen at the cursor, as one large sentence; below it the figure of the view, a few numbers with
// where they are from, and the kernel, folded to the lines that are at work.
#pragma once

#include <QScrollArea>
#include <map>

#include "widgets/stage/stage_view.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lanescope {

class KernelFigure;
class NumbersList;
class Workbench;

class WhyPanel final : public QScrollArea {
    Q_OBJECT

public:
    /// All must outlive this.
    WhyPanel(Workbench& workbench, const StageFrame& frame, QWidget* parent = nullptr);

    /// Whose picture is explained; nullptr: of a page that has none.
    void setView(StageView* view);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString detail() const;
    [[nodiscard]] QString against() const;
    [[nodiscard]] NumbersList* numbers() const { return m_numbers; }
    [[nodiscard]] KernelFigure* kernel() const { return m_kernel; }
    /// To the request that costs most beyond what it needs; hidden where there is none.
    [[nodiscard]] QPushButton* worst() const { return m_worst; }

Q_SIGNALS:
    /// All that is known of a metric is to be seen.
    void metricWanted(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void refresh();
    void showNumbers();
    void showWorst();
    void goToWorst();

    Workbench& m_workbench;
    StageFrame m_frame;
    StageView* m_view = nullptr;
    Why m_why;
    QLabel* m_sentence;
    QLabel* m_detail;
    NumbersList* m_numbers;
    QLabel* m_against;  ///< how the run stands to the baseline
    QPushButton* m_worst;
    std::size_t m_nextWorst = 0;  ///< of the findings, that a click goes to
    KernelFigure* m_kernel;
    QVBoxLayout* m_rows;
    std::map<StageView*, QWidget*> m_figures;  ///< made when a view is shown first
};

}  // namespace lanescope
