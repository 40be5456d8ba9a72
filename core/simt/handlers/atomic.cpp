// SPDX-License-Identifier: GPL-3.0-or-later
// Atomics and reductions (PTX ISA 9.7.13.15 ff.): lanes in ascending order.
#include <cstring>

#include "core/simt/handlers/float_lanes.h"
#include "core/simt/handlers/half.h"
#include "core/simt/handlers/pattern_lanes.h"
#include "core/simt/memory/memory_access.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::AtomOp;
using program::Space;

/// One or two 16-bit floats as they lie in memory.
template <typename H, typename Word>
struct Halves {
    Word bits;
};
template <typename T>
struct IsHalves : std::false_type {};
template <typename H, typename Word>
struct IsHalves<Halves<H, Word>> : std::true_type {};

template <typename H>
std::uint16_t sumOf(std::uint16_t a, std::uint16_t b) {
    return narrowed<H>(static_cast<double>(widened<H>(a)) + static_cast<double>(widened<H>(b)));
}
template <typename H>
Halves<H, std::uint16_t> sumOf(Halves<H, std::uint16_t> a, Halves<H, std::uint16_t> b) {
    return {sumOf<H>(a.bits, b.bits)};
}
template <typename H>
Halves<H, std::uint32_t> sumOf(Halves<H, std::uint32_t> a, Halves<H, std::uint32_t> b) {
    const auto part = [&](unsigned shift) {
        const auto of = [shift](std::uint32_t bits) { return static_cast<std::uint16_t>(bits >> shift); };
        return std::uint32_t{sumOf<H>(of(a.bits), of(b.bits))} << shift;
    };
    return {part(0) | part(16)};
}

/// New value from the old one and the operand. For cas `b` is what is compared with and `c` what is put.
template <AtomOp O, typename T>
T updated(T old, T b, T c, bool global) {
    using enum AtomOp;
    if constexpr (IsHalves<T>::value) {
        return sumOf(old, b);
    } else if constexpr (std::is_same_v<T, float>) {
        // PTX: atom.add.f32 on global memory flushes subnormals, on shared memory it keeps them.
        const float sum = global ? flushed(flushed(old) + flushed(b)) : old + b;
        return sum != sum ? canonicalNan() : sum;
    } else if constexpr (std::is_same_v<T, double>) {
        return old + b;
    } else {
        using Unsigned = std::make_unsigned_t<T>;
        if constexpr (O == Add) return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(b));
        if constexpr (O == Min) return b < old ? b : old;
        if constexpr (O == Max) return b > old ? b : old;
        if constexpr (O == Inc) return old >= b ? T{0} : static_cast<T>(old + 1);
        if constexpr (O == Dec) return old == 0 || old > b ? b : static_cast<T>(old - 1);
        if constexpr (O == And) return static_cast<T>(old & b);
        if constexpr (O == Or) return static_cast<T>(old | b);
        if constexpr (O == Xor) return static_cast<T>(old ^ b);
        if constexpr (O == Exch) return b;
        if constexpr (O == Cas || O == CasTest) return old == b ? c : old;
    }
    return old;
}

/// What the lane gets: what was there before, or of CasTest whether it has put the new value, as a number or as a
/// predicate.
template <AtomOp O, typename T>
void answer(Machine& m, const Op& op, unsigned lane, T before, T b) {
    if constexpr (O == AtomOp::CasTest) {
        const bool put = before == b;
        if (op.to2 != kNowhere) {
            LaneMask& predicate = m.mask(op.to2);
            predicate = (predicate & ~(1U << lane)) | (put ? 1U << lane : 0);
        }
        before = static_cast<T>(put ? 1 : 0);
    }
    if (op.to != kNowhere) m.at<T>(op.to)[lane] = before;
}

