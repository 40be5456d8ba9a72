// SPDX-License-Identifier: GPL-3.0-or-later
// Times that others published of kernels like ours, on GPUs of resources/gpus (elsewhere.json). Private to this room.
#pragma once

#include <vector>

#include "core/base/json_reader.h"
#include "core/study/study.h"

namespace lanescope::published {

/// Rows whose `gpu` is the id of one of resources/gpus, `document` who published the time and how it was had, and
/// `note` what is other about the kernel.
void addElsewhere(const JsonReader& document, std::vector<Published::Row>& rows);

}  // namespace lanescope::published
