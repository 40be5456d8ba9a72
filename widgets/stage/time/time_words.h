// SPDX-License-Identifier: GPL-3.0-or-later
// What lies at a place of the strip of time, in words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "widgets/stage/time/time_painter.h"

namespace lanescope {

class TimeWords {
    Q_DECLARE_TR_FUNCTIONS(lanescope::TimeStrip)
public:
    /// "A", "As", "shared memory"
    [[nodiscard]] static QString nameOf(const BlockTrace& trace, const flow::Touched& array);
    /// "loads from A"
    [[nodiscard]] static QString does(const BlockTrace& trace, flow::Activity activity, const flow::Touched& touched);

    /// "load 3 · events 1 217 – 1 408 · …"
    [[nodiscard]] static QString ofPhase(const flow::BlockFlow& flow, const flow::Phase& phase);
    /// "warp 3 · load 3 · event 1 477: loads from A"; `event` of the side's own.
    [[nodiscard]] static QString ofRow(const TimeSide& side, const QString& name, const TimeRow& row, quint64 event);
    /// "128 B of A, 256 B of B · events 1 477 – 1 480"
    [[nodiscard]] static QString ofBytes(const TimeSide& side, const QString& name, quint64 event);
    [[nodiscard]] static QString ofFlags(const std::vector<Flag>& flags, const FlagSign& sign);
    /// "events 1 217 – 1 408 · 192 events · …"
    [[nodiscard]] static QString ofRange(const EventRange& range);

private:
    [[nodiscard]] static QString events(quint64 first, quint64 end);
};

}  // namespace lanescope
