// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/memory_writers.h"

#include <algorithm>

namespace lanescope::flow {
namespace {

constexpr std::size_t kMostCopyBytes = 16U << 20;
constexpr std::size_t kLeastSpacing = 64;
/// Places, written or not, that a table may have by their distance from the first.
constexpr std::uint64_t kMostSpread = 1U << 20;
constexpr unsigned kThreadShift = 40;  ///< local addresses are shorter

}  // namespace

bool isOfSpace(Place::Kind kind, program::Space space) {
    switch (kind) {
        case Place::Kind::Global: return space == program::Space::Global || space == program::Space::Const;
        case Place::Kind::Shared: return space == program::Space::Shared;
        case Place::Kind::Local: return space == program::Space::Local;
        default: return false;
    }
}

MemoryWriters::MemoryWriters(const MemoryAccesses& accesses, Place::Kind space) : m_accesses(accesses), m_space(space) {
    for (const std::uint32_t event : accesses.writers())
        if (isOfSpace(space, accesses.written(event).space)) m_events.push_back(event);
    findPlaces();
    m_spacing = std::max(kLeastSpacing, m_events.size() * m_last.size() * sizeof(std::uint32_t) / kMostCopyBytes);
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        if (i % m_spacing == 0) m_copies.push_back(m_last);
        apply(m_events[i]);
    }
    m_applied = m_events.size();
}

void MemoryWriters::findPlaces() {
    if (m_events.empty()) return;
    std::uint64_t low = ~0ULL;
    std::uint64_t high = 0;
    const auto eachKey = [&](auto f) {
        for (const std::uint32_t event : m_events) {
            const MemoryAccesses::Access access = m_accesses.written(event);
            simt::eachLane(access.active, [&](unsigned lane) {
                for (unsigned done = 0; done < access.bytes; done += m_accesses.granule())
                    f(keyOf(access, lane) + done / m_accesses.granule());
            });
        }
    };
    eachKey([&](std::uint64_t key) {
        low = std::min(low, key);
        high = std::max(high, key);
    });
    m_base = low;
    if (low <= high && high - low < kMostSpread) {
        m_last.resize(high - low + 1);
        return;
    }
    const auto tidy = [&] {
        std::ranges::sort(m_keys);
        m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
    };
    std::size_t most = kMostSpread;
    eachKey([&](std::uint64_t key) {
        m_keys.push_back(key);
        if (m_keys.size() < most) return;
        tidy();  // places may be written again and again
        most = std::max<std::size_t>(kMostSpread, 2 * m_keys.size());
    });
    tidy();
    m_last.resize(m_keys.size());
}

std::uint64_t MemoryWriters::keyOf(const MemoryAccesses::Access& access, unsigned lane) const {
    const std::uint64_t thread =
        m_space == Place::Kind::Local ? std::uint64_t{access.warp} * simt::kWarpSize + lane : 0;
    return (thread << kThreadShift | access.address[lane]) / m_accesses.granule();
}

std::size_t MemoryWriters::slotOf(std::uint64_t key) const {
    if (m_keys.empty()) return key >= m_base && key - m_base < m_last.size() ? key - m_base : kNowhere;
    const auto found = std::ranges::lower_bound(m_keys, key);
    return found != m_keys.end() && *found == key ? static_cast<std::size_t>(found - m_keys.begin()) : kNowhere;
}

void MemoryWriters::apply(std::uint32_t event) {
    const MemoryAccesses::Access access = m_accesses.written(event);
    simt::eachLane(access.active, [&](unsigned lane) {
        const std::uint64_t key = keyOf(access, lane);
        for (unsigned done = 0; done < access.bytes; done += m_accesses.granule())
            m_last[slotOf(key + done / m_accesses.granule())] = event + 1;
    });
}

void MemoryWriters::moveTo(std::size_t count) {
    if (count < m_applied || count - m_applied > m_spacing) {
        const std::size_t copy = std::min(count / m_spacing, m_copies.size() - 1);
        if (count < m_applied || copy * m_spacing > m_applied) {
            m_last = m_copies[copy];
            m_applied = copy * m_spacing;
        }
    }
    for (; m_applied < count; ++m_applied) apply(m_events[m_applied]);
}

std::optional<std::uint32_t> MemoryWriters::before(const Place& place, unsigned bytes, std::uint64_t event) {
    MemoryAccesses::Access access;
    access.warp = place.warp;
    access.address[place.lane] = place.address;
    const std::uint64_t key = keyOf(access, place.lane);
    bool known = false;
    for (unsigned done = 0; done < bytes; done += m_accesses.granule())
        known = known || slotOf(key + done / m_accesses.granule()) != kNowhere;
    if (!known) return std::nullopt;
    moveTo(static_cast<std::size_t>(std::ranges::lower_bound(m_events, event) - m_events.begin()));
    std::uint32_t last = 0;
    for (unsigned done = 0; done < bytes; done += m_accesses.granule())
        if (const std::size_t slot = slotOf(key + done / m_accesses.granule()); slot != kNowhere)
            last = std::max(last, m_last[slot]);
    return last == 0 ? std::nullopt : std::optional(last - 1);
}

}  // namespace lanescope::flow
