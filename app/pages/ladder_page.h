// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the ladder that the chosen algorithm stands on: a staircase of time, and beside it what changed on the
// watched step, the largest first. A click on a step watches it; the same as points of the roofline.
#pragma once

#include "app/pages/page.h"
#include "app/state/ladder_work.h"
#include "widgets/explore/ladder_chart.h"
#include "widgets/explore/limits_chart.h"
#include "widgets/style/words.h"

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace lanescope {

class LadderPage final : public Page {
    Q_OBJECT

public:
    explicit LadderPage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override { return m_widget; }
    [[nodiscard]] LadderChart* chart() const { return m_chart; }
    [[nodiscard]] LimitsChart* roofline() const { return m_roofline; }
    [[nodiscard]] RichBrowser* changes() const { return m_changes; }
    [[nodiscard]] const LadderWork& work() const { return m_work; }
    [[nodiscard]] QComboBox* kindBox() const { return m_kind; }
    [[nodiscard]] QToolButton* usualButton() const { return m_usual; }
    [[nodiscard]] QToolButton* rooflineButton() const { return m_rooflineButton; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    [[nodiscard]] std::string csv() override;
    [[nodiscard]] session::PageLook look() const override;
    QStringList setLook(const session::PageLook& look) override;
    void setShown(bool shown) override { m_work.setWanted(shown); }
    void stop() override { m_work.stop(); }

protected:
    /// Of widget(): where text is large and the window small, the staircase has all of the room.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildControls();
    void refresh();
    void fillControls();
    [[nodiscard]] LadderPicture ladderPicture() const;
    [[nodiscard]] LimitsPicture rooflinePicture() const;
    [[nodiscard]] QString changesHtml() const;
    void showTheme();
    void shareRoom();

    Theme& m_theme;
    LadderWork m_work;
    QWidget* m_widget;
    QWidget* m_controls;
    QComboBox* m_kind;
    QToolButton* m_usual;
    QToolButton* m_rooflineButton;
    QStackedWidget* m_stack;
    LadderChart* m_chart;
    LimitsChart* m_roofline;
    RichBrowser* m_changes;
};

}  // namespace lanescope
