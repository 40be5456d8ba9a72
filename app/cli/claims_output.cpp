// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/claims_output.h"

#include <nlohmann/json.hpp>

namespace lanescope::cli {

nlohmann::ordered_json claimToJson(const AccuracyClaim& claim) {
    return {{"id", claim.id},
            {"document", "004"},
            {"section", claim.section},
            {"claim", claim.claim},
            {"measure", claim.measure},
            {"model", claim.model},
            {"algorithms", claim.algorithms},
            {"verdict", nameOf(claim.verdict)},
            {"recomputed", claim.recomputed}};
}

std::string claimText(const AccuracyClaim& claim, const std::string& indent) {
    std::string text = indent + claim.id + ": " + wordsOf(claim.verdict) + " (004 section " + claim.section + ")\n" +
                       indent + "  claimed: " + claim.claim + '\n';
    if (!claim.measure.empty()) text += indent + "  measured by: " + claim.measure + '\n';
    return text + indent + "  recomputed: " + claim.recomputed + '\n';
}

}  // namespace lanescope::cli
