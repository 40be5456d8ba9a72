// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/choice_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kValue = 0;
constexpr int kBeside = 1;
constexpr int kKey = Qt::UserRole;
constexpr int kMostRows = 16;
constexpr int kRowPadding = 6;  // pixels

/// Words over columns, and no button for each.
class WordsOnly final : public QHeaderView {
public:
    explicit WordsOnly(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setDefaultAlignment(Qt::AlignLeft); }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int column) const override {
        painter->save();
        painter->fillRect(rect, palette().color(QPalette::Base));
        painter->setPen(palette().color(QPalette::PlaceholderText));
        painter->drawText(rect.adjusted(3, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          model()->headerData(column, Qt::Horizontal).toString());
        painter->restore();
    }
};

bool canStandBeside(const QTreeWidgetItem* item) { return item->data(kBeside, Qt::CheckStateRole).isValid(); }

}  // namespace

ChoiceList::ChoiceList(const QString& accessibleName, QWidget* parent) : QTreeWidget(parent) {
    setAccessibleName(accessibleName);
    setColumnCount(2);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHeader(new WordsOnly(this));
    setHeaderLabels({tr("chosen"), tr("beside")});
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(kValue, QHeaderView::Stretch);
    header()->setSectionResizeMode(kBeside, QHeaderView::ResizeToContents);
    headerItem()->setToolTip(kBeside, plainTip(tr("Show this one beside what is chosen, on the same clock (Space)")));
    connect(this, &QTreeWidget::itemClicked, this, &ChoiceList::take);
}

void ChoiceList::setRows(const std::vector<Row>& rows, const QString& chosen) {
    const QSignalBlocker quiet(this);
    const QString there = currentItem() ? currentItem()->data(kValue, kKey).toString() : chosen;
    m_chosen = chosen;
    clear();
    for (const Row& row : rows) {
        auto* item = new QTreeWidgetItem(this);
        const bool isChosen = row.key == chosen;
        item->setText(kValue, row.text);
        item->setData(kValue, kKey, row.key);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setSizeHint(kValue, {0, fontMetrics().height() + kRowPadding});
        QFont font = this->font();
        font.setWeight(isChosen ? QFont::Bold : QFont::Normal);
        item->setFont(kValue, font);
        item->setData(kValue, Qt::AccessibleTextRole,
                      isChosen     ? tr("%1, chosen").arg(row.text)
                      : row.beside ? tr("%1, stands beside").arg(row.text)
                                   : row.text);
        if (row.canStandBeside && !isChosen) item->setCheckState(kBeside, row.beside ? Qt::Checked : Qt::Unchecked);
        if (row.key == there) setCurrentItem(item);
    }
    if (!currentItem() && topLevelItemCount() > 0) setCurrentItem(topLevelItem(0));
    const bool any = std::ranges::any_of(rows, &Row::canStandBeside);
    setHeaderHidden(!any);
    setColumnHidden(kBeside, !any);
    updateGeometry();
}

QSize ChoiceList::sizeHint() const {
    const int row = std::max(topLevelItemCount() > 0 ? sizeHintForRow(0) : 0, fontMetrics().height());
    const int rows = std::clamp(topLevelItemCount(), 1, kMostRows);
    const int head = isHeaderHidden() ? 0 : header()->sizeHint().height();
    const int width = sizeHintForColumn(kValue) + (isColumnHidden(kBeside) ? 0 : header()->sectionSizeHint(kBeside)) +
                      verticalScrollBar()->sizeHint().width() + 16;
    return {width, row * rows + head + 4};
}

QSize ChoiceList::minimumSizeHint() const {
    const QSize whole = sizeHint();
    return {whole.width(), std::min(whole.height(), fontMetrics().height() * 4)};
}

void ChoiceList::take(const QTreeWidgetItem* item, int column) {
    if (!item) return;
    if (column == kBeside && canStandBeside(item)) return toggle(const_cast<QTreeWidgetItem*>(item));
    Q_EMIT keyChosen(item->data(kValue, kKey).toString());
}

void ChoiceList::toggle(QTreeWidgetItem* item) {
    const bool on = item->checkState(kBeside) != Qt::Checked;
    item->setCheckState(kBeside, on ? Qt::Checked : Qt::Unchecked);
    Q_EMIT besideToggled(item->data(kValue, kKey).toString(), on);
}

void ChoiceList::keyPressEvent(QKeyEvent* event) {
    QTreeWidgetItem* const item = currentItem();
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter: return take(item, kValue);
        case Qt::Key_Space:
            if (item && canStandBeside(item)) return toggle(item);
            return take(item, kValue);
        default: QTreeWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
