// SPDX-License-Identifier: GPL-3.0-or-later
// resources/i18n/en/*.json as they were when this was built; english.cpp is made by cmake/EmbedTexts.cmake. Private to
// this room.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

struct EmbeddedFile {
    std::string_view name;  ///< "errors.json"
    std::string_view text;
};
[[nodiscard]] std::span<const EmbeddedFile> englishFiles();

}  // namespace lanescope
