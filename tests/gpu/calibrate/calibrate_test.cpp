// SPDX-License-Identifier: GPL-3.0-or-later
// What calibrate() makes of findings that are good, bad, missing or cut short.
#include "gpu/calibrate/calibrate.h"

#include <gmock/gmock.h>

#include <map>
#include <stop_token>
#include <string_view>

#include "core/base/file_reader.h"
#include "core/models/model.h"
#include "core/run/emulation.h"
#include "core/timing/parameters.h"
#include "gpu/calibrate/plausibility.h"
#include "gpu/cuda_error.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/gpu/calibrate/emulated_rig.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

const std::string kResources = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

MicroBenchmark finding(std::string_view name, std::string_view id, const std::vector<double>& samples) {
    return {name, "how", "", {id}, [=](Rig&, Findings& findings) { findings.found(id, samples); }};
}

MicroBenchmark failing(std::string_view id, const Error& error) {
    return {"failing", "how", "", {id}, [=](Rig&, Findings&) { throw cuda::CudaError(error); }};
}

class Calibrate : public testing::Test {
protected:
    Result<GpuSpec> run(const std::vector<MicroBenchmark>& benchmarks, const std::vector<std::string>& only = {}) {
        simt::Emulator emulator;
        EmulatedRig rig(emulator,
                        JobContext{m_stop.get_token(), [&](double fraction) { m_progress.push_back(fraction); }});
        return calibrate(rig, benchmarks, only, "measured in a test");
    }
    std::stop_source m_stop;
    std::vector<double> m_progress;
};

TEST_F(Calibrate, AValueSaysHowItWasFound) {
    const auto gpu = run({finding("ring", "l1_latency", {30, 31, 32, 33, 34}), finding("pages", "l2_latency", {200})});
    ASSERT_TRUE(gpu) << describe(gpu.error());
    const GpuValue& latency = *gpu->find("l1_latency");
    EXPECT_EQ(latency.value, 32);
    EXPECT_EQ(latency.unit, "cycles");
    EXPECT_DOUBLE_EQ(*latency.spread, 1.0 / 32);
    EXPECT_EQ(latency.benchmark, "ring");
    EXPECT_EQ(latency.source, "measured in a test");
    EXPECT_EQ(gpu->find("l2_size")->source, "made up") << "the driver's limits stay";
    EXPECT_EQ(gpu->find("cores_per_sm")->value, 128) << "what the compute capability says is added";
    EXPECT_EQ(m_progress, (std::vector<double>{0.5, 1}));
    EXPECT_TRUE(parseGpuSpec(toJson(*gpu), "x.json")) << describe(parseGpuSpec(toJson(*gpu), "x.json").error());
}

TEST_F(Calibrate, WhatFailsIsLeftOutWithTheReasonAndTheRestIsMeasured) {
    const auto gpu = run(
        {failing("dram_latency", {ErrorCode::TooLarge, {{"what", "it"}, {"needed", "1 GiB"}, {"available", "1 MiB"}}}),
         finding("ring", "l1_latency", {32})});
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_EQ(gpu->find("dram_latency"), nullptr);
    EXPECT_THAT(gpu->missing.at("dram_latency"), HasSubstr("1 GiB"));
    EXPECT_NE(gpu->find("l1_latency"), nullptr);
}

TEST_F(Calibrate, WhatWasFoundBeforeAFailureCounts) {
    const MicroBenchmark half{
        "half", "how", "", {"l1_latency", "l2_latency"}, [](Rig&, Findings& findings) {
            findings.found("l1_latency", {32});
            findings.point("l1 lines", 4, 1.75);
            throw cuda::CudaError(Error(ErrorCode::CudaFailure, {{"call", "x"}, {"reason", "y"}}));
        }};
    simt::Emulator emulator;
    EmulatedRig rig(emulator);
    Curves curves;
    const auto gpu = calibrate(rig, {half}, {}, "measured in a test", &curves);
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_NE(gpu->find("l1_latency"), nullptr);
    EXPECT_FALSE(gpu->missing.contains("l1_latency"));
    EXPECT_TRUE(gpu->missing.contains("l2_latency"));
    EXPECT_EQ(curves, (Curves{{"l1 lines", {{4, 1.75}}}, {"l1_latency", {{0, 32}}}}));
}

