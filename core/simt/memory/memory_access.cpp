// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/memory_access.h"

#include <algorithm>
#include <cstring>

#include "core/simt/memory/memory_snapshot.h"

namespace lanescope::simt {
namespace {

constexpr std::uint32_t kNoView = 0xffffffffU;
constexpr std::uint32_t kSharedRegion = 0xfffffffeU;
constexpr std::uint32_t kLocalRegion = 0xfffffffdU;
constexpr std::uint32_t kParameterRegion = 0xfffffffcU;

std::uint32_t viewOf(const Machine& m, std::uint64_t address, unsigned bytes) {
    for (std::uint32_t v = 0; v < m.viewCount; ++v)
        if (address >= m.views[v].base && address < m.views[v].end && bytes <= m.views[v].end - address) return v;
    return kNoView;
}

bool inWindow(std::uint64_t address, std::uint64_t window) { return address - window < kWindowSize; }

/// Are all 4-byte words of [offset, offset + bytes) initialised?
bool initialised(const std::uint8_t* flags, std::uint64_t offset, unsigned bytes) {
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word)
        if (flags[word] == 0) return false;
    return true;
}

/// Can one look at all words from the lowest to the highest lane show that all lanes' are initialised? `offset` is of
/// the first active lane.
bool initialisedThroughout(const std::uint8_t* flags, const AccessPattern& pattern, std::uint64_t offset) {
    constexpr std::uint64_t kMostBytes = 4096;
    const auto low = offset + static_cast<std::uint64_t>(pattern.low);
    const auto high = offset + static_cast<std::uint64_t>(pattern.high);
    return high - low <= kMostBytes && std::memchr(flags + low / 4, 0, (high - 1) / 4 - low / 4 + 1) == nullptr;
}

/// Makes what the lanes come to. `offset` is of the first active lane.
void makeContent(const Machine& m, const Op& op, const LazyContent& content, const AccessPattern& pattern,
                 std::uint64_t offset) {
    const auto low = offset + static_cast<std::uint64_t>(pattern.low);
    const auto high = offset + static_cast<std::uint64_t>(pattern.high);
    if (high - low <= 2 * LazyContent::kPiece) return content.make(low, high);
    eachLane(m.active, [&](unsigned lane) {
        const std::uint64_t at = offset + static_cast<std::uint64_t>(pattern.delta[lane]);
        content.make(at, at + op.bytes);
    });
}

/// Sets all flags of whole words; gives how many were not set.
std::uint64_t setFlags(std::uint8_t* flags, std::uint64_t words) {
    std::uint64_t fresh = 0;
    for (std::uint64_t word = 0; word < words; ++word) {
        fresh += flags[word] == 0 ? 1 : 0;
        flags[word] = 1;
    }
    return fresh;
}

/// Do all lanes store whole registers of whole words side by side?
bool storesInARow(const Op& op, const AccessPattern& pattern) {
    return pattern.shape == AccessPattern::Shape::Contiguous && op.vectorSize == 1 && op.elementBytes % 4 == 0 &&
           op.registerBytes == op.elementBytes;
}

bool readsMemory(const Op& op) { return op.access != AccessKind::Store; }
bool needsSetGlobal(const Op& op) { return readsMemory(op) && !op.unset.anywhere; }
bool needsSetShared(const Op& op) { return needsSetGlobal(op) && !op.unset.inBlock; }

/// Are the words that one lane reads initialised, as far as they must be? `flags` are of `size` bytes.
bool readsSetWords(const Op& op, const std::uint8_t* flags, std::uint64_t size, std::uint64_t offset) {
    bool right = true;
    for (std::uint64_t word = offset / 4; word <= (offset + op.bytes - 1) / 4; ++word)
        right = right && (flags[word] != 0 || (op.usedWords >> (word - offset / 4) & 1) == 0);
    if (right || op.unset.besides == 0) return right;
    const std::uint64_t low = offset / op.unset.besides * op.unset.besides;
    const std::uint64_t high = std::min(low + op.unset.besides, size);
    return std::any_of(flags + low / 4, flags + (high + 3) / 4, [](std::uint8_t flag) { return flag != 0; });
}

/// One lane's global access; false after a fault. `view` gets its allocation.
bool checkGlobalLane(Machine& m, const Op& op, std::uint64_t address, unsigned lane, std::uint32_t& view) {
    view = viewOf(m, address, op.bytes);
    if (view == kNoView) {
        m.raise(op, Fault::Kind::OutOfBounds, program::Space::Global, address, lane);
        return false;
    }
    if (address % op.bytes != 0) {
        m.raise(op, Fault::Kind::Misaligned, program::Space::Global, address, lane);
        return false;
    }
    GlobalView& v = m.views[view];
    if (op.access != AccessKind::Load && v.allocation->constant) {
        m.raise(op, Fault::Kind::ReadOnly, program::Space::Global, address, lane);
        return false;
    }
    v.read = v.read || readsMemory(op);
    if (v.allocation->content) {
        v.allocation->content->make(address - v.base, address - v.base + op.bytes);
        return true;
    }
    if (needsSetGlobal(op) && v.allocation->uninitialisedWords != 0 &&
        !readsSetWords(op, v.allocation->initialised.data(), v.end - v.base, address - v.base)) {
        m.raise(op, Fault::Kind::Uninitialised, program::Space::Global, address, lane);
        return false;
    }
    return true;
}

bool checkSharedLane(Machine& m, const Op& op, std::uint64_t address, unsigned lane) {
    const auto fault = [&](Fault::Kind kind) {
        m.raise(op, kind, program::Space::Shared, address, lane);
        return false;
    };
    if (address >= m.sharedBytes || op.bytes > m.sharedBytes - address) return fault(Fault::Kind::OutOfBounds);
    if (address % op.bytes != 0) return fault(Fault::Kind::Misaligned);
    if (needsSetShared(op) && m.sharedUninitialisedWords != 0 &&
        !readsSetWords(op, m.sharedInitialised, m.sharedBytes, address))
        return fault(Fault::Kind::Uninitialised);
    return true;
}

/// Low `bytes` of one lane's register.
std::uint64_t laneBits(const Machine& m, const Op& op, unsigned element, unsigned lane) {
    std::uint64_t bits = 0;
    const std::byte* const lanes = m.at<const std::byte>(op.vector[element]);
    std::memcpy(&bits, lanes + std::size_t{lane} * op.registerBytes, op.elementBytes);
    return bits;
}

void storeLanes(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first, auto write) {
    const LaneAddresses address = laneAddresses(pattern, first);
    eachLane(m.active, [&](unsigned lane) {
        for (unsigned k = 0; k < op.vectorSize; ++k)
            write(address[lane] + std::uint64_t{k} * op.elementBytes, laneBits(m, op, k, lane));
    });
}

void journalWrite(Machine& m, const GlobalView& view, std::uint64_t address, std::uint64_t bits, unsigned bytes) {
    MemoryWrite write;
    write.address = address;
    write.bytes = static_cast<std::uint8_t>(bytes);
    std::memcpy(&write.oldBits, view.writable + (address - view.base), bytes);
    write.newBits = bits;
    write.wasInitialised =
        view.owned->uninitialisedWords == 0 || initialised(view.owned->initialised.data(), address - view.base, bytes);
    m.memory->journal()->push_back(write);
}

void saveBefore(Machine& m, const GlobalView& view, std::uint64_t offset, std::uint64_t bytes) {
    MemorySnapshot* const snapshot = m.memory->snapshot();
    if (snapshot != nullptr)
        snapshot->save(static_cast<BufferId>(&view - m.views), *view.owned, offset, offset + bytes);
}

/// Counts of one request of all active lanes, whatever the handler counted for its parts.
void recount(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first, LaneMask sharedLanes,
             LaneMask privateLanes, const SiteCounts& before) {
    SiteCounts& site = m.site(op);
    const GlobalCounts local = site.local;  // counted as one request: its lanes are run together
    site = before;
    site.local = local;
    if (op.access == AccessKind::Atomic) ++site.atomicRequests;
    const LaneAddresses address = laneAddresses(pattern, first);
    if (const LaneMask global = m.active & ~sharedLanes & ~privateLanes; global != 0) {
        const unsigned sectors =
            op.access == AccessKind::Atomic ? atomicSectorsOf(address, global) : sectorsOf(address, global, op.bytes);
        countGlobal(site, sectors, uniqueBytesOf(address, global, op.bytes));
    }
    if (sharedLanes != 0) countShared(site, sharedCostOf(address, sharedLanes, op.bytes));
}

}  // namespace

