// SPDX-License-Identifier: GPL-3.0-or-later
// Emulated global memory: named allocations with guard gaps between them, byte-exact initialisation tracking, and
// an optional journal of writes so that a block's effect can be undone and redone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/zeroed_vector.h"
#include "core/plan/plan.h"
#include "core/simt/memory/lazy_content.h"

namespace lanescope::simt {

/// Where a device address lies: element of a buffer.
struct ElementRef {
    BufferId buffer = 0;
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    friend bool operator==(const ElementRef&, const ElementRef&) = default;
};

/// One store to global memory; enough to undo and to redo it.
struct MemoryWrite {
    std::uint64_t address = 0;
    std::uint64_t oldBits = 0;
    std::uint64_t newBits = 0;
    std::uint8_t bytes = 0;
    bool wasInitialised = false;
};

/// By buffer: one flag for each 4-byte word that was stored to; empty = none.
using WriteMarks = std::vector<std::vector<std::uint8_t>>;

class MemorySnapshot;

/// Copies are cheap until written to: allocations are shared and copied on the first write.
class DeviceMemory {
public:
    struct Allocation {
        Buffer buffer;
        std::uint64_t base = 0;  ///< device address, aligned to 256 bytes as cudaMalloc does
        ZeroedVector<std::byte> data;
        ZeroedVector<std::uint8_t> initialised;  ///< one flag per 4-byte word
        std::uint64_t uninitialisedWords = 0;    ///< flags that are still 0; nothing need be checked once it is 0
        bool constant = false;                   ///< a .const variable
        /// Where there is one, all words count as initialised, whatever their flags say, and bytes are there once it
        /// was asked for them.
        std::shared_ptr<const LazyContent> content{};

        [[nodiscard]] std::uint64_t end() const { return base + data.size(); }
        /// Sets the flags of all words that [offset, offset + bytes) touches.
        void markInitialised(std::uint64_t offset, std::uint64_t bytes);
        void allIsInitialised();
    };

    /// Address space left free around each allocation, so that a stray index lands in no other buffer.
    static constexpr std::uint64_t kGuardGap = 1ULL << 32;
    /// Where the first buffer lies: as high as CUDA's, and clear of the shared and local windows.
    static constexpr std::uint64_t kFirstBase = 0x7000'0000'0000ULL;

    /// Makes all buffers, uninitialised. Error: TooLarge, with what was asked for and what may be had.
    Result<void> allocate(std::span<const Buffer> buffers);
    /// The buffer holds its initial content from now on, as if it had been uploaded; it is made where it is used.
    void holdContent(BufferId buffer);
    /// Whatever it holds counts as initialised from now on.
    void takeAsContent(BufferId buffer);
    /// Makes what is missing of such a buffer, or of all: for all who do not come by way of a launch.
    void completeContent(BufferId buffer);
    void completeContent();
    /// Makes and fills the variables of a module, once; they lie behind the buffers, as allocations of their own.
    /// Error: TooLarge.
    Result<void> loadVariables(const std::shared_ptr<const program::Module>& module);
    /// Allocation of a variable of a module that has been loaded.
    [[nodiscard]] std::optional<BufferId> variable(const program::Module& module, std::uint32_t index) const;
    /// malloc of device code: a generic address, or nothing if the heap of 8 MiB has no room left.
    [[nodiscard]] std::optional<std::uint64_t> heapAllocate(std::uint64_t bytes);
    /// False if it was not given by heapAllocate(), or is free already.
    [[nodiscard]] bool heapFree(std::uint64_t address);
    /// What heapAllocate() has given and heapFree() has not taken back: addresses [first, second), ascending.
    [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> heapPieces() const;
    /// Copies as much as both sides hold; what is copied counts as initialised.
    void upload(BufferId buffer, std::span<const std::byte> bytes);
    void download(BufferId buffer, std::span<std::byte> bytes) const;

    [[nodiscard]] std::size_t size() const { return m_allocations.size(); }
    [[nodiscard]] const Allocation& allocation(BufferId buffer) const { return *m_allocations[buffer]; }
    /// For writing; makes a private copy, complete, if the allocation is shared with another DeviceMemory.
    [[nodiscard]] Allocation& writable(BufferId buffer);

    /// Allocation that holds all of [address, address + bytes), if any.
    [[nodiscard]] std::optional<BufferId> find(std::uint64_t address, std::uint64_t bytes) const;
    /// Buffer that is nearest to an address; nothing if it is far (half a guard gap) from all.
    [[nodiscard]] std::optional<BufferId> nearest(std::uint64_t address) const;
    /// Element at a device address; nothing if it lies in no buffer.
    [[nodiscard]] std::optional<ElementRef> element(std::uint64_t address) const;

    /// While set, every store is appended here.
    void setJournal(std::vector<MemoryWrite>* journal) { m_journal = journal; }
    [[nodiscard]] std::vector<MemoryWrite>* journal() const { return m_journal; }
    /// While set, the words that are stored to are marked here. One list for each buffer.
    void setMarks(WriteMarks* marks) { m_marks = marks; }
    [[nodiscard]] WriteMarks* marks() const { return m_marks; }
    /// While set, it is told what is about to be written to.
    void setSnapshot(MemorySnapshot* snapshot) { m_snapshot = snapshot; }
    [[nodiscard]] MemorySnapshot* snapshot() const { return m_snapshot; }
    /// Stores need be told to nobody.
    [[nodiscard]] bool storesUnseen() const { return m_journal == nullptr && m_snapshot == nullptr; }
    void undo(const MemoryWrite& write);
    void redo(const MemoryWrite& write);

private:
    struct Loaded {
        std::shared_ptr<const program::Module> module;
        BufferId first = 0;  ///< allocation of its first variable
    };
    [[nodiscard]] std::uint64_t nextBase() const;
    bool makeHeap();
    void setPiece(std::uint64_t place, std::uint64_t begin, std::uint64_t end);
    [[nodiscard]] std::uint64_t addressOf(const Loaded& loaded, const program::ModuleVariable::Relocation& place) const;

    std::vector<std::shared_ptr<Allocation>> m_allocations;
    std::vector<Loaded> m_loaded;
    std::optional<BufferId> m_heap;  ///< its table is the next allocation
    std::vector<MemoryWrite>* m_journal = nullptr;
    WriteMarks* m_marks = nullptr;
    MemorySnapshot* m_snapshot = nullptr;
};

}  // namespace lanescope::simt
