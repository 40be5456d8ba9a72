// SPDX-License-Identifier: GPL-3.0-or-later
// Document 001's multiplications by quadrants, and those without kernels of ours.
#include <gmock/gmock.h>

#include "core/run/race_check.h"
#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using Verdict = CheckResult::Verdict;

struct Product {
    Product(std::string_view id, const Parameters& given) {
        Result<Plan> made = planFor(id, given);
        if (!made) throw std::runtime_error(describe(made.error()));
        plan = std::move(*made);
        const Result<HostBuffers> after = runPlan(plan, emulator, {});
        if (after) check = checkResult(plan, *after, {}).value();
        if (!emulator.reports().empty()) fault = emulator.reports().back().fault;
    }
    simt::Emulator emulator;
    Plan plan;
    CheckResult check;
    std::optional<simt::Fault> fault;
};

TEST(Quadrants, AreRightForEverySizeAndType) {
    for (const char* id : {"matmul.quadrants", "matmul.quadrants-8-launches"})
        for (const char* type : {"i32", "f32", "f64"})
            for (const char* n : {"1", "2", "7", "16", "45"})
                for (const char* block : {"5", "8", "32"})
                    EXPECT_EQ(Product(id, {{"n", n}, {"block", block}, {"type", type}}).check.verdict, Verdict::Correct)
                        << id << ' ' << type << ' ' << n << ' ' << block;
}

TEST(Quadrants, OneKernelTakesSeventeenArgumentsAsPublished) {
    const Product run("matmul.quadrants", {{"variant", "published"}, {"n", "32"}, {"block", "16"}});
    EXPECT_EQ(run.plan.launches().at(0)->arguments.size(), 17U);
    EXPECT_EQ(run.plan.launches().size(), 1U);
    EXPECT_EQ(run.check.verdict, Verdict::Correct);
}

// Document 001 with order 500: quadrants of 250, blocks of 16, so that some threads are outside.
TEST(Quadrants, ThePublishedBarrierIsNotReachedByThreadsOutside) {
    const Product run("matmul.quadrants", {{"variant", "published"}, {"n", "20"}, {"block", "8"}});
    EXPECT_FALSE(run.fault);
    EXPECT_EQ(run.check.verdict, Verdict::Correct);
    const auto races = checkRaces(run.plan, {}, {});
    ASSERT_TRUE(races);
    ASSERT_EQ(races->at(0).findings.size(), 1U);
    const simt::Finding& finding = races->at(0).findings[0];
    EXPECT_EQ(finding.kind, simt::Finding::Kind::BarrierMismatch);
    EXPECT_EQ(finding.severity, simt::Finding::Severity::Warning);
    EXPECT_EQ(finding.first.sourceLine, 72U) << "the barrier in matmul_quadrants.cu";
}

TEST(Quadrants, AnOddOrderIsRefusedAsPublished) {
    const Result<Plan> plan = planFor("matmul.quadrants", {{"variant", "published"}, {"n", "31"}});
    ASSERT_FALSE(plan);
    EXPECT_THAT(describe(plan.error()), HasSubstr("must be even, such as 30 or 32"));
}

TEST(Quadrants, EightLaunchesNeedThreeSubMatricesOnTheDevice) {
    const Product run("matmul.quadrants-8-launches", {{"n", "20"}});
    EXPECT_EQ(run.emulator.reports().size(), 8U);
    std::size_t onDevice = 0;
    for (const Buffer& buffer : run.plan.buffers)
        if (buffer.place != Buffer::Place::Host) {
            EXPECT_EQ(buffer.elements(), 100U);
            ++onDevice;
        }
    EXPECT_EQ(onDevice, 3U);
    std::size_t brought = 0;
    for (const Step& step : run.plan.steps)
        if (const auto* copy = std::get_if<CopyStep>(&step))
            brought += copy->direction == CopyStep::Direction::ToDevice ? 100 : 0;
    EXPECT_EQ(brought, 2U * 2 * 20 * 20) << "every element of A and B travels twice";
}

TEST(WithoutKernels, TheCpuAndCublasMultiplyToo) {
    for (const char* id : {"matmul.sequential", "matmul.cublas"})
        for (const char* n : {"1", "37", "64"}) {
            const Product run(id, {{"n", n}, {"type", "f64"}});
            EXPECT_EQ(run.check.verdict, Verdict::Correct) << id;
            EXPECT_TRUE(run.emulator.reports().empty()) << "nothing is launched";
        }
}

TEST(WithoutKernels, TheSequentialProductCanBeStopped) {
    const Result<Plan> plan = planFor("matmul.sequential", {});
    simt::Emulator emulator;
    PlanRun run(*plan, emulator);
    ASSERT_TRUE(run.begin());
    std::stop_source stop;
    stop.request_stop();
    HostBuffers host(3, std::vector<std::byte>(100 * 100 * 4));
    const Result<void> done = std::get<HostStep>(plan->steps.at(0)).task(host, {stop.get_token(), {}});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