template <typename T>
std::uint64_t bitsOfValue(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

/// Updates memory with nothing to note but the bytes. `at` is the first active lane's.
template <AtomOp O, typename T>
void updateAtOnce(Machine& m, const Op& op, std::byte* at, const AccessPattern& pattern, bool global) {
    const T* const b = m.at<const T>(op.from[1]);
    const T* const c = O == AtomOp::Cas || O == AtomOp::CasTest ? m.at<const T>(op.from[2]) : b;
    T* const to = op.to != kNowhere ? m.at<T>(op.to) : nullptr;  // may be what `b` or `c` is: read before it is written
    const auto update = [&](unsigned lane) {
        std::byte* const word = at + pattern.delta[lane];
        T before;
        std::memcpy(&before, word, sizeof(T));
        const T operand = b[lane];
        const T after = updated<O>(before, operand, c[lane], global);
        std::memcpy(word, &after, sizeof(T));
        if constexpr (O == AtomOp::CasTest)
            answer<O>(m, op, lane, before, operand);
        else if (to != nullptr)
            to[lane] = before;
    };
    if (m.active != kAllLanes) return eachActive(m.active, update);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) update(lane);
}

template <AtomOp O, typename T>
void updateLane(Machine& m, const Op& op, Space space, GlobalView* view, std::uint64_t address, unsigned lane) {
    const bool global = space == Space::Global;
    const std::byte* const at = global ? view->data + (address - view->base) : m.shared + address;
    T old;
    std::memcpy(&old, at, sizeof(T));
    const T b = m.at<const T>(op.from[1])[lane];
    const T c = O == AtomOp::Cas || O == AtomOp::CasTest ? m.at<const T>(op.from[2])[lane] : T{};
    const std::uint64_t bits = bitsOfValue(updated<O>(old, b, c, global));
    if (global)
        writeGlobal(m, *view, address, bits, sizeof(T));
    else
        writeShared(m, address, bits, sizeof(T));
    answer<O>(m, op, lane, old, b);
}

/// Where the first active lane's word lies, if a few comparisons show that nothing can be wrong and there is nothing to
/// note; else nullptr.
template <typename T>
std::byte* surePlace(Machine& m, Space space, const AccessPattern& pattern, std::uint64_t first) {
    if (!pattern.aligned || first % sizeof(T) != 0) return nullptr;
    if (space == Space::Shared)
        return m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) ? m.shared + first
                                                                                             : nullptr;
    GlobalView& view = m.views[pattern.view];
    const bool sure = isWithin(pattern, first, view.base, view.end) && view.allocation->uninitialisedWords == 0 &&
                      view.writable != nullptr && view.marks == nullptr && m.memory->storesUnseen();
    if (!sure) return nullptr;
    view.read = true;
    return view.writable + (first - view.base);
}

void countAtomic(Machine& m, const Op& op, Space space, AccessPattern& pattern, std::uint64_t first) {
    SiteCounts& site = m.site(op);
    ++site.atomicRequests;
    if (space == Space::Global) {
        const unsigned sectors = pattern.atomicSectorsAt(first);  // before uniqueBytes is read
        countGlobal(site, sectors, pattern.uniqueBytes);
    } else {
        countShared(site, sharedCost(pattern, first));
    }
}

template <AtomOp O, typename T>
void atomicIn(Machine& m, const Op& op, Space space, AccessPattern& pattern, std::uint64_t first) {
    if (std::byte* const at = surePlace<T>(m, space, pattern, first)) {
        countAtomic(m, op, space, pattern, first);
        return updateAtOnce<O, T>(m, op, at, pattern, space == Space::Global);
    }
    cleanVectors();
    const Checked checked =
        space == Space::Global ? checkGlobal(m, op, pattern, first) : checkShared(m, op, pattern, first);
    if (checked == Checked::Split) splitAccess(m, op, pattern, first);
    if (checked != Checked::Ready) return;
    countAtomic(m, op, space, pattern, first);
    GlobalView* const view = space == Space::Global ? &m.views[pattern.view] : nullptr;
    if (view != nullptr && view->writable == nullptr) makeWritable(m, *view);
    const LaneAddresses address = laneAddresses(pattern, first);
    eachActive(m.active, [&](unsigned lane) { updateLane<O, T>(m, op, space, view, address[lane], lane); });
}

