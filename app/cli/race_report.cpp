// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/race_report.h"

#include <ostream>
#include <string>

namespace lanescope::cli {

using simt::Finding;

void printRaces(std::ostream& out, std::span<const simt::RaceReport> reports) {
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const std::string line = summary(reports[i]);
        if (line.empty()) continue;
        out << "checks" << (reports.size() > 1 ? " of launch " + std::to_string(i + 1) : "") << ": " << line << '\n';
        for (const Finding& finding : reports[i].findings)
            out << "  " << nameOf(finding.severity) << ": " << describe(finding) << ' ' << finding.hint << '\n';
        if (reports[i].notKept > 0) out << "  and " << reports[i].notKept << " more\n";
    }
}

}  // namespace lanescope::cli
