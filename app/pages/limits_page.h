// SPDX-License-Identifier: GPL-3.0-or-later
// The page of what limits the watched launch: its roofline, where its bytes go, and beside them the rules, each with a
// way to the line and to the picture in which it is seen.
#pragma once

#include "app/pages/page.h"
#include "app/state/limits_work.h"
#include "widgets/explore/limits_chart.h"
#include "widgets/style/words.h"

class QUrl;

namespace lanescope {

class LimitsPage final : public Page {
    Q_OBJECT

public:
    explicit LimitsPage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override { return m_widget; }
    [[nodiscard]] LimitsChart* chart() const { return m_chart; }
    [[nodiscard]] RichBrowser* rules() const { return m_rules; }
    [[nodiscard]] const LimitsWork& work() const { return m_work; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::string csv() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    void setShown(bool shown) override;

private:
    void refresh();
    [[nodiscard]] QString rulesHtml() const;
    void follow(const QUrl& link);
    void showTheme();

    Playback& m_playback;
    Selection& m_selection;
    Theme& m_theme;
    LimitsWork m_work;
    QWidget* m_widget;
    LimitsChart* m_chart;
    LimitsChart* m_bytes;
    RichBrowser* m_rules;
};

}  // namespace lanescope
