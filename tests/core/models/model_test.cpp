// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

/// 64 blocks of 256 threads that compute, read, write and use shared memory.
ModelInput someInput() {
    LaunchProfile launch;
    launch.kernel = "k";
    launch.blocks = 64;
    launch.threadsPerBlock = 256;
    launch.computeInstructions = 100;
    launch.globalLoads = 20;
    launch.globalStores = 1;
    launch.sharedAccesses = 40;
    launch.ilp = 2;
    launch.mlp = 1.5;
    launch.warpShare = 0.9;
    launch.fpOperations = 64;
    launch.countsFrom = "Counts are made up.";
    return {{launch}, copies(1 << 20, 1 << 19)};
}

Estimate estimated(std::string_view model, const ModelInput& input = someInput(), const std::string& gpu = "c2070") {
    const auto estimate = (*findModel(model))->estimate(input, preset(gpu));
    EXPECT_TRUE(estimate) << describe(estimate.error());
    return estimate.value_or(Estimate());
}

double sumOfTerms(const Estimate& estimate) {
    return std::accumulate(estimate.terms.begin(), estimate.terms.end(), 0.0,
                           [](double sum, const EstimateTerm& term) { return sum + term.seconds; });
}

double term(const Estimate& estimate, const std::string& name) {
    for (const EstimateTerm& candidate : estimate.terms)
        if (candidate.name == name) return candidate.seconds;
    ADD_FAILURE() << "no term " << name;
    return 0;
}

bool says(const Estimate& estimate, const std::string& words) {
    return std::any_of(estimate.assumptions.begin(), estimate.assumptions.end(),
                       [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
}

/// The models of core/timing ask for a recorded run, which hand-made counts are not; tests/core/timing has theirs.
bool asksForARun(const Model& model) {
    const auto answer = model.estimate(someInput(), preset("h200"));
    return !answer && answer.error().arguments.at("reason").find("was not recorded") != std::string::npos;
}

TEST(Models, OnlyThoseOfTimeAskForARun) {
    std::vector<std::string> asking;
    for (const auto& model : models())
        if (asksForARun(*model)) asking.emplace_back(model->id());
    EXPECT_EQ(asking, (std::vector<std::string>{"interval", "simulation"}));
}

TEST(Models, AreListedOnceEach) {
    std::vector<std::string> ids;
    for (const auto& model : models()) {
        ids.emplace_back(model->id());
        EXPECT_FALSE(model->title().empty());
        for (const std::string_view words :
             {model->source(), model->description().needs, model->description().assumes, model->description().range})
            EXPECT_FALSE(words.empty()) << model->id();
        EXPECT_EQ(*findModel(model->id()), model.get());
    }
    EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), ids.size());
    const auto unknown = findModel("astrology");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::UnknownModel);
    EXPECT_NE(unknown.error().arguments.at("known").find("thesis"), std::string::npos);
}

TEST(Models, TermsAddUp) {
    for (const auto& model : models()) {
        if (asksForARun(*model)) continue;
        const Estimate estimate = estimated(model->id());
        EXPECT_GT(estimate.seconds, 0) << model->id();
        EXPECT_NEAR(sumOfTerms(estimate), estimate.seconds, 1e-15) << model->id();
    }
}

TEST(Models, WhatOverlapHidesIsATermBelowZero) {
    const Estimate estimate = estimated("mukherjee-max");
    EXPECT_NE(estimate.caseTaken.find("memory takes the time"), std::string::npos) << estimate.caseTaken;
    EXPECT_DOUBLE_EQ(estimate.seconds, term(estimate, "global memory") + term(estimate, "shared memory"));
    EXPECT_DOUBLE_EQ(term(estimate, "hidden by overlap"), -term(estimate, "compute"));

    ModelInput computing = someInput();
    computing.launches[0].computeInstructions = 1e6;
    const Estimate other = estimated("mukherjee-max", computing);
    EXPECT_NE(other.caseTaken.find("compute takes the time"), std::string::npos) << other.caseTaken;
    EXPECT_DOUBLE_EQ(other.seconds, term(other, "compute"));
}

