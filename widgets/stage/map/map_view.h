// SPDX-License-Identifier: GPL-3.0-or-later
// The map: which block works where. Blocks fly from their grids to the cells that they own, two to six runs abreast on
// one clock of its own (MapClock).
#pragma once

#include <vector>

#include "core/trace/thread_work.h"
#include "widgets/stage/map/map_clock.h"
#include "widgets/stage/map/map_picture.h"
#include "widgets/stage/map/map_text.h"
#include "widgets/stage/map/map_threads.h"
#include "widgets/stage/map/speed_chart.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class MapStrip;

class MapView final : public StageView {
    Q_OBJECT
public:
    MapView(const StageFrame& frame, QWidget* parent);
    ~MapView() override;

    /// Who writes what in the launches of a side's run, from the first launch on; those that are not known are missing
    /// at the end, or nullptr. Kept as long as the side has this run.
    /// `blocks` is mapOfBlocks() of them, if somebody has made it where that keeps nobody waiting.
    void setWork(std::size_t side, MapLaunches launches, std::shared_ptr<const MapScene> blocks = nullptr);
    /// Which element each thread of the side's block adds in each round, as roundsIn() makes it; nullptr for none.
    /// Kept until others are there.
    void setRounds(std::size_t side, std::shared_ptr<const MapScene> rounds);
    /// Why there is none; or not yet, if it is `awaited`.
    void setWorkMissing(std::size_t side, const QString& why, bool awaited = false);
    /// For the figure.
    void setSpeedUps(SpeedUps speedUps);

    [[nodiscard]] MapClock& clock() { return m_clock; }
    /// The strip of blocks that stands where the tracks are while the map is shown. Belongs to `parent`.
    [[nodiscard]] MapStrip* makeStrip(QWidget* parent);

    /// A side's map; nullptr while it is not known.
    [[nodiscard]] const MapScene* scene(std::size_t side) const;
    /// Ways of looking at the first side that there are: blocks (or passes), steps, rounds.
    [[nodiscard]] std::vector<MapKind> kinds() const;
    /// Nothing: the one that tells most of each side, by rule: rounds if a block gathers what its threads have, steps
    /// if a plan does more than to launch, else blocks. A side that does not have this kind keeps that.
    void setKind(std::optional<MapKind> kind);
    /// Of the arrays that the blocks of a side write, the next one.
    void showNextArray(std::size_t side);

    /// Where on the widget a kind is chosen; empty if it is not offered.
    [[nodiscard]] QRectF placeOf(MapKind kind) const;

    [[nodiscard]] const MapPicture& picture() const { return m_picture; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] QWidget* makeFigure(QWidget* parent) override;
    /// Steps of a plan are there without one.
    [[nodiscard]] bool showsWithoutLaunch() const override { return !m_shownSides.empty(); }
    /// Of each run it is known who writes what, or why not.
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] Lit litBy(const Spotlight& spotlight, const QSizeF& size) const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;
    [[nodiscard]] std::string csv() const override;

Q_SIGNALS:
    /// Double-clicked, or Ctrl+Return: a block that somebody wants to watch.
    void blockActivated(std::size_t side, std::size_t launch, lanescope::Dim3 block);

protected:
    void sidesChanged() override;
    void countsChanged() override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// What is known of a side.
    struct Known {
        std::shared_ptr<const Emulation> run;
        std::shared_ptr<const Plan> plan;  ///< of the run, which is not kept for the sake of it
        MapLaunches work;
        QString missing;
        bool awaited = false;                     ///< what is missing is being looked for
        std::shared_ptr<const BlockTrace> trace;  ///< that the rounds are of
        std::shared_ptr<const MapScene> blocks, steps, rounds;
        std::shared_ptr<const MapScene> scene;  ///< the one of them that is shown
    };
    /// What is pointed at: an item of a side, or a cell of its matrix.
    struct Spot {
        std::size_t side = 0;
        std::optional<std::uint64_t> item;
        std::optional<MapLayout::Spot> cell;
        std::optional<MapThread> thread{};  ///< of the item, or that writes in the cell where it is pointed at
    };
    void lightThreads(Lit& lit, const Spotlight& spotlight, std::size_t side, const MapScene& scene,
                      const MapLayout& layout) const;
    void lightElements(Lit& lit, const Spotlight& spotlight, const MapLaunches& work, const MapScene& scene,
                       const MapLayout& layout) const;
    void makeBlocks(Known& known, std::size_t side, std::size_t array, std::shared_ptr<const MapScene> made);
    /// Is the block of the side another one than before?
    bool takeBlock(Known& known, std::size_t side);
    void choose(Known& known);
    [[nodiscard]] static bool gathers(const Known& known);
    void paintKinds(QPainter& painter);
    [[nodiscard]] static QString nameOf(MapKind kind);
    void show();
    void clockChanged();
    [[nodiscard]] std::vector<ShownMap> shownMaps() const;
    [[nodiscard]] std::vector<NamedMap> namedMaps() const;
    [[nodiscard]] MapMoment moment() const;
    [[nodiscard]] std::optional<Spot> spotAt(const QPointF& point) const;
    [[nodiscard]] std::optional<std::uint64_t> itemOf(const Spot& spot) const;
    [[nodiscard]] QString describe(const Spot& spot) const;
    [[nodiscard]] const MapLaunches& workOf(const Spot& spot) const { return m_known[m_shownSides[spot.side]].work; }
    /// From the one that is pointed at, within its block; none becomes the block's first.
    void goToThread(Spot spot, int key);
    void paintPointed(QPainter& painter);
    void pointAt(const std::optional<Spot>& spot);
    void activate(const Spot& spot);
    [[nodiscard]] QString missingText() const;

    MapClock m_clock;
    std::vector<Known> m_known;
    std::vector<std::size_t> m_shownSides;  ///< those that have a scene
    MapPicture m_picture;
    std::optional<Spot> m_pointed;
    QWidget* m_strip = nullptr;
    SpeedChart* m_chart = nullptr;
    SpeedUps m_speedUps;
    std::optional<MapKind> m_kind;
    std::vector<std::pair<QRectF, MapKind>> m_kindPlaces;  ///< words at the upper right that choose
    bool m_begun = false;                                  ///< the clock has been set to a telling place
};

/// In which order the one block of a run's one launch writes the elements of a buffer, by thread; empty if there are
/// more, or if the trace is not whole.
[[nodiscard]] MapOrder orderOf(const BlockTrace& trace, BufferId buffer);

}  // namespace lanescope
