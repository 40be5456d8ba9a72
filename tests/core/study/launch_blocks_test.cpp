// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "core/library/library.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

const Library& library() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

GpuSpec gpuOf(const std::string& id) { return *library().gpus().find(id).value(); }

LaunchBlock blockOf(const std::string& gpu, const Measurement* measured, const sass::MachineCodes* codes) {
    const auto algorithm = library().catalogue().find("matmul.tiled");
    const Result<Parameters> parameters = (*algorithm)->complete({});
    const Result<Plan> plan = (*algorithm)->plan(*parameters);
    if (!plan) throw std::runtime_error(describe(plan.error()));
    return launchBlocksOf(*plan, measured, gpuOf(gpu), codes).at(0);
}

TEST(LaunchBlocks, KnowRegistersOfGpusThatNobodyRecorded) {
    const LaunchBlock t4 = blockOf("t4", nullptr, &library().machineCodes());
    ASSERT_TRUE(t4.block.registersPerThread);
    EXPECT_THAT(t4.registersFrom, HasSubstr("machine code for sm_75"));
    ASSERT_TRUE(t4.machineCode);
    EXPECT_EQ(t4.machineCode->spillLoadBytes, 0U);
    EXPECT_FALSE(blockOf("t4", nullptr, nullptr).block.registersPerThread);
    EXPECT_FALSE(blockOf("gtx1050", nullptr, &library().machineCodes()).block.registersPerThread)
        << "there is no machine code for GPUs before Turing";
}

TEST(LaunchBlocks, BelieveWhatWasCountedFirst) {
    Measurement measured;
    measured.provenance.gpu = gpuOf("h200").title;
    measured.counters = {{{"registers_per_thread", 99}}};
    const LaunchBlock counted = blockOf("h200", &measured, &library().machineCodes());
    EXPECT_EQ(counted.block.registersPerThread, 99U);
    EXPECT_THAT(counted.registersFrom, HasSubstr("H200"));
    measured.provenance.gpu = "another";
    EXPECT_THAT(blockOf("h200", &measured, &library().machineCodes()).registersFrom, HasSubstr("sm_90"));
}

TEST(LaunchBlocks, KnowThatALargeBlockIsCompiledForAnew) {
    const auto algorithm = library().catalogue().find("matmul.rect4-prefetch");
    const Result<Parameters> parameters =
        (*algorithm)->complete({{"variant", "published"}, {"block", "32"}, {"type", "f32"}});
    const Result<Plan> plan = (*algorithm)->plan(*parameters);
    ASSERT_TRUE(plan) << describe(plan.error());
    const LaunchBlock one = launchBlocksOf(*plan, nullptr, gpuOf("h200"), &library().machineCodes()).at(0);
    EXPECT_EQ(one.block.registersPerThread, 64U) << "1024 threads cannot have 116 each";
    EXPECT_THAT(one.registersFrom, HasSubstr("anew for blocks of 1024 threads"));
    EXPECT_FALSE(one.machineCode) << "what is kept is not what runs";
}

/// What the driver of the H200 told of every kernel that was recorded is what the kept machine code says.
TEST(LaunchBlocks, AgreeWithTheRecordingOfAnH200) {
    const GpuSpec gpu = gpuOf("h200");
    std::size_t compared = 0;
    std::vector<const StudyEntry*> entries;
    for (const Study& study : library().recordings().studies)
        for (const StudyEntry& entry : study.entries)
            if (entry.measurement && entry.measurement->provenance.gpu == gpu.title) entries.push_back(&entry);
    for (const StudyEntry* recorded : entries) {
        const StudyEntry& entry = *recorded;
        const auto algorithm = library().catalogue().find(entry.algorithm);
        if (!algorithm) continue;
        const Result<Plan> plan = (*algorithm)->plan(entry.parameters);
        if (!plan) continue;
        const auto told = launchBlocksOf(*plan, &*entry.measurement, gpu);
        const auto kept = launchBlocksOf(*plan, nullptr, gpu, &library().machineCodes());
        for (std::size_t i = 0; i < told.size(); ++i) {
            if (!told[i].block.registersPerThread || !kept[i].block.registersPerThread) continue;
            ++compared;
            EXPECT_EQ(told[i].block.registersPerThread, kept[i].block.registersPerThread)
                << entry.algorithm << ' ' << told[i].kernel << ": " << kept[i].registersFrom;
        }
    }
    EXPECT_GT(compared, 1000U);
}

}  // namespace
}  // namespace lanescope
