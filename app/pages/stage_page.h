// SPDX-License-Identifier: GPL-3.0-or-later
// A page that shows one view of the stage: it gives the view the runs that are watched, and says what there is instead
// of them.
#pragma once

#include "app/pages/page.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class StagePage : public Page {
    Q_OBJECT

public:
    /// Takes the view, which is a child of the window's.
    StagePage(const PageFrame& frame, PageIdentity identity, StageView* view);

    [[nodiscard]] QWidget* widget() const override { return m_view; }
    [[nodiscard]] StageView* view() const override { return m_view; }
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::string csv() override;

protected:
    [[nodiscard]] Workbench& workbench() const { return m_workbench; }

private:
    void showSides();

    Workbench& m_workbench;
    Theme& m_theme;
    StageView* m_view;
};

}  // namespace lanescope
