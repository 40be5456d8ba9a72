// SPDX-License-Identifier: GPL-3.0-or-later
// Sliders for what could be other than it is, and below its title what would come of it. All is reached by the
// keyboard.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "widgets/style/theme.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QSlider;

namespace lanescope {

class ScrolledWords;

struct WhatIfDial {
    struct Position {
        QString text;
        std::vector<std::string> words;  ///< what is asked for there; none where it is as it is
    };
    QString id;
    QString title;
    std::vector<Position> positions;
    int asIs = 0;  ///< position
    QString why;   ///< why it cannot be changed; empty: it can
};

class WhatIfPanel final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit WhatIfPanel(const Theme& theme, QWidget* parent = nullptr);

    /// What is chosen stays chosen, as far as a dial still has it.
    void setDials(std::vector<WhatIfDial> dials);
    /// Of all dials that are not as they are.
    [[nodiscard]] std::vector<std::string> words() const;
    /// Puts the dials there; words that none has are kept until one does.
    void setWords(std::vector<std::string> words);
    /// Shown below the title; empty: what the panel is for.
    void setAnswer(const QString& answer, bool busy);
    [[nodiscard]] QString answer() const;

    [[nodiscard]] QSlider* slider(const QString& id) const;
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }
    [[nodiscard]] int wantedWidth() const;

Q_SIGNALS:
    /// words() are others: somebody moved a dial.
    void changed();

private:
    struct Row {
        QLabel* title = nullptr;
        QLabel* value = nullptr;
        QSlider* slider = nullptr;
    };
    void buildRows();
    void showRow(std::size_t number);
    void move(std::size_t number, int position);
    void reset();
    void showTheme();

    const Theme& m_theme;
    std::vector<WhatIfDial> m_dials;
    std::vector<std::string> m_words;
    std::vector<Row> m_rows;
    QLabel* m_title;
    QPushButton* m_reset;
    ScrolledWords* m_answer;
    QScrollArea* m_area;
    QGridLayout* m_grid = nullptr;
};

}  // namespace lanescope
