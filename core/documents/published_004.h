// SPDX-License-Identifier: GPL-3.0-or-later
// What document 004 measured of reductions, vectors, matrix-vector products and in its micro-benchmarks. Private to
// this room.
#pragma once

#include "core/base/json_reader.h"
#include "core/study/study.h"

namespace lanescope::published {

void add004(const JsonReader& document, std::vector<Published::Row>& rows);

}  // namespace lanescope::published
