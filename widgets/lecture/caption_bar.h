// SPDX-License-Identifier: GPL-3.0-or-later
// Below the stage in a lecture: one sentence that is read from the last row, a line that goes on from it, and the
// transport. As high as the longest sentence so far needs, so that the stage does not move from one to the next.
#pragma once

#include <QWidget>

#include "widgets/lecture/caption_text.h"
#include "widgets/lecture/lecture_track.h"

class QLabel;

namespace lanescope {

class GlyphButton;

class CaptionBar final : public QWidget {
    Q_OBJECT
public:
    /// Points: a caption is never smaller.
    static constexpr double kLeastPoints = kLeastCaptionPoints;
    static constexpr int kMostLines = 3;

    CaptionBar(Playback& playback, const Theme& theme, QWidget* parent);

    /// The second line is left out where the sentence takes more than one.
    void setCaption(const QString& sentence, const QString& second);
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    [[nodiscard]] const QString& second() const { return m_second; }
    /// "3 of 7"; empty: nothing.
    void setPlace(const QString& place);
    /// What the transport drives; nullptr: Playback.
    void setClock(Clock* clock);
    /// The height is chosen anew, for sentences to come.
    void forgetHeight();

    /// In which font and how many lines the sentence stands.
    [[nodiscard]] QFont captionFont() const;
    [[nodiscard]] QStringList captionLines() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] double textWidth() const;
    [[nodiscard]] double wordsHeight(qsizetype lines) const;
    void restyle();
    void measure();

    const Theme& m_theme;
    QString m_sentence;
    QString m_second;
    qsizetype m_lines = 1;  ///< most so far
    GlyphButton* m_back;
    GlyphButton* m_on;
    LectureTrack* m_track;
    QLabel* m_place;
};

}  // namespace lanescope
