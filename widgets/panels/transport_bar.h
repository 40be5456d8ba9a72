// SPDX-License-Identifier: GPL-3.0-or-later
// The zone of time: first, back, play, step, last, a scrub slider with the barrier phases marked, step unit and speed.
// Each control acts on the one Playback; the bar keeps no state of its own.
#pragma once

#include <QSlider>
#include <QWidget>
#include <vector>

class QAction;
class QComboBox;
class QLabel;

namespace lanescope {

class Playback;

/// A slider over a trace, with a mark where each barrier phase begins.
class ScrubSlider final : public QSlider {
    Q_OBJECT

public:
    explicit ScrubSlider(QWidget* parent = nullptr);
    /// First positions of the phases after the first one.
    void setMarks(std::vector<quint64> marks);
    [[nodiscard]] const std::vector<quint64>& marks() const { return m_marks; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int grooveStart() const;
    [[nodiscard]] int grooveLength() const;

    std::vector<quint64> m_marks;
};

class TransportBar final : public QWidget {
    Q_OBJECT

public:
    explicit TransportBar(Playback& playback, QWidget* parent = nullptr);

    /// The actions with their keys (F3 F4 F6 F5 F8), for the window's menu.
    [[nodiscard]] std::vector<QAction*> playbackActions() const;

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QAction* addKey(const QString& text, const QString& hint, const QKeySequence& key);
    void buildRows();
    void connectPlayback();
    void showTrace();
    void showPosition();
    [[nodiscard]] QStringList positionParts() const;
    void showPositionText();
    void showPlaying();
    void drawIcons();

    Playback& m_playback;
    QAction* m_first;
    QAction* m_back;
    QAction* m_play;
    QAction* m_step;
    QAction* m_last;
    ScrubSlider* m_slider;
    QComboBox* m_unit;
    QComboBox* m_speed;
    QLabel* m_position;
};

}  // namespace lanescope
