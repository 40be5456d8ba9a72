// SPDX-License-Identifier: GPL-3.0-or-later
// lanescope-cli: reads the command line, runs one verb, prints its error.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/terminal_buffer.h"
#include "app/cli/verbs.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/base/standard_output.h"
#include "core/base/thrown.h"
#include "core/base/words.h"
#include "gpu/cuda_driver.h"

namespace lanescope::cli {
namespace {

/// In the order in which the help lists them.
constexpr std::array kVerbs{addList,     addEmulate,   addEntries,   addEstimate,    addWhy,   addLadder, addModels,
                            addErrors,   addClaims,    addMachine,   addMachineCode, addMaps,  addStory,  addSession,
                            addTimeline, addMeasure,   addRun,       addRecord,      addMerge, addClass,  addValidate,
                            addMetrics,  addOccupancy, addCalibrate, addGpus,        addWorker};

std::string usageMessage(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
    if (!program.get_subcommands().empty()) return error.what() + std::string(" (see lanescope-cli --help)");
    std::string verbs;
    for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
        verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
    char** const word = std::find_if(argv + 1, argv + argc, [](const char* w) { return w[0] != '-'; });
    const std::string what = word == argv + argc ? "Say what to do" : "There is no verb \"" + std::string(*word) + "\"";
    return what + ". Verbs: " + verbs + " (see lanescope-cli --help)";
}

/// Errors of the command line itself are found before --json is read.
bool wantsJson(int argc, char** argv) {
    return std::find(argv + 1, argv + argc, std::string_view("--json")) != argv + argc;
}

int run(int argc, char** argv) {
    for (const Error& problem : chooseLanguage()) std::cerr << printable(describe(problem)) << '\n';
    CLI::App program{"Watch, count, estimate and measure CUDA kernels. The emulator needs no GPU.", "lanescope-cli"};
    Session session;
    program.fallthrough();  // --json may stand before or after the verb
    program.add_flag("--json", session.json, "Print JSON");
    program.set_version_flag("--version", std::string("Lanescope ") + LANESCOPE_VERSION);
    program.require_subcommand(1);
    program.footer(
        "Exit codes: 0 ok, 1 failed, 2 usage, 3 no GPU, 4 no permission to read counters, 5 the program that was run "
        "faulted, 6 its result is wrong, 7 it used up its steps, 8 not all of the output could be written.");
    for (const AddVerb add : kVerbs) add(program, session);

    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return program.exit(success);  // --help, --version
    } catch (const NumberError& wrong) {
        printError(wrong.error(), wantsJson(argc, argv));
        return static_cast<int>(ExitCode::Usage);
    } catch (const CLI::ParseError& error) {
        printUsageError(usageMessage(program, error, argc, argv), wantsJson(argc, argv));
        return static_cast<int>(ExitCode::Usage);
    }

    const Result<void> done = session.action ? session.action() : Result<void>();
    if (done) return static_cast<int>(session.outcome);
    if (!session.errorPrinted) printError(done.error(), session.json);
    const int code = static_cast<int>(exitCodeOf(done.error()));
    // A kernel hangs: what ends the process in good order would wait for it.
    if (cuda::driverAbandoned()) std::_Exit(exitCodeAfterOutput(code));
    return code;
}

}  // namespace
}  // namespace lanescope::cli

int main(int argc, char** argv) {
    using namespace lanescope;
    takeOverStandardStreams();
    endInWordsWhenOutOfMemory();
    giveLargeMemoryBack();
    int code = static_cast<int>(cli::ExitCode::Failed);
    {
        const cli::TerminalBuffer output(std::cout), errors(std::cerr);
        try {
            code = cli::run(argc, argv);
        } catch (const std::exception& thrown) {
            cli::printError(errorOfThrown(thrown), cli::wantsJson(argc, argv));
        }
    }
    return exitCodeAfterOutput(code);
}
