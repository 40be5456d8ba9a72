// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace lanescope {

/// A spin box for sizes: its arrows go to the next power of two, any number may be typed. What is not possible is said
/// beside it by the form, so it takes numbers outside the legal range too.
class SizeBox final : public QSpinBox {
    Q_OBJECT

public:
    explicit SizeBox(QWidget* parent = nullptr);
    /// The legal range, for the arrows.
    void setLegalRange(int minimum, int maximum);
    void stepBy(int steps) override;

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;

private:
    int m_lowest = 1;
    int m_highest = 1 << 30;
};

}  // namespace lanescope
