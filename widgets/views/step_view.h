// SPDX-License-Identifier: GPL-3.0-or-later
// "What this step does", in words: the lanes as a strip, the instruction, its source line, its memory access and cost.
#pragma once

#include <QLabel>
#include <QScrollArea>

#include "widgets/views/lane_strip.h"

namespace lanescope {

class StepView : public QScrollArea {
    Q_OBJECT
public:
    StepView(const Theme* theme, const Playback* playback, Selection* selection, QWidget* parent = nullptr);

    /// All that is shown, as plain text.
    [[nodiscard]] QString text() const;
    [[nodiscard]] const LaneStrip& strip() const { return *m_strip; }

    /// The lanes and the first words are to be seen without scrolling.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void restyle();

    const Theme* m_theme;
    const Playback* m_playback;
    LaneStrip* m_strip;
    QLabel* m_title;
    QLabel* m_who;
    QLabel* m_instruction;
    QLabel* m_source;
    QLabel* m_sentences;
};

}  // namespace lanescope
