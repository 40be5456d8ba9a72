// SPDX-License-Identifier: GPL-3.0-or-later
// A room is asked before it is shown: a choice by show of hands, a number on a scale, a curve over a parameter, threads
// or blocks to be marked. What the room says is typed in, dragged or drawn, or comes from files that students hand in;
// then what is true stands beside it, with how far each guess lies off, and what models say.
#pragma once

#include <QFrame>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/story/reveal.h"
#include "widgets/lecture/guess_scale.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace lanescope {

class GuessCurve;
class GuessPlaces;

struct RoomQuestion {
    QString text;
    QStringList choices;
    bool isNumber = true;      ///< without choices: else something is marked in the picture
    std::optional<int> right;  ///< of the choices, from 0; nothing: it is not known
    ScaleRange range;          ///< of a number
    QString unit;
    std::optional<double> truth;
    QString origin;                          ///< of what is true: "emulated"
    std::vector<ScaleMark> others;           ///< what models say of the number
    std::optional<story::Question> asked{};  ///< as the story has it
    std::optional<story::Reveal> reveal{};   ///< nothing: it is not known, and `answer` says why
    std::uint32_t across = 32;               ///< of threads or blocks: in a row
    QString answer;                          ///< a sentence that is said with what is true; may be empty
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
    /// What was handed in, besides what the room says. `about`: how many files, and which could not be read.
    void addGuesses(const std::vector<story::Guess>& guesses, const QString& about);
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
    [[nodiscard]] QPushButton* filesButton() const { return m_files; }
    [[nodiscard]] GuessCurve* curve() const { return m_curve; }
    [[nodiscard]] GuessPlaces* places() const { return m_places; }
    /// Each guess that has a name, and each model, with how far it is off.
    [[nodiscard]] QString each() const;

Q_SIGNALS:
    void changed();
    /// Files of guesses are to be chosen.
    void filesWanted();

private:
    void rebuild();
    void addChoices(QVBoxLayout& rows);
    void addScale(QVBoxLayout& rows);
    void addCurve(QVBoxLayout& rows);
    void addPlaces(QVBoxLayout& rows);
    void showGuesses();
    /// Those that were handed in, and what was drawn here.
    [[nodiscard]] std::vector<story::Guess> allGuesses() const;
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
    QPushButton* m_files = nullptr;
    GuessCurve* m_curve = nullptr;
    GuessPlaces* m_places = nullptr;
    QLabel* m_each = nullptr;
    std::vector<story::Guess> m_handedIn;
    QString m_about;  ///< of them
    std::vector<QLabel*> m_choices;
    std::vector<QSpinBox*> m_hands;
};

}  // namespace lanescope
