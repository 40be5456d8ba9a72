// SPDX-License-Identifier: GPL-3.0-or-later
// malloc and free of device code: a heap as an allocation of its own, and a table of what is given out of it. Both are
// device memory, so that what a block did to them is undone and redone with its other writes.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/words.h"
#include "core/simt/memory/device_memory.h"
#include "core/simt/memory/memory_snapshot.h"

namespace lanescope::simt {
namespace {

constexpr std::uint64_t kHeapBytes = 8 << 20;  ///< cudaLimitMallocHeapSize as it is by default
constexpr std::uint64_t kHeapAlignment = 16;
/// Before each piece, as CUDA's heap has it: nvcc 13 puts the length of an array of objects there (new T[n]).
constexpr std::uint64_t kHeaderBytes = 16;
constexpr std::uint64_t kMostPieces = 16384;

struct Piece {
    std::uint64_t begin = 0;  ///< offset in the heap
    std::uint64_t end = 0;    ///< 0 = the place in the table is free
};

}  // namespace

/// Makes the heap on first use; false if there is no memory for it.
bool DeviceMemory::makeHeap() {
    if (m_heap) return true;
    const auto first = static_cast<BufferId>(m_allocations.size());
    try {
        for (const auto& [id, bytes] :
             {std::pair{"simt.heap"_id, kHeapBytes}, std::pair{"simt.heap_table"_id, kMostPieces * sizeof(Piece)}}) {
            auto allocation = std::make_shared<Allocation>();
            allocation->buffer = {textOf(id), ElementType::U8, 1, bytes, {}};
            allocation->base = nextBase();
            allocation->data.resize(bytes);
            allocation->initialised.resize(bytes / 4);
            allocation->uninitialisedWords = bytes / 4;
            m_allocations.push_back(std::move(allocation));
        }
    } catch (const std::bad_alloc&) {
        m_allocations.resize(first);
        return false;
    }
    m_allocations.back()->markInitialised(0, kMostPieces * sizeof(Piece));
    m_heap = first;
    return true;
}

/// Writes one place of the table, and tells who wants to know.
void DeviceMemory::setPiece(std::uint64_t place, std::uint64_t begin, std::uint64_t end) {
    Allocation& table = writable(*m_heap + 1);
    const std::uint64_t words[2] = {begin, end};
    if (m_snapshot != nullptr) m_snapshot->save(*m_heap + 1, table, place * sizeof(Piece), (place + 1) * sizeof(Piece));
    for (std::uint64_t k = 0; k < 4; ++k) {
        MemoryWrite write;
        const std::uint64_t offset = place * sizeof(Piece) + 4 * k;
        write.address = table.base + offset;
        write.bytes = 4;
        write.wasInitialised = true;
        std::memcpy(&write.oldBits, table.data.data() + offset, 4);
        write.newBits = words[k / 2] >> (32 * (k % 2)) & 0xffffffffU;
        std::memcpy(table.data.data() + offset, &write.newBits, 4);
        if (m_journal != nullptr) m_journal->push_back(write);
    }
}

std::optional<std::uint64_t> DeviceMemory::heapAllocate(std::uint64_t bytes) {
    if (bytes == 0 || bytes > kHeapBytes || !makeHeap()) return std::nullopt;
    const std::uint64_t size = kHeaderBytes + (bytes + kHeapAlignment - 1) / kHeapAlignment * kHeapAlignment;
    std::vector<Piece> pieces(kMostPieces);
    std::memcpy(pieces.data(), allocation(*m_heap + 1).data.data(), kMostPieces * sizeof(Piece));
    const auto free = std::find_if(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.end == 0; });
    if (free == pieces.end()) return std::nullopt;
    const auto place = static_cast<std::uint64_t>(free - pieces.begin());
    std::erase_if(pieces, [](const Piece& piece) { return piece.end == 0; });
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    std::uint64_t begin = 0;
    for (const Piece& piece : pieces) {
        if (piece.begin - begin >= size) break;
        begin = piece.end;
    }
    if (kHeapBytes - begin < size) return std::nullopt;
    setPiece(place, begin, begin + size);
    return allocation(*m_heap).base + begin + kHeaderBytes;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> DeviceMemory::heapPieces() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> given;
    if (!m_heap) return given;
    std::vector<Piece> pieces(kMostPieces);
    std::memcpy(pieces.data(), allocation(*m_heap + 1).data.data(), kMostPieces * sizeof(Piece));
    const std::uint64_t base = allocation(*m_heap).base;
    for (const Piece& piece : pieces)
        if (piece.end != 0) given.emplace_back(base + piece.begin, base + piece.end);
    std::sort(given.begin(), given.end());
    return given;
}

bool DeviceMemory::heapFree(std::uint64_t address) {
    if (!m_heap) return false;
    const std::uint64_t offset = address - allocation(*m_heap).base - kHeaderBytes;
    std::vector<Piece> pieces(kMostPieces);
    std::memcpy(pieces.data(), allocation(*m_heap + 1).data.data(), kMostPieces * sizeof(Piece));
    const auto piece = std::find_if(pieces.begin(), pieces.end(),
                                    [offset](const Piece& p) { return p.end != 0 && p.begin == offset; });
    if (piece == pieces.end()) return false;
    setPiece(static_cast<std::uint64_t>(piece - pieces.begin()), 0, 0);
    return true;
}

}  // namespace lanescope::simt
