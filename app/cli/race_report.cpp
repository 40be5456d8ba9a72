// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/race_report.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using simt::Finding;

Json dimJson(const Dim3& dim) { return Json{dim.x, dim.y, dim.z}; }

Json sideJson(const Finding::Side& side) {
    return Json{{"block", dimJson(side.block)},   {"thread", dimJson(side.thread)}, {"access", nameOf(side.access)},
                {"source_file", side.sourceFile}, {"source_line", side.sourceLine}, {"ptx_line", side.ptxLine}};
}

bool hasSecondSide(Finding::Kind kind) {
    return kind != Finding::Kind::DivisionByZero && kind != Finding::Kind::WarpMask;
}

Json findingJson(const Finding& finding) {
    Json json{{"kind", nameOf(finding.kind)},
              {"severity", nameOf(finding.severity)},
              {"kernel", finding.kernel},
              {"count", finding.count},
              {"first", sideJson(finding.first)}};
    if (hasSecondSide(finding.kind)) json["second"] = sideJson(finding.second);
    if (!finding.element.empty()) {
        json["space"] = ptx::nameOf(finding.space);
        json["address"] = finding.address;
        json["buffer"] = finding.buffer;
        json["element"] = finding.element;
        json["same_warp"] = finding.sameWarp;
        json["same_value"] = finding.sameValue;
    }
    json["message"] = describe(finding);
    json["hint"] = finding.hint;
    return json;
}

}  // namespace

Json racesJson(std::span<const simt::RaceReport> reports) {
    Json json = Json::array();
    for (const simt::RaceReport& report : reports) {
        Json launch{{"complete", report.complete()},
                    {"blocks_checked", report.blocksChecked},
                    {"blocks", report.blocks},
                    {"findings", Json::array()},
                    {"not_listed", report.notKept}};
        for (const Finding& finding : report.findings) launch["findings"].push_back(findingJson(finding));
        json.push_back(std::move(launch));
    }
    return json;
}

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
