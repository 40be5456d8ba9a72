// SPDX-License-Identifier: GPL-3.0-or-later
// validate: what the emulator counts, held against a recording of hardware counters.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/code_request.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/library/library.h"
#include "core/study/study_file.h"
#include "core/validation/validation.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ValidateArguments {
    std::string file;
    std::vector<std::string> algorithms;
    double work = ValidationOptions{}.wholeUpTo;
    CodeRequest code;
};

std::string percent(const CounterDifference& worst) {
    if (worst.configuration.empty()) return "-";
    if (worst.measured == 0) return "not 0";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.3g %%", 100 * (worst.ours - worst.measured) / worst.measured);
    return text.data();
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    return std::to_string(part) + " / " + std::to_string(whole);
}

Json differenceToJson(const CounterDifference& difference) {
    return {{"configuration", difference.configuration},
            {"counter", difference.counter},
            {"ours", difference.ours},
            {"measured", difference.measured}};
}

Json toJson(const std::vector<CounterValidation>& counters) {
    Json list = Json::array();
    for (const CounterValidation& one : counters) {
        Json object{{"counter", one.counter}, {"must_be_equal", one.mustBeEqual}, {"compared", one.compared},
                    {"equal", one.equal},     {"explained", one.explained},       {"within_5_percent", one.within5},
                    {"reasons", one.reasons}};
        if (!one.worst.configuration.empty()) object["worst"] = differenceToJson(one.worst);
        list.push_back(std::move(object));
    }
    return list;
}

void printJson(const ValidateArguments& arguments, const Validation& validation) {
    Json object{{"recording", arguments.file},
                {"configurations", validation.configurations},
                {"compared", validation.whole + validation.sampled},
                {"sampled", validation.sampled},
                {"left_out", validation.leftOut},
                {"emulated", toJson(validation.emulated)},
                {"predicted", toJson(validation.predicted)}};
    if (arguments.code.isMachine()) {
        object["architecture"] = arguments.code.architecture;
        object["machine"] = toJson(validation.machine);
        object["machine_left_out"] = validation.machineLeftOut;
    }
    object["failures"] = Json::array();
    for (const CounterDifference& failure : validation.failures)
        object["failures"].push_back(differenceToJson(failure));
    std::cout << object.dump(2) << '\n';
}

void printTable(const char* title, const std::vector<CounterValidation>& counters) {
    std::cout << title << '\n';
    TextTable table({"counter", "equal", "explained", "within 5 %", "worst", "where"});
    for (const CounterValidation& one : counters)
        table.add({one.counter + (one.mustBeEqual ? " *" : ""), share(one.equal, one.compared),
                   std::to_string(one.explained), std::to_string(one.within5), percent(one.worst),
                   one.worst.configuration});
    std::cout << table.text(2);
}

void printReasons(const std::vector<CounterValidation>& counters) {
    std::map<std::string, std::string> byReason;
    for (const CounterValidation& one : counters)
        for (const std::string& reason : one.reasons) {
            std::string& names = byReason[reason];
            names += (names.empty() ? "" : ", ") + one.counter;
        }
    if (!byReason.empty()) std::cout << "Why emulated and measured differ:\n";
    for (const auto& [reason, names] : byReason) std::cout << "  " << reason << " (" << names << ")\n";
}

void printText(const ValidateArguments& arguments, const Validation& validation) {
    printTable("emulated (what the PTX does) against measured; those marked * must be equal", validation.emulated);
    printReasons(validation.emulated);
    printTable("predicted (a model of the machine code) against measured", validation.predicted);
    if (arguments.code.isMachine()) {
        const std::string title = "machine code for " + arguments.code.architecture + " against measured";
        printTable(title.c_str(), validation.machine);
    }
    for (const auto& [why, count] : validation.machineLeftOut)
        std::cout << "machine code left out: " << count << ", because " << why << '\n';
    for (const auto& [why, count] : validation.leftOut)
        std::cout << "left out: " << count << ", because " << why << '\n';
    constexpr std::size_t kShown = 40;
    for (std::size_t i = 0; i < std::min(kShown, validation.failures.size()); ++i) {
        const CounterDifference& failure = validation.failures[i];
        std::cout << "different: " << failure.configuration << ": " << failure.counter << " is "
                  << numbers::plain(failure.ours) << " emulated, " << numbers::plain(failure.measured) << " measured\n";
    }
    std::uint64_t equal = 0;
    std::uint64_t explained = 0;
    std::uint64_t compared = 0;
    for (const CounterValidation& one : validation.emulated) {
        if (!one.mustBeEqual) continue;
        equal += one.equal;
        explained += one.explained;
        compared += one.compared;
    }
    std::cout << arguments.file << ": " << validation.whole + validation.sampled << " of " << validation.configurations
              << " configurations compared (" << validation.sampled << " by blocks that stand for others); of "
              << compared << " counts that must be equal, " << equal << " are, " << explained
              << " differ for a known reason, " << validation.failures.size() << " differ\n";
}

Result<void> runValidate(const ValidateArguments& arguments, bool json, ExitCode& outcome) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    for (const std::string& id : arguments.algorithms)
        if (const auto found = (*library)->catalogue().find(id); !found) return fail(found.error());
    const auto study = studyInFile(arguments.file);
    if (!study) return fail(study.error());

    const InterruptWatcher interrupt;
    const Progress progress("comparing");
    ValidationOptions options;
    options.wholeUpTo = arguments.work;
    if (arguments.code.isMachine()) options.machinePlans = &(*library)->machinePlans();
    options.architecture = arguments.code.architecture;
    if (!arguments.algorithms.empty())
        options.wanted = [&](const StudyEntry& entry) {
            return std::ranges::find(arguments.algorithms, entry.algorithm) != arguments.algorithms.end();
        };
    const auto validation =
        validate(*study, (*library)->catalogue(), options, {interrupt.token(), progress.job().progress});
    progress.clear();
    if (!validation) return fail(validation.error());
    if (json)
        printJson(arguments, *validation);
    else
        printText(arguments, *validation);
    const bool nothing = validation->whole + validation->sampled == 0;
    if (nothing) std::cerr << arguments.file << ": nothing in it could be compared, so it confirms nothing\n";
    if (nothing || !validation->failures.empty()) outcome = ExitCode::Failed;
    return {};
}

}  // namespace

void addValidate(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<ValidateArguments>();
    CLI::App* verb = program.add_subcommand("validate", "Hold the emulator's counters against a recording's");
    verb->add_option("--recording", arguments->file, "Study file (.json or .json.gz)")->required();
    verb->add_option("algorithms", arguments->algorithms, "Only these (none = all)");
    addNumber(*verb, "--work", arguments->work, {1, 1e18},
              "Warp instructions up to which a grid is run whole (default 3e7)");
    addCodeOptions(*verb, arguments->code,
                   "What runs: ptx; or machine, and then the machine code of --arch is run and compared, too");
    verb->callback([arguments, &session] {
        session.action = [=, &session] { return runValidate(*arguments, session.json, session.outcome); };
    });
}

}  // namespace lanescope::cli
