// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/specs.h"

#include <array>
#include <cstdio>
#include <iostream>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/gpus/assumed_values.h"
#include "core/gpus/gpu_quantities.h"

namespace lanescope::cli {
namespace {

std::string percent(double share) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "± %.2g %%", 100 * share);
    return text.data();
}

std::string originOf(const GpuValue& value) {
    return value.benchmark.empty() ? value.source : value.source + ": " + value.benchmark;
}

}  // namespace

void printSpec(const GpuSpec& gpu) {
    std::cout << gpu.title << ", compute capability " << gpu.computeCapability << '\n';
    TextTable table({"value", "", "unit", "spread", "meaning", "source"});
    for (const GpuQuantity& quantity : gpuQuantities())
        if (const GpuValue* value = gpu.find(quantity.id))
            table.add({std::string(quantity.id), numbers::plain(value->value), value->unit,
                       value->spread ? percent(*value->spread) : "", std::string(quantity.meaning), originOf(*value)});
    std::cout << table.text(2);
    if (const std::size_t assumed = assumedOf(gpu); assumed > 0)
        std::cout
            << assumed << " of these " << gpu.values.size()
            << " are assumed: nobody measured or told them of this GPU, and models or plans in time (timeline --plan) "
               "ask for them\n";
    if (gpu.missing.empty()) return;
    std::cout << "Missing:\n";
    for (const auto& [id, reason] : gpu.missing) std::cout << "  " << id << ": " << reason << '\n';
}

void printCalibration(const GpuSpec& gpu) {
    std::cout << "| quantity | value | unit | spread | micro-benchmark |\n|---|---|---|---|---|\n";
    for (const GpuQuantity& quantity : gpuQuantities())
        if (const GpuValue* value = gpu.find(quantity.id); value != nullptr && !value->benchmark.empty())
            std::cout << "| `" << quantity.id << "` | " << numbers::plain(value->value) << " | " << value->unit << " | "
                      << (value->spread ? percent(*value->spread) : "") << " | " << value->benchmark << " |\n";
}

}  // namespace lanescope::cli
