// SPDX-License-Identifier: GPL-3.0-or-later
// Watches a run for the timing models: of each launch, blocks of one multiprocessor are run by themselves on the memory
// that the launch finds, and what their warps do is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/simt/emulator.h"
#include "core/timing/launch_sample.h"
#include "core/timing/read_footprint.h"

namespace lanescope::timing {

struct SampleOptions {
    std::uint32_t multiprocessors = 132;  ///< of the GPU that is to be asked about
    std::uint64_t steps = 400'000;        ///< warp steps that are kept of a launch
    std::size_t blocks = 96;              ///< that are kept of a launch, at most
    /// Of this launch (from 0) it is told how much each of its blocks does: some 10⁷ warp steps more. Not of grids of
    /// more than kMostDealt blocks.
    std::optional<std::size_t> dealtLaunch{};

    static constexpr std::uint64_t kMostDealt = 1 << 20;

    /// Of a plan with many launches, fewer steps of each.
    [[nodiscard]] static SampleOptions forLaunches(std::size_t launches);
};

/// To be the observer of a run. Blocks that depend on what others of the same launch write are run on memory that these
/// have not changed.
class SampleRecorder final : public simt::BlockObserver {
public:
    /// `listings`: of each launch, what its program was lowered from; none, or nullptr: it runs PTX.
    explicit SampleRecorder(SampleOptions options, std::vector<std::shared_ptr<const sass::Listing>> listings = {})
        : m_options(options), m_listings(std::move(listings)) {}

    /// One per launch that has ended, in order.
    [[nodiscard]] std::vector<std::shared_ptr<LaunchSample>>& samples() { return m_samples; }

    void beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                     simt::DeviceMemory& memory) override;
    void endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) override;

private:
    SampleOptions m_options;
    std::vector<std::shared_ptr<const sass::Listing>> m_listings;
    std::vector<std::shared_ptr<LaunchSample>> m_samples;
    std::vector<bool> m_touched;       ///< by sector, by the launches so far
    std::vector<bool> m_touchedLast;   ///< and by the last of them
    std::vector<bool> m_storedLast;    ///< LaunchSample::storedLast of the next one
    double m_sinceFirstStore = 1;      ///< of what the last one did, the share from its blocks' first store on
    std::set<std::uint32_t> m_partly;  ///< of these, LaunchSample::partlyBefore
    std::set<std::string> m_kernels;
    double m_mostRead = 0;         ///< sectors, of a launch so far
    std::vector<bool> m_storedTo;  ///< by sector, as far as blocks were run for it
    double m_stored = 0;           ///< bytes, by the launches so far, each place once
    ReadFootprint m_footprint;     ///< of the launch that runs
    std::uint64_t m_longest = 0;   ///< warp steps of a block of it that was run by itself
};

}  // namespace lanescope::timing
