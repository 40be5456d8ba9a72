// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of lanescope-cli. Each has its own file, and a function that adds it to the command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/plan/plan.h"

namespace CLI {
class App;
}

namespace lanescope::cli {

/// Exit codes are a contract with scripts.
enum class ExitCode {
    Ok = 0,
    Failed = 1,
    Usage = 2,
    NoGpu = 3,
    NoPermission = 4,
    Faulted = 5,      ///< the program that was run did something that a GPU would stop it for
    WrongResult = 6,  ///< it ran to its end and computed something else than it should
    OutOfSteps = 7,   ///< it used up its step budget
    NotWritten = 8,   ///< not all of the output could be written
};

/// The exit code that an error ends the program with.
[[nodiscard]] ExitCode exitCodeOf(const Error& error);

/// What the command line has chosen to do. A verb's action prints its own result, as JSON if `json` is set, and returns
/// an error rather than printing it; where the error is part of what was printed, it says so.
struct Session {
    bool json = false;
    std::function<Result<void>()> action;
    bool errorPrinted = false;
    ExitCode outcome = ExitCode::Ok;  ///< of an action without an error, whose output says what it found
};

/// Adds a subcommand to `program` whose callback sets the session's action. Options live as long as the action.
using AddVerb = void (*)(CLI::App& program, Session& session);

void addList(CLI::App& program, Session& session);         // list.cpp
void addEmulate(CLI::App& program, Session& session);      // emulate.cpp
void addEntries(CLI::App& program, Session& session);      // entries.cpp
void addEstimate(CLI::App& program, Session& session);     // estimate.cpp
void addModels(CLI::App& program, Session& session);       // models.cpp
void addErrors(CLI::App& program, Session& session);       // errors.cpp
void addMachine(CLI::App& program, Session& session);      // machine.cpp
void addMachineCode(CLI::App& program, Session& session);  // machine_code.cpp
void addMeasure(CLI::App& program, Session& session);      // measure.cpp
void addRun(CLI::App& program, Session& session);          // run.cpp
void addRecord(CLI::App& program, Session& session);       // record.cpp
void addMerge(CLI::App& program, Session& session);        // merge.cpp
void addMetrics(CLI::App& program, Session& session);      // metrics.cpp
void addCalibrate(CLI::App& program, Session& session);    // calibrate.cpp
void addOccupancy(CLI::App& program, Session& session);    // occupancy.cpp
void addGpus(CLI::App& program, Session& session);         // gpus.cpp
void addWorker(CLI::App& program, Session& session);       // worker.cpp
void addValidate(CLI::App& program, Session& session);     // validate.cpp
void addClaims(CLI::App& program, Session& session);       // claims.cpp
void addMaps(CLI::App& program, Session& session);         // maps.cpp
void addStory(CLI::App& program, Session& session);        // story.cpp
void addSession(CLI::App& program, Session& session);      // session.cpp
void addTimeline(CLI::App& program, Session& session);     // timeline.cpp
void addClass(CLI::App& program, Session& session);        // class.cpp
void addWhy(CLI::App& program, Session& session);          // why.cpp
void addLadder(CLI::App& program, Session& session);       // ladder.cpp

/// "n=64" … as given on the command line. Error: IllegalValue for a word that is no name=value.
[[nodiscard]] Result<Parameters> parametersFromWords(const std::vector<std::string>& words);

}  // namespace lanescope::cli
