// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/async_memory.h"

#include <algorithm>
#include <cstring>

#include "core/simt/memory/memory_access.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt {
namespace {

/// commit_groups of the warp's threads so far.
std::uint32_t* groupsOf(Machine& m) {
    std::vector<std::uint32_t>& groups = m.threads->groups;
    const std::size_t first = std::size_t{m.warp} * kWarpSize;
    if (groups.size() < first + kWarpSize) groups.resize(first + kWarpSize);
    return groups.data() + first;
}

/// Is [address, address + bytes) aligned and in shared memory?
bool checkShared(Machine& m, const Op& op, std::uint64_t address, unsigned bytes, unsigned lane) {
    if (address < m.sharedBytes && bytes <= m.sharedBytes - address && address % bytes == 0) return true;
    const bool inside = address < m.sharedBytes && bytes <= m.sharedBytes - address;
    m.raise(op, inside ? Fault::Kind::Misaligned : Fault::Kind::OutOfBounds, program::Space::Shared, address, lane);
    return false;
}

void forgetShared(Machine& m, std::uint64_t address, unsigned bytes) {
    for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        m.sharedUninitialisedWords += m.sharedInitialised[word] != 0 ? 1 : 0;
        m.sharedInitialised[word] = 0;
    }
}

void land(Machine& m, const AsyncCopy& copy) {
    for (unsigned done = 0; done < copy.bytes; done += 4) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, copy.data.data() + done, 4);
        writeShared(m, copy.shared + done, bits, 4);
    }
}
/// Lands the copies of the active lanes for which `due` holds, in the order of issue.
template <typename Due>
void landWhere(Machine& m, Due due) {
    std::vector<AsyncCopy>& copies = m.threads->copies;
    const auto ready = [&](const AsyncCopy& copy) {
        return copy.warp == m.warp && (m.active >> copy.lane & 1U) != 0 && due(copy);
    };
    for (const AsyncCopy& copy : copies)
        if (ready(copy)) land(m, copy);
    std::erase_if(copies, ready);
}

/// from[0] = the global address, from[1] = the shared one, from[2] = how many bytes to read if not all.
void copyAsync(Machine& m, const Op& op) {
    if (m.active == 0) return;
    LaneAddresses global = laneAddresses(m, op);
    LaneAddresses left{};  // bytes that are not read
    if (op.source->alignedFill)
        eachLane(m.active, [&](unsigned lane) {
            left[lane] = global[lane] % op.bytes;
            global[lane] -= left[lane];
        });
    if (op.last != kNowhere) {
        const LaneMask reads = op.source->lastSource.negated ? ~m.mask(op.last) : m.mask(op.last);
        eachLane(m.active & ~reads, [&](unsigned lane) { left[lane] = op.bytes; });
    }
    AccessPattern& pattern = m.patterns[op.pattern];
    pattern.learn(global, m.active, op.bytes);
    const std::uint64_t first = global[static_cast<unsigned>(std::countr_zero(m.active))];
    if (checkGlobal(m, op, pattern, first) == Checked::Faulted) return;
    const unsigned sectors = pattern.sectorsAt(first);  // before uniqueBytes is read
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    const std::uint32_t* const groups = groupsOf(m);
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::int64_t base =
            op.wideShared ? m.at<const std::int64_t>(op.from[1])[lane] : m.at<const std::int32_t>(op.from[1])[lane];
        AsyncCopy copy;
        copy.warp = m.warp;
        copy.lane = static_cast<std::uint8_t>(lane);
        copy.bytes = op.bytes;
        copy.group = groups[lane];
        copy.shared = static_cast<std::uint64_t>(base + op.sharedOffset);
        if (!checkShared(m, op, copy.shared, op.bytes, lane)) return;
        const unsigned whole = op.bytes - static_cast<unsigned>(left[lane]);
        const unsigned wanted = op.from[2] == kNowhere
                                    ? whole
                                    : std::min<std::uint32_t>(m.at<const std::uint32_t>(op.from[2])[lane], whole);
        for (std::size_t v = 0; v < m.viewCount; ++v) {
            const GlobalView& view = m.views[v];
            if (global[lane] < view.base || global[lane] >= view.end) continue;
            std::memcpy(copy.data.data(), view.data + (global[lane] - view.base), wanted);
        }
        forgetShared(m, copy.shared, op.bytes);
        m.threads->copies.push_back(copy);
    }
}

