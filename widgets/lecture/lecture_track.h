// SPDX-License-Identifier: GPL-3.0-or-later
// The run as a line of its phases, and where it stands: all of time that a lecture shows. A click or a drag goes there.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/playback/playback.h"
#include "widgets/style/theme.h"

namespace lanescope {

class LectureTrack final : public QWidget {
    Q_OBJECT
public:
    LectureTrack(Playback& playback, const Theme& theme, QWidget* parent);

    /// What it shows; nullptr: Playback.
    void setClock(Clock* clock);
    [[nodiscard]] Clock& clock() const { return m_clock ? *m_clock : m_playback; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    /// Beginnings and ends, in what the clock counts.
    [[nodiscard]] std::vector<EventRange> parts() const;
    [[nodiscard]] double xOf(quint64 position) const;
    void goTo(double x);

    Playback& m_playback;
    const Theme& m_theme;
    QPointer<Clock> m_clock;
};

}  // namespace lanescope
