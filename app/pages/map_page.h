// SPDX-License-Identifier: GPL-3.0-or-later
// The page of maps: which block works where. What each thread writes is found out while the page is shown.
#pragma once

#include "app/pages/stage_page.h"
#include "app/state/map_work.h"

namespace lanescope {

class MapView;

class MapPage final : public StagePage {
    Q_OBJECT

public:
    explicit MapPage(const PageFrame& frame);

    [[nodiscard]] MapView& map() const { return *m_map; }
    [[nodiscard]] MapWork& work() { return m_work; }
    [[nodiscard]] QWidget* makeBar(QWidget* parent) override;
    [[nodiscard]] Clock* clock() const override;
    void setShown(bool shown) override;
    void stop() override;

private:
    MapPage(const PageFrame& frame, MapView* map);
    void showRuns();
    void showWork(std::size_t side);
    void showTimes();

    MapView* m_map;
    MapWork m_work;
    bool m_shown = false;
    bool m_timesAreOld = true;
};

}  // namespace lanescope
