// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "core/base/english.h"
#include "core/base/file_reader.h"
#include "core/base/json_document.h"
#include "core/base/name_list.h"
#include "core/base/resources.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

/// All of English takes a tenth of it, in one file.
constexpr JsonLimits kTexts{.bytes = std::uint64_t{4} << 20, .values = 100'000, .depth = 2};
constexpr std::size_t kMostProblems = 20;  // a file that is for something else would tell thousands

/// Nothing until a language is chosen: English.
std::atomic<const PhraseBook*> g_chosen = nullptr;

const PhraseBook& chosen() {
    const PhraseBook* const book = g_chosen.load(std::memory_order_acquire);
    return book != nullptr ? *book : PhraseBook::english();
}

bool isOfName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// The next {name} from `from` on: where it begins and its size with braces; npos if there is none.
struct Placeholder {
    std::size_t begin = std::string_view::npos;
    std::size_t size = 0;
};
Placeholder nextPlaceholder(std::string_view text, std::size_t from) {
    for (std::size_t open = text.find('{', from); open != std::string_view::npos; open = text.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < text.size() && isOfName(text[end])) ++end;
        if (end > open + 1 && end < text.size() && text[end] == '}') return {open, end + 1 - open};
    }
    return {};
}

Error malformed(const std::string& file, std::string_view place, const Message& reason) {
    return {ErrorCode::MalformedFile,
            {{"file", file}, {"place", shortened(place)}, {"reason", PhraseBook::english().inWords(reason)}}};
}

/// Why a translation cannot stand for the English text; nothing if it can.
std::optional<Message> whyNot(const std::string* english, const JsonDocument& json, const JsonValue& value) {
    if (english == nullptr) return Message("words.unknown_id"_id);
    if (value.kind != JsonValue::Kind::Text) return Message("words.no_text"_id);
    const auto known = placeholdersOf(*english);
    for (const std::string_view name : placeholdersOf(json.textOf(value.text)))
        if (std::ranges::find(known, name) == known.end())
            return Message("words.unknown_placeholder"_id, {{"name", shortened(name)}});
    return std::nullopt;
}

std::vector<std::string> languagesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_directory(error)) names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// It names a folder: nothing in it leads elsewhere.
bool isLanguage(std::string_view name) {
    const auto fits = [](char c) { return isOfName(c) || c == '-' || c == '@'; };
    return !name.empty() && name.size() <= 32 && std::ranges::all_of(name, fits);
}

}  // namespace