TEST_F(Calibrate, WhatContradictsItselfIsLeftOut) {
    const auto gpu =
        run({finding("a", "l1_latency", {300}), finding("b", "l2_latency", {200}), finding("c", "dram_latency", {600}),
             finding("d", "barrier_cycles", {10, 20, 30, 40, 50}), finding("e", "divergent_branch_cycles", {-3}),
             finding("f", "fp32_throughput", {9}), finding("g", "block_launch_rate", {1 / 0.0})});
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_THAT(gpu->missing.at("l1_latency"),
                HasSubstr("l1_latency came out as 300 cycles and l2_latency as 200 cycles"));
    EXPECT_TRUE(gpu->missing.contains("l2_latency")) << "who knows which of the two is wrong";
    EXPECT_THAT(gpu->missing.at("barrier_cycles"), HasSubstr("did not repeat"));
    EXPECT_THAT(gpu->missing.at("divergent_branch_cycles"), HasSubstr("cannot be"));
    EXPECT_THAT(gpu->missing.at("fp32_throughput"), HasSubstr("cores_per_sm")) << "more than the cores can do";
    EXPECT_TRUE(gpu->missing.contains("block_launch_rate"));
    EXPECT_NE(gpu->find("dram_latency"), nullptr);
    EXPECT_NE(gpu->find("cores_per_sm"), nullptr) << "it was not measured, so it is not what is doubted";
}

