// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/memory_snapshot.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lanescope::simt {

void MemorySnapshot::savePiece(BufferId buffer, const DeviceMemory::Allocation& allocation, std::uint64_t piece) {
    if (buffer >= m_isSaved.size()) m_isSaved.resize(std::size_t{buffer} + 1);
    std::vector<bool>& isSaved = m_isSaved[buffer];
    if (isSaved.empty()) isSaved.resize(allocation.data.size() / kPiece + 1);
    isSaved[piece] = true;
    Saved& saved = m_saved.emplace_back();
    saved.buffer = buffer;
    saved.piece = piece;
    const std::uint64_t begin = piece * kPiece;
    std::memcpy(saved.data.data(), allocation.data.data() + begin, std::min(kPiece, allocation.data.size() - begin));
    const std::uint64_t word = begin / kWord;
    std::memcpy(saved.initialised.data(), allocation.initialised.data() + word,
                std::min(kPiece / kWord, allocation.initialised.size() - word));
}

void MemorySnapshot::restore(DeviceMemory& memory) {
    for (const Saved& saved : m_saved) {
        DeviceMemory::Allocation& to = memory.writable(saved.buffer);
        const std::uint64_t begin = saved.piece * kPiece;
        std::memcpy(to.data.data() + begin, saved.data.data(), std::min(kPiece, to.data.size() - begin));
        std::uint8_t* const flags = to.initialised.data() + begin / kWord;
        const std::uint64_t words = std::min(kPiece / kWord, to.initialised.size() - begin / kWord);
        to.uninitialisedWords += std::accumulate(flags, flags + words, std::uint64_t{0});
        std::memcpy(flags, saved.initialised.data(), words);
        to.uninitialisedWords -= std::accumulate(flags, flags + words, std::uint64_t{0});
        m_isSaved[saved.buffer][saved.piece] = false;
    }
    m_saved.clear();
}

}  // namespace lanescope::simt
