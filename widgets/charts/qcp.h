// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that includes QCustomPlot: its header is long and wants Qt's `foreach`.
#pragma once

#ifdef QT_NO_FOREACH
#undef QT_NO_FOREACH
#endif
#ifdef QT_NO_KEYWORDS
#undef QT_NO_KEYWORDS
#endif
#include <qcustomplot.h>
