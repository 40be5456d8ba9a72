// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that includes QCustomPlot: its header is long, and wants Qt's `foreach`, `signals` and `slots`.
#pragma once

#ifdef QT_NO_FOREACH
#undef QT_NO_FOREACH
#endif
#include <QObject>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
