// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/private_memory.h"

#include <algorithm>
#include <cstring>

namespace lanescope::simt {
namespace {

bool isLoad(const Op& op) { return op.source->opcode == program::Opcode::Ld; }

std::uint64_t bytesAt(const std::byte* at, unsigned bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, bytes);
    return bits;
}

/// Index of a word of local memory.
std::size_t wordOf(std::uint64_t address, unsigned lane) { return address / 4 * kWarpSize + lane; }

std::uint64_t localBits(const Machine& m, std::uint64_t address, unsigned lane, unsigned bytes) {
    if (bytes <= 4) return bytesAt(m.local + wordOf(address, lane) * 4 + address % 4, bytes);
    return bytesAt(m.local + wordOf(address, lane) * 4, 4) | bytesAt(m.local + wordOf(address + 4, lane) * 4, 4) << 32;
}
void putLocal(Machine& m, std::uint64_t address, unsigned lane, unsigned bytes, std::uint64_t bits) {
    for (unsigned done = 0; done < bytes; done += 4, bits >>= 32) {
        const std::size_t word = wordOf(address + done, lane);
        std::memcpy(m.local + word * 4 + address % 4, &bits, std::min(bytes, 4U));
        m.localInitialised[word] = 1;
    }
}

/// Is any word of it initialised? A structure is copied whole, its padding too.
bool anyInitialised(const Machine& m, std::uint64_t low, std::uint64_t high, unsigned lane) {
    for (std::uint64_t at = low / 4 * 4; at < high; at += 4)
        if (m.localInitialised[wordOf(at, lane)] != 0) return true;
    return false;
}

/// Does one lane read what nobody has written? A part that is set is enough: -G copies more than is used.
bool readsUnset(const Machine& m, const Op& op, std::uint64_t at, unsigned lane) {
    const bool mayBe = op.unset.anywhere || op.unset.inLocal || op.unset.inBlock || op.usedWords == 0;
    if (!isLoad(op) || mayBe || anyInitialised(m, at, at + op.bytes, lane)) return false;
    if (op.unset.besides == 0) return true;
    const std::uint64_t low = at / op.unset.besides * op.unset.besides;
    return !anyInitialised(m, low, std::min(low + op.unset.besides, m.localBytes), lane);
}

bool checkLocal(Machine& m, const Op& op, const LaneAddresses& address) {
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t at = address[lane];
        const auto fault = [&](Fault::Kind kind) {
            m.raise(op, kind, program::Space::Local, at, lane);
            return false;
        };
        if (at >= m.localBytes || op.bytes > m.localBytes - at) return fault(Fault::Kind::OutOfBounds);
        if (at % op.bytes != 0) return fault(Fault::Kind::Misaligned);
        if (readsUnset(m, op, at, lane)) return fault(Fault::Kind::Uninitialised);
    }
    return true;
}

void countLocal(Machine& m, const Op& op, const LaneAddresses& address) {
    GlobalCounts& local = m.site(op).local;
    ++local.requests;
    local.sectors += localSectorsOf(address, m.active, op.bytes);
    local.bytes += std::uint64_t{op.bytes} * static_cast<unsigned>(std::popcount(m.active));
}

bool isUniform(const LaneAddresses& address) {
    return std::all_of(address.begin(), address.end(), [&](std::uint64_t a) { return a == address[0]; });
}

/// One register of all lanes from or to words that lie side by side.
void moveWords(Machine& m, const Op& op, unsigned element, std::size_t word) {
    std::byte* const memory = m.local + word * 4;
    std::byte* const lanes = m.at<std::byte>(op.vector[element]);
    if (op.elementBytes == 4) {
        isLoad(op) ? std::memcpy(lanes, memory, 4 * kWarpSize) : std::memcpy(memory, lanes, 4 * kWarpSize);
        return;
    }
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        for (std::size_t half = 0; half < 2; ++half) {
            std::byte* const at = memory + (half * kWarpSize + lane) * 4;
            std::byte* const part = lanes + lane * 8 + half * 4;
            isLoad(op) ? std::memcpy(part, at, 4) : std::memcpy(at, part, 4);
        }
    }
}
/// The common case: all lanes at one address with whole words. False, and nothing done, if it is not that or wrong.
bool accessTogether(Machine& m, const Op& op, const LaneAddresses& address) {
    const std::uint64_t at = address[0];
    if (m.active != kAllLanes || op.elementBytes < 4 || op.registerBytes != op.elementBytes || !isUniform(address))
        return false;
    if (at >= m.localBytes || op.bytes > m.localBytes - at || at % op.bytes != 0) return false;
    const unsigned words = op.bytes / 4U;
    std::uint8_t* const flags = m.localInitialised + wordOf(at, 0);
    if (isLoad(op) && std::memchr(flags, 0, std::size_t{words} * kWarpSize) != nullptr) return false;
    if (!isLoad(op)) std::memset(flags, 1, std::size_t{words} * kWarpSize);
    for (unsigned k = 0; k < op.vectorSize; ++k)
        if (op.vector[k] != kNowhere) moveWords(m, op, k, wordOf(at + std::uint64_t{k} * op.elementBytes, 0));
    GlobalCounts& local = m.site(op).local;
    ++local.requests;
    local.sectors += std::uint64_t{words} * kWarpSize * 4 / kSectorBytes;
    local.bytes += std::uint64_t{op.bytes} * kWarpSize;
    return true;
}

