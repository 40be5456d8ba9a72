// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/window_page.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QThread>

#include "app/main_window.h"

namespace lanescope {
namespace {

constexpr qint64 kLongestWait = 120'000;  // milliseconds
constexpr int kQuiet = 5;                 // looks in a row: a job that ends may start another one a moment later

constexpr qint64 kLongestView = 5'000;  // milliseconds that a view may take when all else is done

bool isBusy(MainWindow& window) {
    Workbench& workbench = window.workbench();
    return workbench.jobs().isBusy() || workbench.isCounting() || workbench.checks().isLooking();
}

/// A view makes much of its picture on a thread of its own.
bool isDrawn(MainWindow& window) {
    const StageView* const view = window.currentPage().view();
    return view == nullptr || (view->isReady() && view->sides().size() == window.workbench().sides().size());
}

}  // namespace

void settle(MainWindow& window) {
    QElapsedTimer waited;
    waited.start();
    QElapsedTimer idle;
    idle.start();
    int quiet = 0;
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        QThread::msleep(2);
        if (isBusy(window)) idle.restart();
        const bool there = !isBusy(window) && (isDrawn(window) || idle.elapsed() > kLongestView);
        quiet = there ? quiet + 1 : 0;
    } while (quiet < kQuiet && waited.elapsed() < kLongestWait);
    QCoreApplication::processEvents();
}

OtherPage pagesOfWindow(MainWindow& window) {
    return [&window](const Stop& stop, const QSize& size) -> Result<Frame> {
        window.setPage(window.page(stop.page));
        if (const Result<void> gone = window.workbench().goTo(stop.chosen); !gone) return fail(gone.error());
        settle(window);
        if (const auto& problem = window.workbench().problem()) return fail(*problem);
        Page& page = window.currentPage();
        Frame frame;
        frame.described = page.view() != nullptr ? page.view()->why().sentence : page.why().sentence;
        QPainter painter(&frame.picture);
        page.picture().paint(painter, size);
        return frame;
    };
}

}  // namespace lanescope
