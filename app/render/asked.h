// SPDX-License-Identifier: GPL-3.0-or-later
// A question to the room as it is taken home: what is asked, and what is true, worked out of the run.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/story/numbers.h"
#include "core/story/question.h"
#include "widgets/lecture/curve_axes.h"

namespace lanescope {

struct Asked {
    QString text;
    QString of;  ///< what it is asked of: "reduce.0, n=1024"
    struct Choice {
        QString text;
        QString number;      ///< what decides, in words; empty: it is not known
        bool right = false;  ///< of several that are equal all are
    };
    std::vector<Choice> choices;
    struct Scale {
        double from = 0;
        double to = 1;
        double step = 0;           ///< 0 = anything
        bool logarithmic = false;  ///< `from` > 0
    };
    std::optional<Scale> scale;  ///< a number is asked for
    QString unit;                ///< of that number

    // what is true
    QString missing;  ///< why it cannot be told; empty: it is told
    QString truth;    ///< in words: "4 096"
    QString origin;   ///< where that is from: "Numbers: emulated"
    std::optional<double> number;
    struct Model {
        QString title;
        QString said;                  ///< "12.3 ms, 0.82× of it", or a choice's letter and whether it is right
        std::optional<double> number;  ///< on the scale
    };
    std::vector<Model> models;
    struct Places {
        std::vector<std::uint32_t> right;  ///< ascending
        std::uint64_t of = 0;              ///< so many
        std::uint64_t perRow = 1;
    };
    std::optional<Places> places;  ///< threads or blocks were asked for
    struct Curve {
        CurveRange range;
        std::vector<double> truth;  ///< one for each value; empty: it is not known
    };
    std::optional<Curve> curve;  ///< a number for each of several values is asked for

    /// "It is 4 096."
    [[nodiscard]] QString verdict() const;
};

/// An end of a scale, in words.
[[nodiscard]] QString endOfScale(double value, const QString& unit);

/// "A" for 0.
[[nodiscard]] QString choiceLetter(std::size_t choice);

/// `source` is of the bookmark's run.
[[nodiscard]] Asked askedOf(const story::Question& question, const story::NumberSource& source);

}  // namespace lanescope