TEST(Models, LaunchesAddUp) {
    ModelInput twice = someInput();
    twice.launches.push_back(twice.launches[0]);
    for (const auto& model : models()) {
        if (asksForARun(*model)) continue;
        const double once = (*model).estimate(someInput(), preset("c2070"))->kernelSeconds;
        EXPECT_NEAR((*model).estimate(twice, preset("c2070"))->kernelSeconds, 2 * once, 1e-15) << model->id();
    }
}

TEST(Models, KernelSecondsLeaveCopiesOut) {
    const Estimate estimate = estimated("thesis");
    EXPECT_NEAR(estimate.seconds - estimate.kernelSeconds,
                term(estimate, "copy to device") + term(estimate, "copy from device"), 1e-15);
    EXPECT_NEAR(term(estimate, "copy to device"), (1 << 20) / 4e9, 1e-15);
    EXPECT_NEAR(term(estimate, "launch overhead"), 3e-6, 1e-15);
    const Estimate mukherjee = estimated("mukherjee-sum");
    EXPECT_EQ(mukherjee.seconds, mukherjee.kernelSeconds);
    EXPECT_TRUE(says(mukherjee, "copies"));
}

// 3.2.3: (500 + t) / t cycles when t threads share a transaction, and 4 · t when t meet in a bank.
TEST(Mukherjee, PricesCoalescingAndBankConflicts) {
    const Estimate apart = estimated("mukherjee-sum");
    ModelInput input = someInput();
    input.launches[0].threadsPerTransaction = 8;
    input.launches[0].sharedPasses = 3;
    const Estimate together = estimated("mukherjee-sum", input);
    EXPECT_NEAR(term(together, "global memory") / term(apart, "global memory"), (508.0 / 8) / 500, 1e-12);
    EXPECT_NEAR(term(together, "shared memory") / term(apart, "shared memory"), 3, 1e-12);
}

TEST(Mukherjee, TheCacheServesLoadsByTheirSize) {
    // 100 · 24 compute, 500 · (20 / 32 + 1) memory cycles; doubles share a line with half as many.
    EXPECT_NEAR(
        term(estimated("mukherjee-sum-cache"), "global memory") / term(estimated("mukherjee-sum-cache"), "compute"),
        500 * (20.0 / 32 + 1) / 2400, 1e-12);
    ModelInput doubles = someInput();
    doubles.launches[0].type = ElementType::F64;
    EXPECT_NEAR(term(estimated("mukherjee-sum-cache", doubles), "global memory") /
                    term(estimated("mukherjee-sum-cache", doubles), "compute"),
                500 * (20.0 / 16 + 1) / 4800, 1e-12);
}

TEST(Models, APartialWarpCostsAWholeOne) {
    ModelInput small = someInput();
    small.launches[0].threadsPerBlock = 16;
    ModelInput whole = small;
    whole.launches[0].threadsPerBlock = 32;
    EXPECT_EQ(estimated("mukherjee-sum", small).seconds, estimated("mukherjee-sum", whole).seconds);
}

TEST(Models, EveryAssumptionIsSaid) {
    const Estimate estimate = estimated("thesis");
    EXPECT_TRUE(says(estimate, "Counts are made up."));
    EXPECT_TRUE(says(estimate, "although NVIDIA Tesla C2070 has 14"));
    EXPECT_EQ(estimate.outOfRange, "");
    EXPECT_FALSE(says(estimate, "stand in"));

    GpuSpec gpu = preset("h200");
    for (const char* id : {"fp32_issue_cycles", "copy_to_device", "copy_from_device", "launch_overhead"})
        gpu.values.erase(id);
    const Estimate onH200 = (*findModel("thesis"))->estimate(someInput(), gpu).value();
    EXPECT_TRUE(says(onH200, "stand in: fp32_issue_cycles 24 (004"));
    EXPECT_FALSE(says(onH200, "fp64_issue_cycles"));
    EXPECT_TRUE(says(onH200, "launch overhead of NVIDIA H200 is not known and left out"));
    EXPECT_TRUE(says(onH200, "copy to device (copy_to_device) is not known"));
    EXPECT_NE(onH200.outOfRange.find("NVIDIA H200 has 9.0"), std::string::npos);

    ModelInput whole = someInput();
    whole.launches[0].type = ElementType::I32;
    EXPECT_TRUE(says(estimated("thesis", whole), "int instruction"));
}

