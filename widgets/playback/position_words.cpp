// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/position_words.h"

#include <QCoreApplication>

#include "core/base/words.h"
#include "widgets/style/numbers.h"

namespace lanescope {

QString phaseName(const flow::Phase& phase) { return QString::fromStdString(inWords(nameOf(phase))); }

QString shortPhaseName(const flow::Phase& phase) { return QString::fromStdString(inWords(shortNameOf(phase))); }

QStringList positionWords(const flow::BlockFlow& flow, quint64 position) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("lanescope::Playback", text); };
    const BlockTrace& trace = flow.trace();
    if (trace.size() == 0) return {tr("no run to show")};
    QStringList words;
    if (position > 0) {
        words += phaseName(flow.phases().partAt(position - 1));
        words += tr("warp %1").arg(trace.warp(position - 1));
    } else {
        words += tr("start");
    }
    words += tr("step %1 of %2").arg(countText(position), countText(trace.size()));
    if (trace.truncated() && position == trace.size()) words += tr("the recording stops here, the block ran on");
    return words;
}

}  // namespace lanescope
