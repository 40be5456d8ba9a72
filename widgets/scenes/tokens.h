// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a line of CUDA C++, PTX or machine code into coloured pieces. Pure, so that it can be tested without a
// document.
#pragma once

#include <QString>
#include <QStringView>
#include <vector>

#include "widgets/style/palette.h"

namespace lanescope {

enum class CodeLanguage { Cuda, Ptx, Machine };

struct CodeToken {
    qsizetype start = 0;
    qsizetype length = 0;
    Colour colour = Colour::Text;
    friend bool operator==(const CodeToken&, const CodeToken&) = default;
};

/// Tokens of one line that are not plain text, in order. `inComment` says whether the line begins inside of /* … */ and
/// is set to whether the next one does.
[[nodiscard]] std::vector<CodeToken> tokensOf(QStringView line, CodeLanguage language, bool& inComment);

}  // namespace lanescope
