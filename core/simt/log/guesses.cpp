// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/log/guesses.h"

#include <algorithm>

namespace lanescope::simt {
namespace {

// Bases are any 64-bit words: they wrap.
std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

}  // namespace

LogGuesses::LogGuesses(const Program& program, const LogPlan& plan, std::uint32_t warps)
    : m_program(program),
      m_segments(static_cast<std::uint32_t>(program.segments().size())),
      m_sites(plan.siteCount()),
      m_next(std::size_t{warps} * m_segments + 1),
      m_anyNext(m_segments + 1),
      m_guards(std::size_t{warps} * m_sites),
      m_anyGuard(m_sites),
      m_addresses(std::size_t{warps} * m_sites),
      m_newcomers(m_sites) {}

void LogGuesses::begin(LogVisit first) {
    const LogVisit unknown{0, kUnknown, 0};
    std::ranges::fill(m_next, unknown);
    std::ranges::fill(m_anyNext, unknown);
    std::ranges::fill(m_guards, Guard{});
    std::ranges::fill(m_anyGuard, Guard{});
    std::ranges::fill(m_addresses, Address{});
    std::ranges::fill(m_newcomers, Newcomer{});
    m_last = first;
    m_segment = m_segments;
    m_at = m_next.size() - 1;
    m_next[m_at] = first;
}

LogVisit LogGuesses::visitByOthers() const {
    const LogVisit& any = m_anyNext[m_segment];
    if (any.pc == kUnknown) return {m_last.warp, m_program.segments()[m_segment].end, m_last.mask};
    return {m_last.warp + any.warp, any.pc, any.mask};
}

void LogGuesses::relearn(const LogVisit& visit) {
    m_next[m_at] = visit;
    m_anyNext[m_segment] = {visit.warp - m_last.warp, visit.pc, visit.mask};
}

void LogGuesses::learn(std::uint32_t warp, std::uint32_t slot, std::int64_t base, std::uint32_t pattern) {
    Address& own = m_addresses[std::size_t{warp} * m_sites + slot];
    Newcomer& any = m_newcomers[slot];
    if (own.pattern == kUnknown) {
        any.step = any.pattern == kUnknown ? 0 : difference(base, any.base);
        any.base = base;
        any.pattern = pattern;
    } else {
        any.stride = difference(base, difference(own.base, own.stride));
    }
    own = {sum(base, any.stride), any.stride, pattern};
}

}  // namespace lanescope::simt
