// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/schedule_pane.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kMargin = 6;
constexpr double kMostOfWidth = 0.45;  ///< that what if takes
constexpr double kTwoPictures = 480;   ///< pixels, for text of normal size

}  // namespace

SchedulePane::SchedulePane(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_views(new Segments(theme, this)),
      m_open(new QToolButton(this)),
      m_stack(new QStackedWidget(this)),
      m_chart(new ScheduleChart(theme, this)),
      m_waves(new WavesChart(theme, this)),
      m_plan(new PlanChart(theme, this)),
      m_whatIf(new WhatIfPanel(theme, this)) {
    setAccessibleName(tr("Schedule, simulated"));
    m_views->add(tr("One multiprocessor"), tr("What the warps of one multiprocessor do, cycle by cycle"));
    m_views->add(tr("Waves"), tr("How all multiprocessors fill with blocks, and drain"));
    m_views->add(tr("Plan"), tr("All steps of the plan: what the host, copies and the GPU do, with their streams"));
    m_open->setText(tr("What if"));
    m_open->setAccessibleName(tr("What if"));
    m_open->setToolTip(plainTip(tr("Sliders: what if the clock, memory, registers … were others?")));
    m_open->setCheckable(true);
    m_open->setFocusPolicy(Qt::StrongFocus);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_waves);
    m_stack->addWidget(m_plan);
    m_whatIf->hide();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(kMargin, kMargin, kMargin, 0);
    top->addWidget(m_views);
    top->addStretch(1);
    top->addWidget(m_open);
    auto* below = new QHBoxLayout;
    below->setSpacing(0);
    below->addWidget(m_stack, 1);
    below->addWidget(m_whatIf);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(top);
    rows->addLayout(below, 1);
    connect(m_views, &Segments::currentChanged, this, [this](int view) {
        m_stack->setCurrentIndex(view);
        m_open->setEnabled(this->view() != ScheduleView::Plan);
        m_whatIf->setVisible(m_open->isChecked() && m_open->isEnabled());
        fit();
        Q_EMIT viewChanged();
    });
    connect(m_open, &QToolButton::toggled, this, [this](bool open) {
        m_whatIf->setVisible(open && m_open->isEnabled());
        fit();
    });
    // Not before the panel's letters have their new size.
    connect(&m_theme, &Theme::changed, this, &SchedulePane::fit, Qt::QueuedConnection);
}

void SchedulePane::setWhatIfOpen(bool open) { m_open->setChecked(open); }

void SchedulePane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void SchedulePane::fit() {
    m_whatIf->setFixedWidth(std::min(m_whatIf->wantedWidth(), static_cast<int>(kMostOfWidth * width())));
    m_views->setFolded(m_views->rowWidth() + m_open->sizeHint().width() + 4 * kMargin > width());
    const int room = width() - (m_open->isChecked() ? m_whatIf->width() : 0);
    const bool narrow = room < m_theme.scaled(kTwoPictures);
    if (narrow == m_narrow) return;
    m_narrow = narrow;
    Q_EMIT roomChanged();
}

}  // namespace lanescope
