// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/page.h"

namespace lanescope {

QString Page::title() const { return QString(m_identity.title).remove(QLatin1Char('&')); }

QStringList Page::endings() {
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv"),
            QStringLiteral("json")};
}

StageView* Page::view() const { return nullptr; }

Why Page::why() const { return {}; }

Clock* Page::clock() const { return nullptr; }

QWidget* Page::makeBar(QWidget* /*parent*/) { return nullptr; }

std::set<Origin> Page::origins() const { return {Origin::Emulated}; }

session::PageLook Page::look() const { return {}; }

QStringList Page::setLook(const session::PageLook& look) {
    QStringList unknown;
    for (const auto& [name, value] : look) unknown += QString::fromStdString(name);
    return unknown;
}

void Page::setShown(bool /*shown*/) {}

void Page::stop() {}

}  // namespace lanescope