/// Learns the pattern if it is a new one. Gives the first active lane's address.
template <typename Address>
std::uint64_t firstOf(const Machine& m, const Op& op, AccessPattern& pattern) {
    const Address* const address = m.at<const Address>(op.from[0]);
    const Address base = address[static_cast<unsigned>(__builtin_ctz(m.active))];
    if (!matches<Address>(pattern, address, m.active, base)) learn(pattern, address, m.active, op.bytes);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(base)) + static_cast<std::uint64_t>(op.offset);
}

bool inSharedWindow(std::uint64_t address) { return address - kSharedWindow < kWindowSize; }

template <AtomOp O, typename T>
void atomic(Machine& m, const Op& op) {
    if (m.active == 0) return;
    AccessPattern& pattern = m.patterns[op.pattern];
    const std::uint64_t first =
        op.wideAddress ? firstOf<std::int64_t>(m, op, pattern) : firstOf<std::int32_t>(m, op, pattern);
    if (op.space != Space::Generic) {
        atomicIn<O, T>(m, op, op.space, pattern, first);
        return;
    }
    cleanVectors();
    const LaneAddresses address = laneAddresses(pattern, first);
    LaneMask shared = 0;
    eachActive(m.active, [&](unsigned lane) { shared |= inSharedWindow(address[lane]) ? 1U << lane : 0; });
    if (shared == m.active)
        atomicIn<O, T>(m, op, Space::Shared, pattern, first - kSharedWindow);
    else if (shared == 0)
        atomicIn<O, T>(m, op, Space::Global, pattern, first);
    else if (checkGeneric(m, op, pattern, first) == Checked::Split)
        splitAccess(m, op, pattern, first);
}

template <AtomOp O>
Handler pickSized(program::Type type) {
    using enum program::Type;
    switch (type) {
        case U32:
        case B32: return &atomic<O, std::uint32_t>;
        case S32: return &atomic<O, std::int32_t>;
        case U64:
        case B64: return &atomic<O, std::uint64_t>;
        case S64: return &atomic<O, std::int64_t>;
        default: return nullptr;
    }
}
Handler pickSum(program::Type type) {
    using enum program::Type;
    switch (type) {
        case F16: return &atomic<AtomOp::Add, Halves<Half, std::uint16_t>>;
        case F16x2: return &atomic<AtomOp::Add, Halves<Half, std::uint32_t>>;
        case BF16: return &atomic<AtomOp::Add, Halves<Brain, std::uint16_t>>;
        case BF16x2: return &atomic<AtomOp::Add, Halves<Brain, std::uint32_t>>;
        case F32: return &atomic<AtomOp::Add, float>;
        case F64: return &atomic<AtomOp::Add, double>;
        default: return pickSized<AtomOp::Add>(type);
    }
}

}  // namespace

Handler pickAtomic(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.opcode != program::Opcode::Atom && i.opcode != program::Opcode::Red) return nullptr;
    if (i.space != Space::Global && i.space != Space::Shared && i.space != Space::Generic) return nullptr;
    switch (i.atomOp) {
        case AtomOp::None: return nullptr;
        case AtomOp::Add: return pickSum(i.type);
        case AtomOp::Min: return pickSized<AtomOp::Min>(i.type);
        case AtomOp::Max: return pickSized<AtomOp::Max>(i.type);
        case AtomOp::Inc: return pickSized<AtomOp::Inc>(i.type);
        case AtomOp::Dec: return pickSized<AtomOp::Dec>(i.type);
        case AtomOp::And: return pickSized<AtomOp::And>(i.type);
        case AtomOp::Or: return pickSized<AtomOp::Or>(i.type);
        case AtomOp::Xor: return pickSized<AtomOp::Xor>(i.type);
        case AtomOp::Exch: return pickSized<AtomOp::Exch>(i.type);
        case AtomOp::CasTest: return pickSized<AtomOp::CasTest>(i.type);
        case AtomOp::Cas:
            return i.type == program::Type::B16 ? &atomic<AtomOp::Cas, std::uint16_t> : pickSized<AtomOp::Cas>(i.type);
    }
    return nullptr;
}

}  // namespace lanescope::simt::LANESCOPE_ISA