void commitGroup(Machine& m, const Op&) {
    std::uint32_t* const groups = groupsOf(m);
    eachLane(m.active, [&](unsigned lane) { ++groups[lane]; });
}
/// wait_group: all groups but the last `left`.
void waitGroup(Machine& m, const Op& op) {
    const std::uint32_t* const groups = groupsOf(m);
    const std::uint32_t* const left = m.at<const std::uint32_t>(op.from[0]);
    landWhere(m,
              [&](const AsyncCopy& copy) { return std::uint64_t{copy.group} + left[copy.lane] < groups[copy.lane]; });
}
void waitAll(Machine& m, const Op&) {
    landWhere(m, [](const AsyncCopy&) { return true; });
}

/// Where the parts of an mbarrier lie. PTX leaves it open; machine code counts on it (read off what ptxas makes of
/// mbarrier.init and pending_count): there counts are what is missing to a power of 2.
struct Layout {
    unsigned countBits = 20;
    unsigned expectedAt = 0, pendingAt = 20, pendingBits = 20, phaseAt = 40, phaseBits = 24;
    bool complements = false;
};
constexpr Layout layoutOf(program::BarrierLayout layout) {
    switch (layout) {
        case program::BarrierLayout::Words: return {30, 0, 32, 31, 63, 1, true};
        case program::BarrierLayout::Fields: return {20, 1, 43, 20, 63, 1, true};
        case program::BarrierLayout::Own: break;
    }
    return {};
}

// An mbarrier as 64 bits. A state that an arrival answers is the object as it was.
constexpr std::uint64_t kCountMask = (1U << 20) - 1;
struct Object {
    Layout layout;
    std::uint64_t expected = 0;  ///< arrivals of each phase
    std::uint64_t pending = 0;   ///< arrivals that this phase waits for
    std::uint64_t phase = 0;
    Object(std::uint64_t bits, program::BarrierLayout kind)
        : layout(layoutOf(kind)),
          expected(partOf(bits, layout.expectedAt, layout.countBits, layout.complements)),
          pending(partOf(bits, layout.pendingAt, layout.pendingBits, layout.complements)),
          phase(partOf(bits, layout.phaseAt, layout.phaseBits, false)) {}
    [[nodiscard]] std::uint64_t bits() const {
        const auto at = [](std::uint64_t value, unsigned place, unsigned count, bool complement) {
            return partOf(complement ? 0 - value : value, 0, count, false) << place;
        };
        return at(expected, layout.expectedAt, layout.countBits, layout.complements) |
               at(pending, layout.pendingAt, layout.pendingBits, layout.complements) |
               at(phase, layout.phaseAt, layout.phaseBits, false);
    }
    static std::uint64_t partOf(std::uint64_t bits, unsigned place, unsigned count, bool complement) {
        const std::uint64_t mask = (std::uint64_t{1} << count) - 1;
        const std::uint64_t part = bits >> place & mask;
        return complement ? (0 - part) & mask : part;
    }
    /// More arrivals than are expected are undefined in PTX; here the phase ends.
    void arrive(std::uint64_t count, bool drops) {
        if (drops) expected -= std::min(expected, count);
        pending -= std::min(pending, count);
        if (pending != 0) return;
        phase = (phase + 1) & 0xffffff;
        pending = expected;
    }
};

std::uint64_t objectAddress(std::uint64_t address) {
    return address - kSharedWindow < kWindowSize ? address - kSharedWindow : address;
}
/// Reads the object of a lane; false after a fault.
bool readObject(Machine& m, const Op& op, std::uint64_t address, unsigned lane, std::uint64_t& bits) {
    if (!checkShared(m, op, address, 8, lane)) return false;
    if (m.sharedInitialised[address / 4] == 0) {
        m.raise(op, Fault::Kind::Uninitialised, program::Space::Shared, address, lane);
        return false;
    }
    std::memcpy(&bits, m.shared + address, 8);
    return true;
}

