// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include "widgets/scenes/tiles_scene.h"
#include "widgets/scenes/touch_history.h"

namespace lanescope {

/// One element in words, for tooltips and screen readers: its value, who touches it now and who touched it first,
/// whether it is wrong, and where the value is from.
class ElementText {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ElementText)
public:
    ElementText(const Timeline& timeline, const TouchHistory& history, const CheckResult* check)
        : m_timeline(timeline), m_history(history), m_check(check) {}

    /// Plain text, one fact a line. Empty if there is no such array or element.
    [[nodiscard]] QString describe(const ElementPick& pick) const;

private:
    [[nodiscard]] QString valueLine(const ArrayShape& shape, const ElementPick& pick) const;
    [[nodiscard]] QString nowLine(const ArrayShape& shape, const ElementPick& pick) const;
    [[nodiscard]] QString firstLine(const ArrayShape& shape, const ElementPick& pick, CellFlag flag) const;
    [[nodiscard]] QString wrongLine(const ArrayShape& shape, const ElementPick& pick) const;
    [[nodiscard]] QString threadName(std::uint32_t warp, std::uint32_t lane) const;

    const Timeline& m_timeline;
    const TouchHistory& m_history;
    const CheckResult* m_check;
};

}  // namespace lanescope
