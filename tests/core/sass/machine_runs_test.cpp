// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue as machine code in the emulator: all of it can be run, and leaves the same memory, bit for bit, as its
// PTX.
#include <gtest/gtest.h>

#include <optional>

#include "core/base/file_reader.h"
#include "core/plan/executor.h"
#include "core/ptx/parser.h"
#include "core/sass/lower/lower.h"
#include "core/sass/machine_file.h"
#include "core/sass/machine_plan.h"
#include "core/simt/decode/program.h"
#include "core/simt/emulator.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

const std::string kResources = LANESCOPE_SOURCE_DIR "/resources";
constexpr std::size_t kPlans = LANESCOPE_PLANS;  ///< of each algorithm

std::vector<std::string> architectures() { return {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}; }

const sass::MachinePlans& machinePlans() {
    static const sass::MachineCodes codes(kResources);
    static const sass::MachinePlans plans(codes);
    return plans;
}

class KeptKernels : public testing::TestWithParam<std::string> {};

TEST_P(KeptKernels, CanAllBeRun) {
    const std::string path = kResources + "/ptx/" + GetParam() + ".ptx";
    const auto ptx = ptx::parse(readFile(path).value(), GetParam() + ".ptx");
    ASSERT_TRUE(ptx) << describe(ptx.error());
    const auto file = sass::MachineFile::read(readFile(kResources + "/machine/" + GetParam() + ".sass").value(), path);
    ASSERT_TRUE(file) << describe(file.error());
    for (const std::string& architecture : file->architectures()) {
        for (const program::Entry& entry : ptx->entries) {
            const auto listing = file->listing(architecture, entry.name);
            ASSERT_TRUE(listing) << describe(listing.error());
            Kernel kernel;
            kernel.module = sass::lower(*listing, *ptx, entry);
            kernel.entry = entry.name;
            const auto program = simt::Program::decode(std::make_shared<const Kernel>(kernel));
            EXPECT_TRUE(program) << describe(program.error());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, KeptKernels,
                         testing::Values("cholesky", "matmul", "matmul_one_block", "matmul_quadrants", "matvec",
                                         "micro", "reduce", "reduce_cub", "transpose", "triangle", "vector"));

/// The arrays that a run leaves, those of the host first; and whether it is right.
struct Outcome {
    std::optional<Error> error;
    std::vector<std::vector<std::byte>> host;
    std::vector<std::vector<std::byte>> device;
    CheckResult::Verdict verdict = CheckResult::Verdict::NotChecked;
};

Outcome outcomeOf(const Plan& plan) {
    simt::EmulatorOptions options;
    options.stepBudget = 20'000'000;
    options.scheduling = simt::Scheduling::IndependentThreads;
    simt::Emulator emulator(options);
    Outcome outcome;
    const Result<HostBuffers> host = runPlan(plan, emulator, {});
    if (!host) {
        outcome.error = host.error();
        return outcome;
    }
    outcome.verdict = checkResult(plan, *host, {}).value().verdict;
    for (BufferId id = 0; id < plan.buffers.size(); ++id) {
        // How long something took differs, and is no result.
        if (plan.buffers[id].name == "cycles") continue;
        if (id < host->size()) outcome.host.push_back((*host)[id]);
        if (plan.buffers[id].place == Buffer::Place::Host) continue;
        outcome.device.emplace_back(plan.buffers[id].bytes());
        EXPECT_TRUE(emulator.download(id, outcome.device.back()));
    }
    return outcome;
}

class MachineRun : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(MachineRun, LeavesWhatPtxLeaves) {
    const auto& [id, architecture] = GetParam();
    for (const Plan& plan : plansToTry(**shippedCatalogue().find(id), kPlans)) {
        SCOPED_TRACE(toString(plan.parameters));
        const Outcome ptx = outcomeOf(plan);
        const Result<Plan> machinePlan = machinePlans().planFor(plan, architecture);
        ASSERT_TRUE(machinePlan) << describe(machinePlan.error());
        const Outcome machine = outcomeOf(*machinePlan);
        if (ptx.error) {
            EXPECT_TRUE(machine.error && machine.error->code == ptx.error->code) << describe(*ptx.error);
            continue;
        }
        if (machine.error) {
            ADD_FAILURE() << describe(*machine.error);
            continue;
        }
        EXPECT_EQ(machine.verdict, ptx.verdict);
        EXPECT_TRUE(machine.host == ptx.host);
        EXPECT_TRUE(machine.device == ptx.device);
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, MachineRun,
                         testing::Combine(testing::ValuesIn(shippedIds()), testing::ValuesIn(architectures())),
                         [](const auto& p) { return testNameOf(std::get<0>(p.param)) + "_" + std::get<1>(p.param); });

}  // namespace
}  // namespace lanescope
