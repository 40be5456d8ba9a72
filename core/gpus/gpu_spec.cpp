// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/gpu_spec.h"

#include <array>
#include <cmath>

#include "core/base/json_reader.h"

namespace lanescope {
namespace {

struct Quantity {
    std::string_view id;
    std::string_view unit;
    bool whole;  ///< a count or a number of bytes
};

constexpr std::array kQuantities{
    Quantity{"sm_count", "", true},
    Quantity{"cores_per_sm", "", true},
    Quantity{"clock", "Hz", false},
    Quantity{"memory_clock", "Hz", false},
    Quantity{"memory_bandwidth", "B/s", false},
    Quantity{"dram_latency", "cycles", false},
    Quantity{"shared_latency", "cycles", false},
    Quantity{"cache_latency", "cycles", false},
    Quantity{"fp32_issue_cycles", "cycles", false},
    Quantity{"fp64_issue_cycles", "cycles", false},
    Quantity{"pipeline_depth", "", false},
    Quantity{"copy_to_device", "B/s", false},
    Quantity{"copy_from_device", "B/s", false},
    Quantity{"launch_overhead", "s", false},
    Quantity{"max_threads_per_block", "", true},
    Quantity{"max_threads_per_sm", "", true},
    Quantity{"max_blocks_per_sm", "", true},
    Quantity{"max_warps_per_sm", "", true},
    Quantity{"registers_per_sm", "", true},
    Quantity{"shared_per_block", "B", true},
    Quantity{"shared_per_sm", "B", true},
    Quantity{"shared_reserved_per_block", "B", true},
    Quantity{"memory_size", "B", true},
    Quantity{"l2_size", "B", true},
};

const Quantity* findQuantity(std::string_view id) {
    for (const Quantity& quantity : kQuantities)
        if (quantity.id == id) return &quantity;
    return nullptr;
}

bool isComputeCapability(const std::string& text) {
    const std::size_t dot = text.find('.');
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.size() <= 2 && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dot != std::string::npos && digits(std::string_view(text).substr(0, dot)) &&
           digits(std::string_view(text).substr(dot + 1));
}

GpuValue readValue(const Quantity& quantity, const JsonReader& json) {
    json.allowOnly({"value", "unit", "source"});
    GpuValue value{json.number("value"), json.text("unit"), json.text("source")};
    if (json.failed()) return value;
    if (!(value.value > 0)) json.reject("it must be larger than 0", "value");
    if (quantity.whole && std::nearbyint(value.value) != value.value) json.reject("it must be a whole number", "value");
    if (value.unit != quantity.unit) {
        json.reject(quantity.unit.empty() ? "this is a plain number, its unit is \"\""
                                          : "its unit is \"" + std::string(quantity.unit) + "\"",
                    "unit");
    }
    if (value.source.empty()) json.reject("every value says where it is from", "source");
    return value;
}

}  // namespace

const GpuValue* GpuSpec::find(std::string_view valueId) const {
    const auto found = values.find(std::string(valueId));
    return found == values.end() ? nullptr : &found->second;
}

Result<GpuSpec> parseGpuSpec(std::string_view text, const std::string& file) {
    const Result<JsonReader> json = JsonReader::parse(text, file);
    if (!json) return fail(json.error());
    json->allowOnly({"id", "title", "compute_capability", "values"});
    GpuSpec gpu;
    gpu.id = json->text("id");
    gpu.title = json->text("title");
    gpu.computeCapability = json->text("compute_capability");
    if (gpu.id.empty()) json->reject("it must not be empty", "id");
    if (gpu.title.empty()) json->reject("it must not be empty", "title");
    if (!isComputeCapability(gpu.computeCapability)) json->reject("it reads like \"9.0\"", "compute_capability");
    for (const auto& [id, value] : json->object("values").members()) {
        if (const Quantity* quantity = findQuantity(id))
            gpu.values[id] = readValue(*quantity, value);
        else
            value.reject("no such quantity is known");
    }
    if (json->failed()) return fail(json->error());
    return gpu;
}

}  // namespace lanescope
