// SPDX-License-Identifier: GPL-3.0-or-later
// A view of the stage: one way of looking at the blocks that are watched, at the cursor. It draws itself and says, for
// the panel beside it, what is to be seen.
#pragma once

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "core/run/emulation.h"
#include "widgets/playback/motion.h"
#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/playback/spotlight.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What stands beside the picture, in words.
struct Why {
    QString sentence;  ///< the one sentence; at most four lines of 30 letters
    QString detail;    ///< a line or two that go on from it; may be empty
    /// Metrics that belong to what is seen, by id ("global_load_sectors"), the telling ones first; at most eight. Their
    /// values and where they are from are looked up for every side.
    std::vector<std::string> metrics;
    /// Lines of the CUDA source that are at work, 1-based, the present one first.
    std::vector<std::uint32_t> lines;
    friend bool operator==(const Why&, const Why&) = default;
};

/// A run that is watched: what a view needs beside the block that Playback has of it.
struct StageSide {
    QString name;  ///< what tells it from the others: "reduce.1", "padded yes"; of a single one that of the algorithm
    std::shared_ptr<const Emulation> run;
    std::size_t launch = 0;  ///< that is watched
};

/// What the window lends its views. All of it outlives them.
struct StageFrame {
    const Theme& theme;
    Playback& playback;
    const Motion& motion;
    Selection& selection;
};

class StageView : public QWidget {
    Q_OBJECT
public:
    StageView(const StageFrame& frame, QWidget* parent);
    ~StageView() override;

    /// Called before Playback has the blocks of these runs. As many as Playback::sides(), or one more or fewer for a
    /// moment: a side whose block is not there yet is drawn without it.
    void setSides(std::vector<StageSide> sides);
    [[nodiscard]] const std::vector<StageSide>& sides() const { return m_sides; }
    /// The choice has changed, and what is shown is of the one before: it is dimmed, and says `what` comes. Empty: not.
    void setOutdated(const QString& what);
    [[nodiscard]] bool isOutdated() const { return !m_outdated.isEmpty(); }
    /// Said in place of a picture while there is nothing to draw; empty: as the view says it.
    void setMissing(const QString& why);

    /// Nothing more comes by itself: all that is shown of the blocks has been found out.
    [[nodiscard]] virtual bool isReady() const;
    /// What is to be seen, at the cursor.
    [[nodiscard]] virtual Why why() const = 0;
    /// What stands below the sentence: sectors, banks, a flow graph, a chart; nullptr for nothing. Called once.
    [[nodiscard]] virtual QWidget* makeFigure(QWidget* parent);
    /// The picture itself shows the code, so that nobody need see it beside it.
    [[nodiscard]] virtual bool showsCode() const;
    /// It has something to show of a run that launches nothing.
    [[nodiscard]] virtual bool showsWithoutLaunch() const;
    /// Where a spotlight falls, and all that belongs to what it is on at the cursor, in a picture of this size; nothing
    /// of it if that is not to be seen there.
    [[nodiscard]] virtual Lit litBy(const Spotlight& spotlight, const QSizeF& size) const;
    /// Side of the cells that values are read in, in a picture of this size: of several arrays that with the largest;
    /// 0 = there are no such cells.
    [[nodiscard]] virtual double valueCell(const QSizeF& size) const;
    /// What is shown, at another size: for export and film. Nothing that depends on the mouse.
    virtual void paintTo(QPainter& painter, const QSizeF& size) = 0;
    /// Height by width that the picture needs where it is narrow.
    [[nodiscard]] virtual double narrowRatio() const;
    /// What is shown as comma-separated values, with a head; empty: its page has rows of its own.
    [[nodiscard]] virtual std::string csv() const;

    [[nodiscard]] QSize sizeHint() const override { return {1440, 840}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    /// What is under the mouse or the keyboard's cursor, for the status line; empty for nothing.
    void described(const QString& text);
    /// why() is other than before, without a change of the cursor.
    void whyChanged();

protected:
    /// Sides or blocks are other than before: what is kept of them goes.
    virtual void sidesChanged();
    /// Sides are the same runs as before, counted further: sides() holds others, and what was kept of them may stay.
    virtual void countsChanged();
    void paintEvent(QPaintEvent* event) override;

    [[nodiscard]] const Theme& theme() const { return m_frame.theme; }
    [[nodiscard]] Playback& playback() const { return m_frame.playback; }
    [[nodiscard]] const Motion& motion() const { return m_frame.motion; }
    [[nodiscard]] Selection& selection() const { return m_frame.selection; }
    [[nodiscard]] const QString& missing() const { return m_missing; }

private:
    StageFrame m_frame;
    std::vector<StageSide> m_sides;
    QString m_outdated;
    QString m_missing;
};

}  // namespace lanescope
