// SPDX-License-Identifier: GPL-3.0-or-later
// A rig on the emulator, as if it were a small GPU. Its clock counts warp instructions, so that a micro-benchmark finds
// how many of them it takes for one of what it measures.
#pragma once

#include <gtest/gtest.h>

#include "core/simt/emulator.h"
#include "gpu/calibrate/rig.h"

namespace lanescope {

inline GpuSpec smallGpu() {
    GpuSpec gpu{.id = "small", .title = "Small GPU", .computeCapability = "9.0", .values = {}, .missing = {}};
    gpu.values["sm_count"] = {1, "", "made up"};
    gpu.values["l2_size"] = {65536, "B", "made up"};
    gpu.values["max_threads_per_sm"] = {2048, "", "made up"};
    gpu.values["memory_size"] = {1 << 20, "B", "made up"};
    return gpu;
}

inline CalibrationKernels keptKernels() {
    auto kernels = calibrationKernels(std::string(LANESCOPE_SOURCE_DIR) + "/resources");
    EXPECT_TRUE(kernels) << describe(kernels.error());
    return kernels ? *kernels : CalibrationKernels{};
}

class EmulatedRig final : public Rig {
public:
    explicit EmulatedRig(simt::Emulator& emulator, JobContext job = {})
        : Rig(emulator, keptKernels(), smallGpu(), std::move(job)) {}
    [[nodiscard]] int samples(int) const override { return 2; }
};

}  // namespace lanescope