std::vector<std::string_view> placeholdersOf(std::string_view text) {
    std::vector<std::string_view> names;
    for (Placeholder at = nextPlaceholder(text, 0); at.size > 0; at = nextPlaceholder(text, at.begin + at.size)) {
        const std::string_view name = text.substr(at.begin + 1, at.size - 2);
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

// ---- the book

const PhraseBook& PhraseBook::english() {
    static const PhraseBook book = [] {
        PhraseBook english;
        for (const EmbeddedFile& file : englishFiles()) {
            TextSource source(file.text);
            const Result<JsonDocument> json = parseJson(source, std::string(file.name), kTexts);
            if (!json) std::abort();  // a broken file of ours; words.cpp's test reads the same files
            for (std::size_t i = 1; i < json->values.size(); ++i)
                english.m_texts.emplace(json->textOf(json->values[i].key), json->textOf(json->values[i].text));
        }
        return english;
    }();
    return book;
}

PhraseBook::Translation PhraseBook::translated(const std::string& folder) {
    Translation translation{english(), {}};
    const auto problem = [&](Error error) {
        if (translation.problems.size() < kMostProblems) translation.problems.push_back(std::move(error));
    };
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (file->path().extension() == ".json") files.push_back(file->path());
    if (error) problem({ErrorCode::CannotOpen, {{"file", folder}, {"reason", error.message()}}});
    std::ranges::sort(files);
    std::map<std::string, std::string, std::less<>> seen;
    for (const fs::path& path : files) {
        const std::string file = path.string();
        Result<FileReader> source = FileReader::open(file);
        const Result<JsonDocument> json = source ? parseJson(*source, file, kTexts) : fail(source.error());
        if (!json) {
            problem(json.error());
            continue;
        }
        if (json->values.front().kind != JsonValue::Kind::Object) {
            problem(malformed(file, "", Message("words.no_object"_id)));
            continue;
        }
        for (std::size_t i = 1; i < json->values.size(); i = json->values[i].next) {
            const JsonValue& value = json->values[i];
            const std::string_view id = json->textOf(value.key);
            const auto known = translation.book.m_texts.find(id);
            const bool there = known != translation.book.m_texts.end();
            // What translation tools write for "not yet".
            if (value.kind == JsonValue::Kind::Text && json->textOf(value.text).empty()) continue;
            if (const auto reason = whyNot(there ? english().find(id) : nullptr, *json, value))
                problem(malformed(file, id, *reason));
            else if (const auto [first, isNew] = seen.emplace(id, file); !isNew)
                problem(malformed(file, id, Message("words.id_twice"_id, {{"file", first->second}})));
            else
                known->second = json->textOf(value.text);
        }
    }
    return translation;
}

const std::string* PhraseBook::find(std::string_view id) const {
    const auto found = m_texts.find(id);
    return found == m_texts.end() ? nullptr : &found->second;
}

std::string PhraseBook::inWords(const Message& message) const {
    std::string words;
    put(words, message);
    return words;
}

void PhraseBook::put(std::string& words, const Message& message) const {
    if (message.id.empty()) {
        for (const Message::Argument& argument : message.arguments) put(words, argument);
        return;
    }
    const std::string* text = nullptr;
    if (message.count && *message.count == 1) text = find(message.id + ".one");
    if (text == nullptr) text = find(message.count ? message.id + ".other" : message.id);
    assert(text != nullptr && "an id without a text: tests/architecture finds it");
    if (text == nullptr) {
        words += message.id;
        return;
    }
    std::size_t done = 0;
    for (Placeholder at = nextPlaceholder(*text, 0); at.size > 0; at = nextPlaceholder(*text, done)) {
        words.append(*text, done, at.begin - done);
        const std::string_view name = std::string_view(*text).substr(at.begin + 1, at.size - 2);
        const auto argument = std::ranges::find(message.arguments, name, &Message::Argument::name);
        if (argument == message.arguments.end())
            words += '?';
        else
            put(words, *argument);
        done = at.begin + at.size;
    }
    words.append(*text, done);
}

void PhraseBook::put(std::string& words, const Message::Argument& argument) const {
    if (argument.messages.empty())
        words += argument.text;
    else
        words += joined(argument.messages, argument.join);
}

std::string PhraseBook::joined(const std::vector<Message>& list, Join join) const {
    std::string all = inWords(list.front());
    for (std::size_t i = 1; i < list.size(); ++i) {
        const bool last = i + 1 == list.size();
        const std::string_view how = join == Join::Sentences     ? "list.sentences"_id
                                     : join == Join::And && last ? "list.and"_id
                                     : join == Join::Or && last  ? "list.or"_id
                                                                 : "list.comma"_id;
        all = inWords(Message(how, {{"list", all}, {"next", inWords(list[i])}}));
    }
    return all;
}

// ---- the one that is in use

std::vector<Error> chooseLanguage(const std::string& language, const std::string& resources) {
    if (language.empty() || language == "en") return {};
    const fs::path folder = fs::path(resources) / "i18n";
    std::error_code error;
    if (!isLanguage(language) || !fs::is_directory(folder / language, error)) {
        const std::vector<std::string> names = languagesIn(folder);
        const std::vector<std::string_view> known(names.begin(), names.end());
        const std::string legal = nameList(known, language);
        return {
            Error(ErrorCode::CannotOpen,
                  {{"file", (folder / clipped(language, 32)).string()},
                   {"reason", PhraseBook::english().inWords(Message("words.no_language"_id, {{"known", legal}}))}})};
    }
    // Texts that were asked for point into it: it stays until the program ends.
    static std::vector<std::unique_ptr<const PhraseBook>> books;
    PhraseBook::Translation translation = PhraseBook::translated((folder / language).string());
    books.push_back(std::make_unique<const PhraseBook>(std::move(translation.book)));
    g_chosen.store(books.back().get(), std::memory_order_release);
    return std::move(translation.problems);
}

std::vector<Error> chooseLanguage() {
    const char* const language = std::getenv("LANESCOPE_LANGUAGE");
    if (language == nullptr || *language == '\0') return {};
    const Result<std::string> resources = resourceFolder();
    if (!resources) return {resources.error()};
    return chooseLanguage(language, *resources);
}

std::string inWords(const Message& message) { return chosen().inWords(message); }

const std::string& textOf(std::string_view id) {
    static const std::string none = "?";
    const std::string* const text = chosen().find(id);
    assert(text != nullptr && "an id without a text: tests/architecture finds it");
    return text != nullptr ? *text : none;
}

bool hasText(std::string_view id) { return chosen().find(id) != nullptr; }

}  // namespace lanescope
