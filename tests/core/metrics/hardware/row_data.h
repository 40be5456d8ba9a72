// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of buffers by formulas of their index. Internal to the list of launches.
#pragma once

#include "tests/core/metrics/hardware/launch_rows.h"

namespace lanescope::rows {

/// A mixed-up index, below 2^32 (Knuth's multiplicative hash, its halves folded).
inline std::uint64_t mixed(std::uint64_t i) {
    const std::uint64_t product = (i + 1) * 2654435761U & 0xffffffffU;
    return product ^ product >> 15;
}
/// A mixed-up whole number below `Limit`.
template <std::uint64_t Limit>
double below(std::uint64_t i) {
    return static_cast<double>(mixed(i) % Limit);
}

inline Data data(ElementType type, std::uint64_t count, double (*element)(std::uint64_t)) {
    return {type, count, 1, element};
}
inline Data bytes(std::uint64_t count, double (*element)(std::uint64_t)) {
    return data(ElementType::U8, count, element);
}
inline Data whole(std::uint64_t count, double (*element)(std::uint64_t)) {
    return data(ElementType::I32, count, element);
}
inline Data zeroBytes(std::uint64_t count) { return {ElementType::U8, count, 0}; }

}  // namespace lanescope::rows
