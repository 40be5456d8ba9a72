// SPDX-License-Identifier: GPL-3.0-or-later
// Document 002 prints no measurements, but what its maps give and cost on paper. Private to this room.
#pragma once

#include <vector>

#include "core/base/json_reader.h"
#include "core/study/study.h"

namespace lanescope::published {

/// The rows of 002.json. Their metrics are ids of the facts that the triangle family states.
void add002(const JsonReader& document, std::vector<Published::Row>& rows);

}  // namespace lanescope::published
