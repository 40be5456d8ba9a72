// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the lanes' addresses are where a log expects them.
#include "core/simt/handlers/lanes.h"
#include "core/simt/log/guesses.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

template <typename Word>
bool areAt(const Word* address, LaneMask active, const Word* distance, Word base) {
    Word different = 0;
    if (active == kAllLanes) {
        for (unsigned i = 0; i < kWarpSize; ++i) different |= (address[i] - base) ^ distance[i];
    } else {
        const auto* const bit = laneBits<Word>();
        for (unsigned i = 0; i < kWarpSize; ++i)
            different |= (static_cast<Word>(active) & bit[i]) != 0 ? (address[i] - base) ^ distance[i] : 0;
    }
    return different == 0;
}

}  // namespace

bool follows(const Machine& m, const Op& op, LaneMask active, const LogPattern& pattern, std::int64_t base) {
    if (op.wideAddress)
        return areAt(m.at<const std::uint64_t>(op.from[0]), active,
                     reinterpret_cast<const std::uint64_t*>(pattern.distance.data()), static_cast<std::uint64_t>(base));
    return areAt(m.at<const std::uint32_t>(op.from[0]), active,
                 reinterpret_cast<const std::uint32_t*>(pattern.distance32.data()), static_cast<std::uint32_t>(base));
}

}  // namespace lanescope::simt::LANESCOPE_ISA
