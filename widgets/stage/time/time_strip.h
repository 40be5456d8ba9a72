// SPDX-License-Identifier: GPL-3.0-or-later
// Time as a place: the run's phases, what each warp does in them, the bytes that move and what was found, over the
// order of events. The playhead is dragged over it; a range that is chosen is what playing goes round in.
//
// Mouse: press or drag = go there; with Shift = choose a range; wheel = closer or further around the mouse, with Shift
// along; drag in the phases, or with the middle button = along; double click on a phase = closer to it; click on a flag
// = go to it. Keys: ← → step, Home, End, Page up and down by phase, + − closer and further, Shift with ← → along,
// Ctrl+0 all, Z closer to the present phase, N the next flag, with Shift the one before, I and O = the range begins and
// ends here, Esc = no range.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "widgets/stage/stage_view.h"
#include "widgets/stage/time/event_table.h"
#include "widgets/stage/time/time_painter.h"

namespace lanescope {

class TimeStrip final : public QWidget {
    Q_OBJECT
public:
    TimeStrip(const StageFrame& frame, QWidget* parent);
    ~TimeStrip() override;

    /// Names of the blocks that are watched; of a single one it is not shown.
    void setSides(const std::vector<StageSide>& sides);
    /// In any order.
    void setFlags(std::vector<Flag> flags);

    [[nodiscard]] Playback& playback() const { return m_frame.playback; }

    /// The events that are shown.
    [[nodiscard]] const EventRange& shown() const { return m_shown; }
    void showRange(const EventRange& range);
    void showAll();

    /// What is chosen, or everything, for a file.
    [[nodiscard]] std::string rangeText(TableFormat format) const;

    /// The strip at another size: for export and the lecture.
    void paintTo(QPainter& painter, const QSizeF& size);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// What is under the mouse, for the status line; empty for nothing.
    void described(const QString& text);
    /// shown() is other than before.
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Drag {
        enum class What { Playhead, Range, Along } what = What::Playhead;
        QPointF from;
        QPointF to;
        EventRange shown;    ///< when it began
        quint64 anchor = 0;  ///< of a range
        bool moved = false;
    };

    void blocksChanged();
    void positionChanged();
    void redraw();  ///< all of it
    [[nodiscard]] TimeLayout layoutFor(const QSizeF& size) const;
    [[nodiscard]] TimeScene sceneFor(const TimeLayout& layout, double ratio) const;
    [[nodiscard]] TimePainter::Now now() const;
    void ensureTracks();

    /// A position at which there is something to be seen.
    [[nodiscard]] quint64 stopNear(double x) const;
    void goTo(quint64 position);
    void dragTo(QPointF point);
    void frame();  ///< of a drag
    void choose(quint64 a, quint64 b);
    void zoom(double around, double factor);
    void stepPhase(bool forward);
    void goToFlag(bool forward);
    [[nodiscard]] const flow::Phase* phaseAt(QPointF point) const;
    [[nodiscard]] const FlagSign* flagAt(QPointF point) const;
    [[nodiscard]] QString wordsAt(QPointF point) const;
    void sayPosition();

    StageFrame m_frame;
    std::vector<QString> m_names;
    std::vector<Flag> m_flags;
    EventRange m_shown;

    // what is kept until the range, the size, the theme or the blocks change
    bool m_stale = true;
    QPixmap m_tracks;
    TimeLayout m_layout;
    TimeScene m_scene;
    std::vector<FlagSign> m_signs;

    std::optional<Drag> m_drag;
    std::optional<quint64> m_wanted;  ///< where the playhead was dragged to, and the run is not yet
    QTimer m_frameTimer;
    QString m_said;
    bool m_byKeyboard = false;  ///< the focus came by it, and is framed
};

}  // namespace lanescope
