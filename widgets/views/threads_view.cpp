// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/threads_view.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/scenes/threads_text.h"
#include "widgets/style/words.h"
#include "widgets/views/threads_canvas.h"
#include "widgets/views/threads_legend.h"

namespace lanescope {

ThreadsView::ThreadsView(const Theme* theme, Selection* selection, QWidget* parent)
    : QWidget(parent),
      m_bar(new QWidget(this)),
      m_buffers(new QComboBox(m_bar)),
      m_canvas(new ThreadsCanvas(theme, selection, this)),
      m_below(new QScrollArea(this)),
      m_explanation(new QWidget(m_below)),
      m_legend(new ThreadsLegend(theme, m_explanation)),
      m_words(plainLabel(m_explanation)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 6);
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(0, 0, 0, 0);
    auto* label = plainLabel(tr("Where threads write in &buffer"), m_bar);
    label->setBuddy(m_buffers);
    bar->addWidget(label);
    bar->addWidget(m_buffers);
    bar->addStretch(1);
    layout->addWidget(m_bar);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_below);
    auto* below = new QVBoxLayout(m_explanation);
    below->setContentsMargins(0, 0, 0, 0);
    below->addWidget(m_legend);
    below->addWidget(m_words);
    m_below->setWidget(m_explanation);
    m_below->setWidgetResizable(true);
    m_below->setFrameShape(QFrame::NoFrame);
    m_below->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_below->viewport()->setAutoFillBackground(false);
    m_explanation->setAutoFillBackground(false);
    m_explanation->installEventFilter(this);
    m_below->setAccessibleName(tr("What the picture means"));
    m_buffers->setAccessibleName(tr("Buffer that is written"));
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setAccessibleName(tr("What the threads do, in words"));
    connect(m_buffers, &QComboBox::currentIndexChanged, this, &ThreadsView::showBuffer);
    setMissing(tr("Nothing to show yet: choose an algorithm"));
}

void ThreadsView::setWork(std::shared_ptr<const ThreadWork> work, std::shared_ptr<const Plan> plan, Dim3 watched) {
    const bool same = m_work == work;
    m_work = std::move(work);
    m_plan = std::move(plan);
    m_watched = watched;
    if (!same) {
        const QSignalBlocker quiet(m_buffers);
        m_buffers->clear();
        for (const BufferId buffer : m_work->buffers())
            m_buffers->addItem(QString::fromStdString(m_plan->buffers.at(buffer).name), QVariant::fromValue(buffer));
        // One is shown in any case, so that the threads stand beside something.
        if (m_buffers->count() == 0 && !m_plan->buffers.empty())
            m_buffers->addItem(QString::fromStdString(m_plan->buffers.back().name),
                               QVariant::fromValue<BufferId>(m_plan->buffers.size() - 1));
    }
    m_bar->setVisible(m_buffers->count() > 1);
    showBuffer();
}

void ThreadsView::showBuffer() {
    if (!m_work || m_buffers->currentIndex() < 0) return;
    ThreadsScene scene = makeThreadsScene(m_work, *m_plan, m_buffers->currentData().value<BufferId>());
    const ThreadsText text(scene, *m_plan);
    m_words->setText((text.summary() + QLatin1Char(' ') + text.folding()).trimmed());
    m_canvas->setScene(std::move(scene), m_plan, m_watched);
    m_canvas->show();
    m_legend->show();
}

/// In a small room it is scrolled, and the picture keeps its half.
void ThreadsView::fitExplanation() {
    const QMargins around = layout()->contentsMargins();
    const int needed = m_explanation->layout()->heightForWidth(width() - around.left() - around.right());
    const int most = std::max(height() / 2, fontMetrics().height());
    m_below->setFixedHeight(std::min(needed, most));
    // Left to itself a bar that was needed once stays: beside it the words are higher than all their room.
    m_below->setVerticalScrollBarPolicy(needed <= most ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

bool ThreadsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_explanation && event->type() == QEvent::LayoutRequest) fitExplanation();
    return QWidget::eventFilter(watched, event);
}

void ThreadsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitExplanation();
}

void ThreadsView::setMissing(const QString& why) {
    m_work.reset();
    m_canvas->setScene(std::nullopt, nullptr, {0, 0, 0});
    m_canvas->hide();
    m_legend->hide();
    m_bar->hide();
    m_words->setText(why);
}

QString ThreadsView::words() const { return m_words->text(); }

void ThreadsView::paintTo(QPainter& painter, const QSizeF& size) { m_canvas->paintTo(painter, size); }

void ThreadsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) m_legend->updateGeometry();
    QWidget::changeEvent(event);
}

}  // namespace lanescope
