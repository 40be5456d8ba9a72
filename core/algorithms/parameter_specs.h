// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that many algorithms have, in the same words. Private to this room.
#pragma once

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// variant = published | corrected; corrected unless something else is chosen.
[[nodiscard]] ParameterSpec variantParameter();

/// A whole number from `minimum` to `maximum`.
[[nodiscard]] ParameterSpec numberParameter(std::string name, std::string title, std::string description,
                                            std::int64_t minimum, std::int64_t maximum, std::int64_t defaultValue);

/// One of a closed list.
[[nodiscard]] ParameterSpec choiceParameter(std::string name, std::string title, std::string description,
                                            std::vector<std::string> values, std::string defaultValue);

/// type = one of `types`, which begin with the default; names as in element_type.h.
[[nodiscard]] ParameterSpec typeParameter(std::vector<std::string> types);

}  // namespace lanescope
