// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for races in a plan: a second, watched emulation beside the fast one.
#pragma once

#include "core/plan/plan.h"
#include "core/simt/race_checker.h"

namespace lanescope {

/// Warp instructions of each launch that are checked when nobody asks for more: about a second.
inline constexpr std::uint64_t kQuickRaceCheck = 1'000'000;

/// One report per launch of the plan. Ends when the first launch that is not checked whole has had its steps: the
/// launches behind it have reports that say that none of their blocks was checked. A fault ends it too; what was found
/// before it stays. The lanes are scheduled as in the run that is checked, and as many warp
/// instructions are taken for endless. Errors: those of Emulator::launch but
/// KernelFault.
[[nodiscard]] Result<std::vector<simt::RaceReport>> checkRaces(
    const Plan& plan, const simt::RaceCheckOptions& options, const JobContext& job,
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack,
    std::uint64_t stepBudget = simt::EmulatorOptions{}.stepBudget);

/// The same for every run, small: kQuickRaceCheck steps, and nothing where the plan's buffers take more than 64 MiB.
[[nodiscard]] Result<std::vector<simt::RaceReport>> checkRacesQuickly(
    const Plan& plan, const JobContext& job, simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack);

}  // namespace lanescope
