// SPDX-License-Identifier: GPL-3.0-or-later
// What the values of closed lists are called in files. Names in files stay what they are. Private to this room.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "core/story/story.h"

namespace lanescope::story {

template <typename Value>
using Named = std::pair<std::string_view, Value>;

inline constexpr std::array kPhaseNames{Named<flow::PhaseKind>{"setup", flow::PhaseKind::Setup},
                                        Named<flow::PhaseKind>{"load", flow::PhaseKind::Load},
                                        Named<flow::PhaseKind>{"multiply", flow::PhaseKind::Multiply},
                                        Named<flow::PhaseKind>{"add", flow::PhaseKind::Add},
                                        Named<flow::PhaseKind>{"compute", flow::PhaseKind::Compute},
                                        Named<flow::PhaseKind>{"exchange", flow::PhaseKind::Exchange},
                                        Named<flow::PhaseKind>{"store", flow::PhaseKind::Store},
                                        Named<flow::PhaseKind>{"round", flow::PhaseKind::Round}};
inline constexpr std::array kSchedulingNames{
    Named<simt::Scheduling>{"stack", simt::Scheduling::ReconvergenceStack},
    Named<simt::Scheduling>{"independent", simt::Scheduling::IndependentThreads}};
inline constexpr std::array kSpotlightNames{
    Named<Spotlight::Kind>{"thread", Spotlight::Kind::Thread}, Named<Spotlight::Kind>{"warp", Spotlight::Kind::Warp},
    Named<Spotlight::Kind>{"tile", Spotlight::Kind::Tile}, Named<Spotlight::Kind>{"element", Spotlight::Kind::Element}};
inline constexpr std::array kMarkNames{Named<Mark::Kind>{"pen", Mark::Kind::Pen},
                                       Named<Mark::Kind>{"box", Mark::Kind::Box},
                                       Named<Mark::Kind>{"arrow", Mark::Kind::Arrow}};
inline constexpr std::array kQuestionNames{
    Named<Question::Kind>{"slider", Question::Kind::Slider}, Named<Question::Kind>{"choice", Question::Kind::Choice},
    Named<Question::Kind>{"curve", Question::Kind::Curve}, Named<Question::Kind>{"threads", Question::Kind::Threads},
    Named<Question::Kind>{"blocks", Question::Kind::Blocks}};
inline constexpr std::array kRuleNames{Named<Question::Rule>{"largest", Question::Rule::Largest},
                                       Named<Question::Rule>{"smallest", Question::Rule::Smallest},
                                       Named<Question::Rule>{"nearest", Question::Rule::Nearest}};
inline constexpr std::array kDrawnNames{Named<Question::Drawn>{"active", Question::Drawn::Active},
                                        Named<Question::Drawn>{"idle", Question::Drawn::Idle},
                                        Named<Question::Drawn>{"writing", Question::Drawn::Writing}};

template <typename Value, std::size_t N>
[[nodiscard]] constexpr std::string_view nameIn(const std::array<Named<Value>, N>& names, Value value) {
    for (const auto& [name, own] : names)
        if (own == value) return name;
    return {};
}

}  // namespace lanescope::story
