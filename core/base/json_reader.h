// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON strictly and telling where it is wrong. Getters give a default once something was wrong; the first error
// of the whole document is kept and asked for at the end, so that reading code is a plain list of fields.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// One value of a parsed document, with its place ("entries[3].measurement.median").
class JsonReader {
public:
    /// Error: MalformedFile with `file` and "line L, column C".
    [[nodiscard]] static Result<JsonReader> parse(std::string_view json, const std::string& file);

    // Members of an object: an absent or differently typed one is an error.
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] bool boolean(std::string_view key) const;
    [[nodiscard]] JsonReader object(std::string_view key) const;
    [[nodiscard]] std::vector<JsonReader> list(std::string_view key) const;  ///< an array's elements
    /// Is there such a member that is not null?
    [[nodiscard]] bool has(std::string_view key) const;

    // This value itself.
    [[nodiscard]] std::string asText() const;
    [[nodiscard]] double asNumber() const;
    [[nodiscard]] std::string asWord() const;  ///< a text, or a number as it is written: a parameter's value
    [[nodiscard]] std::vector<JsonReader> asList() const;  ///< an array's elements
    /// All members of an object in the file's order.
    [[nodiscard]] std::vector<std::pair<std::string, JsonReader>> members() const;
    /// Any other member is an error: a misspelt key must not be dropped silently.
    void allowOnly(std::initializer_list<std::string_view> keys) const;

    /// Says that the value (or its member `key`) is wrong. Only the first error of a document is kept.
    void reject(const std::string& reason, std::string_view key = {}) const;
    [[nodiscard]] bool failed() const;
    /// MalformedFile with file, place and reason; only if failed().
    [[nodiscard]] Error error() const;

private:
    struct Document;
    JsonReader(std::shared_ptr<Document> document, const void* value, std::string place);
    [[nodiscard]] JsonReader member(std::string_view key) const;
    [[nodiscard]] std::string placeOf(std::string_view key) const;

    std::shared_ptr<Document> m_document;
    const void* m_value = nullptr;
    std::string m_place;
};

}  // namespace lanescope
