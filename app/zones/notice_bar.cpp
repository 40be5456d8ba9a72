// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/notice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <utility>

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
    m_offer = new QToolButton(this);
    m_offer->setFocusPolicy(Qt::StrongFocus);
    m_offer->setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(m_offer, &QToolButton::clicked, this, [this] {
        hide();
        // What it does may show something else here.
        if (const auto taken = std::exchange(m_taken, nullptr)) taken();
    });
    layout->addWidget(m_offer);
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
    m_offer->hide();
    m_taken = nullptr;
    setVisible(!text.isEmpty());
}

void NoticeBar::offer(const QString& text, const QString& button, std::function<void()> taken) {
    show(text);
    m_taken = std::move(taken);
    m_offer->setText(withoutMnemonic(button));
    m_offer->setAccessibleName(button);
    m_offer->show();
}

QString NoticeBar::text() const { return m_text->text(); }

}  // namespace lanescope
