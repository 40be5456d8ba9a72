// SPDX-License-Identifier: GPL-3.0-or-later
// The page of what limits the watched launch: its roofline, where its bytes go, and beside them the rules, each with a
// way to the line and to the picture in which it is seen.
#pragma once

#include "app/pages/page.h"
#include "app/state/limits_work.h"
#include "widgets/explore/limits_chart.h"
#include "widgets/style/words.h"

class QScrollArea;
class QSplitter;
class QUrl;

namespace lanescope {

class LimitsPage final : public Page {
    Q_OBJECT

public:
    explicit LimitsPage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override;
    [[nodiscard]] LimitsChart* chart() const { return m_chart; }
    /// Its parts lie one below the other.
    [[nodiscard]] bool isStacked() const;
    [[nodiscard]] LimitsChart* bytes() const { return m_bytes; }
    [[nodiscard]] RichBrowser* rules() const { return m_rules; }
    [[nodiscard]] const LimitsWork& work() const { return m_work; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::string csv() override;
    [[nodiscard]] bool showsBeside() const override { return true; }
    [[nodiscard]] std::set<Origin> origins() const override;
    void setShown(bool shown) override;

private:
    void refresh();
    [[nodiscard]] QString rulesHtml() const;
    void follow(const QUrl& link);
    void showTheme();
    void arrange();
    bool eventFilter(QObject* watched, QEvent* event) override;

    Playback& m_playback;
    Selection& m_selection;
    Theme& m_theme;
    LimitsWork m_work;
    QScrollArea* m_widget;
    QSplitter* m_parts;
    LimitsChart* m_chart;
    LimitsChart* m_bytes;
    RichBrowser* m_rules;
};

}  // namespace lanescope
