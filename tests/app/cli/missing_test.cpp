// SPDX-License-Identifier: GPL-3.0-or-later
// What a measurement says where something is missing, on libraries that stand in for NVIDIA's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/app/cli/fake_gpu.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Missing, ADriverThatIsTooOldSaysBothVersions) {
    const ProgramResult outcome = cliOn(fakeGpu("old"), "measure matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err,
                HasSubstr("offers CUDA 12.8, and the kernels need CUDA 13.0, which comes with driver 580"));
    EXPECT_THAT(outcome.err, HasSubstr("recordings are replayed"));
}

TEST(Missing, WithoutADriverTheSentenceSaysWhatThereIsInstead) {
    const TemporaryFolder folder;
    // A library of that name without any of its functions.
    folder.write("libcuda.so.1", "this is no library");
    const ProgramResult outcome = cliOn({{"LD_LIBRARY_PATH", folder.path()}}, "measure matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("No NVIDIA driver is here: "));
    EXPECT_THAT(outcome.err, HasSubstr("the emulator counts without one"));
}

TEST(Missing, AKernelThatHangsEndsWithTheProgramWithinItsLimit) {
    const auto start = std::chrono::steady_clock::now();
    const ProgramResult outcome = cliOn(fakeGpu("hang"), "measure matmul.tiled n=32 --hang-limit 0.3");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("The kernel tiled<16, float> did not end within 0.3 s"));
    EXPECT_THAT(outcome.err, HasSubstr("The emulator can say"));
}

TEST(Missing, AKernelThatTheSystemEndsIsOneThatHangs) {
    const ProgramResult outcome = cliOn(fakeGpu("timeout"), "measure matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("did not end within what the system allows on a GPU that also draws the screen"));
}

TEST(Missing, TheGpusConditionIsNoted) {
    for (const auto& [mode, note] :
         {std::pair{"ecc", "ECC corrected 3 errors of the GPU's memory meanwhile"},
          {"broken", "ECC could not correct: neither the result nor the time can be trusted"},
          {"clocks", "Somebody set the SM clock from 1980 MHz to 1200 MHz meanwhile."},
          {"throttled", "heat or power slowed the GPU down"},
          {"mig", "one instance of a GPU that is cut into several (MIG)"},
          {"vgpu", "This is a virtual GPU (vGPU)"}}) {
        const ProgramResult outcome =
            cliOn(fakeGpuWith("FAKE_NVML", mode), "measure matmul.tiled n=32 --no-counters --samples 3");
        ASSERT_EQ(outcome.exitCode, 6) << "the stand-in computes nothing: " << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr(note)) << mode;
    }
}

#ifdef LANESCOPE_FAKE_CUPTI
TEST(Missing, CountersSayWhyThereAreNoneAndTheTimeStands) {
    struct State {
        const char* status;  // of cupti_result.h
        const char* says;
        int exitCode;  // where counters are demanded
    };
    for (const State& state :
         {State{"35", "sudo tee /etc/modprobe.d/nvidia-counters.conf", 4},
          {"26",
           "Another program is using the hardware counters (cuptiRangeProfilerEnable says CUPTI_ERROR_HARDWARE_BU", 1},
          {"39", "Another program is using the hardware counters", 1},
          {"43", "this is an instance of a GPU that is cut into several (MIG)", 1},
          {"45", "the Windows Subsystem for Linux does not offer them", 1},
          {"33", "a virtual GPU (vGPU) does not offer them", 1},
          {"40", "its administrator can, with the vGPU's option enable_profiling", 1},
          {"41", "confidential-computing mode", 1},
          {"42", "made for mining", 1},
          {"44", "switch SLI off", 1},
          {"38", "too old for CUPTI's range profiler", 1},
          {"999", "cuptiRangeProfilerEnable says CUPTI_ERROR_UNKNOWN", 1}}) {
        const auto gpu = fakeGpuWith("FAKE_CUPTI", state.status);
        const ProgramResult time = cliOn(gpu, "measure matmul.tiled n=32 --samples 3");
        ASSERT_EQ(time.exitCode, 6) << "the stand-in computes nothing: " << time.err;
        EXPECT_THAT(time.out, HasSubstr("time: 1 ms"));
        EXPECT_THAT(time.out, HasSubstr(state.says)) << state.status;
        if (std::string(state.status) != "999") {
            EXPECT_THAT(time.out, HasSubstr("emulator's counts stand in their place")) << state.status;
        }
        const ProgramResult demanded = cliOn(gpu, "measure matmul.tiled n=32 --counters");
        EXPECT_EQ(demanded.exitCode, state.exitCode) << state.status;
        EXPECT_THAT(demanded.err, HasSubstr(state.says)) << state.status;
    }
}
#endif

TEST(Missing, WithoutNvmlTheClockIsReadByAKernel) {
    for (const char* mode : {"none", "old"}) {
        const ProgramResult outcome =
            cliOn(fakeGpuWith("FAKE_NVML", mode), "measure matmul.tiled n=32 --no-counters --samples 3");
        ASSERT_EQ(outcome.exitCode, 6) << "the stand-in computes nothing: " << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("SM clock: 1980 MHz")) << mode;
        EXPECT_THAT(outcome.out, Not(HasSubstr("note:"))) << mode;
    }
}

}  // namespace
}  // namespace lanescope
