// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the host from queueing seconds of work ahead of the GPU. What is queued cannot be called back, so whoever stops
// a measurement would wait for all of it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "gpu/cuda_executor.h"
#include "gpu/launch_hold.h"

namespace lanescope {

/// For the launches of one sample, which go to the default stream.
class LaunchPace {
public:
    /// Seconds of work that are queued ahead at most, if launches take as long as their mean. Far more than the host
    /// takes to queue as much again, and less than anybody notices.
    static constexpr double kAhead = 0.05;

    explicit LaunchPace(CudaExecutor& executor);
    /// `seconds` a launch takes in the mean. Launches so short that the driver's queue holds less than kAhead of them
    /// are never waited for, and nothing is queued between them.
    void adaptTo(double seconds);
    /// A sample begins: nothing is queued.
    void begin();
    /// One more launch is queued. Lets go of the GPU and waits for it where it would be too far behind. Throws
    /// CudaError; `kernel` is who is blamed for a fault.
    void queued(LaunchHold::Held& held, const std::string& kernel);

private:
    CudaExecutor& m_executor;
    std::array<std::unique_ptr<cuda::TimerEvent>, 2> m_marks;  ///< behind every m_stride-th launch, in turns
    std::size_t m_stride = 0;                                  ///< half of what may be queued ahead; 0 = any number
    std::size_t m_launches = 0;                                ///< of this sample
};

}  // namespace lanescope
