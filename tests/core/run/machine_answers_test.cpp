// SPDX-License-Identifier: GPL-3.0-or-later
// The machine models on emulated runs whose steps can be counted by hand.
#include "core/run/machine_answers.h"

#include <gtest/gtest.h>

#include "core/models/abstract/pram.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;

Plan planOf(const std::string& text, Dim3 grid, Dim3 block, std::uint32_t n) {
    Plan plan;
    plan.buffers = {{"in", ElementType::F32, 1, n, {InitialContent::Kind::SmallIntegers, 1}},
                    {"out", ElementType::F32, 1, n, {InitialContent::Kind::Zeros}}};
    plan.steps.emplace_back(UploadStep{0});
    plan.steps.emplace_back(UploadStep{1});
    Launch launch;
    launch.kernel = kernelOf(text, "k");
    launch.grid = grid;
    launch.block = block;
    launch.arguments = {BufferId{1}, BufferId{0}, static_cast<std::int32_t>(n)};
    plan.steps.emplace_back(LaunchStep{launch});
    return plan;
}

MachineAnswers answersOf(const Plan& plan, const MachineOptions& options = {}) {
    Result<MachineAnswers> answers = machineAnswers(plan, options, {});
    if (!answers) ADD_FAILURE() << describe(answers.error());
    return answers ? std::move(*answers) : MachineAnswers();
}

const Verdict& verdictOn(const MachineAnswers& answers, PramVariant variant) {
    return answers.find("pram")->verdicts.at(static_cast<std::size_t>(variant));
}

std::uint64_t count(const MachineAnswers& answers, std::string_view machine, std::string_view term) {
    return std::get<std::uint64_t>(answers.find(machine)->valueOf(term).value());
}

/// One of QRQW's ways to count: 0 in lockstep, 1 synchronous, 2 asynchronous.
const MachineReading& qrqw(const MachineAnswers& answers, std::size_t reading) {
    return answers.find("qrqw")->readings.at(reading);
}

Legality legality(const MachineAnswers& answers, PramVariant variant) { return verdictOn(answers, variant).legality; }

/// Every thread copies in[0] to its element; 8 instructions.
const std::string kBroadcast = ptxOf(R"(
    .loc 1 1 1
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    .loc 1 7 1
    ld.global.f32 %f1, [%rd2];
    .loc 1 8 1
    st.global.f32 [%rd1], %f1;
    ret;)");

TEST(MachineAnswers, ABroadcastIsAConcurrentRead) {
    const MachineAnswers answers = answersOf(planOf(kBroadcast, {1, 1, 1}, {64, 1, 1}, 64));
    EXPECT_TRUE(answers.complete);
    EXPECT_EQ(count(answers, "pram", "steps"), 8U);
    EXPECT_EQ(count(answers, "pram", "access_steps"), 2U);
    EXPECT_EQ(count(answers, "pram", "phases"), 1U);
    EXPECT_EQ(count(answers, "pram", "processors"), 64U);
    EXPECT_EQ(count(answers, "pram", "work"), 64U * 8U);
    EXPECT_EQ(legality(answers, PramVariant::Crew), Legality::Legal);
    ASSERT_EQ(legality(answers, PramVariant::Erew), Legality::Illegal);
    const Offence& offence = *verdictOn(answers, PramVariant::Erew).first;
    EXPECT_EQ(offence.step, 5U);
    EXPECT_EQ(offence.cell, "in[0]");
    EXPECT_EQ(offence.first.thread, (Dim3{0, 0, 0}));
    EXPECT_EQ(offence.second.thread, (Dim3{1, 0, 0}));
    EXPECT_EQ(offence.first.sourceLine, 7U);
    EXPECT_EQ(offence.threads, 64U);

    EXPECT_EQ(qrqw(answers, 0).steps, 8U + 63U) << "the 64th read is served 63 steps after the first";
    EXPECT_EQ(qrqw(answers, 0).longest.cell, "in[0]");
    EXPECT_EQ(qrqw(answers, 1).steps, 64U);
    EXPECT_EQ(qrqw(answers, 2).steps, 8U + 63U) << "the next instruction uses the value";
    EXPECT_EQ(count(answers, "bsp", "supersteps"), 1U);
    EXPECT_EQ(count(answers, "bsp", "w"), 6U);
    EXPECT_EQ(count(answers, "bsp", "h"), 2U);
    EXPECT_EQ(count(answers, "logp", "messages_to_device"), 2U);
    EXPECT_EQ(count(answers, "logp", "launches"), 1U);
}

/// Every thread stores its number, or the same number, into out[0].
std::string allStore(const std::string& what) {
    return ptxOf("ld.param.u64 %rd1, [out];\nmov.u32 %r1, " + what + ";\nst.global.u32 [%rd1], %r1;\nret;");
}

