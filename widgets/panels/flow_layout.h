// SPDX-License-Identifier: GPL-3.0-or-later
// Puts widgets side by side, in as many lines as the width calls for.
#pragma once

#include <QLayout>
#include <vector>

namespace lanescope {

class FlowLayout final : public QLayout {
public:
    explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.push_back(item); }
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rectangle) override;

private:
    /// Returns the height that is taken.
    int layOut(const QRect& rectangle, bool move) const;

    std::vector<QLayoutItem*> m_items;
};

}  // namespace lanescope
