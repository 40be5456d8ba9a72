// SPDX-License-Identifier: GPL-3.0-or-later
// Why it is slow: a ranked list of what limits a launch, in words with the number behind each. Everything is computed
// from the launch's facts; a rule whose fault the launch has not says nothing.
//
// What ranks is a share: of the launch's time, or without a time of the longest of its bounds (resources.h), that would
// go at most if the fault went. Each rule says in its source how it comes to that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/resources.h"

namespace lanescope::rules {

struct Advice {
    std::string_view rule;             ///< id: "unused_loads"
    Message title;                     ///< in a few words: "Much of what is loaded is not used"
    Message sentence;                  ///< with the numbers behind it
    Message possible;                  ///< what would be possible; without id and arguments: nothing is known of that
    bool ofCode = false;               ///< a fault of a line, which a larger launch has too; else of how it is launched
    std::optional<double> share = 0;   ///< in [0, 1]; nothing where it cannot be told without a time: these come last
    Origin origin = Origin::Emulated;  ///< of the number behind it
    std::string_view metric;           ///< id, that tells most of it; empty: none
    std::uint32_t line = 0;            ///< of the source, where it is worst; 0 = of no line
    std::optional<std::uint64_t> event;  ///< of the recorded block, where it can be seen
};

struct Advices {
    std::vector<Advice> list;   ///< the largest share first
    std::vector<Bound> bounds;  ///< of boundsOf()
    double whole = 0;           ///< seconds that shares are of; 0 = nothing is known
    bool ofTime = false;        ///< `whole` is the launch's time; else its longest bound
    Message sentence;           ///< what limits it most, in one sentence
};

/// "12.5 %", or why it is not known.
[[nodiscard]] std::string shareInWords(const Advice& advice);

/// All rules that have something to say.
[[nodiscard]] Advices advicesOf(const LaunchFacts& facts);

}  // namespace lanescope::rules
