// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch reads from device memory and writes to it, beyond what L2 holds.
// Private to this room.
#pragma once

#include "core/gpus/gpu_spec.h"
#include "core/timing/launch_sample.h"
#include "core/timing/launch_setting.h"

namespace lanescope::timing {

/// In sectors.
struct DeviceReads {
    double sectors = 0;
    /// Of what is read more than once: those that a part of L2 asks another one for, which a profiler counts as
    /// requests, and as misses, of their own.
    double copied = 0;
};

[[nodiscard]] DeviceReads deviceReadsOf(const LaunchSample& sample, const LaunchSetting& setting, const GpuSpec& gpu);

/// Bytes, of a launch that reads so many from there and whose stores are of so many.
[[nodiscard]] double writtenToDevice(double read, double stored, const LaunchSample& sample, const GpuSpec& gpu);

/// Bytes that L2 still has of what one multiprocessor each has touched.
[[nodiscard]] double keptOfReadOnce(const GpuSpec& gpu);

}  // namespace lanescope::timing
