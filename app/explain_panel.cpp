// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explain_panel.h"

#include <QResizeEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "app/estimates_text.h"
#include "app/workbench.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/views/code_view.h"
#include "widgets/views/step_view.h"

namespace lanescope {
namespace {

/// Characters of code that are to be seen of both listings before they stand beside each other.
constexpr int kColumnsBeside = 110;

}  // namespace

CodeSplitter::CodeSplitter(QWidget* parent) : QSplitter(Qt::Vertical, parent) { setChildrenCollapsible(false); }

void CodeSplitter::resizeEvent(QResizeEvent* event) {
    const int wanted = fontMetrics().averageCharWidth() * kColumnsBeside;
    setOrientation(event->size().width() >= wanted ? Qt::Horizontal : Qt::Vertical);
    QSplitter::resizeEvent(event);
}

ExplainPanel::ExplainPanel(Workbench& workbench, Playback& playback, Selection& selection, Theme& theme,
                           QWidget* parent)
    : QWidget(parent),
      m_workbench(workbench),
      m_splitter(new QSplitter(Qt::Vertical, this)),
      m_code(new CodeSplitter(this)),
      m_cuda(new CodeView(CodeLanguage::Cuda, &theme, &playback, &selection, this)),
      m_ptx(new CodeView(CodeLanguage::Ptx, &theme, &playback, &selection, this)),
      m_step(new StepView(&theme, &playback, &selection, this)),
      m_metrics(new MetricsTable(this)),
      m_models(new QTextBrowser(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 4);
    layout->addWidget(m_splitter);
    m_code->addWidget(m_cuda);
    m_code->addWidget(m_ptx);
    m_models->setAccessibleName(tr("What the models say"));
    m_models->setOpenLinks(false);
    m_models->hide();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_code, m_models, m_step, m_metrics})
        m_splitter->addWidget(widget);
    m_splitter->setChildrenCollapsible(false);
    // Of a small screen's height the code takes what the step and some metrics leave.
    m_splitter->setSizes({250, 250, 170, 170});
    for (const auto& [index, stretch] : {std::pair{0, 3}, {1, 3}, {2, 1}, {3, 2}})
        m_splitter->setStretchFactor(index, stretch);
    connect(&workbench, &Workbench::numbersChanged, this, &ExplainPanel::showNumbers);
    showNumbers();
}

void ExplainPanel::showModels(bool models) {
    m_models->setVisible(models);
    m_code->setVisible(!models);
    m_step->setVisible(!models);
}

void ExplainPanel::showNumbers() {
    const MetricsInput input = m_workbench.metrics();
    m_models->setHtml(estimatesHtml(m_workbench.estimates(), m_workbench.gpu(), input.measurement));
    m_metrics->setInput(input);
}

}  // namespace lanescope
