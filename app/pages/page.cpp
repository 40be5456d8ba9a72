// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/page.h"

namespace lanescope {

QString Page::title() const { return QString(m_identity.title).remove(QLatin1Char('&')); }

QStringList Page::endings() const {
    QStringList endings{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
    if (m_identity.hasRows) endings << QStringLiteral("csv") << QStringLiteral("json");
    return endings;
}

StageView* Page::view() const { return nullptr; }

Why Page::why() const { return {}; }

Clock* Page::clock() const { return nullptr; }

QWidget* Page::makeBar(QWidget* /*parent*/) { return nullptr; }

std::string Page::csv() { return {}; }

void Page::setShown(bool /*shown*/) {}

void Page::stop() {}

}  // namespace lanescope