TEST(MachineAnswers, ConcurrentStoresAreToldApartByTheirValues) {
    const MachineAnswers same = answersOf(planOf(allStore("7"), {2, 1, 1}, {32, 1, 1}, 64));
    EXPECT_EQ(legality(same, PramVariant::CrcwCommon), Legality::Legal);
    EXPECT_EQ(legality(same, PramVariant::Crew), Legality::Illegal);
    EXPECT_EQ(legality(same, PramVariant::CrcwSum), Legality::Illegal);
    const MachineAnswers different = answersOf(planOf(allStore("%tid.x"), {1, 1, 1}, {32, 1, 1}, 64));
    EXPECT_EQ(legality(different, PramVariant::CrcwCommon), Legality::Illegal);
    EXPECT_EQ(legality(different, PramVariant::CrcwPriority), Legality::Legal);
    EXPECT_EQ(legality(different, PramVariant::Ercw), Legality::Legal);
    const MachineAnswers blocks = answersOf(planOf(allStore("%ctaid.x"), {2, 1, 1}, {1, 1, 1}, 64));
    ASSERT_EQ(legality(blocks, PramVariant::CrcwCommon), Legality::Illegal) << "of different blocks";
    EXPECT_EQ(verdictOn(blocks, PramVariant::CrcwCommon).first->second.block, (Dim3{1, 0, 0}));
}

TEST(MachineAnswers, AddingAtomicallyNeedsASumUnlessTheOldValueIsUsed) {
    const auto adding = [](const std::string& use) {
        return ptxOf("ld.param.u64 %rd1, [out];\nmov.u32 %r1, 1;\natom.global.add.u32 %r2, [%rd1], %r1;\n" + use +
                     "ret;");
    };
    const MachineAnswers sum = answersOf(planOf(adding(""), {1, 1, 1}, {32, 1, 1}, 64));
    EXPECT_EQ(legality(sum, PramVariant::CrcwSum), Legality::Legal);
    EXPECT_EQ(legality(sum, PramVariant::CrcwArbitrary), Legality::Illegal);
    EXPECT_EQ(qrqw(sum, 0).longest.length, 32U);
    const MachineAnswers ticket = answersOf(planOf(adding("mul.wide.u32 %rd2, %r2, 4;\n"), {1, 1, 1}, {32, 1, 1}, 64));
    EXPECT_EQ(legality(ticket, PramVariant::CrcwSum), Legality::Illegal);
}

// Document 004, chapter 6: a reduction halves the number of threads that add in every step, so that it takes log2 of
// the block's threads of them, with a barrier behind each; no two threads touch one element between two barriers.
TEST(MachineAnswers, AReductionByATreeTakesLogarithmicallyManyPhasesAndIsExclusive) {
    std::vector<std::uint64_t> phases;
    for (const char* block : {"32", "64", "128", "256"}) {
        const MachineAnswers answers = answersOf(planFor("reduce.2", {{"n", "256"}, {"block", block}}).value());
        EXPECT_EQ(legality(answers, PramVariant::Erew), Legality::Legal) << block;
        phases.push_back(count(answers, "pram", "phases"));
    }
    const MachineAnswers one = answersOf(planFor("reduce.two-phase", {{"n", "1024"}, {"block", "128"}}).value());
    EXPECT_EQ(count(one, "pram", "phases"), 2U + 7U) << "loading, log2 128 halvings, storing";
    EXPECT_EQ(legality(one, PramVariant::Erew), Legality::Legal);
    EXPECT_GT(phases.front(), 0U);
}

// 004, chapter 7: by rows, every thread reads every element of the vector; by columns, threads of all columns add to
// one element of the result, atomically.
TEST(MachineAnswers, MatrixVectorProducts) {
    const Parameters size{{"n", "64"}, {"m", "16"}, {"block", "32"}};
    const MachineAnswers rows = answersOf(planFor("matvec.rows", size).value());
    EXPECT_EQ(legality(rows, PramVariant::Erew), Legality::Illegal);
    EXPECT_EQ(legality(rows, PramVariant::Crew), Legality::Legal);
    EXPECT_EQ(verdictOn(rows, PramVariant::Erew).first->cell, "v[0]");
    EXPECT_EQ(qrqw(rows, 0).longest.length, 64U) << "all rows at once";
    const MachineAnswers columns = answersOf(planFor("matvec.columns", size).value());
    EXPECT_EQ(legality(columns, PramVariant::Crew), Legality::Illegal);
    EXPECT_EQ(legality(columns, PramVariant::CrcwArbitrary), Legality::Illegal);
    EXPECT_EQ(legality(columns, PramVariant::CrcwSum), Legality::Legal);
    EXPECT_EQ(qrqw(columns, 0).longest.length, 16U) << "all columns at once";
}