LaneAddresses laneAddresses(const AccessPattern& pattern, std::uint64_t first) {
    LaneAddresses address{};
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
        address[lane] = first + static_cast<std::uint64_t>(pattern.delta[lane]);
    return address;
}

Checked checkGlobal(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if (isAligned(op, pattern, first)) {
        GlobalView& known = m.views[pattern.view];
        const auto ready = [&](GlobalView& view) {
            if (!isWithin(pattern, first, view.base, view.end)) return false;
            if (op.access != AccessKind::Load && view.allocation->constant) return false;
            view.read = view.read || readsMemory(op);
            if (view.allocation->content) {
                makeContent(m, op, *view.allocation->content, pattern, first - view.base);
                return true;
            }
            return !needsSetGlobal(op) || view.allocation->uninitialisedWords == 0 ||
                   initialisedThroughout(view.allocation->initialised.data(), pattern, first - view.base);
        };
        if (m.viewCount != 0 && ready(known)) return Checked::Ready;
        for (std::uint32_t v = 0; v < m.viewCount; ++v) {
            if (!ready(m.views[v])) continue;
            pattern.view = v;
            return Checked::Ready;
        }
    }
    const LaneAddresses address = laneAddresses(pattern, first);
    std::uint32_t common = kNoView;
    bool split = false;
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        std::uint32_t view = kNoView;
        if (!checkGlobalLane(m, op, address[lane], lane, view)) return Checked::Faulted;
        split = split || (common != kNoView && common != view);
        common = view;
    }
    if (split) return Checked::Split;
    pattern.view = common;
    return Checked::Ready;
}

