// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/full_times.h"

#include <algorithm>

namespace lanescope::timing {

void FullTimes::add(double from, double to) {
    if (!(to > from)) return;
    double before = 0;
    if (!m_spans.empty()) {
        Span& last = m_spans.back();
        if (from <= last.to) {
            last.to = std::max(last.to, to);
            return;
        }
        before = last.before + last.to - last.from;
    }
    if (m_spans.size() == 2 * kKept) m_spans.erase(m_spans.begin(), m_spans.begin() + kKept);
    m_spans.push_back({from, to, before});
}

double FullTimes::upTo(double time) const {
    const auto next = std::ranges::upper_bound(m_spans, time, {}, &Span::from);
    if (next == m_spans.begin()) return m_spans.empty() ? 0 : m_spans.front().before;
    const Span& span = *(next - 1);
    return span.before + std::min(time, span.to) - span.from;
}

double FullTimes::between(double from, double to) const { return to > from ? upTo(to) - upTo(from) : 0; }

}  // namespace lanescope::timing
