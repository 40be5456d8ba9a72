// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/counted_plan.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Of a smaller buffer all is made sooner than each access is looked at.
constexpr std::uint64_t kLarge = 1 << 20;
/// Sampling takes one of each kind of block at least (core/simt/engine/sampling.h): grids of more blocks than this are
/// never run as a whole.
constexpr std::uint64_t kKindsOfBlocks = 27;

bool isHostsWork(const Step& step) { return std::holds_alternative<HostStep>(step); }

bool isSurelySampled(const Step& step, std::uint64_t maxBlocks) {
    const auto* const launch = std::get_if<LaunchStep>(&step);
    return launch != nullptr && launch->launch.grid.count() > 2 * (maxBlocks + kKindsOfBlocks);
}

/// Gives a buffer of the device what it holds at first.
bool fillsBuffer(const Step& step) {
    return std::holds_alternative<UploadStep>(step) || std::holds_alternative<FillStep>(step);
}

bool goesToDevice(const Step& step) {
    const auto* const copy = std::get_if<CopyStep>(&step);
    return std::holds_alternative<UploadStep>(step) ||
           (copy != nullptr && copy->direction == CopyStep::Direction::ToDevice);
}

}  // namespace

std::optional<CountedPlan> countedPlan(const Plan& plan, std::uint64_t maxBlocks, bool countsOnly) {
    const auto isSampled = [maxBlocks](const Step& step) { return isSurelySampled(step, maxBlocks); };
    const bool sampled = maxBlocks != 0 && std::ranges::any_of(plan.steps, isSampled);
    if (std::ranges::any_of(plan.steps, isHostsWork) || !(sampled || countsOnly)) return std::nullopt;
    CountedPlan made{.plan = plan, .heldFromStart = {}, .sampled = sampled};
    std::vector<Step>& steps = made.plan.steps;
    auto firstOther = std::ranges::find_if_not(steps, fillsBuffer);
    std::vector<BufferId> filled;
    // What is filled before it is uploaded does not hold its content from the start.
    const auto isHeld = [&](const Step& step) {
        if (const auto* const fill = std::get_if<FillStep>(&step)) filled.push_back(fill->buffer);
        const auto* const upload = std::get_if<UploadStep>(&step);
        if (upload == nullptr || plan.buffers[upload->buffer].bytes() < kLarge) return false;
        if (std::ranges::find(filled, upload->buffer) != filled.end()) return false;
        made.heldFromStart.push_back(upload->buffer);
        return true;
    };
    std::vector<Step> first;
    for (auto step = steps.begin(); step != firstOther; ++step)
        if (!isHeld(*step)) first.push_back(*step);
    firstOther = steps.erase(steps.begin(), firstOther);
    firstOther = steps.insert(firstOther, first.begin(), first.end()) + static_cast<std::ptrdiff_t>(first.size());
    if (std::none_of(firstOther, steps.end(), goesToDevice))
        std::erase_if(steps, [](const Step& step) { return std::holds_alternative<DownloadStep>(step); });
    return made;
}

}  // namespace lanescope
