// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a table that has little room: in as many lines as they need. Cut short, "Global load requests" and "Global
// store requests" would look alike.
#pragma once

#include <QStyledItemDelegate>

class QTableView;

namespace lanescope {

/// Draws one column of a table, and makes its rows as high as their names need.
class WrappedNames final : public QStyledItemDelegate {
public:
    /// `table` has its model by now. Words that are longer than the column are elided in the middle. Names that span
    /// columns keep to what is seen of them.
    WrappedNames(QTableView* table, int column);
    /// To be called whenever names, font or the column's width have changed.
    void fitRows() const;
    /// Pixels of the column in which no word of a name is elided. Names that span columns count for nothing.
    [[nodiscard]] int leastWidth() const;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    [[nodiscard]] int heightOf(int row) const;
    /// Pixels beside a name, of both sides and the grid's line together.
    [[nodiscard]] int marginsBeside() const;
    [[nodiscard]] QFontMetrics metricsOf(const QModelIndex& index) const;
    [[nodiscard]] bool spansColumns(int row) const;

    QTableView* m_table;
    int m_column;
};

}  // namespace lanescope
