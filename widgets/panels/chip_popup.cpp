// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chip_popup.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kGap = 4;  // pixels between a chip and its popup
constexpr int kBorder = 1;
constexpr double kTint = 0.25;

/// As large as what it holds.
class WholeScroll final : public QScrollArea {
public:
    explicit WholeScroll(QWidget* parent) : QScrollArea(parent) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }
    [[nodiscard]] QSize sizeHint() const override {
        if (!widget()) return {};
        if (widget()->layout()) widget()->layout()->activate();
        QSize whole = widget()->sizeHint().expandedTo(widget()->minimumSize());
        if (widget()->hasHeightForWidth()) whole.setHeight(widget()->heightForWidth(whole.width()));
        return whole.expandedTo(widget()->minimumSizeHint());
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

ChipPopup::ChipPopup(const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_theme(theme), m_scroll(new WholeScroll(this)) {
    setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kBorder, kBorder, kBorder, kBorder);
    layout->addWidget(m_scroll);
    connect(&m_theme, &Theme::changed, this, &ChipPopup::takeLook);
    takeLook();
}

ChipPopup::~ChipPopup() = default;

void ChipPopup::setContent(QWidget* content, QWidget* first) {
    m_scroll->setWidget(content);
    content->setAutoFillBackground(false);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_first = first;
}

void ChipPopup::openBelow(const QWidget* anchor) {
    Q_EMIT aboutToOpen();
    m_anchor = QRect(anchor->mapToGlobal(QPoint(0, 0)), anchor->size());
    m_room = anchor->screen()->availableGeometry();
    // A window that is larger than its screen.
    if (const QRect window = anchor->window()->frameGeometry(); !m_room.contains(window)) m_room |= window;
    place(m_anchor, m_room);
    show();
    // As by Tab: a box has its number selected, to be typed over.
    if (m_first) m_first->setFocus(Qt::TabFocusReason);
}

void ChipPopup::place(const QRect& anchor, const QRect& room) {
    if (layout()) layout()->activate();
    const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
    const int most = std::max(200, room.bottom() - anchor.bottom() - 2 * kGap);
    QSize size = m_scroll->sizeHint() + QSize(2 * kBorder, 2 * kBorder);
    if (size.height() > most) size = {size.width() + bar, most};
    size = size.boundedTo(room.size());
    const int x = std::clamp(anchor.left(), room.left(), std::max(room.left(), room.right() - size.width() + 1));
    const int y = std::min(anchor.bottom() + 1 + kGap, std::max(room.top(), room.bottom() - size.height() + 1));
    setGeometry(QRect(QPoint(x, y), size));
}

/// One ground without boxes in boxes; what the keyboard is at is tinted, not lit.
void ChipPopup::takeLook() {
    setFont(m_theme.type(Type::Least));
    QPalette look = palette();
    const QColor ground = m_theme.colour(Colour::Ground);
    // Of this Fusion makes the frames of boxes, which are to be seen; the ground is painted here.
    look.setColor(QPalette::Window, m_theme.colour(m_theme.isDark() ? Colour::FaintText : Colour::Idle));
    look.setColor(QPalette::Base, ground);
    look.setColor(QPalette::WindowText, m_theme.colour(Colour::Text));
    look.setColor(QPalette::Text, m_theme.colour(Colour::Text));
    look.setColor(QPalette::HighlightedText, m_theme.colour(Colour::Text));
    look.setColor(QPalette::Highlight, mix(ground, m_theme.colour(Colour::Focus), kTint));
    look.setColor(QPalette::Inactive, QPalette::Highlight, m_theme.colour(Colour::Hair));
    setPalette(look);
}

void ChipPopup::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Ground));
    painter.setPen(m_theme.colour(Colour::Idle));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
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
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
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
