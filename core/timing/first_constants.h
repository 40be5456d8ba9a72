// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of constants from fixed places that a launch reads first: they have to come. Measured on an H200
// (docs/timing.md, Dispatch). Private to this room.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/timing/parameters.h"

namespace lanescope::timing {

class FirstConstants {
public:
    /// `lines`: that instructions name. `multiprocessors`: that have blocks.
    FirstConstants(const Parameters& parameters, std::size_t lines, double multiprocessors);

    /// An instruction of the scheduler that could issue at `now` names the line: when it is there. So many schedulers
    /// of each multiprocessor ask for theirs at that time. What is named right behind another line comes with that.
    double named(std::size_t line, std::size_t scheduler, double now, double schedulers);
    /// The same of a load (LDC), whose lines are the multiprocessor's: it finds those that instructions have named, not
    /// the other way round.
    double loaded(std::size_t line, double now);
    /// A load has waited for its line: when it is answered, one such load after the other.
    double answered(double there);

private:
    /// Longer, where so many schedulers of each multiprocessor ask at one time.
    [[nodiscard]] double sharedBy(double schedulers) const;

    const Parameters& m_p;
    double m_multiprocessors;
    /// When each is there; below 0: nobody has asked.
    std::array<std::vector<double>, Parameters::kSchedulers> m_named;
    std::vector<double> m_loaded;
    /// When the last one that was waited for has come; below 0: none.
    std::array<double, Parameters::kSchedulers> m_last;
    double m_answered = 0;
};

}  // namespace lanescope::timing
