// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores of global, shared and generic addresses (PTX ISA 9.7.9.8 ff.). The pattern of the lanes' addresses
// is compared with the one remembered; then bounds, alignment and costs follow from the first lane's address alone.
#include <bit>

#include "core/simt/handlers/pattern_lanes.h"
#include "core/simt/memory/memory_access.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Space;

/// Address that the first active lane's register holds. 32-bit addresses count as signed, so that a base below a shared
/// array with an offset into it comes out right.
template <typename Address>
inline Address firstAddress(const Machine& m, const Op& op) {
    return m.at<const Address>(op.from[0])[static_cast<unsigned>(std::countr_zero(m.active)) % kWarpSize];
}
template <typename Address>
inline std::uint64_t plusOffset(const Op& op, Address first) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(first)) + static_cast<std::uint64_t>(op.offset);
}

// The short cuts, when a few comparisons show that nothing can be wrong and the cost is known. Each is false if one
// does not hold. They call nothing, so that a handler needs no frame of its own.

template <bool Store, typename M, typename R>
inline bool sharedAtOnce(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    const SharedCost cost = pattern.knownSharedCostAt(first);
    const bool sure = m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) &&
                      pattern.aligned && first % sizeof(M) == 0 && cost.wavefronts != 0;
    if (__builtin_expect(!sure, 0)) return false;
    countShared(m.site(op), cost);
    if constexpr (Store)
        scatter<M, R>(m, op, m.shared + first, pattern);
    else
        gather<M, R>(m.active, m.at<R>(op.vector[0]), m.shared + first, pattern);
    return true;
}

template <bool Store, typename M, typename R>
inline bool globalAtOnce(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    GlobalView& view = m.views[pattern.view];
    const unsigned sectors = pattern.knownSectorsAt(first);
    const bool sure = isWithin(pattern, first, view.base, view.end) && view.allocation->uninitialisedWords == 0 &&
                      pattern.aligned && first % sizeof(M) == 0 && sectors != 0;
    if (__builtin_expect(!sure, 0)) return false;
    if constexpr (Store) {
        const bool plain = view.writable != nullptr && view.marks == nullptr && m.memory->storesUnseen();
        if (__builtin_expect(!plain, 0)) return false;
        scatter<M, R>(m, op, view.writable + (first - view.base), pattern);
    } else {
        const std::byte* const at = view.data + (first - view.base);
        view.read = true;
        prefetchNext<M>(pattern, at);
        gather<M, R>(m.active, m.at<R>(op.vector[0]), at, pattern);
    }
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    return true;
}

/// A load of a pattern whose cost is not known: it is found while what the lanes read is on its way from memory.
template <typename M, typename R>
inline bool loadThenCount(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    GlobalView& view = m.views[pattern.view];
    const bool sure = isWithin(pattern, first, view.base, view.end) && view.allocation->uninitialisedWords == 0 &&
                      pattern.aligned && first % sizeof(M) == 0;
    if (!sure) return false;
    view.read = true;
    gather<M, R>(m.active, m.at<R>(op.vector[0]), view.data + (first - view.base), pattern);
    const unsigned sectors = sectorCost(pattern, first);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    return true;
}

// The careful ways: everything is checked lane by lane, and costs are computed if they are not known.

template <typename M, typename R>
[[gnu::noinline]] void loadSharedCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if (checkShared(m, op, pattern, first) != Checked::Ready) return;
    countShared(m.site(op), sharedCost(pattern, first));
    gatherAll<M, R>(m, op, m.shared + first, pattern);
}

template <typename M, typename R>
[[gnu::noinline]] void loadGlobalCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const Checked checked = checkGlobal(m, op, pattern, first);
    if (checked == Checked::Split) splitAccess(m, op, pattern, first);
    if (checked != Checked::Ready) return;
    const GlobalView& view = m.views[pattern.view];
    const unsigned sectors = sectorCost(pattern, first);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    gatherAll<M, R>(m, op, view.data + (first - view.base), pattern);
}

[[gnu::noinline]] void storeSharedCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if (checkShared(m, op, pattern, first) != Checked::Ready) return;
    countShared(m.site(op), sharedCost(pattern, first));
    storeShared(m, op, pattern, first);
}

[[gnu::noinline]] void storeGlobalCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const Checked checked = checkGlobal(m, op, pattern, first);
    if (checked == Checked::Split) splitAccess(m, op, pattern, first);
    if (checked != Checked::Ready) return;
    const unsigned sectors = sectorCost(pattern, first);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    storeGlobal(m, op, pattern, first);
}

