// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_document.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

using Kind = JsonValue::Kind;

/// A source's characters one by one, for the library's parser, and where in the text they are.
class Characters {
public:
    Characters(ByteSource& source, std::uint64_t most) : m_source(source), m_most(most) {}

    [[nodiscard]] bool atEnd() {
        if (m_at < m_piece.size()) return false;
        if (m_ended) return true;
        fetch();
        return m_at >= m_piece.size();
    }
    /// Only if not atEnd().
    [[nodiscard]] char current() const { return m_piece[m_at]; }
    void advance() {
        if (m_piece[m_at++] == '\0') m_holdsZero = true;
    }

    [[nodiscard]] std::uint64_t count() const { return m_before + m_at; }
    /// The parser takes a byte of 0 for the end.
    [[nodiscard]] bool holdsZero() const { return m_holdsZero; }
    [[nodiscard]] bool tooLong() const { return m_tooLong; }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    /// Of the character of this number, from 1; one of the piece or next to it.
    [[nodiscard]] std::string place(std::uint64_t number) const {
        const auto words = [](std::uint64_t line, std::uint64_t column) {
            return inWords(Message("place.line"_id, {{"line", line}, {"column", column}}));
        };
        if (number <= m_before) return words(m_line, m_column);
        const std::string_view read = m_piece.substr(0, static_cast<std::size_t>(number - 1 - m_before));
        const std::size_t newline = read.rfind('\n');
        const std::uint64_t before =
            newline == std::string_view::npos ? m_column + read.size() : read.size() - newline - 1;
        return words(m_line + newlinesIn(read), before + 1);
    }

private:
    static std::uint64_t newlinesIn(std::string_view text) {
        return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    }

    void fetch() {
        Result<std::string_view> piece = m_source.next();
        m_ended = !piece || piece->empty();
        if (!piece) m_error = std::move(piece.error());
        if (m_ended) return;  // the last piece stays, for place()
        const std::size_t newline = m_piece.rfind('\n');
        m_column = newline == std::string_view::npos ? m_column + m_piece.size() : m_piece.size() - newline - 1;
        m_line += newlinesIn(m_piece);
        m_before += m_piece.size();
        m_at = 0;
        m_tooLong = piece->size() > m_most - m_before;
        m_piece = m_tooLong ? piece->substr(0, static_cast<std::size_t>(m_most - m_before)) : *piece;
        m_ended = m_tooLong;
    }

    ByteSource& m_source;
    std::uint64_t m_most;
    std::string_view m_piece;
    std::size_t m_at = 0;        ///< in the piece
    std::uint64_t m_before = 0;  ///< characters before the piece
    std::uint64_t m_line = 1;    ///< in which the piece begins
    std::uint64_t m_column = 0;  ///< at which it begins there
    bool m_ended = false;
    bool m_tooLong = false;
    bool m_holdsZero = false;
    std::optional<Error> m_error;
};

/// What the library takes its input from.
class CharacterIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    explicit CharacterIterator(Characters* from = nullptr) : m_from(from) {}
    char operator*() const { return m_from->current(); }
    CharacterIterator& operator++() {
        m_from->advance();
        return *this;
    }
    friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) { return a.ended() == b.ended(); }
    friend bool operator!=(const CharacterIterator& a, const CharacterIterator& b) { return !(a == b); }

private:
    [[nodiscard]] bool ended() const { return m_from == nullptr || m_from->atEnd(); }
    Characters* m_from;
};

/// Takes what the library's parser finds, and stops it at the first value that is one too many or too deep.
class DocumentBuilder {
public:
    DocumentBuilder(const Characters& characters, const JsonLimits& limits)
        : m_characters(characters), m_limits(limits) {}

    bool null() { return add(Kind::Null) != nullptr; }
    bool boolean(bool value) { return set(add(Kind::Boolean), &JsonValue::boolean, value); }
    bool number_integer(std::int64_t value) { return set(add(Kind::Integer), &JsonValue::integer, value); }
    bool number_unsigned(std::uint64_t value) {
        constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (value <= kLargest) return number_integer(static_cast<std::int64_t>(value));
        return set(add(Kind::Unsigned), &JsonValue::whole, value);
    }
    bool number_float(double value, const std::string& /*written*/) {
        return set(add(Kind::Real), &JsonValue::real, value);
    }
    bool string(const std::string& value) { return set(add(Kind::Text), &JsonValue::text, keep(value)); }
    static bool binary(const std::vector<std::uint8_t>& /*value*/) { return false; }  // not in JSON's text
    bool start_object(std::size_t /*size*/) { return open(Kind::Object); }
    bool start_array(std::size_t /*size*/) { return open(Kind::List); }
    bool key(const std::string& name) {
        m_key = keep(name);
        return true;
    }
    bool end_object() { return close() && namesDiffer(m_closed); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::json::exception& error) {
        constexpr int kOutOfRange = 406;
        const bool text = std::string_view(error.what()).find("UTF-8") != std::string_view::npos;
        m_place = m_characters.place(position);
        return stop(Message(error.id == kOutOfRange           ? "json.too_large"_id
                            : position > m_characters.count() ? "json.ends_early"_id
                            : text                            ? "json.no_utf8"_id
                                                              : "json.no_json"_id));
    }

