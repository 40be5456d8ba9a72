// SPDX-License-Identifier: GPL-3.0-or-later
// The one way in which a stop is drawn without the window that it leads to, for what comes next, cards, slides, films
// and pages: the view of its page with a cursor of its own, magnified, and over it the spotlight and what was drawn by
// hand.
#pragma once

#include <cstdint>
#include <memory>

#include "app/presenter/stop.h"
#include "widgets/playback/motion.h"
#include "widgets/playback/selection.h"

namespace lanescope {

class MapView;

class StopStage final {
public:
    /// Of more blocks who writes what is not looked at, which a map is of: for who must not wait.
    static constexpr std::uint64_t kQuickBlocks = 1024;
    static constexpr std::uint64_t kAllBlocks = UINT64_MAX;

    /// Stands where the stop says. `theme` must outlive this.
    StopStage(const Stop& stop, const StopRuns& runs, const Theme& theme, std::uint64_t mostBlocks = kAllBlocks);
    ~StopStage();

    /// Its page has a view that stands alone: "tiles", "warps", "memory", "map", "code". Else there is nothing here.
    [[nodiscard]] static bool has(const QString& page);
    /// What steps through it: its view's own, or that of the watched block.
    [[nodiscard]] Clock& clock();
    /// Where it stands, and the end of the range that is played; without one both are where it stands.
    [[nodiscard]] EventRange range() const { return m_range; }
    /// What is to be seen at the cursor, in words.
    [[nodiscard]] Why why() const;
    /// As a lecture shows it on a stage of this size. Vectors, if the painter's device keeps them.
    void paint(QPainter& painter, const QSize& size);

private:
    void fillMap(MapView& map, const StopRuns& runs, std::uint64_t mostBlocks) const;

    const Theme& m_theme;
    Stop m_stop;
    Playback m_playback;
    Motion m_motion;
    Selection m_selection;
    std::unique_ptr<StageView> m_view;
    Clock* m_clock = nullptr;
    QString m_missing;  ///< in place of a picture
    EventRange m_range;
};

}  // namespace lanescope
