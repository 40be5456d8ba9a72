// SPDX-License-Identifier: GPL-3.0-or-later
// A scale with the numbers that a room guesses: dragged on it, or told to it; and what is true, once that is shown.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/style/theme.h"

namespace lanescope {

struct ScaleRange {
    double least = 0;
    double most = 1;
    double step = 0;           ///< what is dragged is a multiple of it from `least`; 0 = anything
    bool logarithmic = false;  ///< `least` > 0
};

struct ScaleMark {
    QString name;
    double value = 0;
};

class GuessScale final : public QWidget {
    Q_OBJECT
public:
    GuessScale(const Theme& theme, const ScaleRange& range, const QString& unit, QWidget* parent);

    void setGuesses(std::vector<double> guesses);
    /// What is true, and what others say of it.
    void reveal(double truth, std::vector<ScaleMark> others);
    /// What is being dragged, or was last.
    [[nodiscard]] std::optional<double> dragged() const { return m_dragged; }
    /// Where a value stands; what lies beyond the ends stands at them.
    [[nodiscard]] double xOf(double value) const;

    [[nodiscard]] QSize sizeHint() const override;
    /// What is written below the scale, with where it stands; none of them covers another.
    struct Sign {
        QString words;
        double value = 0;
        QRectF at;
    };
    [[nodiscard]] std::vector<Sign> signs() const;

Q_SIGNALS:
    /// A value was dragged to, and let go.
    void guessed(double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] double valueAt(double x) const;

    const Theme& m_theme;
    ScaleRange m_range;
    QString m_unit;
    std::vector<double> m_guesses;
    std::optional<double> m_dragged;
    std::optional<double> m_truth;
    std::vector<ScaleMark> m_others;
};

}  // namespace lanescope
