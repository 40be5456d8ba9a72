// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/gpu_spec.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"
#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

bool isComputeCapability(const std::string& text) {
    const std::size_t dot = text.find('.');
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.size() <= 2 && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dot != std::string::npos && digits(std::string_view(text).substr(0, dot)) &&
           digits(std::string_view(text).substr(dot + 1));
}

GpuValue readValue(const GpuQuantity& quantity, const JsonReader& json) {
    json.allowOnly({"value", "unit", "source", "spread", "benchmark", "assumed"});
    GpuValue value{json.number("value"), json.text("unit"), json.text("source")};
    if (json.has("spread")) value.spread = json.number("spread");
    if (json.has("benchmark")) value.benchmark = json.text("benchmark");
    if (json.has("assumed")) value.assumed = json.boolean("assumed");
    if (json.failed()) return value;
    if (!(value.value > 0)) json.reject(textOf("gpu.above_0"_id), "value");
    if (quantity.whole && std::nearbyint(value.value) != value.value) json.reject(textOf("gpu.whole"_id), "value");
    if (value.unit != quantity.unit) {
        json.reject(quantity.unit.empty() ? textOf("gpu.plain_number"_id)
                                          : inWords(Message("gpu.unit"_id, {{"unit", quantity.unit}})),
                    "unit");
    }
    if (value.source.empty()) json.reject(textOf("gpu.no_source"_id), "source");
    if (value.spread && *value.spread < 0) json.reject(textOf("gpu.negative"_id), "spread");
    if (json.has("benchmark") && value.benchmark.empty()) json.reject(textOf("gpu.empty"_id), "benchmark");
    if (value.assumed && !value.benchmark.empty()) json.reject(textOf("gpu.measured"_id), "assumed");
    return value;
}

void readMissing(const JsonReader& json, GpuSpec& gpu) {
    for (const auto& [id, reason] : json.members()) {
        gpu.missing[id] = reason.asText();
        if (reason.failed()) return;
        if (findGpuQuantity(id) == nullptr) reason.reject(textOf("gpu.no_quantity"_id));
        if (gpu.missing[id].empty()) reason.reject(textOf("gpu.no_reason"_id));
        if (gpu.find(id) != nullptr) reason.reject(textOf("gpu.not_missing"_id));
    }
}

/// Whole numbers without a point, as people write them.
Json plain(double number) {
    constexpr double kExact = 9007199254740992;  // 2⁵³
    const bool whole = std::nearbyint(number) == number && std::abs(number) < kExact;
    return whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

constexpr std::size_t kMostOfName = 200;  // it stands in lists and headings

}  // namespace

const GpuValue* GpuSpec::find(std::string_view valueId) const {
    const auto found = values.find(std::string(valueId));
    return found == values.end() ? nullptr : &found->second;
}

std::string toJson(const GpuSpec& gpu) {
    const auto quoted = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
    // One line for each value: a file that people read and compare.
    const auto lines = [](const std::vector<std::string>& members) {
        std::string text;
        for (const std::string& member : members) text += (text.empty() ? "\n    " : ",\n    ") + member;
        return "{" + text + "\n  }";
    };
    std::vector<std::string> values;
    std::vector<std::string> missing;
    for (const GpuQuantity& quantity : gpuQuantities()) {
        const std::string id(quantity.id);
        if (const GpuValue* value = gpu.find(id)) {
            std::string line = quoted(id) + ": {\"value\": " + quoted(plain(value->value)) +
                               ", \"unit\": " + quoted(value->unit) + ", \"source\": " + quoted(value->source);
            if (value->spread) line += ", \"spread\": " + quoted(plain(*value->spread));
            if (!value->benchmark.empty()) line += ", \"benchmark\": " + quoted(value->benchmark);
            if (value->assumed) line += ", \"assumed\": " + quoted(true);
            values.push_back(line + "}");
        } else if (const auto reason = gpu.missing.find(id); reason != gpu.missing.end()) {
            missing.push_back(quoted(id) + ": " + quoted(reason->second));
        }
    }
    return "{\n  \"id\": " + quoted(gpu.id) + ",\n  \"title\": " + quoted(gpu.title) +
           ",\n  \"compute_capability\": " + quoted(gpu.computeCapability) + ",\n  \"values\": " + lines(values) +
           (missing.empty() ? "" : ",\n  \"missing\": " + lines(missing)) + "\n}\n";
}

Result<GpuSpec> parseGpuSpec(std::string_view text, const std::string& file) {
    const Result<JsonReader> json = JsonReader::parse(text, file, kSmallFile);
    if (!json) return fail(json.error());
    json->allowOnly({"id", "title", "compute_capability", "values", "missing"});
    GpuSpec gpu;
    gpu.id = json->text("id");
    gpu.title = json->text("title");
    gpu.computeCapability = json->text("compute_capability");
    if (gpu.id.empty()) json->reject(textOf("gpu.empty"_id), "id");
    if (gpu.title.empty()) json->reject(textOf("gpu.empty"_id), "title");
    for (const auto& [name, word] : {std::pair{"id", &gpu.id}, {"title", &gpu.title}})
        if (word->size() > kMostOfName)
            json->reject(inWords(Message("gpu.long_name"_id, {{"most", kMostOfName}})), name);
    if (!isComputeCapability(gpu.computeCapability)) json->reject(textOf("gpu.capability"_id), "compute_capability");
    for (const auto& [id, value] : json->object("values").members()) {
        if (const GpuQuantity* quantity = findGpuQuantity(id))
            gpu.values[id] = readValue(*quantity, value);
        else
            value.reject(textOf("gpu.no_quantity"_id));
    }
    if (json->has("missing")) readMissing(json->object("missing"), gpu);
    if (json->failed()) return fail(json->error());
    return gpu;
}

}  // namespace lanescope
