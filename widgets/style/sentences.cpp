// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/sentences.h"

#include "widgets/style/words.h"

namespace lanescope {

QString asSentences(const std::string& words) {
    if (words.empty()) return {};
    const QString said = shownText(words).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
    return said.left(1).toUpper() + said.mid(1) + (said.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
}

}  // namespace lanescope
