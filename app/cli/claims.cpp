// SPDX-License-Identifier: GPL-3.0-or-later
// claims: what document 004 says of its models' accuracy, recomputed from its own tables.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/claims_output.h"
#include "app/cli/verbs.h"
#include "core/library/library.h"
#include "core/metrics/counters.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

void printJson(const std::vector<AccuracyClaim>& claims) {
    Json list = Json::array();
    for (const AccuracyClaim& claim : claims) {
        Json numbers = Json::array();
        for (const AccuracyClaim::Number& one : claim.numbers)
            numbers.push_back({{"what", one.what}, {"error", one.error}});
        list.push_back(claimToJson(claim));
        list.back()["errors"] = std::move(numbers);
    }
    const Json json{{"origin", nameOf(Origin::Published)}, {"claims", list}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

/// `algorithm`: only claims about this one; empty = all.
Result<void> runClaims(const std::string& algorithm, bool json) {
    const auto library = openLibrary({});
    if (!library) return fail(library.error());
    if (!algorithm.empty()) {
        if (const auto whole = (*library)->whole(LibraryPart::Catalogue); !whole) return whole;
        if (const auto known = (*library)->catalogue().find(algorithm); !known) return fail(known.error());
    }
    if (const auto whole = (*library)->whole(LibraryPart::Claims); !whole) return whole;
    const std::vector<AccuracyClaim>& all = (*library)->claims();
    const std::vector<AccuracyClaim> claims = algorithm.empty() ? all : claimsAbout(all, algorithm);
    if (json) {
        printJson(claims);
        return {};
    }
    if (claims.empty())
        std::cout << "Document 004 claims nothing of how accurate its models are for " << algorithm << ".\n";
    for (const AccuracyClaim& claim : claims) std::cout << claimText(claim);
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
