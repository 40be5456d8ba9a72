// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <numeric>
#include <vector>

#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {

/// The values of a parameter that tests try: all of a closed list; of whole numbers the default one, an odd one and
/// small ones as far as they are in the range.
inline std::vector<std::string> valuesToTry(const ParameterSpec& spec) {
    if (!spec.values.empty()) return spec.values;
    std::vector<std::string> values{spec.defaultValue};
    for (const std::int64_t number : {2, 16, 37, 64, 100})
        if (number >= spec.minimum && number <= spec.maximum && std::to_string(number) != spec.defaultValue)
            values.push_back(std::to_string(number));
    return values;
}

/// Up to `most` plans of an algorithm: evenly spread over all combinations of the values to try, without those that do
/// not go together. Always the same ones.
inline std::vector<Plan> plansToTry(const Algorithm& algorithm, std::size_t most) {
    std::vector<std::vector<std::string>> values;
    std::size_t combinations = 1;
    for (const ParameterSpec& spec : algorithm.parameters()) {
        values.push_back(valuesToTry(spec));
        combinations *= values.back().size();
    }
    // Steps of the golden ratio come to every combination once, and never leave a large gap.
    std::size_t step = combinations * 618 / 1000 + 1;
    while (std::gcd(step, combinations) != 1) ++step;
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < combinations && plans.size() < most; ++i) {
        std::size_t combination = i * step % combinations;
        Parameters choice;
        for (std::size_t p = 0; p < values.size(); ++p) {
            choice.add(algorithm.parameters()[p].name, values[p][combination % values[p].size()]);
            combination /= values[p].size();
        }
        if (auto plan = algorithm.plan(choice)) plans.push_back(std::move(*plan));
    }
    return plans;
}

/// Does the catalogue say that a plan's result is right?
inline bool isSaidToBeRight(const Plan& plan) {
    return isRight(shippedCatalogue().find(plan.algorithm).value()->judge(plan.parameters).kind);
}

/// For the names of parametrised tests: "matmul_rect2_prefetch".
inline std::string testNameOf(std::string_view id) {
    std::string name(id);
    for (char& c : name) c = c == '.' || c == '-' ? '_' : c;
    return name;
}

/// The ids of all algorithms.
inline std::vector<std::string> shippedIds() {
    std::vector<std::string> ids;
    for (const auto& algorithm : shippedCatalogue().algorithms()) ids.emplace_back(algorithm->id());
    return ids;
}

}  // namespace lanescope