template <Space S, bool Store, typename M, typename R>
inline void accessCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if constexpr (S == Space::Shared)
        Store ? storeSharedCarefully(m, op, pattern, first) : loadSharedCarefully<M, R>(m, op, pattern, first);
    else
        Store ? storeGlobalCarefully(m, op, pattern, first) : loadGlobalCarefully<M, R>(m, op, pattern, first);
}

template <Space S, bool Store, typename M, typename R, typename Address>
[[gnu::noinline]] void careful(Machine& m, const Op& op) {
    if (m.active == 0) return;  // after a fault
    AccessPattern& pattern = m.patterns[op.pattern];
    const Address base = firstAddress<Address>(m, op);
    const Address* const address = m.at<const Address>(op.from[0]);
    if (!matches<Address>(pattern, address, m.active, base)) learn(pattern, address, m.active, op.bytes);
    const std::uint64_t first = plusOffset(op, base);
    if constexpr (S == Space::Global && sizeof(M) == sizeof(R)) {
        // What an access costs does not depend on what is there: a gather's pattern is new each time.
        if (op.vectorSize == 1) {
            if constexpr (Store) {
                if (sectorCost(pattern, first) != 0 && globalAtOnce<Store, M, R>(m, op, pattern, first)) return;
            } else {
                if (loadThenCount<M, R>(m, op, pattern, first)) return;
            }
        }
    }
    cleanVectors();
    if constexpr (S != Space::Generic) {
        accessCarefully<S, Store, M, R>(m, op, pattern, first);
    } else {
        const bool allShared = isWithin(pattern, first, kSharedWindow, kSharedWindow + kWindowSize);
        const bool noneShared = isWithin(pattern, first, 0, kSharedWindow);
        if (allShared)
            accessCarefully<Space::Shared, Store, M, R>(m, op, pattern, first - kSharedWindow);
        else if (noneShared)
            accessCarefully<Space::Global, Store, M, R>(m, op, pattern, first);
        else if (isWithin(pattern, first, kLocalWindow, kLocalWindow + kWindowSize))
            accessLocal(m, op, laneAddresses(pattern, first - kLocalWindow));
        else if (isWithin(pattern, first, kParameterWindow, kParameterWindow + kWindowSize))
            accessParameters(m, op, laneAddresses(pattern, first - kParameterWindow));
        else if (checkGeneric(m, op, pattern, first) == Checked::Split)
            splitAccess(m, op, pattern, first);
    }
}

/// An access of one element a lane.
template <Space S, bool Store, typename M, typename R, typename Address, bool Same>
void access(Machine& m, const Op& op) {
    // A pattern never has no lanes: after a fault none matches.
    AccessPattern& pattern = m.patterns[op.pattern];
    const Address base = firstAddress<Address>(m, op);
    const bool known =
        Same ? pattern.mask == m.active : matches<Address>(pattern, m.at<const Address>(op.from[0]), m.active, base);
    bool done = false;
    if (__builtin_expect(known && m.active != 0, 1)) {
        const std::uint64_t first = plusOffset(op, base);
        if constexpr (S == Space::Shared) {
            done = sharedAtOnce<Store, M, R>(m, op, pattern, first);
        } else if constexpr (S == Space::Global) {
            done = globalAtOnce<Store, M, R>(m, op, pattern, first);
        } else {
            // Of an address in the shared window no view takes notice.
            done = isWithin(pattern, first, kSharedWindow, kSharedWindow + kWindowSize)
                       ? sharedAtOnce<Store, M, R>(m, op, pattern, first - kSharedWindow)
                       : globalAtOnce<Store, M, R>(m, op, pattern, first);
        }
    }
    if (__builtin_expect(!done, 0)) careful<S, Store, M, R, Address>(m, op);
}

/// Several elements a lane, where a few comparisons show that nothing can be wrong and the cost is known.
template <Space S, typename M, typename R>
inline bool vectorAtOnce(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if (!pattern.aligned || first % op.bytes != 0) return false;
    const std::byte* at = nullptr;
    if constexpr (S == Space::Shared) {
        const SharedCost cost = pattern.knownSharedCostAt(first);
        const bool sure =
            m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) && cost.wavefronts != 0;
        if (!sure) return false;
        countShared(m.site(op), cost);
        at = m.shared + first;
    } else {
        GlobalView& view = m.views[pattern.view];
        const unsigned sectors = pattern.knownSectorsAt(first);
        const bool sure = isWithin(pattern, first, view.base, view.end) && view.allocation->uninitialisedWords == 0;
        if (!sure || sectors == 0) return false;
        view.read = true;
        countGlobal(m.site(op), sectors, pattern.uniqueBytes);
        at = view.data + (first - view.base);
    }
    gatherAll<M, R>(m, op, at, pattern);
    return true;
}

