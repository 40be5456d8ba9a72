// SPDX-License-Identifier: GPL-3.0-or-later
// A whole plan in time: what the host, the two ways of copies and the GPU itself do from its first step to the end of
// its last, with the streams as CUDA has them. Where steps of several streams wait for nothing that they have in
// common, they overlap.
//
// The host begins one step after the other. It waits in a wait, for a task of its own, and for a copy of pageable
// memory; all else it only hands on, which takes host_launch_time, calls of libraries host_library_time. It hears of
// the end of what it waits for host_wait_time later. Steps of one stream come one after the other; those of the default
// stream wait for all others, and these for it (CUDA C++ Programming Guide, "Default Stream"). Copies to the device,
// copies from it, and what the GPU does have an engine each, which does one thing at a time, in the order of the plan:
// kernels of several streams are taken not to overlap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/timing/step_times.h"

namespace lanescope::timing {

enum class Track : std::uint8_t { Host, ToDevice, FromDevice, Device };
inline constexpr std::size_t kTracks = 4;
[[nodiscard]] std::string_view nameOf(Track track);  ///< "host", "to_device", "from_device", "device"

struct PlanSpan {
    /// What a track does. Only the host hands on and waits.
    enum class Doing : std::uint8_t { Work, HandOn, Wait };
    std::size_t step = 0;  ///< of the plan; of a wait: the step that the host waits in
    Track track = Track::Host;
    Doing doing = Doing::Work;
    double begin = 0, end = 0;  ///< s, from when the plan begins
    [[nodiscard]] double seconds() const { return end - begin; }
};
[[nodiscard]] std::string_view nameOf(PlanSpan::Doing doing);  ///< "work", "hand_on", "wait"

struct PlanTimeline {
    std::vector<StepTime> times;       ///< by step
    std::vector<PlanSpan> spans;       ///< in the order in which the host comes to them; none without length
    std::vector<std::size_t> unknown;  ///< steps whose time nobody knows; they take none here
    double seconds = 0;                ///< from when the plan begins to the end of its last step
    /// Of host_launch_time and its kin, those that the plan needs and the GPU's file has not: taken to be 0.
    std::vector<std::string_view> missing;
    /// Where the times of its steps are from; waits are of none.
    [[nodiscard]] std::set<Origin> origins() const;
    /// Seconds in which a track works.
    [[nodiscard]] double busy(Track track) const;
    double hostWaits = 0;   ///< s
    double overlapped = 0;  ///< s in which more than one track works
};

/// By step, the seconds in which a track works for it: what it took there, which of a launch hangs on what ran before.
[[nodiscard]] std::vector<double> workOfSteps(const PlanTimeline& timeline);

/// That numbers of the host are missing, in a sentence; empty: none is.
[[nodiscard]] std::string whatIsMissing(const PlanTimeline& timeline, const GpuSpec& gpu);

/// `times` are the plan's (stepTimes). The plan is one that checkSteps() passes.
[[nodiscard]] PlanTimeline planTimeline(const Plan& plan, std::vector<StepTime> times, const GpuSpec& gpu);

}  // namespace lanescope::timing
