// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_range.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// So many events from about `first` on.
EventRange placed(double first, quint64 count, quint64 size) {
    const quint64 kept = std::min(std::max(count, kFewestShown), size);
    const double last = static_cast<double>(size - kept);
    const auto begin = static_cast<quint64>(std::llround(std::clamp(first, 0.0, last)));
    return {begin, begin + kept};
}

}  // namespace

EventRange zoomed(const EventRange& shown, quint64 size, double around, double factor) {
    const double before = static_cast<double>(shown.end - shown.first);
    const double wanted =
        std::clamp(before * factor, static_cast<double>(std::min(kFewestShown, size)), static_cast<double>(size));
    const auto count = static_cast<quint64>(std::llround(wanted));
    const double share = before > 0 ? (around - static_cast<double>(shown.first)) / before : 0.5;
    return placed(around - share * static_cast<double>(count), count, size);
}

EventRange panned(const EventRange& shown, quint64 size, double by) {
    return placed(static_cast<double>(shown.first) + by, shown.end - shown.first, size);
}

EventRange following(const EventRange& shown, quint64 size, quint64 event) {
    const auto count = static_cast<double>(shown.end - shown.first);
    const auto at = static_cast<double>(event);
    const auto first = static_cast<double>(shown.first);
    const double beside = count / 8;
    if (event < shown.first) return panned(shown, size, at - beside - first);
    if (event > shown.end) return panned(shown, size, at + beside - first - count);
    return shown;
}

EventRange framing(const EventRange& what, quint64 size) {
    const auto count = static_cast<double>(what.end - what.first);
    return placed(static_cast<double>(what.first) - count / 16, static_cast<quint64>(std::ceil(count * 1.125)), size);
}

}  // namespace lanescope
