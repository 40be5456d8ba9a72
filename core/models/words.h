// SPDX-License-Identifier: GPL-3.0-or-later
// Words that several models say. Private to this room.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "core/models/model.h"

namespace lanescope {

/// A model's words: the texts model.ID.title, .source, .needs, .assumes and .range. Where it has none of its own it has
/// those of the first of `like` that has; a title is always its own.
[[nodiscard]] ModelDescription described(std::string_view id, std::initializer_list<std::string_view> like = {});

/// Of a program that launches nothing: what it does instead, as the reason that a model gives.
[[nodiscard]] std::string whyNothingIsPriced(const ModelInput& input);

/// Of a model that prices launches: what else the program does, as an assumption.
[[nodiscard]] std::string whatIsNotPriced(const ModelInput& input);

}  // namespace lanescope
