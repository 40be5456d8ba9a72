// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/size_box.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace lanescope {

SizeBox::SizeBox(QWidget* parent) : QSpinBox(parent) {
    setRange(0, 1'000'000'000);
    // The value counts when it is finished (Enter, Tab or an arrow), not at every digit.
    setKeyboardTracking(false);
}

void SizeBox::setLegalRange(int minimum, int maximum) {
    m_lowest = minimum;
    m_highest = maximum;
}

void SizeBox::stepBy(int steps) {
    auto next = static_cast<unsigned>(std::max(1, value()));
    for (int i = 0; i < std::abs(steps) && next < (1U << 30); ++i)
        next = steps > 0 ? std::bit_floor(next) * 2 : std::max(1U, std::bit_ceil(next) / 2);
    setValue(std::clamp(static_cast<int>(next), m_lowest, m_highest));
}

QAbstractSpinBox::StepEnabled SizeBox::stepEnabled() const {
    StepEnabled enabled = StepNone;
    if (value() > m_lowest) enabled |= StepDownEnabled;
    if (value() < m_highest) enabled |= StepUpEnabled;
    return enabled;
}

}  // namespace lanescope