void localAccess(Machine& m, const Op& op) {
    if (m.active != 0) accessLocal(m, op, laneAddresses(m, op));
}

/// from[0] = the slots of the warp, lane by lane.
void slotAccess(Machine& m, const Op& op) {
    // Every function's slots begin at a multiple of 16 bytes.
    if (static_cast<std::uint64_t>(op.offset) % op.bytes != 0 && m.active != 0)
        return m.raise(op, Fault::Kind::Misaligned, program::Space::Param, static_cast<std::uint64_t>(op.offset),
                       static_cast<unsigned>(std::countr_zero(m.active)));
    std::byte* const slots = m.base + op.from[0] + op.offset;
    eachLane(m.active, [&](unsigned lane) {
        for (unsigned k = 0; k < op.vectorSize; ++k) {
            std::byte* const at = slots + std::size_t{lane} * m.slotStride + std::size_t{k} * op.elementBytes;
            if (isLoad(op)) {
                setRegister(m, op, k, lane, bytesAt(at, op.elementBytes));
            } else {
                const std::uint64_t bits = registerBits(m, op, k, lane);
                std::memcpy(at, &bits, op.elementBytes);
            }
        }
    });
}

/// ld.param with an address in a register (an array in the parameters), or by name from where it must not.
void parameterLoad(Machine& m, const Op& op) { accessParameters(m, op, laneAddresses(m, op)); }

const GlobalView* constantAt(const Machine& m, std::uint64_t address, unsigned bytes) {
    for (std::size_t v = 0; v < m.viewCount; ++v) {
        const GlobalView& view = m.views[v];
        if (address >= view.base && address < view.end && bytes <= view.end - address) return &view;
    }
    return nullptr;
}
/// The first active lane's register, for all of them.
template <typename Word>
void repeat(Machine& m, const Op& op, unsigned element, unsigned first) {
    auto* const lanes = m.at<Word>(op.vector[element]);
    const Word value = lanes[first];
    if (~m.active == 0)
        std::fill_n(lanes, kWarpSize, value);
    else
        eachLane(m.active, [&](unsigned lane) { lanes[lane] = value; });
}

/// What constant memory is made for: all lanes read one address. False if it is not so, or is wrong.
bool constantForAll(Machine& m, const Op& op) {
    const auto first = static_cast<unsigned>(std::countr_zero(m.active));
    const auto allAt = [&](const auto* base) {
        LaneMask other = 0;
        for (unsigned lane = 0; lane < kWarpSize; ++lane) other |= LaneMask{base[lane] != base[first]} << lane;
        return (other & m.active) == 0;
    };
    const bool same =
        op.wideAddress ? allAt(m.at<const std::int64_t>(op.from[0])) : allAt(m.at<const std::int32_t>(op.from[0]));
    if (!same) return false;
    const std::int64_t base =
        op.wideAddress ? m.at<const std::int64_t>(op.from[0])[first] : m.at<const std::int32_t>(op.from[0])[first];
    const std::uint64_t at = static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(op.offset);
    const GlobalView* const view = constantAt(m, at, op.bytes);
    if (view == nullptr || at % op.bytes != 0) return false;
    const std::byte* const from = view->data + (at - view->base);
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        if (op.vector[k] == kNowhere) continue;
        setRegister(m, op, k, first, bytesAt(from + std::size_t{k} * op.elementBytes, op.elementBytes));
        switch (op.registerBytes) {
            case 8: repeat<std::uint64_t>(m, op, k, first); break;
            case 4: repeat<std::uint32_t>(m, op, k, first); break;
            case 2: repeat<std::uint16_t>(m, op, k, first); break;
            default: repeat<std::uint8_t>(m, op, k, first); break;
        }
    }
    ++m.site(op).constantRequests;
    return true;
}

