// SPDX-License-Identifier: GPL-3.0-or-later
// Where the warps' time goes, simulated, by line of a listing; and how that is said.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/timing/line_times.h"
#include "widgets/stage/code/code_scene.h"

namespace lanescope::code {

/// Of what one side runs.
struct SideTimes {
    std::vector<timing::InstructionTime> instructions;  ///< timing::timeByInstruction()
    timing::ReasonCycles all{};                         ///< of all warps
    std::string architecture;                           ///< of the machine code that was simulated; empty: PTX was
};

/// What is known of it; somebody else finds it out.
struct Times {
    std::vector<SideTimes> sides;  ///< as the scene's; fewer: not of the later ones
    QString gpu;
    QString missing;  ///< why there is none, a sentence; empty: there is, or it is being simulated
};

/// By line of a listing. Empty: nothing is known of it by its lines (timesMissing()).
[[nodiscard]] std::vector<timing::ReasonCycles> timesOf(const Listing& listing, const SideTimes& side);
/// Why timesOf() is empty though the side was simulated: it is other machine code than ran. A few words.
[[nodiscard]] QString timesMissing(const Listing& listing, const SideTimes& side);

/// "12 % of the warps' time, simulated: 8 % global memory (Long Scoreboard), 4 % issues (Selected)"; empty if the line
/// takes none.
[[nodiscard]] QString timeWords(const timing::ReasonCycles& line, const timing::ReasonCycles& all);
/// "12 %", "<1 %"; empty for nothing.
[[nodiscard]] QString timeShare(double share);
/// "Line 21 takes 69 % of the warps' time, mostly waiting for global memory: simulated." Empty where no line takes any.
[[nodiscard]] QString longestLineWords(const std::vector<timing::ReasonCycles>& lines, const timing::ReasonCycles& all);
/// What stands before the colours' names: of which GPU it is, and of what.
[[nodiscard]] QString timesHeading(const Times& times);

}  // namespace lanescope::code
