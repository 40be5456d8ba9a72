// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of time for assistive technology: a slider over the events of the run.
#pragma once

namespace lanescope {

/// To be called before a strip is asked for; once is enough.
void makeTimeAccessible();

}  // namespace lanescope