void constantLoad(Machine& m, const Op& op) {
    if (m.active == 0 || constantForAll(m, op)) return;
    const LaneAddresses address = laneAddresses(m, op);
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t at = address[lane];
        const GlobalView* const view = constantAt(m, at, op.bytes);
        if (view == nullptr) return m.raise(op, Fault::Kind::OutOfBounds, program::Space::Const, at, lane);
        if (at % op.bytes != 0) return m.raise(op, Fault::Kind::Misaligned, program::Space::Const, at, lane);
        const std::byte* const from = view->data + (at - view->base);
        for (unsigned k = 0; k < op.vectorSize; ++k)
            setRegister(m, op, k, lane, bytesAt(from + std::size_t{k} * op.elementBytes, op.elementBytes));
    }
    ++m.site(op).constantRequests;
}

}  // namespace

LaneAddresses laneAddresses(const Machine& m, const Op& op) {
    LaneAddresses address{};
    eachLane(m.active, [&](unsigned lane) {
        const std::int64_t base =
            op.wideAddress ? m.at<const std::int64_t>(op.from[0])[lane] : m.at<const std::int32_t>(op.from[0])[lane];
        address[lane] = static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(op.offset);
    });
    return address;
}

std::uint64_t registerBits(const Machine& m, const Op& op, unsigned element, unsigned lane) {
    return bytesAt(m.at<const std::byte>(op.vector[element]) + std::size_t{lane} * op.registerBytes, op.elementBytes);
}

void setRegister(Machine& m, const Op& op, unsigned element, unsigned lane, std::uint64_t bits) {
    if (op.vector[element] == kNowhere) return;
    if (isSigned(op.source->type)) {
        const unsigned unused = 64 - 8U * op.elementBytes;
        bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    std::memcpy(m.at<std::byte>(op.vector[element]) + std::size_t{lane} * op.registerBytes, &bits, op.registerBytes);
}

unsigned localSectorsOf(const LaneAddresses& address, LaneMask active, unsigned bytes) {
    LaneAddresses place{};
    unsigned sectors = 0;
    for (unsigned done = 0; done < bytes; done += 4) {
        eachLane(active, [&](unsigned lane) { place[lane] = 4 * wordOf(address[lane] + done, lane); });
        sectors += sectorsOf(place, active, 4);
    }
    return sectors;
}

void accessLocal(Machine& m, const Op& op, const LaneAddresses& address) {
    if (accessTogether(m, op, address) || !checkLocal(m, op, address)) return;
    countLocal(m, op, address);
    eachLane(m.active, [&](unsigned lane) {
        for (unsigned k = 0; k < op.vectorSize; ++k) {
            const std::uint64_t at = address[lane] + std::uint64_t{k} * op.elementBytes;
            if (isLoad(op))
                setRegister(m, op, k, lane, localBits(m, at, lane, op.elementBytes));
            else
                putLocal(m, at, lane, op.elementBytes, registerBits(m, op, k, lane));
        }
    });
}

void accessParameters(Machine& m, const Op& op, const LaneAddresses& address) {
    for (LaneMask rest = m.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t at = address[lane];
        if (!isLoad(op)) return m.raise(op, Fault::Kind::ReadOnly, program::Space::Param, at, lane);
        if (at >= m.parameterBytes || op.bytes > m.parameterBytes - at)
            return m.raise(op, Fault::Kind::OutOfBounds, program::Space::Param, at, lane);
        if (at % op.bytes != 0) return m.raise(op, Fault::Kind::Misaligned, program::Space::Param, at, lane);
        for (unsigned k = 0; k < op.vectorSize; ++k)
            setRegister(m, op, k, lane, bytesAt(m.parameters + at + std::size_t{k} * op.elementBytes, op.elementBytes));
    }
}

void forgetLocal(Machine& m, LaneMask lanes, std::uint64_t from, std::uint64_t to) {
    eachLane(lanes, [&](unsigned lane) {
        for (std::uint64_t at = from / 4 * 4; at < std::min(to, m.localBytes); at += 4)
            m.localInitialised[wordOf(at, lane)] = 0;
    });
}

Handler pickPrivate(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.opcode != program::Opcode::Ld && i.opcode != program::Opcode::St) return nullptr;
    switch (i.space) {
        case program::Space::Local: return &localAccess;
        case program::Space::Slot: return &slotAccess;
        case program::Space::Const: return i.opcode == program::Opcode::Ld ? &constantLoad : nullptr;
        case program::Space::Param: return request.addressed ? &parameterLoad : nullptr;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt
