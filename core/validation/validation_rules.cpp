// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validation_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

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

std::uint64_t numberOf(const StudyEntry& entry, const char* parameter) {
    const std::string text = valueOf(entry.parameters, parameter);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
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
        if (exception.parameter.empty() ||
            valueOf(entry.parameters, std::string(exception.parameter)) == exception.value)
            return textOf(exception.why);
    }
    return {};
}

std::optional<double> requestsLeftByPtxas(const StudyEntry& entry, double inPtx) {
    // Method 2 as document 003 printed it: an element of B depends on k + i only, so with four outer iterations
    // unrolled 8 + 3 loads of B serve where the PTX has 32.
    if (entry.algorithm != "matmul.global" || valueOf(entry.parameters, "variant") != "published" ||
        valueOf(entry.parameters, "block") != "8")
        return std::nullopt;
    const std::uint64_t outer = numberOf(entry, "n") / 8;
    const std::uint64_t rest = outer % 4;  // done two at a time, 16 + 9 loads, then one
    const std::uint64_t left = outer / 4 * (32 + 11) + rest / 2 * (16 + 9) + rest % 2 * 16;
    return inPtx / static_cast<double>(16 * outer) * static_cast<double>(left);
}

bool blocksAreAlike(const StudyEntry& entry) {
    constexpr std::uint64_t kSector = 32;
    const std::uint64_t bytes = valueOf(entry.parameters, "type") == "f64" ? 8 : 4;
    const auto aligned = [&](std::uint64_t elements) {
        const std::uint64_t size = elements * bytes;
        return size > 0 && (size % kSector == 0 || kSector % size == 0);
    };
    const auto family = [&](std::string_view name) { return entry.algorithm.starts_with(name); };
    if (family("matmul."))
        return entry.algorithm != "matmul.single-block" && numberOf(entry, "n") * bytes % kSector == 0 &&
               aligned(numberOf(entry, "block"));
    if (family("transpose."))
        return numberOf(entry, "width") * bytes % kSector == 0 && numberOf(entry, "height") * bytes % kSector == 0 &&
               aligned(numberOf(entry, "tile"));
    if (family("matvec.rows") || family("matvec.columns"))
        return numberOf(entry, "m") * bytes % kSector == 0 && aligned(numberOf(entry, "block"));
    if (family("vector.")) return aligned(numberOf(entry, "block"));
    return false;
}

}  // namespace lanescope::validation
