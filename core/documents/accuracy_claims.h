// SPDX-License-Identifier: GPL-3.0-or-later
// What document 004 claims of how accurate its models are, recomputed from its own tables. A claim that does not hold
// is to be said where the claim is shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct AccuracyClaim {
    enum class Verdict {
        Holds,
        HoldsInPart,  ///< for some of what it is claimed of
        Fails,
        CannotBeTold  ///< the document does not print what it would take
    };
    std::string id;                       ///< "cholesky-25"
    std::string section;                  ///< "9.3"
    std::string claim;                    ///< in our words
    std::string measure;                  ///< what is taken for "precise" where the claim has no number; else empty
    std::vector<std::string> algorithms;  ///< where the claim is shown
    std::string model;                    ///< id of the model that it is about; "divergence" or "atomics" for formulas
    Verdict verdict = Verdict::CannotBeTold;
    std::string recomputed;  ///< a sentence with the numbers
    struct Number {
        std::string what;  ///< "table B.18, n = 512"
        double error = 0;  ///< (model - measured) / measured
    };
    std::vector<Number> numbers;  ///< all errors that the verdict is made of
};
[[nodiscard]] std::string_view nameOf(AccuracyClaim::Verdict verdict);     ///< in JSON: "holds", "holds in part", …
[[nodiscard]] const std::string& wordsOf(AccuracyClaim::Verdict verdict);  ///< the same for people

/// All claims, in the document's order, computed from resources/published/004.json. Errors: CannotOpen, MalformedFile.
[[nodiscard]] Result<std::vector<AccuracyClaim>> accuracyClaims(const std::string& resources);

/// Those that are to be shown beside an algorithm.
[[nodiscard]] std::vector<AccuracyClaim> claimsAbout(const std::vector<AccuracyClaim>& claims,
                                                     std::string_view algorithm);
/// Those that are to be shown beside what a model says; `model` is its id. The formulas of divergence and atomics are
/// terms of the thesis' model.
[[nodiscard]] std::vector<AccuracyClaim> claimsOfModel(const std::vector<AccuracyClaim>& claims,
                                                       std::string_view model);

}  // namespace lanescope