TEST(MachineAnswers, MatrixProductsReadConcurrently) {
    const MachineAnswers answers = answersOf(planFor("matmul.global", {{"n", "32"}}).value());
    EXPECT_EQ(legality(answers, PramVariant::Erew), Legality::Illegal);
    EXPECT_EQ(legality(answers, PramVariant::Ercw), Legality::Illegal);
    EXPECT_EQ(legality(answers, PramVariant::Crew), Legality::Legal);
    EXPECT_EQ(qrqw(answers, 0).steps, count(answers, "pram", "steps") + 64U * 31U)
        << "32 threads read each of 2 · 32 elements";
    EXPECT_EQ(legality(answersOf(planFor("vector.add", {}).value()), PramVariant::Erew), Legality::Legal);
}

TEST(MachineAnswers, LimitsAreKeptAndSaid) {
    MachineOptions few;
    few.limits.steps = 20;
    const MachineAnswers answers = answersOf(planOf(kBroadcast, {8, 1, 1}, {32, 1, 1}, 64), few);
    EXPECT_FALSE(answers.complete);
    EXPECT_EQ(answers.blocksSeen, 2U);
    EXPECT_EQ(legality(answers, PramVariant::Crew), Legality::Illegal) << "both blocks that were seen write out[0]";
    EXPECT_EQ(legality(answers, PramVariant::CrcwCommon), Legality::NotSeenWhole);
    ASSERT_EQ(answers.notes.size(), 1U);
    EXPECT_NE(answers.notes[0].find("2 of 8 blocks"), std::string::npos);
    MachineOptions fewAccesses;
    fewAccesses.limits.accesses = 40;
    EXPECT_FALSE(answersOf(planOf(kBroadcast, {1, 1, 1}, {32, 1, 1}, 64), fewAccesses).complete);
    EXPECT_FALSE(answersOf(planFor("cholesky.sequential", {}).value()).complete) << "no kernel, nothing is known";
}

/// Counts the accesses that it is shown.
class Witness final : public AbstractMachine {
public:
    explicit Witness(bool stops)
        : AbstractMachine({"witness", "Witness", "", "", "", ""}, "accesses"), m_stops(stops) {}
    Result<void> add(LaunchAccesses& launch, const JobContext& /*job*/) override {
        m_accesses += launch.accesses.size();
        if (m_stops) return fail(ErrorCode::Cancelled);
        return {};
    }
    MachineAnswer answer(const Plan& plan, const GpuSpec* /*gpu*/) const override {
        MachineAnswer answer = emptyAnswer();
        answer.terms = {{"accesses", m_accesses, "accesses"},
                        {"buffers", std::uint64_t{plan.buffers.size()}, "buffers"}};
        return answer;
    }

private:
    bool m_stops;
    std::uint64_t m_accesses = 0;
};

TEST(MachineAnswers, AnotherMachineIsShownTheSameRun) {
    const Plan plan = planOf(kBroadcast, {1, 1, 1}, {64, 1, 1}, 64);
    std::vector<std::unique_ptr<AbstractMachine>> machines = abstractMachines();
    machines.push_back(std::make_unique<Witness>(false));
    const Result<MachineAnswers> answers = machineAnswers(plan, {}, {}, std::move(machines));
    ASSERT_TRUE(answers);
    ASSERT_EQ(answers->machines.size(), abstractMachines().size() + 1);
    EXPECT_EQ(answers->machines.back().title, "Witness");
    EXPECT_EQ(count(*answers, "witness", "accesses"), 2U * 64U);
    EXPECT_EQ(count(*answers, "witness", "buffers"), 2U);
    EXPECT_EQ(count(*answers, "pram", "steps"), 8U) << "the others are not disturbed";
    EXPECT_EQ(answers->find("nobody"), nullptr);

    machines = abstractMachines();
    machines.push_back(std::make_unique<Witness>(true));
    const Result<MachineAnswers> stopped = machineAnswers(plan, {}, {}, std::move(machines));
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

TEST(MachineAnswers, AFaultIsSaidAndStoppingStops) {
    Plan plan = planOf(kBroadcast, {1, 1, 1}, {64, 1, 1}, 32);
    const MachineAnswers answers = answersOf(plan);
    EXPECT_FALSE(answers.fault.empty());
    EXPECT_FALSE(answers.complete);
    std::stop_source stop;
    stop.request_stop();
    const Result<MachineAnswers> stopped = machineAnswers(plan, {}, {.stop = stop.get_token(), .progress = {}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
