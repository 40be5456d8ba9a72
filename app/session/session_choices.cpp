// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_choices.h"

#include <algorithm>
#include <string>

#include "core/sass/machine_codes.h"

namespace lanescope {
namespace {

Result<std::string> machineOf(const session::Choice& choice) {
    const std::vector<std::string>& kept = sass::keptArchitectures();
    if (choice.machine.empty() || std::ranges::find(kept, choice.machine) != kept.end()) return choice.machine;
    std::string known;
    for (const std::string& architecture : kept) known += (known.empty() ? "" : ", ") + architecture;
    return fail(ErrorCode::IllegalValue, {{"parameter", "machine"}, {"value", choice.machine}, {"legal", known}});
}

}  // namespace

session::Choice choiceOf(const Chosen& chosen) {
    session::Choice choice;
    choice.configuration = {.algorithm = std::string(chosen.algorithm->id()),
                            .parameters = chosen.parameters,
                            .launch = chosen.launch,
                            .block = chosen.block,
                            .scheduling = chosen.scheduling,
                            .gpu = chosen.gpu};
    for (const BesideChoice& beside : chosen.beside)
        choice.configuration.beside.push_back({std::string(beside.algorithm->id()), beside.own});
    choice.whatIf = chosen.whatIf;
    choice.machine = chosen.machine;
    return choice;
}

Result<Chosen> chosenOf(const session::Choice& choice, const Library& library) {
    const story::Configuration& of = choice.configuration;
    const Result<const Algorithm*> algorithm = library.catalogue().find(of.algorithm);
    if (!algorithm) return fail(algorithm.error());
    Parameters wanted = of.parameters;
    for (const auto& [name, value] : (*algorithm)->shown())
        if (wanted.find(name) == nullptr) wanted.add(name, value);
    Result<Parameters> complete = (*algorithm)->complete(wanted);
    if (!complete) return fail(complete.error());
    Result<std::string> machine = machineOf(choice);
    if (!machine) return fail(machine.error());
    Chosen chosen{.algorithm = *algorithm,
                  .parameters = std::move(*complete),
                  .launch = of.launch,
                  .block = of.block,
                  .scheduling = of.scheduling,
                  .whatIf = choice.whatIf,
                  .machine = std::move(*machine)};
    if (const auto gpu = library.gpus().find(of.gpu); gpu && !of.gpu.empty()) chosen.gpu = (*gpu)->id;
    for (const story::Side& side : of.beside) {
        const Result<const Algorithm*> beside = library.catalogue().find(side.algorithm);
        if (!beside) return fail(beside.error());
        chosen.beside.push_back({*beside, side.own});
    }
    return chosen;
}

}  // namespace lanescope
