// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chip_popup.h"

#include <QEvent>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kGap = 4;  // pixels between a chip and its popup

/// As large as what it holds.
class WholeScroll final : public QScrollArea {
public:
    explicit WholeScroll(QWidget* parent) : QScrollArea(parent) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }
    [[nodiscard]] QSize sizeHint() const override { return widget() ? widget()->sizeHint() : QSize(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }
};

}  // namespace

ChipPopup::ChipPopup(const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_theme(theme), m_scroll(new WholeScroll(this)) {
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
}

ChipPopup::~ChipPopup() = default;

void ChipPopup::setContent(QWidget* content, QWidget* first) {
    m_scroll->setWidget(content);
    m_first = first;
}

void ChipPopup::openBelow(const QWidget* anchor) {
    Q_EMIT aboutToOpen();
    m_anchor = QRect(anchor->mapToGlobal(QPoint(0, 0)), anchor->size());
    m_room = anchor->screen() ? anchor->screen()->availableGeometry() : QRect(0, 0, 1280, 720);
    place(m_anchor, m_room);
    show();
    if (m_first) m_first->setFocus(Qt::PopupFocusReason);
}

void ChipPopup::place(const QRect& anchor, const QRect& room) {
    if (layout()) layout()->activate();
    const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
    const int most = std::max(200, room.bottom() - anchor.bottom() - 2 * kGap);
    QSize size = m_scroll->sizeHint() + QSize(2, 2);
    if (size.height() > most) size = {size.width() + bar, most};
    size = size.boundedTo(room.size());
    const int x = std::clamp(anchor.left(), room.left(), std::max(room.left(), room.right() - size.width() + 1));
    const int y = std::min(anchor.bottom() + 1 + kGap, std::max(room.top(), room.bottom() - size.height() + 1));
    setGeometry(QRect(QPoint(x, y), size));
}

bool ChipPopup::event(QEvent* event) {
    const bool known = QFrame::event(event);
    // What it holds has become larger, such as by a problem's sentence.
    if (event->type() == QEvent::LayoutRequest && isVisible()) place(m_anchor, m_room);
    return known;
}

void ChipPopup::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    Q_EMIT openChanged();
}

void ChipPopup::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    Q_EMIT openChanged();
}

QLabel* popupHeading(const Theme& theme, const QString& text, QWidget* parent) {
    auto* label = plainLabel(text, parent);
    const auto take = [label, &theme] {
        QFont font = theme.type(Type::Least);
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
    };
    take();
    QObject::connect(&theme, &Theme::changed, label, take);
    return label;
}

}  // namespace lanescope
