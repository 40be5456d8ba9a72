// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/lazy_content.h"

#include <algorithm>

#include "core/plan/initial_content.h"

namespace lanescope::simt {

LazyContent::LazyContent(const Buffer& buffer, std::byte* bytes)
    : m_buffer(buffer), m_bytes(bytes), m_made((buffer.bytes() + kPiece - 1) / kPiece) {
    using Kind = InitialContent::Kind;
    if (buffer.initial.kind != Kind::Zeros && buffer.initial.kind != Kind::Uninitialised) return;
    for (auto& made : m_made) made.store(1, std::memory_order_relaxed);  // they are zeros
}

void LazyContent::makeAll() const {
    if (!m_made.empty()) make(0, m_buffer.bytes());
}

void LazyContent::makePiece(std::uint64_t piece) const {
    const std::scoped_lock lock(m_making);
    if (m_made[piece].load(std::memory_order_relaxed) != 0) return;
    const std::uint64_t begin = piece * kPiece;
    const std::uint64_t count = std::min(kPiece, m_buffer.bytes() - begin);
    putInitialBytes(m_buffer, begin / sizeOf(m_buffer.type), {m_bytes + begin, count});
    m_made[piece].store(1, std::memory_order_release);
}

}  // namespace lanescope::simt
