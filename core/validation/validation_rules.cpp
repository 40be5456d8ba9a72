// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validation_rules.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace lanescope::validation {
namespace {

constexpr std::array<std::string_view, 11> kMustBeEqual{
    "global_load_requests",  "global_load_sectors",     "global_load_bytes",  "global_load_efficiency",
    "global_store_requests", "global_store_sectors",    "global_store_bytes", "global_store_efficiency",
    "shared_store_requests", "shared_store_wavefronts", "fp_operations"};

struct Reason {
    std::string_view beginning;  ///< of counters' names
    std::string_view why;        ///< id of a text
};
constexpr std::array kReasons{
    Reason{"shared_load", "validation.why.joined_loads"_id},
    Reason{"shared_", "validation.why.arbitration"_id},
    Reason{"atomic", "validation.why.added_up"_id},
    Reason{"", "validation.why.machine_code"_id},
};

struct Exception {
    std::string_view algorithms;  ///< beginning of their ids
    std::string_view parameter;   ///< that must have `value`; empty = whatever they are
    std::string_view value;
    std::string_view counters;  ///< beginning of their names
    std::string_view why;       ///< id of a text
};
constexpr std::array kExceptions{
    Exception{"matmul.global", "variant", "published", "global_load", "validation.why.shared_loads"_id},
    Exception{"reduce.", "", "", "shared_store_requests", "validation.why.predicates"_id},
    Exception{"reduce.cub", "type", "f32", "fp_operations", "validation.why.cub"_id},
    Exception{"triangle.", "", "", "fp_operations", "validation.why.roots"_id},
    Exception{"micro.", "", "", "fp_operations", "validation.why.roots"_id},
    Exception{"cholesky.", "", "", "fp_operations", "validation.why.roots"_id},
};

/// All sizes of a problem, in the algorithm's order.
std::vector<std::uint64_t> sizesOf(const Algorithm& algorithm, const Parameters& complete) {
    std::vector<std::uint64_t> sizes;
    for (const ParameterSpec& spec : algorithm.parameters())
        if (spec.role == ParameterRole::Size) sizes.push_back(complete.number(spec.name).value_or(0));
    return sizes;
}

}  // namespace

bool mustBeEqual(std::string_view counter) { return std::ranges::count(kMustBeEqual, counter) > 0; }

std::string_view whyDifferent(std::string_view counter) {
    if (mustBeEqual(counter)) return {};
    return textOf(
        std::ranges::find_if(kReasons, [&](const Reason& r) { return counter.starts_with(r.beginning); })->why);
}

std::string_view exceptionOf(const StudyEntry& entry, std::string_view counter) {
    for (const Exception& exception : kExceptions) {
        if (!entry.algorithm.starts_with(exception.algorithms) || !counter.starts_with(exception.counters)) continue;
        if (exception.parameter.empty() || entry.parameters.value(exception.parameter) == exception.value)
            return textOf(exception.why);
    }
    return {};
}

std::optional<double> requestsLeftByPtxas(const StudyEntry& entry, double inPtx) {
    // Method 2 as document 003 printed it: an element of B depends on k + i only, so with four outer iterations
    // unrolled 8 + 3 loads of B serve where the PTX has 32.
    if (entry.algorithm != "matmul.global" || entry.parameters.value("variant") != "published" ||
        entry.parameters.value("block") != "8")
        return std::nullopt;
    const std::uint64_t outer = entry.parameters.number("n").value_or(0) / 8;
    const std::uint64_t rest = outer % 4;  // done two at a time, 16 + 9 loads, then one
    const std::uint64_t left = outer / 4 * (32 + 11) + rest / 2 * (16 + 9) + rest % 2 * 16;
    return inPtx / static_cast<double>(16 * outer) * static_cast<double>(left);
}

bool blocksAreAlike(const Algorithm& algorithm, const Parameters& complete) {
    constexpr std::uint64_t kSector = 32;
    const auto type = elementTypeFromName(algorithm.valueOf(ParameterRole::Type, complete));
    const ParameterSpec* const block = algorithm.blockSpec();
    if (!type || block == nullptr) return false;
    const std::uint64_t blockBytes = complete.number(block->name).value_or(0) * sizeOf(*type);
    if (blockBytes == 0 || (blockBytes % kSector != 0 && kSector % blockBytes != 0)) return false;
    const auto wholeSectors = [&](std::uint64_t elements) { return elements * sizeOf(*type) % kSector == 0; };
    const std::vector<std::uint64_t> sizes = sizesOf(algorithm, complete);
    const auto is = [&](std::string_view beginning) { return algorithm.id().starts_with(beginning); };
    if (is("matmul.") || is("transpose."))
        return algorithm.id() != "matmul.single-block" && std::ranges::all_of(sizes, wholeSectors);
    if (is("matvec.rows") || is("matvec.columns")) return wholeSectors(sizes.back());  // n rows of m columns
    return is("vector.");
}

}  // namespace lanescope::validation
