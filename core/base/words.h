// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where ids become sentences. English is part of the program (resources/i18n/en, embedded by CMake);
// other languages are files that are read when the program starts and lie over English id by id.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"

namespace lanescope {

/// Texts by id, with {placeholders}. Never changes once it is in use, so that any thread may read it.
class PhraseBook {
public:
    /// The English that is built in: whole, always.
    [[nodiscard]] static const PhraseBook& english();
    /// English with the texts of `folder`/*.json over it: each file one object of ids and texts. A text that is wrong
    /// is left in English, and is a problem: an id that English does not have or that is there twice, a value that is
    /// no text, a placeholder that the English text does not have. A file that cannot be read is one, too. All are
    /// MalformedFile or CannotOpen.
    struct Translation;
    [[nodiscard]] static Translation translated(const std::string& folder);

    /// nullptr if there is none.
    [[nodiscard]] const std::string* find(std::string_view id) const;
    [[nodiscard]] std::string inWords(const Message& message) const;
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& texts() const { return m_texts; }

private:
    void put(std::string& words, const Message& message) const;
    void put(std::string& words, const Message::Argument& argument) const;
    [[nodiscard]] std::string joined(const std::vector<Message>& list, Join join) const;

    std::map<std::string, std::string, std::less<>> m_texts;
};

struct PhraseBook::Translation {
    PhraseBook book;
    std::vector<Error> problems;
};

/// The names between braces, in the order of the text, each once: {"file", "reason"}.
[[nodiscard]] std::vector<std::string_view> placeholdersOf(std::string_view text);

/// From here on words are those of `resources`/i18n/`language`; "en" or nothing is English. To be called once, before
/// any text was asked for: what was asked for earlier stays what it was. Tells what is wrong with the files; what is
/// right is used. A language of which there is no folder is CannotOpen with those that there are, and English.
[[nodiscard]] std::vector<Error> chooseLanguage(const std::string& language, const std::string& resources);
/// The language that $LANESCOPE_LANGUAGE names, of resourceFolder().
[[nodiscard]] std::vector<Error> chooseLanguage();

/// The words of a message.
[[nodiscard]] std::string inWords(const Message& message);
/// A text without placeholders; it stays while the program runs. Asking for an id that there is not is our own bug.
[[nodiscard]] const std::string& textOf(std::string_view id);
/// Is there such a text?
[[nodiscard]] bool hasText(std::string_view id);

}  // namespace lanescope
