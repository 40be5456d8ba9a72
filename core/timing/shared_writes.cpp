// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/shared_writes.h"

namespace lanescope::timing {

void SharedWrites::add(std::uint32_t sector, std::uint64_t block) {
    const auto known = m_writers.find(sector);
    if (known == m_writers.end()) {
        if (m_writers.size() < kMost) m_writers.emplace(sector, Writer{block, false});
        return;
    }
    Writer& writer = known->second;
    if (writer.shared || writer.block == block) return;
    writer.shared = true;
    ++m_shared;
}

double SharedWrites::share() const {
    return m_writers.empty() ? 0 : static_cast<double>(m_shared) / static_cast<double>(m_writers.size());
}

}  // namespace lanescope::timing