Checked checkShared(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    if (isAligned(op, pattern, first) && isWithin(pattern, first, 0, m.sharedBytes) &&
        (!needsSetShared(op) || m.sharedUninitialisedWords == 0 ||
         initialisedThroughout(m.sharedInitialised, pattern, first)))
        return Checked::Ready;
    const LaneAddresses address = laneAddresses(pattern, first);
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (!checkSharedLane(m, op, address[lane], lane)) return Checked::Faulted;
    }
    return Checked::Ready;
}

Checked checkGeneric(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    const LaneAddresses address = laneAddresses(pattern, first);
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        std::uint32_t view = kNoView;
        // These are checked when their part is run.
        if (inWindow(address[lane], kLocalWindow) || inWindow(address[lane], kParameterWindow)) continue;
        const bool right = inWindow(address[lane], kSharedWindow)
                               ? checkSharedLane(m, op, address[lane] - kSharedWindow, lane)
                               : checkGlobalLane(m, op, address[lane], lane, view);
        if (!right) return Checked::Faulted;
    }
    return Checked::Split;
}

void makeWritable(Machine& m, GlobalView& view) {
    const auto buffer = static_cast<BufferId>(&view - m.views);
    view.owned = &m.memory->writable(buffer);
    view.allocation = view.owned;
    view.writable = view.owned->data.data();
    view.data = view.writable;
    if (m.memory->marks() == nullptr) return;
    std::vector<std::uint8_t>& marks = (*m.memory->marks())[buffer];
    marks.resize(view.owned->initialised.size());
    view.marks = marks.data();
}

