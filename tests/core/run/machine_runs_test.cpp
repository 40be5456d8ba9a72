// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue as machine code in the emulator: the same memory, bit for bit, as its PTX leaves.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/run/emulation.h"
#include "core/run/machine_code.h"
#include "core/sass/lower/lower.h"
#include "core/sass/machine_file.h"
#include "core/simt/decode/program.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

const MachineCode& machineCode() {
    static const MachineCode code(LANESCOPE_SOURCE_DIR "/resources");
    return code;
}

TEST(MachineCodeCoverage, AllKernels) {
    std::map<std::string, int> refused;
    std::map<std::string, std::string> example;
    int all = 0, good = 0;
    for (const char* name : {"vector", "reduce", "transpose", "triangle", "micro", "matvec", "cholesky",
                             "matmul_one_block", "matmul_quadrants", "reduce_cub", "matmul"}) {
        const std::string resources = LANESCOPE_SOURCE_DIR "/resources";
        const auto text = readFile(resources + "/ptx/" + name + ".ptx").value();
        const auto module = ptx::parse(text, std::string(name) + ".ptx");
        ASSERT_TRUE(module) << describe(module.error());
        const auto bytes = readFile(resources + "/machine/" + name + ".sass", 1 << 28).value();
        const auto file = sass::MachineFile::read(bytes, name).value();
        for (const std::string& architecture : file.architectures()) {
            for (const program::Entry& entry : module->entries) {
                const auto listing = file.listing(architecture, entry.name);
                ASSERT_TRUE(listing) << describe(listing.error());
                Kernel kernel;
                kernel.module = sass::lower(*listing, *module, entry);
                kernel.entry = entry.name;
                const auto program = simt::Program::decode(std::make_shared<const Kernel>(kernel));
                ++all;
                if (program) {
                    ++good;
                } else {
                    const auto& error = program.error();
                    std::string what = describe(error);
                    what = what.substr(what.find("address"));
                    what = what.substr(what.find("\"") == std::string::npos ? 0 : what.find("\""));
                    std::string key = architecture + " " + what.substr(0, what.find_first_of(" "));
                    if (what.find("\"@") == 0)
                        key = architecture + " " + what.substr(0, what.find(' ', what.find(' ') + 1));
                    ++refused[key];
                    example[key] = std::string(name) + " " + entry.demangled + " " + describe(error);
                }
            }
        }
    }
    std::cout << good << " of " << all << "\n";
    for (const auto& [key, count] : refused) std::cout << count << "  " << key << "   e.g. " << example[key] << "\n";
}

class MachineRun : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(MachineRun, LeavesWhatPtxLeaves) {
    const auto& [id, architecture] = GetParam();
    const Algorithm& algorithm = **shippedCatalogue().find(id);
    const std::size_t plans =
        std::getenv("LANESCOPE_MACHINE_PLANS") ? std::stoul(std::getenv("LANESCOPE_MACHINE_PLANS")) : 12;
    for (const Plan& plan : plansToTry(algorithm, plans)) {
        SCOPED_TRACE(toString(plan.parameters));
        EmulationOptions options;
        options.stepBudget = 20'000'000;
        options.keepBuffers = true;
        options.scheduling = simt::Scheduling::IndependentThreads;
        const Result<Emulation> ptx = emulate(plan, options, {});
        ASSERT_TRUE(ptx) << describe(ptx.error());
        if (ptx->check.verdict == CheckResult::Verdict::Fault) continue;
        const Result<Plan> machinePlan = machineCode().planFor(plan, architecture);
        ASSERT_TRUE(machinePlan) << describe(machinePlan.error());
        const Result<Emulation> machine = emulate(*machinePlan, options, {});
        if (!machine) {
            ADD_FAILURE() << describe(machine.error());
            continue;
        }
        EXPECT_EQ(machine->check.verdict, ptx->check.verdict) << machine->check.note;
        ASSERT_EQ(machine->buffers.size(), ptx->buffers.size());
        for (std::size_t b = 0; b < ptx->buffers.size(); ++b)
            EXPECT_TRUE(machine->buffers[b] == ptx->buffers[b]) << plan.buffers[b].name << " differs";
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, MachineRun,
                         testing::Combine(testing::ValuesIn(shippedIds()),
                                          testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100",
                                                          "sm_120")),
                         [](const auto& p) { return testNameOf(std::get<0>(p.param)) + "_" + std::get<1>(p.param); });

}  // namespace
}  // namespace lanescope
