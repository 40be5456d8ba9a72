// SPDX-License-Identifier: GPL-3.0-or-later
// Chips in a row, in which nothing is ever cut: what has no room is left out, the least important first, and a chip
// "more" stands for it. What lies at the right keeps its place whatever happens at the left.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/style/theme.h"

namespace lanescope {

class ChipStrip final : public QWidget {
    Q_OBJECT

public:
    enum class Place {
        Left,
        Middle,  ///< before the right ones
        Right
    };
    /// Is never left out.
    static constexpr int kAlways = 1000;

    /// `theme` must outlive this.
    ChipStrip(const Theme& theme, QWidget* parent);

    /// Behind those that are at this place already. Of what has no room, the one with the lowest `keep` is left out
    /// first, of equal ones the last.
    void add(QWidget* widget, Place place, int keep);
    /// Before all others; never left out.
    void addFirst(QWidget* widget);
    /// These come last of the left ones, in this order.
    void moveBehind(const std::vector<QWidget*>& widgets);
    /// Takes out what was added.
    void remove(QWidget* widget);
    /// Stands behind the left ones while something is left out.
    void setMore(QWidget* more);
    /// What is not wanted takes no room, and is not left out either.
    void setWanted(QWidget* widget, bool wanted);
    [[nodiscard]] bool isWanted(const QWidget* widget) const;
    /// Others than before need more or less room; called for changes of sizes by itself.
    void arrange();
    /// What has no room now.
    [[nodiscard]] const std::vector<QWidget*>& leftOut() const { return m_leftOut; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void leftOutChanged();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Item {
        QWidget* widget = nullptr;
        Place place = Place::Left;
        int keep = 0;
        bool wanted = true;
    };
    [[nodiscard]] int gap() const;
    [[nodiscard]] int roomOf(const std::vector<const Item*>& items, bool more) const;
    void put(const std::vector<const Item*>& items, bool more);

    const Theme& m_theme;
    std::vector<Item> m_items;
    QWidget* m_more = nullptr;
    std::vector<QWidget*> m_leftOut;
};

}  // namespace lanescope
