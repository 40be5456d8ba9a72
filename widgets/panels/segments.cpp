// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include "widgets/style/words.h"

namespace lanescope {

Segments::Segments(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_row(new QHBoxLayout(this)),
      m_group(new QButtonGroup(this)),
      m_one(new QToolButton(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_row->addWidget(m_one);
    m_one->setObjectName(QStringLiteral("folded"));
    m_one->setPopupMode(QToolButton::InstantPopup);
    m_one->setMenu(new QMenu(m_one));
    m_one->hide();
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, &Segments::setCurrent);
    connect(&m_theme, &Theme::changed, this, &Segments::restyle);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    restyle();
}

void Segments::add(const QString& title, const QString& tip) {
    auto* button = new QToolButton(this);
    const int index = count();
    button->setText(withoutMnemonic(title));
    button->setAccessibleName(title);
    button->setToolTip(plainTip(tip));
    button->setCheckable(true);
    button->setChecked(index == m_current);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setVisible(!m_folded);
    m_group->addButton(button, index);
    m_row->addWidget(button);
    m_buttons.push_back(button);
    QAction* const entry = m_one->menu()->addAction(withoutMnemonic(title), this, [this, index] { setCurrent(index); });
    entry->setToolTip(plainTip(tip));
    showCurrent();
}

void Segments::setCurrent(int index) {
    if (index < 0 || index >= count()) return;
    button(index)->setChecked(true);
    if (index == m_current) return;
    m_current = index;
    showCurrent();
    Q_EMIT currentChanged(index);
}

void Segments::showCurrent() {
    if (m_current < count()) m_one->setText(button(m_current)->text());
    m_one->setAccessibleName(tr("View: %1").arg(m_one->text()));
}

void Segments::setFolded(bool folded) {
    if (folded == m_folded) return;
    m_folded = folded;
    for (QToolButton* button : m_buttons) button->setVisible(!folded);
    m_one->setVisible(folded);
    updateGeometry();
}

int Segments::rowWidth() const {
    int width = 0;
    for (const QToolButton* button : m_buttons) width += button->sizeHint().width();
    return width;
}

void Segments::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0) return QWidget::keyPressEvent(event);
    setCurrent(m_current + by);
    if (!m_folded) button(m_current)->setFocus(Qt::OtherFocusReason);
}

void Segments::restyle() {
    const auto name = [this](Colour role) { return m_theme.colour(role).name(); };
    const int radius = qRound(m_theme.scaled(8));
    const int across = qRound(m_theme.scaled(m_theme.isCompact() ? 10 : 14));
    const int down = qRound(m_theme.scaled(4));
    setFont(m_theme.type(Type::Least));
    for (QWidget* button : findChildren<QToolButton*>()) button->setFont(m_theme.type(Type::Least));
    setStyleSheet(QStringLiteral("QToolButton { border: 0; border-radius: %1px; padding: %2px %3px; color: %4; "
                                 "background: %5; } "
                                 "QToolButton:checked, QToolButton#folded { color: %6; background: %7; "
                                 "font-weight: 600; } "
                                 "QToolButton:focus { border: 2px solid %8; } "
                                 "QToolButton::menu-indicator { image: none; }")
                      .arg(radius)
                      .arg(down)
                      .arg(across)
                      .arg(name(Colour::FaintText), name(Colour::Hair), name(Colour::Ground), name(Colour::Text),
                           name(Colour::Focus)));
}

}  // namespace lanescope
