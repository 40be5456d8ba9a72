// SPDX-License-Identifier: GPL-3.0-or-later
// What abstract machines answer, as rich text.
#pragma once

#include <QString>

#include "core/run/machine_answers.h"

namespace lanescope {

/// Of all machines that were asked, in their order.
[[nodiscard]] QString machineHtml(const MachineAnswers& answers);

}  // namespace lanescope
