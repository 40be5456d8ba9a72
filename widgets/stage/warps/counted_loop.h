// SPDX-License-Identifier: GPL-3.0-or-later
// What a loop counts: "s = 4" of for (s = 1; s < blockDim.x; s *= 2). The source says how it counts; the trace says
// what the registers that the loop keeps from round to round hold. Only where both say the same, a round has such a
// name: compilers may count otherwise than the source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/timeline.h"
#include "widgets/stage/warps/warp_code.h"

namespace lanescope::warps {

/// The head of a for loop, as far as it is understood: a name, where it begins, and what becomes of it.
struct ForHead {
    enum class Step : std::uint8_t { Add, Multiply, Divide, Other };
    std::string name;
    std::int64_t begin = 0;
    Step step = Step::Other;
    std::int64_t by = 0;  ///< of Add negative, too
    /// The value one round later; nothing if it cannot be told.
    [[nodiscard]] std::optional<std::int64_t> after(std::int64_t value) const;
    friend bool operator==(const ForHead&, const ForHead&) = default;
};
/// Of a line of C++; nothing if there is no for loop that is understood in it: it begins at a plain number, at
/// blockDim.x, or at that divided by a number, and goes on by ++, --, +=, -=, *=, /=, <<= or >>= of one.
[[nodiscard]] std::optional<ForHead> forHeadIn(std::string_view line, std::int64_t blockDim);

class CountedLoops {
public:
    /// Keeps references. `trace` is not null.
    CountedLoops(std::shared_ptr<const BlockTrace> trace, const WarpCode& code);

    /// The name of a round in which `event` is the first that works: "s = 4". `firstRound`, `secondRound`: the same
    /// events of the loop's first two, by which the register is known. Empty if it cannot be told.
    [[nodiscard]] std::string nameOf(std::uint32_t loop, std::uint64_t event, std::uint64_t firstRound,
                                     std::uint64_t secondRound);

private:
    struct Counter {
        ForHead head;
        program::RegisterId reg = program::kNoRegister;
    };
    [[nodiscard]] std::optional<Counter> counterOf(std::uint32_t loop, std::uint64_t firstRound,
                                                   std::uint64_t secondRound);
    [[nodiscard]] std::optional<ForHead> headOf(std::uint32_t loop) const;
    /// Of the lowest lane that executes the event, before it; sign-extended from 32 bits where the register has so
    /// many.
    [[nodiscard]] std::optional<std::int64_t> valueAt(std::uint64_t event, program::RegisterId reg);

    const WarpCode& m_code;
    Timeline m_timeline;
    std::map<std::uint32_t, std::optional<Counter>> m_counters;  ///< by loop
};

}  // namespace lanescope::warps
