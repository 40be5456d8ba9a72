// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/json_document.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

using Kind = JsonValue::Kind;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

}  // namespace

struct JsonReader::Shared {
    JsonDocument document;
    std::string file;
    std::optional<Error> error;
};

Result<JsonReader> JsonReader::parse(ByteSource& source, const std::string& file, const JsonLimits& limits) {
    Result<JsonDocument> document = parseJson(source, file, limits);
    if (!document) return fail(document.error());
    return JsonReader(std::make_shared<Shared>(Shared{std::move(*document), file, {}}), 0);
}

Result<JsonReader> JsonReader::parse(std::string_view json, const std::string& file, const JsonLimits& limits) {
    TextSource source(json);
    return parse(source, file, limits);
}

const JsonValue& JsonReader::value() const {
    static const JsonValue nothing{};
    return m_value == kNone ? nothing : m_shared->document.values[m_value];
}

void JsonReader::reject(const std::string& reason, std::string_view key) const {
    if (m_shared->error) return;
    std::string place = m_value == kNone ? std::string() : m_shared->document.placeOf(m_value);
    if (!key.empty()) place += (place.empty() ? "" : ".") + shortened(key);
    m_shared->error =
        Error(ErrorCode::MalformedFile,
              {{"file", m_shared->file}, {"place", place.empty() ? textOf("json.top"_id) : place}, {"reason", reason}});
}

bool JsonReader::failed() const { return m_shared->error.has_value(); }

Error JsonReader::error() const { return m_shared->error.value_or(Error()); }

std::size_t JsonReader::find(std::string_view key) const {
    const JsonValue& object = value();
    if (object.kind != Kind::Object) return kNone;
    const JsonDocument& document = m_shared->document;
    for (std::size_t i = m_value + 1; i != object.next; i = document.values[i].next)
        if (document.textOf(document.values[i].key) == key) return i;
    return kNone;
}

bool JsonReader::has(std::string_view key) const {
    const std::size_t found = find(key);
    return found != kNone && m_shared->document.values[found].kind != Kind::Null;
}

JsonReader JsonReader::member(std::string_view key) const {
    const std::size_t found = find(key);
    if (!isObject())
        reject(textOf("json.object"_id));
    else if (found == kNone)
        reject(textOf("json.missing"_id), key);
    return {m_shared, found};
}

std::string JsonReader::text(std::string_view key) const { return member(key).asText(); }
double JsonReader::number(std::string_view key) const { return member(key).asNumber(); }
std::int64_t JsonReader::integer(std::string_view key) const { return member(key).asInteger(); }
bool JsonReader::boolean(std::string_view key) const { return member(key).asBoolean(); }

JsonReader JsonReader::object(std::string_view key) const {
    JsonReader object = member(key);
    if (!object.isObject()) object.reject(textOf("json.object"_id));
    return object;
}

std::vector<JsonReader> JsonReader::list(std::string_view key) const { return member(key).asList(); }

bool JsonReader::isObject() const { return value().kind == Kind::Object; }

bool JsonReader::isNumber() const {
    const Kind kind = value().kind;
    return kind == Kind::Integer || kind == Kind::Unsigned || kind == Kind::Real;
}

std::string JsonReader::asText() const {
    if (value().kind == Kind::Text) return std::string(m_shared->document.textOf(value().text));
    reject(textOf("json.text"_id));
    return {};
}

double JsonReader::asNumber() const {
    switch (value().kind) {
        case Kind::Integer: return static_cast<double>(value().integer);
        case Kind::Unsigned: return static_cast<double>(value().whole);
        case Kind::Real: return value().real;
        default: reject(textOf("json.number"_id)); return 0;
    }
}

std::int64_t JsonReader::asInteger() const {
    if (value().kind == Kind::Integer) return value().integer;
    reject(textOf(value().kind == Kind::Unsigned ? "json.too_large"_id : "json.whole"_id));
    return 0;
}

bool JsonReader::asBoolean() const {
    if (value().kind == Kind::Boolean) return value().boolean;
    reject(textOf("json.boolean"_id));
    return false;
}

std::string JsonReader::asWord() const {
    switch (value().kind) {
        case Kind::Integer: return std::to_string(value().integer);
        case Kind::Unsigned: return std::to_string(value().whole);
        case Kind::Real: return nlohmann::json(value().real).dump();
        case Kind::Text: return asText();
        default: reject(textOf("json.word"_id)); return {};
    }
}

std::vector<JsonReader> JsonReader::asList() const {
    std::vector<JsonReader> elements;
    if (value().kind != Kind::List) {
        reject(textOf("json.list"_id));
        return elements;
    }
    elements.reserve(value().count);
    for (std::size_t i = m_value + 1; i != value().next; i = m_shared->document.values[i].next)
        elements.push_back(JsonReader(m_shared, i));
    return elements;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
    std::vector<std::pair<std::string, JsonReader>> all;
    if (!isObject()) {
        reject(textOf("json.object"_id));
        return all;
    }
    const JsonDocument& document = m_shared->document;
    all.reserve(value().count);
    for (std::size_t i = m_value + 1; i != value().next; i = document.values[i].next)
        all.emplace_back(document.textOf(document.values[i].key), JsonReader(m_shared, i));
    return all;
}

void JsonReader::allowOnly(std::initializer_list<std::string_view> keys) const {
    if (!isObject()) return reject(textOf("json.object"_id));
    const JsonDocument& document = m_shared->document;
    for (std::size_t i = m_value + 1; i != value().next; i = document.values[i].next)
        if (const std::string_view key = document.textOf(document.values[i].key);
            std::find(keys.begin(), keys.end(), key) == keys.end())
            return reject(textOf("json.unknown_name"_id), key);
}

}  // namespace lanescope
