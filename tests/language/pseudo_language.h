// SPDX-License-Identifier: GPL-3.0-or-later
// A language that nobody speaks: every English text in brackets. What comes out without brackets is no text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/words.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {

inline constexpr const char* kPseudo = "xx";

/// A folder of resources that has the program's own and the pseudo-language.
inline void makePseudoLanguage(const TemporaryFolder& folder) {
    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / "resources"))
        if (entry.path().filename() != "i18n")
            fs::create_symlink(entry.path(), fs::path(folder.path()) / entry.path().filename());
    nlohmann::ordered_json texts;
    for (const auto& [id, text] : PhraseBook::english().texts()) texts[id] = "⟦" + text + "⟧";
    folder.write(std::string("i18n/") + kPseudo + "/all.json", texts.dump());
}

[[nodiscard]] inline bool isPseudo(std::string_view words) { return words.starts_with("⟦") && words.ends_with("⟧"); }

}  // namespace lanescope