/// One lane's operation on the object; what it answers.
std::uint64_t operate(const Machine& m, const Op& op, unsigned lane, Object& object) {
    const std::uint64_t before = object.bits();
    const auto word = [&] { return m.at<const std::uint32_t>(op.from[1])[lane]; };
    const std::uint64_t count = op.from[1] != kNowhere && op.source->opcode == program::Opcode::Mbarrier ? word() : 1;
    using enum program::MbarrierOp;
    switch (op.source->mbarrierOp) {
        case TestWait:
        case TryWait: {
            const program::BarrierLayout layout = op.source->barrierLayout;
            const unsigned parityAt = layout == program::BarrierLayout::Own ? 0 : 31;
            if (op.source->parity) return (object.phase & 1U) != (word() >> parityAt & 1U);
            return object.phase != Object(m.at<const std::uint64_t>(op.from[1])[lane], layout).phase;
        }
        case ArriveDrop:
        case ArriveDropNoComplete: object.arrive(count, true); break;
        default: object.arrive(count, false); break;
    }
    return before;
}

void mbarrier(Machine& m, const Op& op) {
    const LaneAddresses address = laneAddresses(m, op);
    const bool initialises = op.source->mbarrierOp == program::MbarrierOp::Init;
    const program::BarrierLayout layout = op.source->barrierLayout;
    const LaneMask arriving = m.active;
    std::uint64_t beforeAll = 0;
    LaneMask yes = 0;
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t at = objectAddress(address[lane]);
        std::uint64_t bits = 0;
        if (initialises ? !checkShared(m, op, at, 8, lane) : !readObject(m, op, at, lane, bits)) return;
        if (rest == arriving) beforeAll = bits;
        Object object(bits, layout);
        std::uint64_t answer = 0;
        if (initialises && layout != program::BarrierLayout::Own)
            object = Object(m.at<const std::uint64_t>(op.from[1])[lane], layout);
        else if (initialises)
            object.expected = object.pending = m.at<const std::uint32_t>(op.from[1])[lane] & kCountMask;
        else if (op.source->mbarrierOp == program::MbarrierOp::Inval)
            object = Object(0, layout);
        else
            answer = operate(m, op, lane, object);
        if (object.bits() != bits || initialises) writeShared(m, at, object.bits(), 8);
        yes |= answer != 0 ? LaneMask{1} << lane : 0;
        if (op.source->laneMask) answer = (beforeAll & ~std::uint64_t{kAllLanes}) | arriving;
        if (op.registerBytes == 8) m.at<std::uint64_t>(op.to)[lane] = answer;
    }
    if (op.registerBytes != 1 || op.to == kNowhere) return;
    LaneMask& predicate = m.mask(op.to);
    predicate = (predicate & ~m.active) | (yes & m.active);
}

/// Arrivals that the phase of a state still waited for.
void pendingCount(Machine& m, const Op& op) {
    const std::uint64_t* const state = m.at<const std::uint64_t>(op.from[0]);
    std::uint32_t* const to = m.at<std::uint32_t>(op.to);
    eachLane(m.active, [&](unsigned lane) {
        to[lane] = static_cast<std::uint32_t>(Object(state[lane], op.source->barrierLayout).pending);
    });
}

/// The thread's copies have landed when it arrives. Without .noinc the arrival is one more that the phase waits for.
void arriveWithCopies(Machine& m, const Op& op) {
    waitAll(m, op);
    if (op.source->noIncrement) mbarrier(m, op);
}

Handler pickMbarrier(const program::Instruction& i) {
    switch (i.mbarrierOp) {
        case program::MbarrierOp::None: return nullptr;
        case program::MbarrierOp::PendingCount: return &pendingCount;
        default: return &mbarrier;
    }
}

}  // namespace

Handler pickAsync(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case program::Opcode::CpAsync: return &copyAsync;
        case program::Opcode::CpAsyncCommit: return &commitGroup;
        case program::Opcode::CpAsyncWait: return i.sourceCount == 0 ? &waitAll : &waitGroup;
        case program::Opcode::CpAsyncMbarrier: return &arriveWithCopies;
        case program::Opcode::Mbarrier: return pickMbarrier(i);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt
