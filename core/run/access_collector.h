// SPDX-License-Identifier: GPL-3.0-or-later
// Watches an emulated run for the machine models: what each thread does with memory that others could use too. Within
// limits: what is beyond them is left out, and said.
#pragma once

#include <functional>
#include <memory>

#include "core/models/abstract/launch_accesses.h"
#include "core/simt/emulator.h"

namespace lanescope {

struct AccessLimits {
    std::uint64_t steps = 5'000'000;     ///< warp instructions of the whole run that are watched
    std::uint64_t accesses = 4'000'000;  ///< of a launch that are kept (32 bytes each)
};

class AccessCollector final : public simt::BlockObserver {
public:
    /// `onLaunch` gets each launch of which something was seen when it has ended, or when nothing more may be watched.
    AccessCollector(const AccessLimits& limits, std::function<void(LaunchAccesses&)> onLaunch);
    ~AccessCollector() override;

    /// No more may be watched.
    [[nodiscard]] bool exhausted() const;
    /// Hands out the launch that is under way, if any: after a run that was stopped or ended in a fault.
    void finish();

    // BlockObserver
    void beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                     simt::DeviceMemory& memory) override;
    void endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) override;
    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override;
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const simt::Program> program,
               const simt::BlockExecution& execution, simt::DeviceMemory& memory) override;
    bool step(const simt::StepRecord& record, const simt::BlockExecution& execution) override;
    void end(const simt::BlockExecution& execution) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope
