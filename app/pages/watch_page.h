// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the run: the matrices and shared arrays of the watched block, step by step.
#pragma once

#include "app/pages/page.h"

namespace lanescope {

class TilesView;

class WatchPage final : public Page {
    Q_OBJECT

public:
    explicit WatchPage(const PageFrame& frame);

    [[nodiscard]] TilesView* tiles() const { return m_tiles; }
    [[nodiscard]] QWidget* widget() const override;
    [[nodiscard]] Picture picture() override;

private:
    void showEmulation();
    void showDifferences();

    Workbench& m_workbench;
    TilesView* m_tiles;
};

}  // namespace lanescope
