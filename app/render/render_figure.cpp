// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/render_figure.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>
#include <algorithm>
#include <ostream>

#include "app/figure/figure_desk.h"
#include "app/figure/figure_file.h"
#include "app/main_window.h"
#include "app/render/window_page.h"
#include "app/session/session_desk.h"
#include "core/base/printable.h"
#include "core/session/session_file.h"

namespace lanescope {
namespace {

constexpr qint64 kLongestWait = 300'000;  // milliseconds

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::RenderFigure)
};

Result<const Page*> pageNamed(const MainWindow& window, const QString& id) {
    QStringList ids;
    for (const auto& page : window.pages()) {
        if (page->identity().id == id) return page.get();
        ids += page->identity().id;
    }
    return fail(ErrorCode::IllegalValue, {{"parameter", "--figure"},
                                          {"value", id.toStdString()},
                                          {"legal", ids.join(QStringLiteral(", ")).toStdString()}});
}

/// Until all of the session is there; whether it came.
bool arrive(const MainWindow& window) {
    QElapsedTimer waited;
    waited.start();
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        QThread::msleep(2);
    } while (window.sessions().isBusy() && waited.elapsed() < kLongestWait);
    return !window.sessions().isBusy();
}

tl::unexpected<Error> cannotShow(const Options& options, const QString& reason) {
    return fail(ErrorCode::CannotOpen, {{"file", options.render.toStdString()}, {"reason", reason.toStdString()}});
}

Result<void> write(MainWindow& window, const Options& options) {
    const Result<const Page*> page = pageNamed(window, options.figure);
    if (!page) return fail(page.error());
    if (const auto format = exportFormatOf(options.to); !format) return fail(format.error());
    const Result<std::string> bytes = sessionBytesIn(options.render.toStdString());
    if (!bytes) return fail(bytes.error());
    const Result<session::Session> session = session::sessionFrom(*bytes, options.render.toStdString());
    if (!session) return fail(session.error());
    if (session->now() == nullptr)
        return cannotShow(options, Texts::tr("nothing was chosen in it, so that there is nothing to be drawn"));
    if (const Result<void> taken = window.sessions().take(*session, {}); !taken) return taken;
    if (!arrive(window)) return cannotShow(options, Texts::tr("what it shows is not there after five minutes"));
    window.setPage(**page);
    settle(window);
    if (const auto& problem = window.workbench().problem()) return fail(*problem);
    Figure figure = window.figures().figure();
    figure.session = *bytes;  // as it came: when it was saved is no matter of today
    return window.figures().write(options.to, figure, options.wishes);
}

}  // namespace

int renderFigure(MainWindow& window, const Options& options, std::ostream& out, std::ostream& told) {
    if (const Result<void> written = write(window, options); !written) {
        told << printable(describe(written.error())) << std::endl;
        return 1;
    }
    // Kernels that are others than when it was saved, choices that are not here.
    if (!window.notice().isEmpty()) told << printable(window.notice().toStdString()) << std::endl;
    out << printable(options.to.toStdString()) << std::endl;
    return 0;
}

}  // namespace lanescope
