// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to people, as data: the id of a text and what is put into it. Words are made of it in one place
// (words.h), in the language of whoever reads them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

/// The id of a text of resources/i18n: "algorithm.vector.add.title"_id. Every id that stands in the code is written so
/// (tests/architecture looks for it); ids that are put together belong to a table, which the same test goes through.
[[nodiscard]] consteval std::string_view operator""_id(const char* id, std::size_t size) { return {id, size}; }

/// How the parts of a list are joined: "a, b and c", "a, b or c", "a, b, c", or as sentences that follow each other.
enum class Join : std::uint8_t { And, Or, Comma, Sentences };

struct Message {
    struct Argument;

    Message() = default;
    explicit Message(std::string_view textId, std::initializer_list<Argument> values = {});
    /// A text with a form for one and one for any other number: `id`.one and `id`.other. {count} is the number.
    [[nodiscard]] static Message counted(std::string_view id, std::uint64_t count,
                                         std::initializer_list<Argument> values = {});
    /// Words that are not of the program: a name, a number.
    [[nodiscard]] static Message plain(std::string_view words);
    /// Several, as one.
    [[nodiscard]] static Message joined(Join join, std::vector<Message> list);

    std::string id;                      ///< empty: the arguments one after the other
    std::optional<std::uint64_t> count;  ///< chooses the form
    std::vector<Argument> arguments;
};

/// What stands for {name}: a text as it is (a name, a number, what came from outside), a message, or a list of messages
/// and texts.
struct Message::Argument {
    Argument(std::string_view placeholder, std::string_view value) : name(placeholder), text(value) {}
    Argument(std::string_view placeholder, const std::string& value) : name(placeholder), text(value) {}
    Argument(std::string_view placeholder, const char* value) : name(placeholder), text(value) {}
    template <std::integral Number>
    Argument(std::string_view placeholder, Number value) : name(placeholder), text(std::to_string(value)) {}
    Argument(std::string_view placeholder, Message value) : name(placeholder), messages{std::move(value)} {}
    Argument(std::string_view placeholder, Join joined, std::vector<Message> list)
        : name(placeholder), join(joined), messages(std::move(list)) {}

    std::string name;
    std::string text;               ///< if there are no messages
    Join join = Join::Comma;        ///< of several messages
    std::vector<Message> messages;  ///< none: it is the text
};

inline Message::Message(std::string_view textId, std::initializer_list<Argument> values)
    : id(textId), arguments(values) {}

inline Message Message::counted(std::string_view id, std::uint64_t count, std::initializer_list<Argument> values) {
    Message message(id, values);
    message.count = count;
    message.arguments.emplace_back("count", count);
    return message;
}

inline Message Message::plain(std::string_view words) { return Message({}, {{"", words}}); }
inline Message Message::joined(Join join, std::vector<Message> list) {
    return Message({}, {{"", join, std::move(list)}});
}

}  // namespace lanescope
