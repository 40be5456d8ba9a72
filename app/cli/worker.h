// SPDX-License-Identifier: GPL-3.0-or-later
// worker: the window's measuring process, which speaks as core/worker/protocol.h says.
#pragma once

#include <iosfwd>

namespace lanescope::cli {

/// Serves requests until `in` ends and all are answered. `patience`: see worker::kPatience.
void serveWorker(std::istream& in, std::ostream& out, double patience);

}  // namespace lanescope::cli
