// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace lanescope {

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items) delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item) m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const { return layOut({0, 0, width, 0}, false); }

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rectangle) {
    QLayout::setGeometry(rectangle);
    layOut(rectangle, true);
}

int FlowLayout::layOut(const QRect& rectangle, bool move) const {
    const QRect inner = rectangle.marginsRemoved(contentsMargins());
    int x = inner.x(), y = inner.y(), line = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;  // hidden
        const QSize size = item->sizeHint();
        if (x > inner.x() && x + size.width() > inner.right() + 1) {
            x = inner.x();
            y += line + spacing();
            line = 0;
        }
        if (move) item->setGeometry({QPoint(x, y), size.boundedTo({inner.width(), size.height()})});
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    return y + line - rectangle.y() + contentsMargins().bottom();
}

}  // namespace lanescope
