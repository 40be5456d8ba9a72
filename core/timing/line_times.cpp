// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/line_times.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/simt/memory/place_name.h"

namespace lanescope::timing {

double LineTime::all() const { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

Reason LineTime::longest() const {
    constexpr auto kFirstWait = static_cast<std::ptrdiff_t>(Reason::Issuing) + 1;
    const auto most = std::max_element(cycles.begin() + kFirstWait, cycles.end());
    return *most > 0 ? static_cast<Reason>(most - cycles.begin()) : Reason::Issuing;
}

std::vector<LineTime> timeByLine(const MultiprocessorRun& run, const program::Module& module,
                                 const program::Entry& entry) {
    const std::vector<std::uint32_t> lines = simt::linesOf(module, entry);
    std::map<std::uint32_t, LineTime> byLine;
    for (std::size_t i = 0; i < run.byInstruction.size(); ++i) {
        const std::uint32_t line = i < lines.size() ? lines[i] : 0;
        LineTime& of = byLine.try_emplace(line, LineTime{line, {}}).first->second;
        for (std::size_t reason = 0; reason < kReasons; ++reason) of.cycles[reason] += run.byInstruction[i][reason];
    }
    std::vector<LineTime> all;
    for (const auto& [line, time] : byLine)
        if (time.all() > 0) all.push_back(time);
    std::ranges::stable_sort(all, std::greater(), &LineTime::all);
    return all;
}

}  // namespace lanescope::timing
