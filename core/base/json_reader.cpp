// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

const Json kNothing;

const Json& jsonOf(const void* value) { return *static_cast<const Json*>(value); }

std::string lineAndColumn(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

struct JsonReader::Document {
    Json root;
    std::string file;
    std::optional<Error> error;
};

JsonReader::JsonReader(std::shared_ptr<Document> document, const void* value, std::string place)
    : m_document(std::move(document)), m_value(value), m_place(std::move(place)) {}

Result<JsonReader> JsonReader::parse(std::string_view json, const std::string& file) {
    auto document = std::make_shared<Document>();
    document->file = file;
    try {
        document->root = Json::parse(json);
    } catch (const Json::parse_error& error) {
        const bool ended = error.byte > json.size();
        return fail(ErrorCode::MalformedFile, {{"file", file},
                                               {"place", lineAndColumn(json, error.byte)},
                                               {"reason", ended ? "the file ends too early" : "this is not JSON"}});
    } catch (const Json::exception&) {
        return fail(ErrorCode::MalformedFile,
                    {{"file", file}, {"place", "the whole file"}, {"reason", "it holds a number that is too large"}});
    }
    const Json* root = &document->root;
    return JsonReader(std::move(document), root, "");
}

std::string JsonReader::placeOf(std::string_view key) const {
    if (key.empty()) return m_place.empty() ? "the top" : m_place;
    return m_place.empty() ? std::string(key) : m_place + "." + std::string(key);
}

void JsonReader::reject(const std::string& reason, std::string_view key) const {
    if (m_document->error) return;
    m_document->error =
        Error(ErrorCode::MalformedFile, {{"file", m_document->file}, {"place", placeOf(key)}, {"reason", reason}});
}

bool JsonReader::failed() const { return m_document->error.has_value(); }

Error JsonReader::error() const { return m_document->error.value_or(Error()); }

bool JsonReader::has(std::string_view key) const {
    const Json& value = jsonOf(m_value);
    if (!value.is_object()) return false;
    const auto found = value.find(std::string(key));
    return found != value.end() && !found->is_null();
}

JsonReader JsonReader::member(std::string_view key) const {
    const Json& value = jsonOf(m_value);
    if (!value.is_object()) {
        reject("an object {…} belongs here");
    } else if (const auto found = value.find(std::string(key)); found != value.end()) {
        return {m_document, &*found, placeOf(key)};
    } else {
        reject("it is missing", key);
    }
    return {m_document, &kNothing, placeOf(key)};
}

std::string JsonReader::text(std::string_view key) const { return member(key).asText(); }
double JsonReader::number(std::string_view key) const { return member(key).asNumber(); }

std::int64_t JsonReader::integer(std::string_view key) const {
    const JsonReader value = member(key);
    if (jsonOf(value.m_value).is_number_integer()) return jsonOf(value.m_value).get<std::int64_t>();
    value.reject("a whole number belongs here");
    return 0;
}

bool JsonReader::boolean(std::string_view key) const {
    const JsonReader value = member(key);
    if (jsonOf(value.m_value).is_boolean()) return jsonOf(value.m_value).get<bool>();
    value.reject("true or false belongs here");
    return false;
}

JsonReader JsonReader::object(std::string_view key) const {
    JsonReader value = member(key);
    if (!jsonOf(value.m_value).is_object()) value.reject("an object {…} belongs here");
    return value;
}

std::vector<JsonReader> JsonReader::list(std::string_view key) const { return member(key).asList(); }

std::string JsonReader::asText() const {
    if (jsonOf(m_value).is_string()) return jsonOf(m_value).get<std::string>();
    reject("a text in quotes belongs here");
    return {};
}

double JsonReader::asNumber() const {
    if (jsonOf(m_value).is_number()) return jsonOf(m_value).get<double>();
    reject("a number belongs here");
    return 0;
}

std::string JsonReader::asWord() const {
    if (jsonOf(m_value).is_number()) return jsonOf(m_value).dump();
    if (jsonOf(m_value).is_string()) return jsonOf(m_value).get<std::string>();
    reject("a text or a number belongs here");
    return {};
}

std::vector<JsonReader> JsonReader::asList() const {
    const Json& array = jsonOf(m_value);
    std::vector<JsonReader> elements;
    if (!array.is_array()) {
        reject("a list […] belongs here");
        return elements;
    }
    elements.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i)
        elements.push_back(JsonReader(m_document, &array[i], m_place + "[" + std::to_string(i) + "]"));
    return elements;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
    const Json& value = jsonOf(m_value);
    std::vector<std::pair<std::string, JsonReader>> all;
    if (!value.is_object()) {
        reject("an object {…} belongs here");
        return all;
    }
    for (const auto& item : value.items())
        all.emplace_back(item.key(), JsonReader(m_document, &item.value(), placeOf(item.key())));
    return all;
}

void JsonReader::allowOnly(std::initializer_list<std::string_view> keys) const {
    const Json& value = jsonOf(m_value);
    if (!value.is_object()) return reject("an object {…} belongs here");
    for (const auto& item : value.items())
        if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
            reject("nothing of this name is known here", item.key());
}

}  // namespace lanescope
