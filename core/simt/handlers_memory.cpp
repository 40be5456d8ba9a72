// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores of global, shared and generic addresses (PTX ISA 9.7.9.8 ff.). The pattern of the lanes' addresses
// is compared with the one remembered; then bounds, alignment and costs follow from the first lane's address alone.
#include <cstring>

#include "core/simt/lanes.h"
#include "core/simt/memory_access.h"
#include "core/simt/private_memory.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using ptx::Space;

template <typename Address>
inline const auto* deltas(const AccessPattern& pattern) {
    if constexpr (sizeof(Address) == 8)
        return pattern.delta.data();
    else
        return pattern.delta32.data();
}

/// Are the active lanes' addresses as far apart as they were?
template <typename Address>
inline bool matches(const AccessPattern& pattern, const Address* address, LaneMask active, Address first) {
    using Word = std::make_unsigned_t<Address>;
    if (pattern.mask != active) return false;
    const Address* const delta = deltas<Address>(pattern);
    const auto differs = [=](unsigned i) {
        return (static_cast<Word>(address[i]) - static_cast<Word>(first)) ^ static_cast<Word>(delta[i]);
    };
    Word different = 0;
    if (active == kAllLanes) {
        for (unsigned i = 0; i < kWarpSize; ++i) different |= differs(i);
    } else {
        const Word* const bit = laneBits<Address>();
        for (unsigned i = 0; i < kWarpSize; ++i)
            different |= (static_cast<Word>(active) & bit[i]) != 0 ? differs(i) : 0;
    }
    return different == 0;
}

template <typename Address>
[[gnu::noinline]] void learn(AccessPattern& pattern, const Address* address, LaneMask active, unsigned bytes) {
    LaneAddresses wide{};
    for (unsigned i = 0; i < kWarpSize; ++i)
        wide[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(address[i]));
    pattern.learn(wide, active, bytes);
}

/// Address of the first active lane, after the pattern was brought up to date. 32-bit addresses count as signed, so
/// that a base below a shared array with an offset into it comes out right.
template <typename Address, bool Same>
inline std::uint64_t locate(Machine& m, const Op& op, AccessPattern& pattern) {
    const Address* const address = m.at<const Address>(op.from[0]);
    const Address first = address[__builtin_ctz(m.active)];
    if (!Same || pattern.mask != m.active) {
        if (!matches<Address>(pattern, address, m.active, first)) learn(pattern, address, m.active, op.bytes);
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(first)) + static_cast<std::uint64_t>(op.offset);
}

inline bool isAligned(const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    return pattern.aligned && (first & (op.bytes - 1U)) == 0;
}
/// Do all lanes lie in [base, end)? Holds for any addresses: nothing here can wrap.
inline bool isWithin(const AccessPattern& pattern, std::uint64_t first, std::uint64_t base, std::uint64_t end) {
    const std::uint64_t span = static_cast<std::uint64_t>(pattern.high) - static_cast<std::uint64_t>(pattern.low);
    const std::uint64_t low = first + static_cast<std::uint64_t>(pattern.low) - base;
    return span <= end - base && low <= end - base - span;
}

template <typename M>
inline M fetch(const std::byte* at) {
    M value;
    std::memcpy(&value, at, sizeof(M));
    return value;
}

/// One register of all active lanes, each by its own distance.
template <typename M, typename R>
inline void gatherScattered(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
    if (active == kAllLanes) {
#pragma GCC ivdep
        for (unsigned i = 0; i < kWarpSize; ++i) to[i] = static_cast<R>(fetch<M>(at + pattern.delta[i]));
    } else {
        eachActive(active, [&](unsigned i) { to[i] = static_cast<R>(fetch<M>(at + pattern.delta[i])); });
    }
}

/// Any load: vectors, any pattern. `at` is the first active lane's address.
template <typename M, typename R>
inline void gatherAny(Machine& m, const Op& op, const std::byte* at, const AccessPattern& pattern) {
    for (unsigned k = 0; k < op.vectorSize; ++k)
        if (op.vector[k] != kNowhere) gatherScattered<M>(m.active, m.at<R>(op.vector[k]), at + k * sizeof(M), pattern);
}

