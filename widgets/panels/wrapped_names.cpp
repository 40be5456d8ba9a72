// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/wrapped_names.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QTextBoundaryFinder>
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

int WrappedNames::marginsBeside() const {
    return 2 * (m_table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1) + 1;
}

QFontMetrics WrappedNames::metricsOf(const QModelIndex& index) const {
    return QFontMetrics(index.data(Qt::FontRole).value<QFont>().resolve(m_table->font()));
}

int WrappedNames::leastWidth() const {
    int widest = 0;
    for (int row = 0; row < m_table->model()->rowCount(); ++row) {
        if (spansColumns(row)) continue;
        const QModelIndex index = m_table->model()->index(row, m_column);
        const QFontMetrics metrics = metricsOf(index);
        const QString name = index.data().toString();
        // Lines end after hyphens too.
        QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, name);
        for (qsizetype from = 0, to = breaks.toNextBoundary(); to > from; from = to, to = breaks.toNextBoundary())
            widest = std::max(widest, metrics.horizontalAdvance(name.mid(from, to - from).trimmed()));
    }
    return widest + marginsBeside();
}

int WrappedNames::heightOf(int row) const {
    const QModelIndex index = m_table->model()->index(row, m_column);
    int width = 0;
    for (int column = m_column; column < m_column + m_table->columnSpan(row, m_column); ++column)
        width += m_table->columnWidth(column);
    if (spansColumns(row)) width = std::min(width, m_table->viewport()->width());
    const QRect room(0, 0, std::max(1, width - marginsBeside()), QWIDGETSIZE_MAX);
    return metricsOf(index).boundingRect(room, Qt::TextWordWrap, index.data().toString()).height() + kPadding;
}

void WrappedNames::fitRows() const {
    const int top = m_table->rowAt(0);
    const int into = top < 0 ? 0 : -m_table->rowViewportPosition(top);
    for (int row = 0; row < m_table->model()->rowCount(); ++row) m_table->setRowHeight(row, heightOf(row));
    if (top < 0) return;
    // What was at the top stays there. The table itself fits the bar's range to the rows only later.
    const int y = m_table->verticalHeader()->sectionPosition(top) + std::min(into, m_table->rowHeight(top) - 1);
    QScrollBar* const bar = m_table->verticalScrollBar();
    bar->setMaximum(std::max(bar->maximum(), y));
    bar->setValue(y);
}

}  // namespace lanescope
