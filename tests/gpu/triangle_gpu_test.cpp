// SPDX-License-Identifier: GPL-3.0-or-later
// The triangle family on a real GPU: bit for bit what the emulator computes, and where LTM's roots are first wrong
// there. Skipped, with the reason, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "core/algorithms/algorithm.h"
#include "core/algorithms/triangle/triangle_maps.h"
#include "core/algorithms/triangle/triangle_roots.h"
#include "core/base/resources.h"
#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "gpu/measure.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

const Catalogue& catalogue() {
    static const Result<Catalogue> loaded = Catalogue::load(resourceFolder().value());
    return *loaded;
}

const Algorithm& algorithm(std::string_view id) { return **catalogue().find(id); }

Result<Plan> planFor(std::string_view id, const Parameters& given) {
    Result<Parameters> complete = algorithm(id).complete(given);
    if (!complete) return fail(complete.error());
    return algorithm(id).plan(*complete);
}

class TriangleOnGpu : public testing::TestWithParam<const char*> {
protected:
    /// One session for all tests: the driver compiles the kernels once.
    void SetUp() override {
        static const Result<std::shared_ptr<CudaSession>> opened = CudaSession::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
    }
    [[nodiscard]] Result<HostBuffers> run(const Plan& plan) const {
        CudaExecutor executor(m_session);
        return runPlan(plan, executor, {});
    }
    [[nodiscard]] Verdict verdict(const Plan& plan) const {
        const auto after = run(plan);
        EXPECT_TRUE(after) << describe(after.error());
        return after ? checkResult(plan, *after, {}).value().verdict : Verdict::Fault;
    }

    /// Plans of all that goes together with these orders and block sides.
    static std::vector<Plan> plansOf(std::string_view id, const std::vector<std::string>& orders,
                                     const std::vector<std::string>& blocks) {
        const std::vector<Parameters> works{{{"workload", "dummy"}},
                                            {{"workload", "edm"}, {"dimensions", "1"}},
                                            {{"workload", "edm"}, {"dimensions", "2"}},
                                            {{"workload", "edm"}, {"dimensions", "4"}},
                                            {{"workload", "collision"}}};
        std::vector<Plan> plans;
        for (const std::string& variant : valuesOf(id, "variant"))
            for (const std::string& root : valuesOf(id, "root"))
                for (const std::string& n : orders)
                    for (const std::string& block : blocks)
                        for (const std::string diagonal : {"yes", "no"})
                            for (Parameters choice : works) {
                                choice.add("n", n);
                                choice.add("block", block);
                                choice.add("diagonal", diagonal);
                                if (!variant.empty()) choice.add("variant", variant);
                                if (!root.empty()) choice.add("root", root);
                                if (auto plan = planFor(id, choice)) plans.push_back(std::move(*plan));
                            }
        return plans;
    }
    /// An empty one if the algorithm has no such parameter.
    static std::vector<std::string> valuesOf(std::string_view id, std::string_view parameter) {
        const auto specs = algorithm(id).parameters();
        const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
        return spec == specs.end() ? std::vector<std::string>{""} : spec->values;
    }

    std::shared_ptr<CudaSession> m_session;
};

TEST_P(TriangleOnGpu, ComputesWhatTheEmulatorComputesBitForBit) {
    std::size_t equal = 0;
    for (const Plan& plan : plansOf(GetParam(), {"2", "33", "64", "75", "130"}, {"1", "4", "8", "16", "32"})) {
        SCOPED_TRACE(plan.algorithm + " " + toString(plan.parameters));
        const auto here = run(plan);
        ASSERT_TRUE(here) << describe(here.error());
        simt::Emulator emulator;
        const auto emulated = runPlan(plan, emulator, {});
        ASSERT_TRUE(emulated) << describe(emulated.error());
        EXPECT_TRUE(emulated->at(0) == here->at(0));
        const bool right = isRight(algorithm(GetParam()).judge(plan.parameters).kind);
        EXPECT_EQ(checkResult(plan, *here, {}).value().verdict, right ? Verdict::Correct : Verdict::Wrong);
        ++equal;
    }
    std::cout << GetParam() << ": " << equal << " matrices as emulated\n";
    EXPECT_GE(equal, 50U);
}

TEST_P(TriangleOnGpu, IsRightForLargerTriangles) {
    for (const char* workload : {"dummy", "edm", "collision"}) {
        const Plan plan = planFor(GetParam(), {{"n", "4096"}, {"block", "16"}, {"workload", workload}}).value();
        EXPECT_EQ(verdict(plan), Verdict::Correct) << workload;
    }
}

// Few enough that compute-sanitizer can look at each.
TEST_P(TriangleOnGpu, CorrectedIsRightUnderASanitizer) {
    std::size_t runs = 0;
    for (const Plan& plan : plansOf(GetParam(), {"50"}, {"1", "8", "32"})) {
        if (plan.parameters.value("variant") == "published") continue;
        EXPECT_EQ(verdict(plan), Verdict::Correct) << plan.algorithm << " " << toString(plan.parameters);
        ++runs;
    }
    EXPECT_GE(runs, 15U);
}

INSTANTIATE_TEST_SUITE_P(Maps, TriangleOnGpu,
                         testing::Values("triangle.bb", "triangle.ltm", "triangle.rb", "triangle.rec", "triangle.utm",
                                         "triangle.h"),
                         [](const auto& instance) { return std::string(instance.param).substr(9); });

class RootOnGpu : public TriangleOnGpu {};

// With block 1 the rows of tiles are the rows of M; a row more, and the first wrong number is among those launched.
TEST_P(RootOnGpu, IsRightUpToTheRowsThatTheVerdictSays) {
    using namespace triangle;
    const auto root = std::ranges::find(kRoots, std::string_view(GetParam()), &RootName::value)->root;
    const std::optional<std::uint32_t> wrong = reachOnH200(root).firstWrong;
    if (!wrong) GTEST_SKIP() << "right everywhere";
    if (root == Root::Rsqrt && gpuDevices().value().front().spec.title != "NVIDIA H200")
        GTEST_SKIP() << "1/√x is another on each GPU, and only the H200's is known";
    const std::uint64_t safe = rowOfTile(*wrong);
    const auto plan = [&](std::uint64_t rows) {
        return planFor("triangle.ltm", {{"n", std::to_string(rows)}, {"block", "1"}, {"root", GetParam()}}).value();
    };
    EXPECT_EQ(verdict(plan(safe)), Verdict::Correct) << safe;
    EXPECT_EQ(verdict(plan(safe + 1)), Verdict::Wrong) << safe + 1;
}

INSTANTIATE_TEST_SUITE_P(Roots, RootOnGpu, testing::Values("sqrt", "newton", "rsqrt", "double", "corrected"));

}  // namespace
}  // namespace lanescope
