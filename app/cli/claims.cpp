// SPDX-License-Identifier: GPL-3.0-or-later
// claims: what document 004 says of its models' accuracy, recomputed from its own tables.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/base/resources.h"
#include "core/metrics/counters.h"
#include "core/study/accuracy_claims.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

void printJson(const std::vector<AccuracyClaim>& claims) {
    Json list = Json::array();
    for (const AccuracyClaim& claim : claims) {
        Json numbers = Json::array();
        for (const AccuracyClaim::Number& one : claim.numbers)
            numbers.push_back({{"what", one.what}, {"error", one.error}});
        list.push_back({{"id", claim.id},
                        {"document", "004"},
                        {"section", claim.section},
                        {"claim", claim.claim},
                        {"measure", claim.measure},
                        {"model", claim.model},
                        {"algorithms", claim.algorithms},
                        {"verdict", nameOf(claim.verdict)},
                        {"recomputed", claim.recomputed},
                        {"errors", numbers}});
    }
    const Json json{{"origin", nameOf(Origin::Published)}, {"claims", list}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printText(const std::vector<AccuracyClaim>& claims) {
    for (const AccuracyClaim& claim : claims) {
        std::cout << claim.id << ": " << nameOf(claim.verdict) << " (004 section " << claim.section
                  << ")\n  claimed: " << claim.claim << '\n';
        if (!claim.measure.empty()) std::cout << "  measured by: " << claim.measure << '\n';
        std::cout << "  recomputed: " << claim.recomputed << '\n';
    }
}

Result<void> runClaims(const std::string& algorithm, bool json) {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    Result<std::vector<AccuracyClaim>> claims = accuracyClaims(*resources);
    if (!claims) return fail(claims.error());
    if (!algorithm.empty()) *claims = claimsAbout(*claims, algorithm);
    json ? printJson(*claims) : printText(*claims);
    return {};
}

}  // namespace

void addClaims(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("claims", "What document 004 claims of its models, recomputed");
    auto algorithm = std::make_shared<std::string>();
    verb->add_option("algorithm", *algorithm, "Only claims about this one");
    verb->callback([&session, algorithm] {
        session.action = [&session, algorithm] { return runClaims(*algorithm, session.json); };
    });
}

}  // namespace lanescope::cli
