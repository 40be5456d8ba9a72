// SPDX-License-Identifier: GPL-3.0-or-later
// What a measurement says of the machine around it.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/file_reader.h"
#include "core/base/resources.h"
#include "gpu/cuda_driver.h"
#include "gpu/host_machine.h"
#include "gpu/nvml.h"

namespace lanescope {
namespace {

GpuCondition well() {
    GpuCondition condition;
    condition.smClockHz = 1.98e9;
    condition.memoryClockHz = 3.2e9;
    condition.smClockSetHz = 1.98e9;
    condition.ecc = true;
    condition.correctedErrors = 5;
    condition.uncorrectedErrors = 0;
    return condition;
}

std::string only(const std::vector<std::string>& notes) {
    EXPECT_EQ(notes.size(), 1U);
    return notes.empty() ? "" : notes.front();
}

TEST(GpuCondition, OfAGpuThatIsWellNothingIsSaid) { EXPECT_TRUE(notesBetween(well(), well()).empty()); }

TEST(GpuCondition, MemoryErrorsAreTold) {
    GpuCondition after = well();
    after.correctedErrors = 8;
    EXPECT_NE(only(notesBetween(well(), after)).find("ECC corrected 3 errors"), std::string::npos);
    after = well();
    after.uncorrectedErrors = 2;
    EXPECT_NE(only(notesBetween(well(), after)).find("had 2 errors meanwhile that ECC could not correct"),
              std::string::npos);
    after = well();
    after.ecc = false;
    EXPECT_NE(only(notesBetween(well(), after)).find("switched"), std::string::npos);
    after = well();
    after.correctedErrors.reset();
    EXPECT_TRUE(notesBetween(well(), after).empty()) << "unknown is no error";
}

TEST(GpuCondition, ChangedClocksAreTold) {
    GpuCondition after = well();
    after.smClockSetHz = 1.2e9;
    EXPECT_EQ(only(notesBetween(well(), after)), "Somebody set the SM clock from 1980 MHz to 1200 MHz meanwhile.");
    after = well();
    after.memoryClockHz = 1.6e9;
    EXPECT_EQ(only(notesBetween(well(), after)), "The memory clock changed from 3200 MHz to 1600 MHz meanwhile.");
    after = well();
    after.throttled = true;
    EXPECT_NE(only(notesBetween(well(), after)).find("heat or power"), std::string::npos);
}

TEST(GpuCondition, AGpuThatIsSharedIsTold) {
    GpuCondition cut = well();
    cut.mig = true;
    EXPECT_NE(only(notesBetween(cut, cut)).find("(MIG)"), std::string::npos);
    GpuCondition lent = well();
    lent.virtualGpu = true;
    EXPECT_NE(only(notesBetween(lent, lent)).find("(vGPU)"), std::string::npos);
}

// PTX ISA 9.0 came with CUDA 13.0 (PTX ISA, release notes). An older driver cannot compile it.
TEST(DriverVersion, IsWhatTheKernelsPtxNeeds) {
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(resourceFolder().value() + "/ptx")) {
        const std::string text = readFile(file.path().string()).value();
        EXPECT_NE(text.find("\n.version 9.0\n"), std::string::npos) << file.path() << ": what does this version need?";
        ++files;
    }
    EXPECT_GE(files, 10U);
    EXPECT_EQ(cuda::kNeededVersion, 13000);
    EXPECT_EQ(cuda::versionText(12080), "12.8");
}

TEST(HostMachine, TheCpusNameIsFoundWhereTheSystemTellsIt) {
    EXPECT_EQ(cpuNameIn("processor\t: 0\nmodel name\t: AMD EPYC 9654\nflags\t\t: fpu\n"), "AMD EPYC 9654");
    EXPECT_EQ(cpuNameIn("processor : 0\ncpu\t\t: POWER9, altivec supported\n"), "POWER9, altivec supported");
    EXPECT_EQ(cpuNameIn("model name\nno colon in that line: x\n"), "");
    EXPECT_EQ(cpuNameIn("model name\t:"), "");
    EXPECT_EQ(cpuNameIn(""), "");
    EXPECT_FALSE(cpuName().empty());
}

TEST(HostMachine, WslIsKnownByItsKernel) {
    EXPECT_TRUE(isWsl("Linux version 5.15.153.1-microsoft-standard-WSL2 (root@1) #1 SMP"));
    EXPECT_FALSE(isWsl("Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)"));
}

}  // namespace
}  // namespace lanescope
