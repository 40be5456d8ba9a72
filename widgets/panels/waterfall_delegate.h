// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a row of a waterfall: a bar from one time to another on a scale that all rows share.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope {

class WaterfallDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Of the column's items: seconds where the bar begins and ends, and whether that was taken from a GPU. What is
    /// said alone is hatched. A bar that ends before it begins is time taken back: a dashed frame.
    enum Role { From = Qt::UserRole + 10, To, Taken };

    using QStyledItemDelegate::QStyledItemDelegate;
    /// Seconds over the whole width; bars beyond are cut off, which an arrow says.
    void setScale(double seconds) { m_scale = seconds; }
    [[nodiscard]] double scale() const { return m_scale; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    double m_scale = 0;
};

}  // namespace lanescope
