// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder to be drawn, and where its steps are.
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/ladder/ladder.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct LadderPicture {
    Ladder ladder;
    std::optional<std::size_t> watched;  ///< the step whose configuration is watched now
    std::optional<double> baseline{};    ///< seconds that the steps' times are held against: a line
    QString baselineWords{};             ///< what that is
    QString about;                       ///< on which GPU, with which parameters
    QStringList words;                   ///< of the watched step, a paragraph each; for a picture that stands alone
    QString missing;                     ///< in place of a picture; empty: there is one
};

/// A step in words, with all of its numbers, for who points at it.
[[nodiscard]] QString stepWords(const Ladder& ladder, std::size_t step);

/// Columns side by side, a step each; treads at the height of their times, from 0 at the foot.
class LadderLayout {
public:
    LadderLayout(const LadderPicture& picture, const Theme& theme, const QRectF& room);

    QRectF head;          ///< of the title
    bool costs = true;    ///< there is room for what each step takes
    bool narrow = false;  ///< words over and below the columns are short, and in more lines
    QRectF stair;         ///< of the columns, without what stands above the highest tread and below the foot
    [[nodiscard]] QRectF column(std::size_t step) const;       ///< from the title to the last line below
    [[nodiscard]] double tread(const LadderStep& step) const;  ///< y; the foot's where there is no time
    [[nodiscard]] double level(double seconds) const;          ///< y; the foot's where no step has a time
    [[nodiscard]] std::optional<std::size_t> at(const QPointF& point) const;

private:
    QRectF m_room;
    std::size_t m_steps = 0;
    double m_most = 0;  ///< seconds
};

}  // namespace lanescope
