// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

namespace lanescope {

/// Runs the event loop until `condition` holds or the time (milliseconds) is up; whether it holds.
template <typename Condition>
[[nodiscard]] bool waitFor(const Condition& condition, int limit = 180'000) {
    QElapsedTimer waited;
    waited.start();
    while (!condition() && waited.elapsed() < limit) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    return condition();
}

}  // namespace lanescope