/// Can gatherShaped() do it? One element a lane, in a pattern of which whole groups of lanes can be moved at once.
template <typename M>
inline bool isShaped(const Op& op, const AccessPattern& pattern) {
    return op.bytes == sizeof(M) && pattern.shape != AccessPattern::Shape::Scattered;
}

/// All 32 lanes of one register, as vectors.
template <typename M, typename R>
inline void gatherShaped(R* to, const std::byte* at, const AccessPattern& pattern) {
    constexpr unsigned kGroup = 8;
    if (pattern.shape == AccessPattern::Shape::Uniform) {
        const R value = static_cast<R>(fetch<M>(at));
#pragma GCC ivdep
        for (unsigned i = 0; i < kWarpSize; ++i) to[i] = value;
        return;
    }
    if (pattern.shape == AccessPattern::Shape::Contiguous) {
#pragma GCC ivdep
        for (unsigned i = 0; i < kWarpSize; ++i) to[i] = static_cast<R>(fetch<M>(at + i * sizeof(M)));
        return;
    }
    for (unsigned g = 0; g < kWarpSize / kGroup; ++g) {
        const std::byte* const group = at + pattern.delta[g * kGroup];
        R* const part = to + g * kGroup;
        if ((pattern.contiguousGroups >> g & 1U) != 0) {
#pragma GCC ivdep
            for (unsigned i = 0; i < kGroup; ++i) part[i] = static_cast<R>(fetch<M>(group + i * sizeof(M)));
        } else {
            const R value = static_cast<R>(fetch<M>(group));
#pragma GCC ivdep
            for (unsigned i = 0; i < kGroup; ++i) part[i] = value;
        }
    }
}

template <typename M, typename R>
inline void scatter(const Machine& m, const Op& op, std::byte* at, const AccessPattern& pattern) {
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        const R* const from = m.at<const R>(op.vector[k]);
        std::byte* const element = at + k * sizeof(M);
        if (op.vectorSize == 1 && pattern.shape == AccessPattern::Shape::Contiguous) {
#pragma GCC ivdep
            for (unsigned i = 0; i < kWarpSize; ++i) {
                const M value = static_cast<M>(from[i]);
                std::memcpy(element + i * sizeof(M), &value, sizeof(M));
            }
            continue;
        }
        eachActive(m.active, [&](unsigned i) {
            const M value = static_cast<M>(from[i]);
            std::memcpy(element + pattern.delta[i], &value, sizeof(M));
        });
    }
}

// The careful ways: everything is checked lane by lane, and costs are computed if they are not known.

template <typename M, typename R>
[[gnu::noinline]] void loadSharedCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const bool sure =
        m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) && isAligned(op, pattern, first);
    if (!sure && checkShared(m, op, pattern, first) != Checked::Ready) return;
    countShared(m.site(op), pattern.sharedCostAt(first));
    gatherAny<M, R>(m, op, m.shared + first, pattern);
}

template <typename M, typename R>
[[gnu::noinline]] void loadGlobalCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const GlobalView* view = &m.views[pattern.view];
    const bool sure = isWithin(pattern, first, view->base, view->end) && view->allocation->uninitialisedWords == 0 &&
                      isAligned(op, pattern, first);
    if (!sure) {
        const Checked checked = checkGlobal(m, op, pattern, first);
        if (checked == Checked::Split) splitAccess(m, op, pattern, first);
        if (checked != Checked::Ready) return;
        view = &m.views[pattern.view];
    }
    countGlobal(m.site(op), pattern.sectorsAt(first), pattern.uniqueBytes);
    gatherAny<M, R>(m, op, view->data + (first - view->base), pattern);
}

[[gnu::noinline]] void storeSharedCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if (checkShared(m, op, pattern, first) != Checked::Ready) return;
    countShared(m.site(op), pattern.sharedCostAt(first));
    storeShared(m, op, pattern, first);
}

[[gnu::noinline]] void storeGlobalCarefully(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const Checked checked = checkGlobal(m, op, pattern, first);
    if (checked == Checked::Split) splitAccess(m, op, pattern, first);
    if (checked != Checked::Ready) return;
    countGlobal(m.site(op), pattern.sectorsAt(first), pattern.uniqueBytes);
    storeGlobal(m, op, pattern, first);
}

// The short cuts, when a few comparisons show that nothing can be wrong and the cost is known.

