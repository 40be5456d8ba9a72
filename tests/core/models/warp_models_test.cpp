// SPDX-License-Identifier: GPL-3.0-or-later
// The models of warps on a GPU with round numbers, reckoned by hand: 4 blocks of 2 warps on 2 multiprocessors, so that
// each has N = 4 warps and is filled once. A cycle is a nanosecond.
#include <gtest/gtest.h>

#include <map>

#include "core/base/message.h"
#include "core/models/launch_model.h"

namespace lanescope {
namespace {

GpuSpec roundGpu() {
    GpuSpec gpu{"round", "Round GPU", "9.0", {}, {}};
    for (const auto& [id, value] : std::vector<std::pair<std::string, double>>{{"sm_count", 2},
                                                                               {"cores_per_sm", 32},
                                                                               {"clock", 1e9},
                                                                               {"max_threads_per_block", 256},
                                                                               {"max_threads_per_sm", 256},
                                                                               {"max_warps_per_sm", 8},
                                                                               {"max_blocks_per_sm", 2},
                                                                               {"memory_bandwidth", 1e12},
                                                                               {"dram_latency", 100},
                                                                               {"l1_latency", 10},
                                                                               {"departure_delay_coalesced", 10},
                                                                               {"departure_delay_uncoalesced", 20},
                                                                               {"issue_rate", 1},
                                                                               {"fp32_latency", 4},
                                                                               {"fp32_throughput", 1}})
        gpu.values[id] = {value, "", "made up"};
    return gpu;
}

LaunchProfile launch() {
    LaunchProfile p;
    p.kernel = "k";
    p.blocks = 4;
    p.threadsPerBlock = 64;
    p.computeInstructions = 30;
    p.globalLoads = 2;
    p.fpOperations = 30;
    p.ilp = 2;
    p.mlp = 1;
    p.warpShare = 1;
    return p;
}

Estimate estimated(std::string_view model, const LaunchProfile& p = launch(), const GpuSpec& gpu = roundGpu()) {
    const auto estimate = (*findModel(model))->estimate({{p}}, gpu);
    EXPECT_TRUE(estimate) << describe(estimate.error());
    return estimate.value_or(Estimate());
}
double nanoseconds(const Estimate& estimate) { return estimate.seconds * 1e9; }
GpuSpec withBandwidth(double bytesPerSecond) {
    return withValue(roundGpu(), "memory_bandwidth", bytesPerSecond).value();
}

TEST(HongKim, ExposesLatencyWhereThereAreFewWarps) {
    // MWP = CWP = N = 4; Mem_cycles 2 · 100, Comp_cycles 32: 200 + 32 + 32 / 2 · 3
    const Estimate estimate = estimated("hong-kim");
    EXPECT_NEAR(nanoseconds(estimate), 280, 1e-9);
    EXPECT_TRUE(estimate.caseTaken.starts_with("MWP = CWP = N")) << estimate.caseTaken;
    LaunchProfile waiting = launch();
    waiting.barriers = 1;  // 10 · (4 − 1) · 2 blocks
    EXPECT_NEAR(nanoseconds(estimated("hong-kim", waiting)), 280 + 60, 1e-9);
}

TEST(HongKim, HidesComputationBehindMemory) {
    // A warp needs 1.28 GB/s on each of two multiprocessors: 5.12 GB/s are enough for MWP = 2. 200 · 4 / 2 + 16 · 1
    const Estimate estimate = estimated("hong-kim", launch(), withBandwidth(5.12e9));
    EXPECT_NEAR(nanoseconds(estimate), 416, 1e-9);
    EXPECT_TRUE(estimate.caseTaken.starts_with("CWP ≥ MWP")) << estimate.caseTaken;
    LaunchProfile scattered = launch();
    scattered.uncoalesced = 2;
    scattered.transactionsOfUncoalesced = 8;
    // Mem_L 100 + 7 · 20 = 240, every 160: MWP = 1.5. 480 · 4 / 1.5 + 16 · 0.5
    EXPECT_NEAR(nanoseconds(estimated("hong-kim", scattered)), 1288, 1e-9);
}

TEST(HongKim, HidesMemoryBehindComputation) {
    LaunchProfile computing = launch();
    computing.computeInstructions = 148;  // CWP = (200 + 150) / 150 < MWP = 4: 100 + 150 · 4
    const Estimate estimate = estimated("hong-kim", computing);
    EXPECT_NEAR(nanoseconds(estimate), 700, 1e-9);
    EXPECT_TRUE(estimate.caseTaken.starts_with("MWP > CWP")) << estimate.caseTaken;
    computing.computeInstructions = 300;
    // Comp_cycles > Mem_cycles is, as printed, the second case: 200 · 4 / 4 + 302 / 2 · 3
    EXPECT_NEAR(nanoseconds(estimated("hong-kim", computing)), 653, 1e-9);
    computing.globalLoads = 0;
    EXPECT_NEAR(nanoseconds(estimated("hong-kim", computing)), 1200, 1e-9);
}

// The example of the paper: 80 blocks of 128 threads on a Quadro FX 5600, five at once on each of 16 multiprocessors,
// 27 computations, 6 uncoalesced accesses and 6 barriers. It rounds MWP to 2.28 and gets 38450 + 12288 = 50738 cycles.
TEST(HongKim, GivesTheNumbersOfItsAuthors) {
    GpuSpec gpu = roundGpu();
    gpu.computeCapability = "1.0";
    for (const auto& [id, value] : std::vector<std::pair<std::string, double>>{{"sm_count", 16},
                                                                               {"cores_per_sm", 8},
                                                                               {"max_threads_per_sm", 768},
                                                                               {"max_warps_per_sm", 24},
                                                                               {"max_blocks_per_sm", 5},
                                                                               {"memory_bandwidth", 80e9},
                                                                               {"dram_latency", 420},
                                                                               {"departure_delay_uncoalesced", 10},
                                                                               {"issue_rate", 0.25}})
        gpu.values[id].value = value;
    LaunchProfile p = launch();
    p.blocks = 80;
    p.threadsPerBlock = 128;
    p.computeInstructions = 27;
    p.globalLoads = p.uncoalesced = 6;
    p.transactionsOfUncoalesced = 32;
    p.bytesPerRequest = 128;
    p.barriers = 6;
    const auto model = makeModel("hong-kim", {.given = {{"MWP", 2.28}}}).value();
    const Estimate estimate = model->estimate({{p}}, gpu).value();
    std::map<std::string, double> cycles;
    for (const EstimateTerm& term : estimate.terms) cycles[term.name] = term.cycles.value();
    EXPECT_NEAR(cycles["memory"] + cycles["computation of other warps"], 38450, 1);
    EXPECT_NEAR(cycles["synchronisation"], 12288, 1e-6);
    std::map<std::string, double> values;
    for (const EstimateInput& input : estimated("hong-kim", p, gpu).inputs) values[input.symbol] = input.value;
    EXPECT_EQ(values["Mem_L"], 730);
    EXPECT_EQ(values["Departure_delay"], 320);
    EXPECT_EQ(values["Comp_cycles"], 132);
    EXPECT_EQ(values["Mem_cycles"], 4380);
    EXPECT_NEAR(values["MWP"], 2.28, 0.002);
    EXPECT_NEAR(values["MWP_peak_BW"], 28.5, 0.05);
    EXPECT_EQ(values["CWP"], 20);
}

TEST(Sim, AddsAndOverlaps) {
    // T_comp 32 · 4 · 4 / 4 = 128; AMAT 110, ITMLP 3: T_mem 2 · 4 / 3 · 110; CWP ≤ MWP: 3/4 of T_comp is hidden.
    EXPECT_NEAR(nanoseconds(estimated("sim")), 128 + 880.0 / 3 - 96, 1e-9);
    LaunchProfile waiting = launch();
    waiting.barriers = 1;  // Γ · 100 · 2 / 33 for each of 2 blocks, of which 3/4 is hidden like the rest
    EXPECT_GT(nanoseconds(estimated("sim", waiting)), nanoseconds(estimated("sim")) + 100);
}

TEST(Nugteren, KnowsWhatLimits) {
    // mem_cycles 2 · 110, all four warps' at once; 3 others compute 90 < 220
    EXPECT_NEAR(nanoseconds(estimated("nugteren")), 220, 1e-9);
    LaunchProfile computing = launch();
    computing.computeInstructions = 100;  // 300 > 220: 220 + 4 · 100
    EXPECT_NEAR(nanoseconds(estimated("nugteren", computing)), 620, 1e-9);
    EXPECT_NEAR(nanoseconds(estimated("nugteren", launch(), withValue(roundGpu(), "launch_overhead", 1e-6).value())),
                1220, 1e-9);
}

TEST(Baghsorkhi, StallsForBandwidthAndLatency) {
    // A round of 4 warps: 4 · 30, 4 · 2 · 1, and twice 100 − 3 · 10 that nobody hides
    EXPECT_NEAR(nanoseconds(estimated("baghsorkhi")), 120 + 8 + 140, 1e-9);
    LaunchProfile apart = launch();
    apart.warpShare = 0.5;  // two warps run an instruction: half as many hide, so two rounds; each warp's latency is 1
    EXPECT_NEAR(nanoseconds(estimated("baghsorkhi", apart)), 120 + 8 + 2 * 2 * 90, 1e-9);
    // 2.56 GB/s: 256 bytes take a warp 200 cycles of its multiprocessor's share; (200 − 30) / 2 + 1 for each access
    EXPECT_NEAR(nanoseconds(estimated("baghsorkhi", launch(), withBandwidth(2.56e9))), 120 + 4 * 2 * 86 + 140, 1e-9);
}

TEST(Volkov, TakesTheTightestBound) {
    // 8 accesses of a multiprocessor; Latency 100 + 15 · 4: 8 · 160 / 4
    EXPECT_NEAR(nanoseconds(estimated("volkov")), 320, 1e-9);
    // 1 GB/s: 1024 bytes a multiprocessor, half a byte a cycle
    EXPECT_NEAR(nanoseconds(estimated("volkov", launch(), withBandwidth(1e9))), 2048, 1e-9);
}

TEST(Roofline, TakesTheHighestOfTheFloors) {
    EXPECT_NEAR(nanoseconds(estimated("roofline")), 256 * 30 / 128.0, 1e-9);
    EXPECT_NEAR(nanoseconds(estimated("roofline", launch(), withBandwidth(1e10))), 204.8, 1e-9);
    LaunchProfile again = launch();
    again.footprint = 1024;  // half of what the warps ask for is asked twice
    EXPECT_NEAR(nanoseconds(estimated("roofline", again, withBandwidth(1e10))), 102.4, 1e-9);
    EXPECT_NEAR(nanoseconds(estimated("instruction-roofline")), 128, 1e-9);
    const LibraryProfile product{"cublasSgemm", ElementType::F32, 1.28e11, 1e9};
    const auto library = (*findModel("roofline"))->estimate({{}, {}, {product}}, roundGpu());
    ASSERT_TRUE(library) << describe(library.error());
    EXPECT_NEAR(library->kernelSeconds, 1, 1e-12);
    EXPECT_EQ(library->terms.at(0).part, "library cublasSgemm");
}

TEST(WarpModels, NameWhatTheGpuLacks) {
    for (const auto& [model, id] :
         std::vector<std::pair<const char*, const char*>>{{"hong-kim", "departure_delay_coalesced"},
                                                          {"hong-kim", "issue_rate"},
                                                          {"sim", "l1_latency"},
                                                          {"nugteren", "dram_latency"},
                                                          {"baghsorkhi", "fp32_latency"},
                                                          {"volkov", "fp32_latency"},
                                                          {"roofline", "memory_bandwidth"},
                                                          {"instruction-roofline", "sm_count"}}) {
        GpuSpec gpu = roundGpu();
        gpu.values.erase(id);
        const auto estimate = (*findModel(model))->estimate({{launch()}}, gpu);
        ASSERT_FALSE(estimate) << model;
        EXPECT_NE(estimate.error().arguments.at("reason").find(id), std::string::npos) << describe(estimate.error());
    }
    LaunchProfile uncounted = launch();
    uncounted.ilp.reset();
    EXPECT_FALSE((*findModel("sim"))->estimate({{uncounted}}, roundGpu()));
}

TEST(WithValue, ChangesOneNumberAndSaysSo) {
    const GpuSpec changed = withBandwidth(5);
    EXPECT_EQ(changed.find("memory_bandwidth")->value, 5);
    EXPECT_EQ(changed.find("memory_bandwidth")->unit, "B/s");
    EXPECT_NE(changed.find("memory_bandwidth")->source.find("what if"), std::string::npos);
    for (const auto& [id, value] :
         std::vector<std::pair<std::string, double>>{{"clock", 0}, {"sm_count", 1.5}, {"x", 1}})
        EXPECT_FALSE(withValue(roundGpu(), id, value)) << id;
}

// ---- the exercise of CONTRIBUTING

class OneLineRoofline final : public LaunchModel {
public:
    explicit OneLineRoofline(const ModelOptions& options)
        : LaunchModel(
              {"one-line", "Roofline in a line", "an exercise", "fpOperations; memory_bandwidth, clock", "…", "…"},
              options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const auto threads = static_cast<double>(launch.blocks * launch.threadsPerBlock);
        p.longest(
            {{"term.compute"_id, threads * launch.fpOperations / (64 * p.gpu("SMs", "sm_count") * p.clock()), "…"},
             {"term.dram"_id, threads * launch.globalAccesses() * 4 / p.gpu("BW", "memory_bandwidth"), "…"}});
    }
};

TEST(AModelOfOnesOwn, IsAFileAnEntryAndATest) {
    const auto estimate = OneLineRoofline({}).estimate({{launch()}}, roundGpu());
    ASSERT_TRUE(estimate) << describe(estimate.error());
    EXPECT_NEAR(nanoseconds(*estimate), 60, 1e-9);
    EXPECT_EQ(estimate->terms.at(0).part, "kernel k");
    EXPECT_EQ(estimate->inputs.at(0).symbol, "SMs");
}

}  // namespace
}  // namespace lanescope