TEST_F(Calibrate, JustSomeQuantities) {
    const std::vector<MicroBenchmark> benchmarks{finding("a", "l1_latency", {30}), finding("b", "l2_latency", {200})};
    const auto gpu = run(benchmarks, {"l2_latency"});
    ASSERT_TRUE(gpu);
    EXPECT_EQ(gpu->find("l1_latency"), nullptr);
    EXPECT_TRUE(gpu->missing.empty()) << "not asked for is not missing";
    EXPECT_NE(gpu->find("l2_latency"), nullptr);
    const auto unknown = run(benchmarks, {"l2_latency", "l3_latency"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::IllegalValue);
    EXPECT_EQ(unknown.error().arguments.at("value"), "l3_latency");
    EXPECT_THAT(unknown.error().arguments.at("legal"), HasSubstr("l1_latency, l2_latency"));
}

TEST_F(Calibrate, StopsWhenItIsToldTo) {
    m_stop.request_stop();
    EXPECT_EQ(run({finding("a", "l1_latency", {30})}).error().code, ErrorCode::Cancelled);
    m_stop = {};
    const MicroBenchmark stopping{"stopping", "how", "", {"l2_latency"}, [&](Rig& rig, Findings&) {
                                      m_stop.request_stop();
                                      rig.allocate(std::vector<std::uint64_t>{8, 8});
                                      rig.run(rig.prepare("barriers", 1, 32, {Scalar(1), BufferId{0}, BufferId{1}}));
                                      FAIL() << "it should have been stopped";
                                  }};
    EXPECT_EQ(run({stopping, finding("a", "l1_latency", {30})}).error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(m_progress.empty());
}

TEST_F(Calibrate, AKernelFaultEndsIt) {
    const auto gpu =
        run({failing("l1_latency", {ErrorCode::KernelFault, {{"fault", "It"}}}), finding("a", "l2_latency", {30})});
    ASSERT_FALSE(gpu);
    EXPECT_EQ(gpu.error().code, ErrorCode::KernelFault);
}

TEST_F(Calibrate, WhereThereIsNoTimeOnlyClocksAreRead) {
    const auto gpu = run(microBenchmarks(), {"l1_latency", "launch_overhead"});
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_NE(gpu->find("l1_latency"), nullptr);
    EXPECT_THAT(gpu->missing.at("launch_overhead"), HasSubstr("only a GPU has a time"));
}

TEST(CalibrationKernels, AreNamedWhenTheyAreMissing) {
    EXPECT_EQ(calibrationKernels("/nowhere").error().code, ErrorCode::CannotOpen);
    simt::Emulator emulator;
    EmulatedRig rig(emulator);
    EXPECT_THROW((void)rig.prepare("unheard-of", 1, 1, {}), cuda::CudaError);
}

TEST(ShippedCalibration, IsPlausibleAndMadeByTheBenchmarksThatThereAre) {
    const auto gpu = readGpuSpec(std::string(LANESCOPE_SOURCE_DIR) + "/resources/gpus/h200.json");
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_TRUE(implausible(*gpu).empty());
    for (const MicroBenchmark& benchmark : microBenchmarks())
        for (const std::string_view id : benchmark.quantities) {
            const GpuValue* value = gpu->find(id);
            if (value == nullptr)
                EXPECT_TRUE(gpu->missing.contains(std::string(id))) << id << ": nobody says why it is not there";
            else if (!value->benchmark.empty())
                EXPECT_EQ(value->benchmark, benchmark.name) << id;
            else
                EXPECT_EQ(value->source.find("measured by"), std::string::npos) << id << " says that it was measured";
        }
}

/// What calibrate writes: what the driver and the compute capability tell, and what benchmarks find.
GpuSpec asMeasured() {
    GpuSpec gpu = readGpuSpec(kResources + "/gpus/h200.json").value();
    gpu.id = "mine";
    gpu.title = "NVIDIA Mine";
    gpu.missing.clear();
    std::erase_if(gpu.values, [](const auto& value) {
        const std::string& source = value.second.source;
        const bool limit = source.starts_with("cuDevice") || source.find("specifications") != std::string::npos ||
                           source.find("occupancy") != std::string::npos;
        return value.second.benchmark.empty() && !limit;
    });
    return gpu;
}

/// Of a GPU with half the H200's multiprocessors and half its L2, at four fifths of its clock.
GpuSpec asMeasuredElsewhere() {
    GpuSpec gpu = asMeasured();
    gpu.values.at("sm_count").value *= 0.5;
    gpu.values.at("l2_size").value *= 0.5;
    gpu.values.at("clock_under_load").value *= 0.8;
    return gpu;
}

TEST(CalibratedFile, LacksNothingOnceWhatIsAssumedIsAdded) {
    const GpuSpec measured = asMeasuredElsewhere();
    const auto refused = timing::parametersOf(measured);
    ASSERT_FALSE(refused);
    for (const char* id : {"l1_size", "half_result_cycles", "launch_gap", "scheduled_loads_reserve"})
        EXPECT_THAT(describe(refused.error()), HasSubstr(id)) << "all that is missing is named";

    GpuSpec gpu = measured;
    const auto added = addWhatIsAssumed(gpu, kResources);
    ASSERT_TRUE(added) << describe(added.error());
    EXPECT_TRUE(timing::parametersOf(gpu));
    const auto again = parseGpuSpec(toJson(gpu), "mine.json");
    ASSERT_TRUE(again) << describe(again.error());
    for (const auto& [id, value] : again->values) {
        const bool was = measured.find(id) != nullptr;
        EXPECT_EQ(value.assumed, !was) << id;
        if (was)
            EXPECT_EQ(value.source, measured.find(id)->source) << id;
        else
            EXPECT_THAT(value.source, testing::StartsWith("assumed: ")) << id;
    }
    const GpuSpec h200 = readGpuSpec(kResources + "/gpus/h200.json").value();
    // What was changed; DRAM's nanoseconds, which are fewer cycles here; and shares of L2. All else is the H200's.
    const std::map<std::string_view, double> ratios{{"sm_count", 0.5},
                                                    {"l2_size", 0.5},
                                                    {"clock_under_load", 0.8},
                                                    {"dram_latency_spread", 0.8},
                                                    {"joined_read_cycles", 0.8},
                                                    {"dram_load_window", 0.8},
                                                    {"dram_line_cycles", 0.8},
                                                    {"page_miss_cycles", 0.8},
                                                    {"cold_code_cycles", 0.8},
                                                    {"memory_start_cycles", 0.8},
                                                    {"memory_start_share_cycles", 0.8},
                                                    {"l2_kept", 0.5},
                                                    {"l2_kept_once", 0.5},
                                                    {"l2_write_room", 0.5},
                                                    {"l2_dirty", 0.5},
                                                    {"l2_replay_kept", 0.5}};
    for (const std::string_view id : timing::askedQuantities()) {
        ASSERT_NE(again->find(id), nullptr) << id;
        const auto ratio = ratios.find(id);
        const double expected = h200.find(id)->value * (ratio == ratios.end() ? 1 : ratio->second);
        EXPECT_NEAR(again->find(id)->value, expected, 0.01 * expected) << id;
    }
    // By hand, from 132 multiprocessors, 60 MiB, 2000 cycles and half of L2.
    EXPECT_EQ(again->find("sm_count")->value, 66);
    EXPECT_DOUBLE_EQ(again->find("dram_load_window")->value, 1600);
    EXPECT_EQ(again->find("l2_kept")->value, 15 << 20);
}

TEST(CalibratedFile, OfWhichSomeWasNotFoundSaysWhyAnothersStandsIn) {
    GpuSpec gpu = asMeasured();
    gpu.values.erase("predicate_latency");
    gpu.missing["predicate_latency"] = "it did not repeat";
    ASSERT_TRUE(addWhatIsAssumed(gpu, kResources));
    EXPECT_EQ(gpu.find("predicate_latency")->source,
              "assumed: the H200's, in cycles; not calibrated here: it did not repeat");
    EXPECT_TRUE(gpu.missing.empty());
}

Result<Estimate> simulated(const GpuSpec& gpu) {
    const Result<Plan> plan = planFor("matmul.tiled", {{"n", "256"}, {"block", "16"}});
    if (!plan) return fail(plan.error());
    EmulationOptions options;
    options.maxBlocks = 16;
    options.sample = timing::SampleOptions{};
    const Result<Emulation> emulation = emulate(*plan, options, {});
    if (!emulation) return fail(emulation.error());
    return (*makeModel("simulation", {}))->estimate(modelInputOf(*emulation), gpu);
}

TEST(CalibratedFile, IsSimulatedLikeThePresetOfTheSameGpuAndSaysWhatIsAssumed) {
    GpuSpec gpu = asMeasured();
    EXPECT_EQ(simulated(gpu).error().code, ErrorCode::ModelOutOfRange);
    ASSERT_TRUE(addWhatIsAssumed(gpu, kResources));
    const Result<Estimate> estimate = simulated(gpu);
    ASSERT_TRUE(estimate) << describe(estimate.error());
    const Result<Estimate> preset = simulated(readGpuSpec(kResources + "/gpus/h200.json").value());
    ASSERT_TRUE(preset);
    EXPECT_NEAR(estimate->seconds, preset->seconds, 0.02 * preset->seconds);
    std::size_t assumed = 0;
    for (const EstimateInput& input : estimate->inputs) {
        const GpuValue* const value = gpu.find(input.name);
        if (value == nullptr) continue;
        EXPECT_EQ(input.from, value->assumed ? EstimateInput::From::Assumed : EstimateInput::From::Gpu) << input.name;
        EXPECT_THAT(input.source, HasSubstr(value->source));
        if (value->assumed) ++assumed;
    }
    EXPECT_GT(assumed, 50U);
}

TEST(CalibrationDocument, SaysOfEachBenchmarkWhatTheProgramSays) {
    const std::string text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/docs/calibration.md").value_or("");
    for (const MicroBenchmark& benchmark : microBenchmarks()) {
        EXPECT_THAT(text, HasSubstr("**" + std::string(benchmark.name) + "**"));
        EXPECT_THAT(text, HasSubstr(std::string(benchmark.how)));
    }
}

}  // namespace
}  // namespace lanescope