template <Space S, typename M, typename R, typename Address>
void loadVector(Machine& m, const Op& op) {
    AccessPattern& pattern = m.patterns[op.pattern];
    const Address base = firstAddress<Address>(m, op);
    const bool known = m.active != 0 && matches<Address>(pattern, m.at<const Address>(op.from[0]), m.active, base);
    if (known && vectorAtOnce<S, M, R>(m, op, pattern, plusOffset(op, base))) return;
    careful<S, false, M, R, Address>(m, op);
}

template <bool Store, typename M, typename R>
Handler pickAccess(const HandlerRequest& request) {
    // Only accesses of whole registers are common enough for a version that trusts the pattern.
    const bool same = request.samePattern && sizeof(M) == sizeof(R) && sizeof(M) >= 4;
    const auto pick = [&]<Space S>() -> Handler {
        if constexpr (!Store && S != Space::Generic)
            if (request.instruction->vectorSize > 1)
                return request.wideAddress ? &loadVector<S, M, R, std::int64_t> : &loadVector<S, M, R, std::int32_t>;
        if (request.instruction->vectorSize > 1)
            return request.wideAddress ? &careful<S, Store, M, R, std::int64_t>
                                       : &careful<S, Store, M, R, std::int32_t>;
        if (!request.wideAddress) {
            if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4)
                if (same) return &access<S, Store, M, R, std::int32_t, true>;
            return &access<S, Store, M, R, std::int32_t, false>;
        }
        if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4)
            if (same) return &access<S, Store, M, R, std::int64_t, true>;
        return &access<S, Store, M, R, std::int64_t, false>;
    };
    switch (request.instruction->space) {
        case Space::Global: return pick.template operator()<Space::Global>();
        case Space::Shared: return pick.template operator()<Space::Shared>();
        case Space::Generic: return pick.template operator()<Space::Generic>();
        default: return nullptr;
    }
}

/// Register of `bits` that a load widens M into: with the sign if M has one.
template <typename M>
Handler pickLoad(const HandlerRequest& request) {
    using Sign = std::bool_constant<std::is_signed_v<M>>;
    const auto as = [&](auto wide) -> Handler {
        using R = decltype(wide);
        if constexpr (sizeof(R) < sizeof(M))
            return nullptr;
        else
            return pickAccess<false, M, R>(request);
    };
    switch (request.toBits) {
        case 16: return as(std::conditional_t<Sign::value, std::int16_t, std::uint16_t>{});
        case 32: return as(std::conditional_t<Sign::value, std::int32_t, std::uint32_t>{});
        case 64: return as(std::conditional_t<Sign::value, std::int64_t, std::uint64_t>{});
        default: return nullptr;
    }
}
template <typename M>
Handler pickStore(const HandlerRequest& request) {
    return byWidth(request.toBits, [&](auto wide) -> Handler {
        if constexpr (sizeof(wide) < sizeof(M))
            return nullptr;
        else
            return pickAccess<true, M, decltype(wide)>(request);
    });
}

}  // namespace

Handler pickMemory(const HandlerRequest& request) {
    using enum program::Type;
    const program::Instruction& i = *request.instruction;
    const bool load = i.opcode == program::Opcode::Ld;
    if (!load && i.opcode != program::Opcode::St) return nullptr;
    switch (i.type) {
        case S8: return load ? pickLoad<std::int8_t>(request) : pickStore<std::uint8_t>(request);
        case U8:
        case B8: return load ? pickLoad<std::uint8_t>(request) : pickStore<std::uint8_t>(request);
        case S16: return load ? pickLoad<std::int16_t>(request) : pickStore<std::uint16_t>(request);
        case U16:
        case B16:
        case F16: return load ? pickLoad<std::uint16_t>(request) : pickStore<std::uint16_t>(request);
        case S32:
            return load && request.toBits == 64 ? pickLoad<std::int32_t>(request)
                   : load                       ? pickLoad<std::uint32_t>(request)
                                                : pickStore<std::uint32_t>(request);
        case U32:
        case B32:
        case F32: return load ? pickLoad<std::uint32_t>(request) : pickStore<std::uint32_t>(request);
        case S64:
        case U64:
        case B64:
        case F64: return load ? pickLoad<std::uint64_t>(request) : pickStore<std::uint64_t>(request);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
