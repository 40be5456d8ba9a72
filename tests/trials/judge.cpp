// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/trials/judge.h"

#include <map>
#include <nlohmann/json.hpp>

namespace lanescope {
namespace {

using Json = nlohmann::json;

constexpr int kTimedOut = 124;  // what timeout(1) says
constexpr int kKilled = 137;

Verdict bad(std::string kind, std::string words) { return {std::move(kind), std::move(words), {}, true, 0}; }

/// A number that is none is written as null.
bool hasNull(const Json& json) {
    if (!json.is_structured()) return json.is_null();
    for (const Json& child : json)
        if (hasNull(child)) return true;
    return false;
}

Verdict refusal(const ProgramResult& result, const Json& error) {
    Verdict verdict{"refused", error.value("message", ""), error.value("code", ""), false, 0};
    if (verdict.where == "internal") return bad("bug", verdict.words);
    if (result.exitCode != 1 && result.exitCode != 2) return bad("exit code", std::to_string(result.exitCode));
    return verdict;
}

}  // namespace

ProgramResult runLimited(const std::string& program, std::vector<std::string> arguments, unsigned seconds,
                         unsigned mebibytes) {
    arguments.insert(arguments.begin(), {"-c",
                                         "ulimit -v " + std::to_string(mebibytes * 1024ULL) + "; exec timeout -k 1 " +
                                             std::to_string(seconds) + " \"$0\" \"$@\"",
                                         program});
    arguments.emplace_back("--json");
    return runProgram("/bin/sh", arguments);
}

Verdict judge(const ProgramResult& result) {
    static const std::map<std::string, std::pair<int, std::string>> kOutcomes{
        {"ok", {0, "ok"}}, {"faulted", {5, "faulted"}}, {"wrong", {6, "wrong"}}, {"out_of_steps", {7, "out of steps"}}};
    if (result.exitCode == kTimedOut || result.exitCode == kKilled) return bad("hang", "");
    if (result.exitCode > 128) return bad("crash", "signal " + std::to_string(result.exitCode - 128));
    if (!result.err.empty()) return bad("words beside the JSON", result.err);
    const Json json = Json::parse(result.out, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return bad("invalid JSON", result.out.substr(0, 200));
    if (json.contains("error")) return refusal(result, json["error"]);
    if (!json.contains("outcome")) return bad("no outcome", "");
    if (hasNull(json)) return bad("no number", "");
    const Json& outcome = json["outcome"];
    const auto known = kOutcomes.find(outcome.value("verdict", ""));
    if (known == kOutcomes.end() || known->second.first != result.exitCode || outcome["exit_code"] != result.exitCode)
        return bad("exit code", std::to_string(result.exitCode) + " for " + outcome.dump());
    Verdict verdict{known->second.second, outcome.value("sentence", ""), {}, false, 0};
    if (json["check"].contains("fault")) verdict.where = json["check"]["fault"].value("kind", "");
    for (const Json& launch : json["races"])
        for (const Json& finding : launch["findings"])
            if (finding["severity"] == "error") ++verdict.findings;
    return verdict;
}

}  // namespace lanescope
