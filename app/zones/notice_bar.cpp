// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/notice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr qsizetype kMostWords = 1200;  // the longest of our own sentences, with arguments of some length

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), m_text(sentenceLabel(this)) {
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("notice"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    m_text->setAccessibleName(tr("Message"));
    layout->addWidget(m_text, 1);
    auto* close = new QToolButton(this);
    close->setText(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss the message"));
    close->setFocusPolicy(Qt::StrongFocus);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    layout->addWidget(close);
    hide();
}

void NoticeBar::show(const QString& text) {
    const QString words = shownText(text, kMostWords);
    m_text->setText(words);
    setAccessibleName(words);
    setVisible(!text.isEmpty());
}

QString NoticeBar::text() const { return m_text->text(); }

}  // namespace lanescope
