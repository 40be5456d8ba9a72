// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outcome.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lanescope::cli {
namespace {

using Verdict = CheckResult::Verdict;

ExitCode exitCodeOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::Wrong: return ExitCode::WrongResult;
        case Verdict::Fault: return ExitCode::Faulted;
        default: return ExitCode::Ok;
    }
}

const char* wordFor(ExitCode code) {
    switch (code) {
        case ExitCode::Ok: return "ok";
        case ExitCode::Faulted: return "faulted";
        case ExitCode::WrongResult: return "wrong";
        case ExitCode::OutOfSteps: return "out_of_steps";
        default: return "failed";
    }
}

std::uint64_t errorsIn(const std::vector<simt::RaceReport>& reports) {
    std::uint64_t errors = 0;
    for (const simt::RaceReport& report : reports)
        errors += static_cast<std::uint64_t>(
            std::ranges::count(report.findings, simt::Finding::Severity::Error, &simt::Finding::severity));
    return errors;
}

}  // namespace

Outcome outcomeOf(Verdict verdict) { return {exitCodeOf(verdict), std::string(nameOf(verdict))}; }

Outcome outcomeOf(const CheckResult& check) {
    Outcome outcome = outcomeOf(check.verdict);
    if (check.checked > 0) {
        outcome.sentence += " (" + std::to_string(check.wrong) + " of " + std::to_string(check.checked) +
                            " checked elements of " + check.buffer + " wrong";
        if (check.checked < check.rows * check.columns)
            outcome.sentence += ", of " + std::to_string(check.rows * check.columns) + " in all";
        outcome.sentence += ")";
    }
    if (!check.note.empty()) outcome.sentence += ": " + check.note;
    return outcome;
}

Outcome outcomeOf(const Emulation& emulation, bool findingsCount) {
    Outcome outcome = outcomeOf(emulation.check);
    const auto faulted = [](const simt::LaunchReport& launch) { return launch.fault.has_value(); };
    if (const auto launch = std::ranges::find_if(emulation.launches, faulted); launch != emulation.launches.end()) {
        const bool steps = launch->fault->kind == simt::Fault::Kind::StepBudget;
        if (steps) outcome.code = ExitCode::OutOfSteps;
        outcome.sentence = (steps ? "out of steps: " : "fault: ") + describe(*launch->fault);
    }
    const std::uint64_t errors = errorsIn(emulation.races);
    if (errors == 0) return outcome;
    const std::string found = "he checks found " + std::to_string(errors) + (errors == 1 ? " error" : " errors");
    outcome.sentence += outcome.sentence.ends_with('.') ? " T" + found + "." : "; t" + found;
    if (findingsCount && outcome.code == ExitCode::Ok) outcome.code = ExitCode::WrongResult;
    return outcome;
}

nlohmann::ordered_json toJson(const Outcome& outcome) {
    return {{"verdict", wordFor(outcome.code)},
            {"exit_code", static_cast<int>(outcome.code)},
            {"sentence", outcome.sentence}};
}

}  // namespace lanescope::cli
