// SPDX-License-Identifier: GPL-3.0-or-later
// Words that several models say. Private to this room.
#pragma once

#include <string>

#include "core/models/model_input.h"

namespace lanescope {

/// "1.15e9" as people write it: up to 6 significant digits.
[[nodiscard]] std::string inWords(double value);

/// Of a program that launches nothing: what it does instead, as the reason that a model gives.
[[nodiscard]] std::string whyNothingIsPriced(const ModelInput& input);

/// Of a model that prices launches: what else the program does, as an assumption.
[[nodiscard]] std::string whatIsNotPriced(const ModelInput& input);

}  // namespace lanescope
