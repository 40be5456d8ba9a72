// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/hardware/counter_record.h"

#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"

namespace lanescope {

Result<CounterRecord> counterRecordFromJson(const std::string& text, const std::string& file) {
    const auto json = JsonReader::parse(text, file);
    if (!json) return fail(json.error());
    CounterRecord record;
    for (const char* name : {"gpu", "driver", "cuda", "cupti", "origin", "recorded"})
        record.about.emplace_back(name, json->text(name));
    for (const JsonReader& name : json->list("metrics")) record.metrics.push_back(name.asText());
    for (const auto& [name, row] : json->object("launches").members()) {
        std::vector<std::uint64_t>& values = record.launches[name];
        for (const JsonReader& value : row.asList()) values.push_back(static_cast<std::uint64_t>(value.asNumber()));
        if (values.size() != record.metrics.size()) row.reject("there must be one value for each metric");
    }
    json->allowOnly({"gpu", "driver", "cuda", "cupti", "origin", "recorded", "metrics", "launches"});
    if (json->failed()) return fail(json->error());
    return record;
}

std::string toJson(const CounterRecord& record) {
    const auto quoted = [](const std::string& text) { return nlohmann::json(text).dump(); };
    std::string text = "{\n";
    for (const auto& [name, value] : record.about) text += " " + quoted(name) + ": " + quoted(value) + ",\n";
    std::string separator;
    text += " \"metrics\": [";
    for (const std::string& metric : record.metrics) {
        text += separator + "\n  " + quoted(metric);
        separator = ",";
    }
    text += "\n ],\n \"launches\": {";
    separator.clear();
    for (const auto& [name, row] : record.launches) {
        text += separator + "\n  " + quoted(name) + ": " + nlohmann::json(row).dump();
        separator = ",";
    }
    return text + "\n }\n}\n";
}

}  // namespace lanescope
