// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/warp_states.h"

#include <array>
#include <string_view>

#include "core/base/words.h"

namespace lanescope::timing {
namespace {

/// One or two.
using Ids = std::array<std::string_view, 2>;

/// In the order of Reason.
constexpr std::array<Ids, kReasons> kStates{Ids{"warp_state.selected"_id},
                                            Ids{"warp_state.wait"_id},
                                            Ids{"warp_state.long_scoreboard"_id},
                                            Ids{"warp_state.short_scoreboard"_id},
                                            Ids{"warp_state.barrier"_id},
                                            Ids{"warp_state.math_pipe"_id, "warp_state.dispatch"_id},
                                            Ids{"warp_state.lg_throttle"_id, "warp_state.mio_throttle"_id},
                                            Ids{"warp_state.no_instruction"_id, "warp_state.branch"_id},
                                            Ids{"warp_state.imc_miss"_id},
                                            Ids{"warp_state.not_selected"_id},
                                            Ids{"warp_state.drain"_id}};

}  // namespace

std::vector<std::string> profilerStatesOf(Reason reason) {
    std::vector<std::string> states;
    for (const std::string_view id : kStates[static_cast<std::size_t>(reason)])
        if (!id.empty()) states.push_back(textOf(id));
    return states;
}

std::string profilerStateWords(Reason reason) {
    std::string words;
    for (const std::string& state : profilerStatesOf(reason)) words += (words.empty() ? "" : ", ") + state;
    return words;
}

}  // namespace lanescope::timing
