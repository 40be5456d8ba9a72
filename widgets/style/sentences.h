// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace lanescope {

/// "usually within …", as the core says it in the middle of something else, as sentences of their own: with a capital
/// and a full stop, and no line broken before a %. Empty stays empty.
[[nodiscard]] QString asSentences(const std::string& words);

}  // namespace lanescope
