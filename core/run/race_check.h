// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for races in a plan: a second, watched emulation beside the fast one.
#pragma once

#include "core/plan/plan.h"
#include "core/simt/check/race_checker.h"

namespace lanescope {

/// RaceReport::cost of what is checked when nobody asks for more: about a second.
inline constexpr std::uint64_t kQuickRaceCheck = 60'000'000;

/// One report per launch of the plan. Ends when the cost has been spent: the launches behind have reports that say that
/// none of their blocks was checked. A fault ends it too; what was found before it stays. The lanes are scheduled as in
/// the run that is checked, and as many warp instructions are taken for endless. Errors: those of Emulator::launch but
/// KernelFault.
[[nodiscard]] Result<std::vector<simt::RaceReport>> checkRaces(
    const Plan& plan, const simt::RaceCheckOptions& options, const JobContext& job,
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack,
    std::uint64_t stepBudget = simt::EmulatorOptions{}.stepBudget);

/// The same for every run, small: of kQuickRaceCheck, and nothing where the plan's buffers take more than 64 MiB.
[[nodiscard]] Result<std::vector<simt::RaceReport>> checkRacesQuickly(
    const Plan& plan, const JobContext& job, simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack,
    std::uint64_t stepBudget = simt::EmulatorOptions{}.stepBudget);

}  // namespace lanescope
