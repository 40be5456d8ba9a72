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

}  // namespace

void settle(MainWindow& window) {
    QElapsedTimer waited;
    waited.start();
    const Workbench& workbench = window.workbench();
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        QThread::msleep(2);
    } while ((window.workbench().jobs().isBusy() || workbench.isCounting() || workbench.checks().isLooking()) &&
             waited.elapsed() < kLongestWait);
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
