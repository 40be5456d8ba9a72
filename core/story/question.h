// SPDX-License-Identifier: GPL-3.0-or-later
// A question to the room, asked before the picture tells the answer. The answer is never in the file: it is worked out
// of the run when it is revealed (reveal.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::story {

struct Question {
    enum class Kind : std::uint8_t {
        Slider,   ///< a number between two
        Choice,   ///< one of several
        Curve,    ///< a number for each of several values of a parameter: drawn over an axis
        Threads,  ///< threads of the watched block, marked in the picture
        Blocks    ///< blocks of the grid, marked on the map
    };
    struct Option {
        std::string text{};
        std::string number{};  ///< what decides, as between braces of a caption: "b:global_load_sectors", or "32"
        friend bool operator==(const Option&, const Option&) = default;
    };
    /// Which option of a Choice is right.
    enum class Rule : std::uint8_t { Largest, Smallest, Nearest };
    /// Which threads or blocks are right. Threads: of the step that the bookmark stands behind, or of the whole block.
    enum class Drawn : std::uint8_t {
        Active,  ///< Threads: do that step
        Idle,    ///< Threads: of the warp that does that step, those that do not. Blocks: write nothing
        Writing  ///< write to global memory
    };

    Kind kind = Kind::Choice;
    std::string text{};    ///< plain: "How many sectors does this load take?"
    std::string answer{};  ///< Slider, Curve, Choice by Rule::Nearest: the number asked for, as between braces
    double from = 0;       ///< Slider, Curve
    double to = 1;
    double step = 1;                ///< above 0
    bool logarithmic = false;       ///< each step doubles, `from` is above 0; of a Curve the axis is logarithmic
    std::vector<Option> options{};  ///< Choice: two to nine
    Rule rule = Rule::Largest;
    std::string over{};                 ///< Curve: the parameter that varies
    std::vector<std::string> values{};  ///< Curve: two to 24 of its values, as they stand on the axis
    Drawn drawn = Drawn::Idle;
    friend bool operator==(const Question&, const Question&) = default;
};

}  // namespace lanescope::story
