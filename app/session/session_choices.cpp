// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_choices.h"

#include <algorithm>
#include <string>

#include "app/presenter/bookmark_stop.h"
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

Result<PinnedChoice> pinnedOf(const session::Choice& choice, const Library& library) {
    Result<PinnedChoice> pinned = pinnedOf(choice.configuration, library.catalogue());
    if (!pinned) return fail(pinned.error());
    Result<std::string> machine = machineOf(choice);
    if (!machine) return fail(machine.error());
    pinned->machine = std::move(*machine);
    pinned->whatIf = choice.whatIf;
    const auto gpu = library.gpus().find(pinned->gpu);
    pinned->gpu = gpu && !pinned->gpu.empty() ? (*gpu)->id : std::string();
    return pinned;
}

session::Choice choiceOf(const PinnedChoice& pinned) {
    session::Choice choice;
    choice.configuration = {.algorithm = std::string(pinned.algorithm->id()),
                            .parameters = pinned.parameters,
                            .launch = pinned.launch,
                            .block = pinned.block,
                            .scheduling = pinned.scheduling,
                            .gpu = pinned.gpu};
    choice.whatIf = pinned.whatIf;
    choice.machine = pinned.machine;
    return choice;
}

}  // namespace

session::Choice choiceOf(const Chosen& chosen) {
    session::Choice choice = choiceOf(pinned(chosen));
    for (const BesideChoice& beside : chosen.beside)
        choice.configuration.beside.push_back({std::string(beside.algorithm->id()), beside.own});
    if (chosen.baseline) choice.baseline.push_back(choiceOf(*chosen.baseline));
    return choice;
}

Result<Chosen> chosenOf(const session::Choice& choice, const Library& library) {
    const Result<PinnedChoice> itself = pinnedOf(choice, library);
    if (!itself) return fail(itself.error());
    Chosen chosen = withPinned(*itself, {});
    for (const story::Side& side : choice.configuration.beside) {
        const Result<const Algorithm*> beside = library.catalogue().find(side.algorithm);
        if (!beside) return fail(beside.error());
        chosen.beside.push_back({*beside, side.own});
    }
    if (choice.baseline.empty()) return chosen;
    Result<PinnedChoice> baseline = pinnedOf(choice.baseline.front(), library);
    if (!baseline) return fail(baseline.error());
    chosen.baseline = std::move(*baseline);
    return chosen;
}

}  // namespace lanescope
