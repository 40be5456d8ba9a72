// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/wrapped_names.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace lanescope {
namespace {

constexpr int kPadding = 6;  // pixels above and below the lines together

}  // namespace

WrappedNames::WrappedNames(QTableView* table, int column)
    : QStyledItemDelegate(table), m_table(table), m_column(column) {
    table->setItemDelegateForColumn(column, this);
    table->verticalHeader()->setMinimumSectionSize(1);
    // A row may be higher than all the room.
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void WrappedNames::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->features |= QStyleOptionViewItem::WrapText;
    option->textElideMode = Qt::ElideMiddle;
    if (spansColumns(index.row())) option->rect.setWidth(std::min(option->rect.width(), m_table->viewport()->width()));
}

bool WrappedNames::spansColumns(int row) const { return m_table->columnSpan(row, m_column) > 1; }

int WrappedNames::heightOf(int row) const {
    const QModelIndex index = m_table->model()->index(row, m_column);
    int width = -1;  // of the grid's line
    for (int column = m_column; column < m_column + m_table->columnSpan(row, m_column); ++column)
        width += m_table->columnWidth(column);
    if (spansColumns(row)) width = std::min(width, m_table->viewport()->width());
    const int margin = m_table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1;
    const QFontMetrics metrics(index.data(Qt::FontRole).value<QFont>().resolve(m_table->font()));
    const QRect room(0, 0, std::max(1, width - 2 * margin), QWIDGETSIZE_MAX);
    return metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString()).height() + kPadding;
}

void WrappedNames::fitRows() const {
    const int top = m_table->rowAt(0);
    for (int row = 0; row < m_table->model()->rowCount(); ++row) m_table->setRowHeight(row, heightOf(row));
    // What was at the top stays there.
    if (top > 0) m_table->scrollTo(m_table->model()->index(top, m_column), QAbstractItemView::PositionAtTop);
}

}  // namespace lanescope
