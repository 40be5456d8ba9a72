// SPDX-License-Identifier: GPL-3.0-or-later
// How the same quantity differs between a baseline and what is held against it. Pure functions of the two numbers and
// of where they are from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/rules/launch_facts.h"

namespace lanescope::baseline {

/// Numbers of a launch by metric id.
using Facts = std::map<std::string, rules::Fact, std::less<>>;

enum class Way { Less, Same, More };

/// Both numbers are of one kind: comparable().
struct Difference {
    rules::Fact before;     ///< of the baseline
    rules::Fact after;      ///< of what is held against it
    bool inPoints = false;  ///< of percentages: told in points, as a share of a share says little

    /// Equal as far as two numbers can be that have passed through text.
    [[nodiscard]] Way way() const;
    /// after / before; nothing where the baseline's is 0.
    [[nodiscard]] std::optional<double> ratio() const;
    /// How far `after` lies from `before`: in % of that, or in points; nothing where there is no ratio.
    [[nodiscard]] std::optional<double> percent() const;
    /// Of the difference: that of the two which says less. Measured only if both were.
    [[nodiscard]] Origin origin() const;
};

/// May numbers of these origins be held against each other? What hardware said, here or elsewhere; what the emulator
/// counted; what models estimated: each with its own kind alone.
[[nodiscard]] bool comparable(Origin before, Origin after);

/// "▼ −87.5 %", "▲ +25 points", "▲ 12.4×" from ten times on, "=", "▲ from 0". Told by sign and arrow, whatever the hue.
[[nodiscard]] std::string inShort(const Difference& difference);

/// A difference, or why there is none; of one between unlike origins what must be known of it: "measured against
/// replayed". Without id and arguments: nothing.
struct Held {
    std::optional<Difference> difference;
    Message note;
};
/// `unit` as the dictionary has it: "%" makes points. Nothing = nobody knows that number.
[[nodiscard]] Held held(const std::optional<rules::Fact>& before, const std::optional<rules::Fact>& after,
                        std::string_view unit);

/// What is known of a launch: by hardware, and by the emulator. Not owned.
struct Counted {
    const Facts* hard = nullptr;
    const Facts* soft = nullptr;
};
/// The same counter of two launches, with all that is known beside each from the same source.
struct Pair {
    rules::Fact before;
    rules::Fact after;
    const Facts* old = nullptr;  ///< that `before` is one of
    const Facts* now = nullptr;  ///< that `after` is one of
};
/// Of hardware where both have it, else of the emulator; nothing where there is no such pair.
[[nodiscard]] std::optional<Pair> pairOf(std::string_view id, const Counted& before, const Counted& after);

/// Seconds of a configuration.
struct Times {
    std::optional<rules::Fact> hardware;
    std::optional<rules::Fact> estimate;
};
/// Of hardware where both have it, else of the model.
[[nodiscard]] Held heldTimes(const Times& before, const Times& after);

}  // namespace lanescope::baseline
