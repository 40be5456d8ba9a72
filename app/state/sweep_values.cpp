// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/sweep_values.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"

namespace lanescope {
namespace {

/// Of a range where nothing was measured: steps of the axis, from here on.
constexpr std::uint64_t kFirstSize = 64;
constexpr std::uint64_t kLastSize = 2048;
/// Sizes between measured ones lie where warps are full.
constexpr std::uint64_t kWarp = 32;

const ParameterSpec* specOf(const Algorithm& algorithm, const std::string& parameter) {
    const auto specs = algorithm.parameters();
    const auto found = std::ranges::find(specs, parameter, &ParameterSpec::name);
    return found == specs.end() ? nullptr : &*found;
}

bool isSweepable(const ParameterSpec& spec) {
    if (spec.values.empty()) return spec.maximum > spec.minimum;
    return spec.values.size() > 1 && std::ranges::all_of(spec.values, [](const std::string& value) {
               return wholeNumberFromText(value).has_value();
           });
}

std::set<std::uint64_t> powersWithin(const ParameterSpec& spec) {
    const auto least = static_cast<std::uint64_t>(std::max<std::int64_t>(spec.minimum, 0));
    const auto most = static_cast<std::uint64_t>(spec.maximum);
    std::set<std::uint64_t> values;
    const std::uint64_t last = std::min(most, kLastSize);
    // A short range, such as that of a block's threads, from its beginning.
    for (std::uint64_t v = most > kLastSize ? kFirstSize : 1; v <= last; v *= 2)
        if (v >= least) values.insert(v);
    if (values.empty()) values = {least, most};
    return values;
}

}  // namespace

std::vector<std::string> sweepableParameters(const Algorithm& algorithm) {
    std::vector<std::string> names;
    const ParameterSpec* const mainSize = algorithm.specOf(ParameterRole::Size);
    for (const ParameterSpec& spec : algorithm.parameters())
        if (isSweepable(spec)) names.insert(&spec == mainSize ? names.begin() : names.end(), spec.name);
    return names;
}

std::vector<std::uint64_t> sweepValues(const Algorithm& algorithm, const Parameters& parameters,
                                       const std::string& parameter, const std::set<std::uint64_t>& measured) {
    const ParameterSpec* spec = specOf(algorithm, parameter);
    if (!spec || !isSweepable(*spec)) return {};
    std::set<std::uint64_t> values;
    if (!spec->values.empty()) {
        for (const std::string& value : algorithm.legalValues(*spec, parameters))
            values.insert(*wholeNumberFromText(value));
        return {values.begin(), values.end()};
    }
    // One measured point makes no line of a model.
    values = measured.size() > 1 ? measured : powersWithin(*spec);
    values.insert(measured.begin(), measured.end());
    if (const auto chosen = parameters.number(parameter)) values.insert(*chosen);
    return withValuesBetween(values, spec->maximum > static_cast<std::int64_t>(kLastSize) ? kWarp : 1);
}

std::vector<std::uint64_t> withValuesBetween(const std::set<std::uint64_t>& values, std::uint64_t step) {
    std::set<std::uint64_t> all = values;
    for (auto one = values.begin(); one != values.end(); ++one) {
        const auto next = std::next(one);
        if (next == values.end()) break;
        const double mean = std::sqrt(static_cast<double>(*one) * static_cast<double>(*next));
        const auto between = static_cast<std::uint64_t>(std::llround(mean / static_cast<double>(step))) * step;
        if (between > *one && between < *next) all.insert(between);
    }
    return {all.begin(), all.end()};
}

Parameters carriedOver(const Algorithm& algorithm, const Parameters& from) {
    Parameters kept;
    for (const auto& [name, value] : from)
        if (algorithm.complete({{name, value}})) kept.add(name, value);
    return kept;
}

}  // namespace lanescope
