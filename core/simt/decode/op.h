// SPDX-License-Identifier: GPL-3.0-or-later
// A decoded instruction and what its handler sees of the machine. Internal to core/simt.
// Registers lie as 32 lanes side by side in their own width (predicates as one LaneMask), so that a handler is one
// loop over lanes that the compiler turns into vector instructions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/simt/counts.h"
#include "core/simt/fault.h"
#include "core/simt/memory/access_pattern.h"
#include "core/simt/memory/device_memory.h"
#include "core/simt/memory/thread_memory.h"
#include "core/simt/step.h"

namespace lanescope::simt {

struct Machine;
struct Op;

/// Does one straight-line instruction for the lanes in Machine::active.
using Handler = void (*)(Machine&, const Op&);

/// Where an operand's lanes lie: a byte offset into what a warp has, registers and, behind them, constants.
using Place = std::uint32_t;
inline constexpr Place kNowhere = 0xffffffffU;

inline constexpr LaneMask kAllLanes = 0xffffffffU;

/// Generic addresses of shared and local memory; global ones are generic addresses as they are.
/// Code of sm_90 and later puts only the upper word there itself: its shared memory begins 1 KiB behind that.
inline constexpr std::uint64_t kSharedWindow = 0x7fe0'0000'0400ULL;
inline constexpr std::uint64_t kLocalWindow = 0x7ff0'0000'0000ULL;
/// Of the kernel's parameters (cvta.param), which can only be read there.
inline constexpr std::uint64_t kParameterWindow = 0x7ff8'0000'0000ULL;
inline constexpr std::uint64_t kWindowSize = 1ULL << 32;
/// Addresses of functions: this and kCodeSpacing times Function::codeIndex.
inline constexpr std::uint64_t kCodeWindow = 0x7fb0'0000'0000ULL;
inline constexpr std::uint64_t kCodeSpacing = 16;

enum class Control : std::uint8_t { None, Branch, BranchByIndex, Call, Exit, Return, Barrier, Trap };

/// Where a load may find words to which nothing has been written.
struct UnsetRead {
    bool anywhere = false;     ///< a bit field is set: the rest of its word is put back as it was
    bool inLocal = false;      ///< a value is handed to a function, or all bits of a bit field are set to one
    bool inBlock = false;      ///< in local and shared memory: a library's code
    std::uint8_t besides = 0;  ///< a structure is copied: where another word of the aligned so many bytes is set; or 0
};

/// What is done for an instruction of machine code before it runs (operands are negated, addresses added up) and after
/// it (a word is written in its pair, too).
struct Rearrangement {
    enum class Kind : std::uint8_t {
        Word,       ///< to = a word with the modifiers
        Wide,       ///< likewise 64 bits
        Halves,     ///< likewise two 16-bit floats in a word
        Address,    ///< to = 32 bits: from * scale + index
        Address64,  ///< to = 64 bits: from * scale + index, each as wide as it is
        Low,        ///< the low word of the pair `to`
        High,
        LowOf,  ///< to = the low word of the pair `from`
        HighOf,
        Signs,            ///< predicate: the highest bits of `from`
        Spread,           ///< to = what the first of the lanes that ran has there
        SpreadPredicate,  ///< likewise
    };
    Kind kind = Kind::Word;
    program::Portion portion = program::Portion::All;
    bool isFloat = false;
    bool absolute = false;
    bool negative = false;
    bool inverted = false;
    bool wideFrom = false;   ///< addresses: `from` is 64 bits
    bool wideIndex = false;  ///< likewise `index`
    std::uint8_t scale = 1;
    Place from = kNowhere;
    Place index = kNowhere;
    Place to = kNowhere;
};

/// What is read most often comes first: it is one cache line.
struct alignas(64) Op {
    Handler handler = nullptr;  ///< as run from its segment's start
    std::int64_t offset = 0;    ///< of a memory operand
    std::array<Place, 4> from{kNowhere, kNowhere, kNowhere, kNowhere};
    std::array<Place, 4> vector{kNowhere, kNowhere, kNowhere, kNowhere};
    Place to = kNowhere;
    std::uint32_t pattern = 0;   ///< memory: index of its AccessPattern
    std::uint32_t group = 0;     ///< load: index of its LoadGroup; 0 = it is in none
    std::uint32_t index = 0;     ///< of the instruction in its entry, and of its counts
    Handler careful = nullptr;   ///< relies on no instruction before it; as stepped
    Handler plain = nullptr;     ///< careful, and without the guard
    std::int64_t reachDown = 0;  ///< the first of a group: distances to its lowest and its highest load
    std::int64_t reachUp = 0;
    Place to2 = kNowhere;  ///< the second predicate, or the carry flags of what reads or writes them
    Place guard = kNowhere;
    std::uint32_t target = 0;    ///< branch: instruction to go to
    std::uint32_t meetings = 0;  ///< branch: into Program::meetings()
    std::uint32_t meetingCount = 0;
    /// Branch: how many of the loops around it lanes stay in if they take it, and if they go past it.
    std::uint32_t staysTaken = 0;
    std::uint32_t staysPast = 0;
    std::int32_t sharedOffset = 0;  ///< cp.async: of its address in shared memory
    /// The lanes that must have come before it is run, as a register or constant; all lanes of the warp if kNowhere.
    /// Meaningful if `gathers`; in lockstep only barriers do.
    Place members = kNowhere;
    bool gathers = false;
    bool comesToGathering = false;  ///< branch: to one that gathers
    bool repeats = false;           ///< branch: back to the beginning of its own basic block, or of one before
    bool uniform = false;           ///< barrier: its number and its count of threads are immediates
    bool guardNegated = false;
    std::uint8_t negated = 0;  ///< bit k: source k is the predicate `!p`
    Control control = Control::None;
    std::uint8_t bytes = 0;  ///< memory: of one lane's whole access
    std::uint8_t elementBytes = 0;
    std::uint8_t registerBytes = 0;  ///< width of the loaded or stored registers
    std::uint8_t vectorSize = 1;
    bool wideAddress = true;   ///< 64-bit address register
    bool wideShared = false;   ///< likewise, of the address in shared memory
    bool samePattern = false;  ///< an earlier access of the straight line has checked the pattern
    bool leads = false;        ///< the first of its group
    std::uint8_t fpOperations = 0;
    UnsetRead unset;
    std::uint8_t usedWords = 0xff;  ///< load: bit k: of the word at address / 4 + k bytes are used
    AccessKind access = AccessKind::None;
    program::Space space = program::Space::Generic;
    const program::Instruction* source = nullptr;
    // Machine code.
    Handler inner = nullptr;                        ///< what `plain` runs between what comes before and after
    const Rearrangement* rearrangements = nullptr;  ///< those before, then those after; Program keeps them
    std::uint8_t before = 0;
    std::uint8_t after = 0;
    bool innerIsPortable = false;
    bool ownAddress = false;  ///< from[0] is filled by what comes before
    Place to3 = kNowhere;
    Place last = kNowhere;  ///< the fifth source
};

/// Loads of a straight line off one address register, each at its own offset. The first finds out whether nothing can
/// be wrong with any of them; then the others only move lanes, and if the memory is shared, where all cost the same,
/// the first has counted for all.
struct alignas(64) LoadGroup {
    LaneMask sure = 0;  ///< the lanes for which the first found nothing wrong; 0 = each load must look for itself
    // What the others need of the pattern.
    AccessPattern::Shape shape = AccessPattern::Shape::Scattered;
    std::uint8_t uniformHalves = 0;
    std::array<std::int64_t, 2> half{};  ///< Shape::Halves: where they begin
    std::uint64_t first = 0;             ///< what the register holds in the first active lane
    SharedCounts counts;                 ///< of each of its loads, of the times when the first was sure
};

/// An allocation of global memory, with raw pointers.
struct GlobalView {
    std::uint64_t base = 0;
    std::uint64_t end = 0;
    const std::byte* data = nullptr;
    std::byte* writable = nullptr;  ///< set on the first store (the allocation may be shared until then)
    const DeviceMemory::Allocation* allocation = nullptr;
    DeviceMemory::Allocation* owned = nullptr;
    std::uint8_t* marks = nullptr;  ///< by word: what is stored to is to be marked; set with `writable`
    bool read = false;              ///< something has been read from it since the engine was made
};

/// Where a handler found a fault; the engine makes a Fault of it.
struct PendingFault {
    const Op* op = nullptr;  ///< nullptr = none
    Fault::Kind kind = Fault::Kind::OutOfBounds;
    program::Space space = program::Space::Global;
    std::uint64_t address = 0;
    unsigned lane = 0;
};

/// What handlers work on: one warp of one block.
struct Machine {
    std::byte* base = nullptr;  ///< what places count from
    LaneMask active = 0;
    AccessPattern* patterns = nullptr;
    LoadGroup* groups = nullptr;
    SiteCounts* sites = nullptr;  ///< by Op::index