template <typename M, typename R>
inline void loadShared(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const SharedCost cost = pattern.knownSharedCostAt(first);
    const bool sure = m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) &&
                      isAligned(op, pattern, first) && cost.wavefronts != 0 && isShaped<M>(op, pattern);
    if (__builtin_expect(!sure, 0)) return loadSharedCarefully<M, R>(m, op, pattern, first);
    countShared(m.site(op), cost);
    gatherShaped<M, R>(m.at<R>(op.vector[0]), m.shared + first, pattern);
}

template <typename M, typename R>
inline void loadGlobal(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const GlobalView& view = m.views[pattern.view];
    const unsigned sectors = pattern.knownSectorsAt(first);
    const bool sure = isWithin(pattern, first, view.base, view.end) && view.allocation->uninitialisedWords == 0 &&
                      isAligned(op, pattern, first) && sectors != 0 && isShaped<M>(op, pattern);
    if (__builtin_expect(!sure, 0)) return loadGlobalCarefully<M, R>(m, op, pattern, first);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    gatherShaped<M, R>(m.at<R>(op.vector[0]), view.data + (first - view.base), pattern);
}

template <typename M, typename R>
inline void storeToShared(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const SharedCost cost = pattern.knownSharedCostAt(first);
    const bool sure = m.sharedUninitialisedWords == 0 && isWithin(pattern, first, 0, m.sharedBytes) &&
                      isAligned(op, pattern, first) && cost.wavefronts != 0;
    if (__builtin_expect(!sure, 0)) return storeSharedCarefully(m, op, pattern, first);
    countShared(m.site(op), cost);
    scatter<M, R>(m, op, m.shared + first, pattern);
}

template <typename M, typename R>
inline void storeToGlobal(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    const GlobalView& view = m.views[pattern.view];
    const unsigned sectors = pattern.knownSectorsAt(first);
    const bool sure = view.writable != nullptr && view.allocation->uninitialisedWords == 0 &&
                      m.memory->journal() == nullptr && isWithin(pattern, first, view.base, view.end) &&
                      isAligned(op, pattern, first) && sectors != 0;
    if (__builtin_expect(!sure, 0)) return storeGlobalCarefully(m, op, pattern, first);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    scatter<M, R>(m, op, view.writable + (first - view.base), pattern);
}

template <Space S, bool Store, typename M, typename R>
inline void accessIn(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first) {
    if constexpr (S == Space::Shared)
        Store ? storeToShared<M, R>(m, op, pattern, first) : loadShared<M, R>(m, op, pattern, first);
    else
        Store ? storeToGlobal<M, R>(m, op, pattern, first) : loadGlobal<M, R>(m, op, pattern, first);
}

template <Space S, bool Store, typename M, typename R, typename Address, bool Same>
void access(Machine& m, const Op& op) {
    if (m.active == 0) return;  // after a fault
    AccessPattern& pattern = m.patterns[op.pattern];
    const std::uint64_t first = locate<Address, Same>(m, op, pattern);
    if constexpr (S != Space::Generic) {
        accessIn<S, Store, M, R>(m, op, pattern, first);
    } else {
        const bool allShared = isWithin(pattern, first, kSharedWindow, kSharedWindow + kWindowSize);
        const bool noneShared = isWithin(pattern, first, 0, kSharedWindow);
        if (allShared)
            accessIn<Space::Shared, Store, M, R>(m, op, pattern, first - kSharedWindow);
        else if (noneShared)
            accessIn<Space::Global, Store, M, R>(m, op, pattern, first);
        else if (isWithin(pattern, first, kLocalWindow, kLocalWindow + kWindowSize))
            accessLocal(m, op, laneAddresses(pattern, first - kLocalWindow));
        else if (checkGeneric(m, op, pattern, first) == Checked::Split)
            splitAccess(m, op, pattern, first);
    }
}

template <bool Store, typename M, typename R>
Handler pickAccess(const HandlerRequest& request) {
    // Only accesses of whole registers are common enough for a version that trusts the pattern.
    const bool same = request.samePattern && sizeof(M) == sizeof(R) && sizeof(M) >= 4;
    const auto pick = [&]<Space S>() -> Handler {
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
    using enum ptx::Type;
    const ptx::Instruction& i = *request.instruction;
    const bool load = i.opcode == ptx::Opcode::Ld;
    if (!load && i.opcode != ptx::Opcode::St) return nullptr;
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
