// SPDX-License-Identifier: GPL-3.0-or-later
// The transport: to the start, back, play, on; what a step is and how many come in a second; where the run stands, in
// words; and where the numbers that are shown come from. It acts on one clock, which is Playback unless another is
// given, and keeps no state of its own.
#pragma once

#include <QPointer>
#include <QWidget>
#include <vector>

#include "widgets/playback/playback.h"
#include "widgets/stage/time/transport_parts.h"

class QAction;
class QActionGroup;
class QLabel;
class QMenu;

namespace lanescope {

class Transport final : public QWidget {
    Q_OBJECT
public:
    Transport(Playback& playback, const Theme& theme, QWidget* parent = nullptr);

    /// What is driven; nullptr: Playback again. Pauses the one before.
    void setClock(Clock* clock);
    [[nodiscard]] Clock& clock() const;
    /// The legend at the right; none: no legend.
    void setOrigins(std::vector<Origin> origins);

    /// The actions with their keys (F3 F4 F6 F5 F8), for the window's menu. Space plays, too, wherever the focus is.
    [[nodiscard]] std::vector<QAction*> playbackActions() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QAction* addKey(const QString& text, const QString& hint, const QKeySequence& key);
    void build();
    void buildStepMenu();
    void buildSpeedMenu();
    void watch(Clock& clock);
    void typeSpeed(const QString& text);
    void showAll();
    void showPosition();
    void showWords();
    void showPlaying();
    void showUnit();
    void showSpeed();

    Playback& m_playback;
    const Theme& m_theme;
    QPointer<Clock> m_clock;  ///< null: Playback
    QAction* m_first;
    QAction* m_back;
    QAction* m_play;
    QAction* m_step;
    QAction* m_last;
    GlyphButton* m_playButton = nullptr;
    ChoiceChip* m_unit = nullptr;
    QString m_shownUnit;
    ChoiceChip* m_speed = nullptr;
    QMenu* m_units = nullptr;
    QActionGroup* m_unitChoices = nullptr;
    QActionGroup* m_speedChoices = nullptr;
    QLabel* m_position = nullptr;
    OriginLegend* m_origins = nullptr;
};

}  // namespace lanescope
