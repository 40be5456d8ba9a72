// SPDX-License-Identifier: GPL-3.0-or-later
// A room is asked before it is shown: a choice by show of hands, or a number on a scale. What the room says is typed in
// or dragged; then what is true stands beside it, with how far each guess lies off, and what models say.
#pragma once

#include <QFrame>
#include <QStringList>
#include <optional>
#include <vector>

#include "widgets/lecture/guess_scale.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace lanescope {

struct RoomQuestion {
    QString text;
    QStringList choices;
    bool isNumber = true;      ///< without choices: else something is marked in the picture
    std::optional<int> right;  ///< of the choices, from 0; nothing: it is not known
    ScaleRange range;          ///< of a number
    QString unit;
    std::optional<double> truth;
    QString origin;                 ///< of what is true: "emulated"
    std::vector<ScaleMark> others;  ///< what models say of the number
    QString answer;                 ///< a sentence that is said with what is true; may be empty
};

/// What is told of numbers that a room said: the median, the nearest, how far they lie off.
[[nodiscard]] QString verdictOf(const RoomQuestion& question, const std::vector<double>& guesses);
/// Of hands that were shown, by choice.
[[nodiscard]] QString verdictOf(const RoomQuestion& question, const std::vector<int>& hands);

class QuestionCard final : public QFrame {
    Q_OBJECT
public:
    /// `theme` must outlive this. Lies over `stage`.
    QuestionCard(const Theme& theme, QWidget* stage);

    void ask(const RoomQuestion& question);
    void reveal();
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    [[nodiscard]] const RoomQuestion& question() const { return m_question; }
    /// Numbers that the room said so far.
    [[nodiscard]] const std::vector<double>& guesses() const { return m_guesses; }
    [[nodiscard]] std::vector<int> hands() const;
    /// What is said when it is revealed.
    [[nodiscard]] QString verdict() const;
    /// In the middle of the stage, as large as it needs.
    void place();

    // for tests
    [[nodiscard]] QLineEdit* guessField() const { return m_field; }
    [[nodiscard]] GuessScale* scale() const { return m_scale; }
    [[nodiscard]] const std::vector<QSpinBox*>& handFields() const { return m_hands; }
    [[nodiscard]] QPushButton* revealButton() const { return m_show; }

Q_SIGNALS:
    void changed();

private:
    void rebuild();
    void addChoices(QVBoxLayout& rows);
    void addScale(QVBoxLayout& rows);
    void takeTyped();
    void restyle();

    const Theme& m_theme;
    RoomQuestion m_question;
    std::vector<double> m_guesses;
    bool m_revealed = false;
    QWidget* m_body = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_verdict = nullptr;
    GuessScale* m_scale = nullptr;
    QLineEdit* m_field = nullptr;
    QPushButton* m_show = nullptr;
    std::vector<QLabel*> m_choices;
    std::vector<QSpinBox*> m_hands;
};

}  // namespace lanescope
