// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/chase.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace lanescope::chase {

void allocate(Rig& rig, std::uint64_t cellBytes, std::uint64_t order, std::uint64_t threads, bool flushed) {
    constexpr std::uint64_t kWarp = 32, kReading = 8;  // bytes, of each warp
    const std::uint64_t readings = (threads + kWarp - 1) / kWarp * kReading;
    rig.allocate(std::array<std::uint64_t, 7>{cellBytes, std::max<std::uint64_t>(order, 1) * 4, readings, readings,
                                              threads * 8, flushed ? rig.flushBytes() : 0,
                                              flushed ? rig.flushSinkBytes() : 0});
    if (flushed) rig.fill(kFlush, 0);
}

std::vector<std::uint32_t> shuffled(std::uint64_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same order every time
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
    return order;
}

}  // namespace lanescope::chase
