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

#include "core/base/file_reader.h"
#include "core/base/json_limits.h"
#include "core/base/result.h"

namespace lanescope {

struct JsonValue;

/// One value of a parsed document, with its place ("entries[3].measurement.median").
class JsonReader {
public:
    /// Errors: MalformedFile with `file` and "line L, column C" (or the place, of a name that an object has twice),
    /// also where a limit is exceeded; what the source says.
    [[nodiscard]] static Result<JsonReader> parse(ByteSource& source, const std::string& file,
                                                  const JsonLimits& limits = {});
    [[nodiscard]] static Result<JsonReader> parse(std::string_view json, const std::string& file,
                                                  const JsonLimits& limits = {});

    // Members of an object: an absent or differently typed one is an error. An integer is one of 64 bits with a sign.
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] bool boolean(std::string_view key) const;
    [[nodiscard]] JsonReader object(std::string_view key) const;
    [[nodiscard]] std::vector<JsonReader> list(std::string_view key) const;  ///< an array's elements
    [[nodiscard]] JsonReader member(std::string_view key) const;             ///< whatever it is
    /// Is there such a member that is not null?
    [[nodiscard]] bool has(std::string_view key) const;

    // This value itself.
    [[nodiscard]] bool isObject() const;
    [[nodiscard]] bool isNumber() const;
    [[nodiscard]] std::string asText() const;
    [[nodiscard]] double asNumber() const;
    [[nodiscard]] std::int64_t asInteger() const;
    [[nodiscard]] bool asBoolean() const;
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
    struct Shared;
    JsonReader(std::shared_ptr<Shared> shared, std::size_t value) : m_shared(std::move(shared)), m_value(value) {}
    [[nodiscard]] const JsonValue& value() const;
    [[nodiscard]] std::size_t find(std::string_view key) const;

    std::shared_ptr<Shared> m_shared;  ///< by all values of a document
    std::size_t m_value;               ///< its index there
};

}  // namespace lanescope
