// SPDX-License-Identifier: GPL-3.0-or-later
// The page of threads: where each thread of the watched launch works. That is found out while the page is shown.
#pragma once

#include "app/pages/page.h"
#include "app/state/grid_work.h"

namespace lanescope {

class ThreadsView;

class ThreadsPage final : public Page {
    Q_OBJECT

public:
    explicit ThreadsPage(const PageFrame& frame);

    [[nodiscard]] ThreadsView* view() const { return m_view; }
    [[nodiscard]] const GridWork& work() const { return m_work; }
    [[nodiscard]] QWidget* widget() const override;
    [[nodiscard]] Picture picture() override;
    void setShown(bool shown) override;
    void stop() override;

private:
    void showWork();

    Workbench& m_workbench;
    GridWork m_work;
    ThreadsView* m_view;
};

}  // namespace lanescope
