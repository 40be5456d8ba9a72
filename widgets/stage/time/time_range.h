// SPDX-License-Identifier: GPL-3.0-or-later
// The events that a strip of time shows: all of them, or some, looked at closer.
#pragma once

#include "widgets/playback/clock.h"

namespace lanescope {

/// No fewer are shown, unless there are fewer.
inline constexpr quint64 kFewestShown = 16;

/// `shown` of 0 … `size` with `factor` times as many events, so that `around` stays where it is; within what there is.
[[nodiscard]] EventRange zoomed(const EventRange& shown, quint64 size, double around, double factor);
/// Moved by so many events; as many as before, within what there is.
[[nodiscard]] EventRange panned(const EventRange& shown, quint64 size, double by);
/// Moved no further than needed for `event` to be seen, with an eighth of what is shown beside it.
[[nodiscard]] EventRange following(const EventRange& shown, quint64 size, quint64 event);
/// A range with some room around it.
[[nodiscard]] EventRange framing(const EventRange& what, quint64 size);

}  // namespace lanescope
