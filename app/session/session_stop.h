// SPDX-License-Identifier: GPL-3.0-or-later
// Where a session leads in the window, and what it keeps of where the window stands.
#pragma once

#include "app/presenter/stop.h"
#include "core/base/result.h"
#include "core/library/library.h"
#include "core/session/session.h"

namespace lanescope {

[[nodiscard]] session::View viewOf(const Stop& stop);

/// `session` shows something. Errors: what this program does not have of it: an algorithm, a value, a page.
[[nodiscard]] Result<Stop> stopOf(const session::Session& session, const Library& library);

}  // namespace lanescope
