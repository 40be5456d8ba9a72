// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that many algorithms have, in the same words. Private to this room.
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/choice.h"

namespace lanescope {

using Role = ParameterRole;

/// variant = published | corrected; corrected unless something else is chosen.
[[nodiscard]] ParameterSpec variantParameter();

/// A whole number from `minimum` to `maximum`. Its words are the texts `words`.title and `words`.hint.
[[nodiscard]] ParameterSpec numberParameter(std::string name, Role role, std::string_view words, std::int64_t minimum,
                                            std::int64_t maximum, std::int64_t defaultValue);

/// One of a closed list, with words as numberParameter().
[[nodiscard]] ParameterSpec choiceParameter(std::string name, Role role, std::string_view words,
                                            std::vector<std::string> values, std::string defaultValue);

/// rows = how many rows of threads a block has; `usual` unless something else is chosen, and then unsaid.
[[nodiscard]] ParameterSpec rowsParameter(std::string usual, std::string_view words);
/// What is chosen of it; 0: what is usual.
[[nodiscard]] std::uint32_t rowsOf(const Choice& choice);

/// type = one of `types`, which begin with the default; names as in element_type.h.
[[nodiscard]] ParameterSpec typeParameter(std::vector<std::string> types);

/// `spec`, which pictures open with at another value than its default.
[[nodiscard]] ParameterSpec shownAs(ParameterSpec spec, std::string value);

}  // namespace lanescope
