// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON text as values in one flat list, in the order of the text: nothing about it is recursive, however deep it is,
// and what it takes is known from its length and the number of its values. For JsonReader.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/file_reader.h"
#include "core/base/json_limits.h"
#include "core/base/result.h"

namespace lanescope {

struct JsonValue {
    enum class Kind : std::uint8_t { Null, Boolean, Integer, Unsigned, Real, Text, List, Object };
    /// Of JsonDocument::texts.
    struct Text {
        std::uint32_t begin;
        std::uint32_t size;
    };
    Kind kind = Kind::Null;
    std::uint32_t next = 0;  ///< index of the first value behind it and all that it holds; 0 while that is not known
    Text key{};              ///< its name in the object that holds it
    union {
        bool boolean;
        std::int64_t integer;
        std::uint64_t whole;  ///< Unsigned: what is too large for `integer`
        double real;
        Text text;
        std::uint32_t count = 0;  ///< List, Object: what it holds directly
    };
};

struct JsonDocument {
    std::vector<JsonValue> values;  ///< the first is the whole document; what a value holds follows it
    std::string texts;

    [[nodiscard]] std::string_view textOf(JsonValue::Text text) const {
        return std::string_view(texts).substr(text.begin, text.size);
    }
    /// "entries[3].measurement"; empty for the whole. Names are shortened().
    [[nodiscard]] std::string placeOf(std::size_t value) const;
};

/// The name as a message shows it; one may be as long as the file.
[[nodiscard]] std::string shortened(std::string_view name);

/// `file` is who is named in an error. Errors: MalformedFile with "line L, column C", and the source's. Wrong is what
/// is no JSON or no UTF-8, a number that no double can hold, a name that an object has twice, and what exceeds the
/// limits.
[[nodiscard]] Result<JsonDocument> parseJson(ByteSource& source, const std::string& file, const JsonLimits& limits);

}  // namespace lanescope