    GlobalView* views = nullptr;
    std::size_t viewCount = 0;
    DeviceMemory* memory = nullptr;

    std::byte* shared = nullptr;
    std::uint64_t sharedBytes = 0;
    std::uint8_t* sharedInitialised = nullptr;
    std::uint64_t sharedUninitialisedWords = 0;

    const std::byte* parameters = nullptr;
    std::uint64_t parameterBytes = 0;
    const std::uint64_t* clock = nullptr;

    std::byte* local = nullptr;                ///< the warp's local memory, as in ThreadMemory
    std::uint8_t* localInitialised = nullptr;  ///< likewise
    std::uint64_t localBytes = 0;              ///< of a thread
    std::uint32_t slotStride = 0;              ///< bytes from one lane's slots to the next's
    std::uint32_t warp = 0;                    ///< which one runs
    ThreadMemory* threads = nullptr;           ///< of the block
    PendingFault fault;

    template <typename T>
    [[nodiscard]] T* at(Place place) const {
        return static_cast<T*>(__builtin_assume_aligned(base + place, sizeof(T) * 4));
    }
    [[nodiscard]] LaneMask& mask(Place place) const { return *reinterpret_cast<LaneMask*>(base + place); }
    [[nodiscard]] SiteCounts& site(const Op& op) const { return sites[op.index]; }
    /// Notes the first fault; no lane does anything in the rest of the straight line.
    void raise(const Op& op, Fault::Kind kind, program::Space space, std::uint64_t address, unsigned lane) {
        if (fault.op == nullptr) fault = {&op, kind, space, address, lane};
        active = 0;
    }
};

}  // namespace lanescope::simt
