// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/scoreboards.h"

#include <array>

namespace lanescope::sass {

std::vector<Await> awaitsOf(const Listing& listing) {
    constexpr std::uint8_t kScoreboards = 6;
    std::array<std::vector<std::size_t>, kScoreboards> raised;
    std::vector<Await> awaits;
    for (std::size_t i = 0; i < listing.instructions.size(); ++i) {
        const Control& control = listing.instructions[i].control;
        for (std::uint8_t k = 0; k < kScoreboards; ++k) {
            if ((control.waits >> k & 1U) == 0) continue;
            for (const std::size_t setter : raised[k]) awaits.push_back({setter, i, k});
            raised[k].clear();
        }
        for (const std::uint8_t k : {control.writeScoreboard, control.readScoreboard})
            if (k < kScoreboards) raised[k].push_back(i);
    }
    return awaits;
}

}  // namespace lanescope::sass