void writeGlobal(Machine& m, GlobalView& view, std::uint64_t address, std::uint64_t bits, unsigned bytes) {
    const std::uint64_t offset = address - view.base;
    saveBefore(m, view, offset, bytes);
    if (m.memory->journal() != nullptr) {
        // Two words are undone one by one: one of them may have been initialised before.
        for (unsigned done = 0; done < bytes; done += 4) {
            const unsigned part = bytes < 4 ? bytes : 4;
            journalWrite(m, view, address + done, part == 4 ? bits >> (8 * done) & 0xffffffffU : bits, part);
        }
    }
    std::memcpy(view.writable + offset, &bits, bytes);
    if (view.owned->uninitialisedWords != 0) view.owned->markInitialised(offset, bytes);
    if (view.marks == nullptr) return;
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) view.marks[word] = 1;
}

void writeShared(Machine& m, std::uint64_t address, std::uint64_t bits, unsigned bytes) {
    std::memcpy(m.shared + address, &bits, bytes);
    if (m.sharedUninitialisedWords == 0) return;
    for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        m.sharedUninitialisedWords -= m.sharedInitialised[word] == 0 ? 1 : 0;
        m.sharedInitialised[word] = 1;
    }
}

void storeGlobal(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    GlobalView& view = m.views[pattern.view];
    if (view.writable == nullptr) makeWritable(m, view);
    if (storesInARow(op, pattern) && m.memory->journal() == nullptr) {
        const std::uint64_t offset = first - view.base;
        saveBefore(m, view, offset, std::uint64_t{kWarpSize} * op.bytes);
        std::memcpy(view.writable + offset, m.at<const std::byte>(op.vector[0]), std::size_t{kWarpSize} * op.bytes);
        view.owned->uninitialisedWords -=
            setFlags(view.owned->initialised.data() + offset / 4, kWarpSize * op.bytes / 4);
        if (view.marks != nullptr) std::memset(view.marks + offset / 4, 1, kWarpSize * op.bytes / 4);
        return;
    }
    storeLanes(m, op, pattern, first, [&](std::uint64_t address, std::uint64_t bits) {
        writeGlobal(m, view, address, bits, op.elementBytes);
    });
}

void storeShared(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    if (storesInARow(op, pattern)) {
        std::memcpy(m.shared + first, m.at<const std::byte>(op.vector[0]), std::size_t{kWarpSize} * op.bytes);
        m.sharedUninitialisedWords -= setFlags(m.sharedInitialised + first / 4, kWarpSize * op.bytes / 4);
        return;
    }
    storeLanes(m, op, pattern, first,
               [&](std::uint64_t address, std::uint64_t bits) { writeShared(m, address, bits, op.elementBytes); });
}

void splitAccess(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    const AccessPattern whole = pattern;  // the parts learn theirs over it
    const LaneAddresses address = laneAddresses(whole, first);
    const LaneMask warp = m.active;
    const SiteCounts before = m.site(op);
    LaneMask sharedLanes = 0;
    LaneMask localLanes = 0;
    LaneMask parameterLanes = 0;
    for (LaneMask rest = warp; rest != 0;) {
        const auto regionOf = [&](unsigned lane) {
            if (op.space == program::Space::Generic && inWindow(address[lane], kSharedWindow)) return kSharedRegion;
            if (op.space == program::Space::Generic && inWindow(address[lane], kLocalWindow)) return kLocalRegion;
            if (op.space == program::Space::Generic && inWindow(address[lane], kParameterWindow))
                return kParameterRegion;
            return viewOf(m, address[lane], op.bytes);
        };
        const std::uint32_t region = regionOf(static_cast<unsigned>(std::countr_zero(rest)));
        LaneMask part = 0;
        eachLane(rest, [&](unsigned lane) { part |= regionOf(lane) == region ? 1U << lane : 0; });
        if (region == kSharedRegion) sharedLanes = part;
        if (region == kLocalRegion) localLanes = part;
        if (region == kParameterRegion) parameterLanes = part;
        m.active = part;
        op.plain(m, op);
        if (m.fault.op != nullptr) return;
        rest &= ~part;
    }
    m.active = warp;
    recount(m, op, whole, first, sharedLanes, localLanes | parameterLanes, before);
}

}  // namespace lanescope::simt
