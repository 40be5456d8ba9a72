// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/threads_page.h"

#include <QPainter>

#include "app/pages/page_list.h"
#include "app/state/workbench.h"
#include "widgets/views/threads_canvas.h"
#include "widgets/views/threads_view.h"

namespace lanescope {

ThreadsPage::ThreadsPage(const PageFrame& frame)
    : Page({.id = QStringLiteral("threads"),
            .title = tr("&Threads"),
            .hint = tr("Where each thread of the launch works"),
            .playback = true}),
      m_workbench(frame.workbench),
      m_work(frame.workbench.jobs()),
      m_view(new ThreadsView(&frame.theme, &frame.selection, frame.parent)) {
    // Said of every new run, and when another launch of it is watched.
    connect(&m_workbench, &Workbench::numbersChanged, this,
            [this] { m_work.setRun(m_workbench.emulation(), m_workbench.scheduling(), m_workbench.launch()); });
    connect(&m_work, &GridWork::changed, this, &ThreadsPage::showWork);
    connect(&m_workbench, &Workbench::choiceChanged, this, &ThreadsPage::showWork);
    connect(m_view->canvas(), &ThreadsCanvas::described, this, &ThreadsPage::described);
    connect(m_view->canvas(), &ThreadsCanvas::blockActivated, &m_workbench, &Workbench::chooseBlock);
}

QWidget* ThreadsPage::widget() const { return m_view; }

void ThreadsPage::showWork() {
    if (m_work.work())
        m_view->setWork(m_work.work(), m_work.plan(), m_workbench.block());
    else
        m_view->setMissing(m_work.missing());
}

Picture ThreadsPage::picture() {
    return {QString(), m_view->canvas()->size(), [view = m_view](QPaintDevice& device, QSize size, bool) {
                QPainter painter(&device);
                view->paintTo(painter, size);
            }};
}

void ThreadsPage::setShown(bool shown) { m_work.setWanted(shown); }

void ThreadsPage::stop() { m_work.stop(); }

std::unique_ptr<Page> threadsPage(const PageFrame& frame) { return std::make_unique<ThreadsPage>(frame); }

}  // namespace lanescope
