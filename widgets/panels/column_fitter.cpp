// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/column_fitter.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace lanescope {
namespace {

constexpr int kPaddingCharacters = 2;
constexpr int kPaddingPixels = 6;  ///< above and below a line of text

int widthOf(const QVariant& text, const QFontMetrics& metrics) {
    int width = 0;
    for (const QString& line : text.toString().split(QLatin1Char('\n')))
        width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

}  // namespace

ColumnFitter::ColumnFitter(QTableView* table, int words, int least)
    : QObject(table), m_table(table), m_words(words), m_least(least) {
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->horizontalHeader()->setMinimumSectionSize(1);
    table->installEventFilter(this);
    // Only then is it known how wide the columns may be: the table has its size before its viewport has.
    table->viewport()->installEventFilter(this);
}

int ColumnFitter::contentsWidth(int column) const {
    const QAbstractItemModel& model = *m_table->model();
    int width = widthOf(model.headerData(column, Qt::Horizontal), m_table->horizontalHeader()->fontMetrics());
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, column);
        const QVariant font = model.data(index, Qt::FontRole);
        const QFontMetrics metrics(font.value<QFont>().resolve(m_table->font()));
        width = std::max(width, widthOf(model.data(index, Qt::DisplayRole), metrics));
    }
    return width + kPaddingCharacters * m_table->fontMetrics().averageCharWidth();
}

void ColumnFitter::fit() {
    const int room = m_table->viewport()->width();
    const int most = room * 2 / 5;
    int taken = 0;
    for (int column = 0; column < m_table->model()->columnCount(); ++column) {
        if (column == m_words) continue;
        const int width = contentsWidth(column);
        m_table->setColumnWidth(column, most > 0 ? std::min(width, most) : width);
        taken += m_table->columnWidth(column);
    }
    const QFontMetrics metrics = m_table->fontMetrics();
    m_table->setColumnWidth(m_words, std::max(m_least * metrics.averageCharWidth(), room - taken));
    m_table->verticalHeader()->setDefaultSectionSize(metrics.height() + kPaddingPixels);
}

bool ColumnFitter::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type awaited = watched == m_table ? QEvent::FontChange : QEvent::Resize;
    if (event->type() == awaited && m_table->model()) fit();
    return QObject::eventFilter(watched, event);
}

}  // namespace lanescope