TEST(Models, SayWhereTheyWereNeverTried) {
    ModelInput many = someInput();
    many.launches[0].blocks = 40000;
    EXPECT_NE(estimated("thesis", many).outOfRange.find("40000 blocks"), std::string::npos);
    EXPECT_NE(estimated("mukherjee-sum-cache", someInput(), "c1060").outOfRange.find("no cache"), std::string::npos);
    EXPECT_EQ(estimated("mukherjee-sum", someInput(), "c1060").outOfRange, "");
}

TEST(Models, AMissingValueIsNamed) {
    for (const char* id : {"clock", "cores_per_sm"}) {
        GpuSpec gpu = preset("c2070");
        gpu.values.erase(id);
        gpu.values.erase("fp32_throughput");  // or nobody would ask for the cores
        gpu.values.erase("fp64_throughput");
        for (const auto& model : models()) {
            if (model->description().needs.find(id) == std::string_view::npos) continue;
            const auto estimate = model->estimate(someInput(), gpu);
            ASSERT_FALSE(estimate) << model->id();
            EXPECT_EQ(estimate.error().code, ErrorCode::ModelOutOfRange);
            EXPECT_EQ(estimate.error().arguments.at("model"), model->id());
            EXPECT_NE(estimate.error().arguments.at("reason").find(id), std::string::npos);
        }
    }
}

TEST(Thesis, PricesAWholeProgram) {
    ModelInput program = someInput();
    program.copies = {{CopyProfile::Direction::ToDevice, true, 5'600'000},
                      {CopyProfile::Direction::OnDevice, false, 80'000'000},
                      {CopyProfile::Direction::Fill, false, 144'000'000}};
    program.library = {{"cublasDgemm", ElementType::F64, 2 * 1.15e9 * 128 / 48, 0}};
    program.host = {{"dpotrf", 64.0 * 64 * 64 / 3, {}}, {"other", 0, {}}, {"measured", 0, 0.25}};
    const Estimate estimate = (*findModel("thesis"))->estimate(program, preset("c2070")).value();
    std::map<std::string, double> parts;
    for (const EstimateTerm& part : termsByPart(estimate)) parts[part.name] = part.seconds;
    EXPECT_NEAR(parts.at("copy to device"), 1e-3, 1e-12);  // at the rate of page-locked memory
    EXPECT_NEAR(parts.at("copy on device"), 1e-3, 1e-12);
    EXPECT_NEAR(parts.at("fill"), 1e-3, 1e-12);
    EXPECT_NEAR(parts.at("library cublasDgemm"), 1, 1e-9);  // a multiply-add of 48 cycles, 128 at once
    EXPECT_NEAR(parts.at("host dpotrf"), 0.048316e-3, 1e-12);
    EXPECT_NEAR(parts.at("host measured"), 0.25, 1e-12);
    EXPECT_FALSE(parts.contains("host other"));
    EXPECT_TRUE(says(estimate, "other on the host is not priced"));
    EXPECT_NEAR(estimate.kernelSeconds, parts.at("kernel k") + parts.at("launch gaps") + 1, 1e-9);
}

TEST(Thesis, PricesAtomicsOfOtherGpusAsCalibrated) {
    ModelInput input = someInput();
    input.launches[0].atomics = 2;
    GpuSpec gpu = preset("h200");
    gpu.values["atomic_contended_cycles"] = {3, "cycles", "made up"};
    gpu.values["atomic_latency"] = {1000, "cycles", "made up"};
    const Estimate estimate = (*findModel("thesis"))->estimate(input, gpu).value();
    EXPECT_NEAR(term(estimate, "atomic operations") * gpu.find("clock")->value, 2 * (3 * 256 + 1000), 1e-6);
    gpu.values.erase("atomic_latency");
    const auto none = (*findModel("thesis"))->estimate(input, gpu);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().arguments.at("reason").find("atomic_latency"), std::string::npos);
}

TEST(Models, BlocksThatTheGpuCannotRunAreRefused) {
    ModelInput large = someInput();
    large.launches[0].threadsPerBlock = 1024;
    const auto estimate = (*findModel("thesis"))->estimate(large, preset("c1060"));
    ASSERT_FALSE(estimate);
    EXPECT_NE(estimate.error().arguments.at("reason").find("at most 512 threads, not 1024"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
