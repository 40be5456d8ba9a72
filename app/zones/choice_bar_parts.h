// SPDX-License-Identifier: GPL-3.0-or-later
// What the two files of ChoiceBar share.
#pragma once

#include <QKeySequence>

namespace lanescope::choice_bar {

/// What goes last when the room is short, first: what can hardly be done without.
enum Keep {
    kCode = 5,
    kLanes = 10,
    kWatch = 20,
    kMeasure = 30,
    kGpu = 40,
    kOther = 50,
    kVariant = 60,
    kCorrect = 65,
    kType = 70,
    kBaseline = 72,
    kFindings = 75,
    kBlock = 80,
    kSize = 90,
    kTurn = 95
};

[[nodiscard]] inline QKeySequence alt(Qt::Key key) { return {static_cast<int>(Qt::ALT) | static_cast<int>(key)}; }

}  // namespace lanescope::choice_bar
