// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/timing_words.h"

#include <string_view>
#include <vector>

#include "core/base/words.h"
#include "core/ptxas/machine_code.h"
#include "core/timing/simulation.h"

namespace lanescope {
namespace {

/// What the simulation needs and nobody tells.
std::vector<std::string_view> missingFor(const Pricing& p) {
    std::vector<std::string_view> missing = timing::neededQuantities();
    std::erase_if(missing, [&p](std::string_view id) { return p.knows(id) || p.options().given.contains(id); });
    return missing;
}

}  // namespace

std::optional<timing::Parameters> timingParameters(const LaunchProfile& launch, Pricing& p) {
    if (const std::vector<std::string_view> missing = missingFor(p); !missing.empty()) {
        p.cannot(timing::whatIsNotKnown(missing, p.gpu()));
        return std::nullopt;
    }
    if (const std::string why = timing::whyNotToBeBelieved(p.gpu()); !why.empty()) p.outOfRange(why);
    if (launch.sample == nullptr) {
        p.cannot(textOf("cannot.no_sample"_id));
        return std::nullopt;
    }
    if (launch.sample->byItself != timing::ByItself::AsInLaunch) {
        p.cannot(timing::whyNotByItself(launch.sample->byItself));
        return std::nullopt;
    }
    bool usable = true;
    const timing::Parameters parameters = timing::parametersFrom([&](std::string_view id) {
        const double value = p.gpu(id, id);
        usable = usable && value > 0;
        return value;
    });
    if (!usable) return std::nullopt;
    return parameters;
}

void tellSetting(const LaunchProfile& launch, const timing::LaunchSetting& setting, Pricing& p) {
    const bool known = launch.registersPerThread || launch.sample->listing;
    p.derived("registers", "input.registers_per_thread"_id, static_cast<double>(setting.registersPerThread), "",
              textOf(known ? "source.registers_compiled"_id : "source.registers_usual"_id));
    p.derived("resident", "input.active_blocks"_id, static_cast<double>(setting.resident), "blocks",
              textOf("formula.resident_blocks"_id));
    p.derived("blocks", "input.blocks_of_fullest"_id, setting.blocks, "blocks", textOf("formula.blocks_of_fullest"_id));
    p.derived("sampled", "input.sampled_share"_id, setting.sampledShare, "", textOf("formula.sampled_share"_id));
    p.derived("new", "input.new_to_gpu"_id, setting.sharing.newToGpu, "", textOf("formula.new_to_gpu"_id));
    const ptxas::MachineCode* const code = launch.sample->code.get();
    const bool guessed = launch.sample->listing == nullptr;
    if (guessed && (code == nullptr || !code->refused.empty())) p.assume(textOf("assume.one_each"_id));
    if (!known) p.assume(textOf("source.registers_usual"_id));
}

void priceStart(const LaunchProfile& launch, const timing::Parameters& parameters, Pricing& p) {
    const bool further = &launch != p.input().launches.data();
    p.seconds("term.launch_overhead"_id, further ? parameters.furtherLaunch : parameters.launch,
              further ? "launch_gap" : "launch_overhead");
}

}  // namespace lanescope
