// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// The catalogue with the kernels that ship, read once a program.
inline const Catalogue& shippedCatalogue() {
    static const Result<Catalogue> catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources");
    if (!catalogue) throw std::runtime_error(describe(catalogue.error()));
    return *catalogue;
}

/// The algorithms of one family, in the catalogue's order.
inline std::vector<const Algorithm*> shippedFamily(std::string_view family) {
    std::vector<const Algorithm*> members;
    for (const auto& algorithm : shippedCatalogue().algorithms())
        if (algorithm->family() == family) members.push_back(algorithm.get());
    return members;
}

/// What of a choice goes with an algorithm: parameters that it lacks, or values that it does not take, are left out.
inline Parameters asFarAsItGoes(const Algorithm& algorithm, const Parameters& choice) {
    Parameters kept;
    for (const auto& [name, value] : choice)
        if (algorithm.complete({{name, value}})) kept.add(name, value);
    return kept;
}

/// The plan for a choice that need not be complete.
inline Result<Plan> planFor(const Algorithm& algorithm, const Parameters& given) {
    Result<Parameters> complete = algorithm.complete(given);
    if (!complete) return fail(complete.error());
    return algorithm.plan(*complete);
}
inline Result<Plan> planFor(std::string_view id, const Parameters& given) {
    return planFor(**shippedCatalogue().find(id), given);
}

}  // namespace lanescope
