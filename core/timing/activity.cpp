// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/activity.h"

#include <algorithm>

namespace lanescope::timing {

void Activity::add(double from, double cycles) {
    if (!(cycles > 0) || !(from >= 0)) return;
    const double to = from + cycles;
    const auto last = static_cast<std::size_t>(to / kPiece);
    if (last >= m_pieces.size()) m_pieces.resize(last + 1);
    for (auto piece = static_cast<std::size_t>(from / kPiece); piece <= last; ++piece) {
        const double begin = static_cast<double>(piece) * kPiece;
        m_pieces[piece] += static_cast<float>(std::max(0.0, std::min(to, begin + kPiece) - std::max(from, begin)));
    }
}

double Activity::share(double from, double to) const {
    if (!(to > from)) return 0;
    double busy = 0;
    const std::size_t end = std::min(m_pieces.size(), static_cast<std::size_t>(std::max(0.0, to) / kPiece) + 1);
    for (auto piece = static_cast<std::size_t>(std::max(0.0, from) / kPiece); piece < end; ++piece) {
        const double begin = static_cast<double>(piece) * kPiece;
        const double overlap = std::min(to, begin + kPiece) - std::max(from, begin);
        busy += static_cast<double>(m_pieces[piece]) * std::clamp(overlap / kPiece, 0.0, 1.0);
    }
    return busy / (to - from);
}

}  // namespace lanescope::timing