    [[nodiscard]] JsonDocument& document() { return m_document; }
    [[nodiscard]] const std::string& place() const { return m_place; }
    [[nodiscard]] const std::string& reason() const { return m_reason; }

private:
    bool stop(const Message& reason) {
        m_reason = inWords(reason);
        if (m_place.empty()) m_place = m_characters.place(m_characters.count());
        return false;
    }

    JsonValue::Text keep(const std::string& text) {
        const JsonValue::Text kept{static_cast<std::uint32_t>(m_document.texts.size()),
                                   static_cast<std::uint32_t>(text.size())};
        m_document.texts += text;
        return kept;
    }

    /// None if it is one too many.
    JsonValue* add(Kind kind) {
        std::vector<JsonValue>& values = m_document.values;
        if (values.size() >= m_limits.values) {
            stop(Message("json.too_many_values"_id, {{"most", m_limits.values}}));
            return nullptr;
        }
        if (!m_open.empty()) ++values[m_open.back()].count;
        JsonValue& value = values.emplace_back();
        value.kind = kind;
        value.key = m_key;
        value.next = static_cast<std::uint32_t>(values.size());
        return &value;
    }

    template <typename T>
    static bool set(JsonValue* value, T JsonValue::*member, T content) {
        if (value != nullptr) value->*member = content;
        return value != nullptr;
    }

    bool open(Kind kind) {
        if (m_open.size() >= m_limits.depth) return stop(Message("json.too_deep"_id, {{"most", m_limits.depth}}));
        JsonValue* const value = add(kind);
        if (value == nullptr) return false;
        value->next = 0;
        m_open.push_back(m_document.values.size() - 1);
        return true;
    }

    bool close() {
        m_closed = m_open.back();
        m_open.pop_back();
        m_document.values[m_closed].next = static_cast<std::uint32_t>(m_document.values.size());
        return true;
    }

    bool namesDiffer(std::size_t object) {
        const JsonValue& holder = m_document.values[object];
        if (holder.count < 2) return true;
        m_names.clear();
        for (std::uint32_t i = static_cast<std::uint32_t>(object) + 1; i != holder.next; i = m_document.values[i].next)
            m_names.push_back(i);
        const auto name = [this](std::uint32_t i) { return m_document.textOf(m_document.values[i].key); };
        std::ranges::sort(m_names, {}, name);
        const auto twice = std::ranges::adjacent_find(m_names, {}, name);
        if (twice == m_names.end()) return true;
        m_place = m_document.placeOf(std::max(twice[0], twice[1]));
        return stop(Message("json.name_twice"_id));
    }

    const Characters& m_characters;
    const JsonLimits& m_limits;
    JsonDocument m_document;
    std::vector<std::size_t> m_open;  ///< lists and objects that have not ended
    std::size_t m_closed = 0;         ///< the one that has ended last
    JsonValue::Text m_key{};
    std::vector<std::uint32_t> m_names;
    std::string m_reason;
    std::string m_place;
};

}  // namespace

std::string shortened(std::string_view name) {
    constexpr std::size_t kShown = 60;
    if (name.size() <= kShown) return std::string(name);
    std::size_t end = kShown;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // not within a character
    return std::string(name.substr(0, end)) + "…";
}

std::string JsonDocument::placeOf(std::size_t value) const {
    std::string place;
    for (std::size_t at = 0; at != value;) {
        std::size_t number = 0;
        std::size_t child = at + 1;
        const auto endsBefore = [&](std::size_t i) { return values[i].next != 0 && values[i].next <= value; };
        for (; endsBefore(child); child = values[child].next) ++number;
        if (values[at].kind == Kind::List)
            place += "[" + std::to_string(number) + "]";
        else
            place += (place.empty() ? "" : ".") + shortened(textOf(values[child].key));
        at = child;
    }
    return place;
}

Result<JsonDocument> parseJson(ByteSource& source, const std::string& file, const JsonLimits& limits) {
    assert(limits.bytes <= std::numeric_limits<std::uint32_t>::max());
    Characters characters(source, limits.bytes);
    DocumentBuilder builder(characters, limits);
    const bool parsed = nlohmann::json::sax_parse(CharacterIterator(&characters), CharacterIterator(), &builder);
    if (characters.error()) return fail(*characters.error());
    const auto malformed = [&](const std::string& place, const std::string& reason) {
        return fail(ErrorCode::MalformedFile, {{"file", file}, {"place", place}, {"reason", reason}});
    };
    if (characters.tooLong())
        return malformed(
            characters.place(characters.count() + 1),
            inWords(Message("reason.too_long"_id, {{"most", numbers::memory(static_cast<double>(limits.bytes))}})));
    if (!parsed) return malformed(builder.place(), builder.reason());
    if (characters.holdsZero()) return malformed(characters.place(characters.count()), textOf("json.no_json"_id));
    return std::move(builder.document());
}

}  // namespace lanescope
