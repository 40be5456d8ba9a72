// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers by name, of the runs of a bookmark. A name is
//   METRIC            of the watched launch ("global_load_sectors"), as the emulator counts it
//   all.METRIC        of all launches of the plan together
//   hardware.METRIC   what an NVIDIA GPU's counters would read of the watched launch
//   FACT, PARAMETER   what the algorithm states of its parameters, and a parameter itself
//   run.…, plan.…     of the run and the plan as a whole: numbers.cpp lists them
//   step.…            of the step that the bookmark stands behind: "step.sectors"
//   work.…            of the threads of the watched launch: "work.idle_blocks"
//   measured, measured.METRIC     of the recording of the configuration
//   published.METRIC              as a document prints it
//   model.ID          the model's time on the bookmark's GPU
// "b:" before it is of the second side, a and b … f. Two names with " / " between them are their ratio.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/base/message.h"
#include "core/story/story_run.h"

namespace lanescope::story {

struct Number {
    double value = 0;
    std::string unit;    ///< "%", "s", "sectors"; "×" of a ratio; empty for a plain number
    std::string origin;  ///< for people: "emulated", "estimated by thesis on NVIDIA H200"
    friend bool operator==(const Number&, const Number&) = default;
};

/// As it stands in a caption: "62.5 %", "4 096", "12.3 µs", "2.50×". Of counts the unit is left to the words around it.
[[nodiscard]] std::string wordsOf(const Number& number);

/// A number, or why there is none and what to write instead.
using FoundNumber = tl::expected<Number, Message>;

class NumberSource {
public:
    /// All must outlive this. Some numbers run the plan again: for one thread at a time.
    NumberSource(const Library& library, const BookmarkRun& run) : m_library(library), m_run(run) {}

    [[nodiscard]] const BookmarkRun& run() const { return m_run; }
    [[nodiscard]] const Library& library() const { return m_library; }
    /// `reference` is what stands between braces, or a plain number.
    [[nodiscard]] FoundNumber find(std::string_view reference) const;
    /// Of a single side.
    [[nodiscard]] FoundNumber find(std::string_view name, std::size_t side) const;
    /// What can be asked of a side, in the order of the table above; metrics and facts are those that it has.
    [[nodiscard]] std::vector<std::string> names(std::size_t side) const;

private:
    const Library& m_library;
    const BookmarkRun& m_run;
};

}  // namespace lanescope::story
