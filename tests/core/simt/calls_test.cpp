// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA as nvcc compiles it, optimised and for debugging, under both policies: recursion, function pointers, virtual
// functions, switch, printf, assert, variables of the module, locks, malloc, warps with different tasks.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "core/base/file_reader.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

struct Build {
    std::string name;
    Scheduling scheduling = Scheduling::ReconvergenceStack;
};

class Compiled : public ::testing::TestWithParam<Build> {
protected:
    static std::shared_ptr<const program::Module> module(const std::string& name) {
        static std::map<std::string, std::shared_ptr<const program::Module>> modules;
        auto& known = modules[name];
        if (known) return known;
        const auto text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/simt/data/" + name);
        Result<ptx::Module> parsed = ptx::parse(text.value_or(std::string()), name);
        if (!parsed) {
            ADD_FAILURE() << describe(parsed.error());
            return nullptr;
        }
        return known = std::make_shared<const ptx::Module>(std::move(*parsed));
    }

    Result<void> launch(const std::string& entry, std::uint32_t threads, std::vector<Argument> arguments = {},
                        std::uint32_t blocks = 1) {
        auto kernel = std::make_shared<Kernel>();
        kernel->module = module(GetParam().name);
        if (!kernel->module) return fail(ErrorCode::Internal);
        kernel->entry = entry;
        if (!emulator) {
            options.scheduling = GetParam().scheduling;
            emulator = std::make_unique<Emulator>(options);
            EXPECT_TRUE(emulator->allocate(buffers));
            for (BufferId id = 0; id < contents.size(); ++id) EXPECT_TRUE(emulator->upload(id, bytesOf(contents[id])));
        }
        Launch what;
        what.kernel = kernel;
        what.grid = {blocks, 1, 1};
        what.block = {threads, 1, 1};
        what.arguments = {BufferId{0}};
        what.arguments.insert(what.arguments.end(), arguments.begin(), arguments.end());
        return emulator->launch(what, {});
    }
    std::vector<std::int32_t> run(const std::string& entry, std::uint32_t threads,
                                  std::vector<Argument> arguments = {}) {
        const Result<void> done = launch(entry, threads, std::move(arguments));
        EXPECT_TRUE(done.has_value()) << (done ? "" : describe(done.error()));
        return values();
    }
    std::string faultOf(const std::string& entry, std::uint32_t threads, std::vector<Argument> arguments = {}) {
        const Result<void> done = launch(entry, threads, std::move(arguments));
        if (done || done.error().code != ErrorCode::KernelFault) {
            ADD_FAILURE() << "no fault" << (done ? "" : ": " + describe(done.error()));
            return {};
        }
        return describe(*emulator->reports().back().fault);
    }
    [[nodiscard]] std::vector<std::int32_t> values(BufferId id = 0) const {
        std::vector<std::int32_t> result(1024);
        EXPECT_TRUE(emulator->download(id, std::as_writable_bytes(std::span(result))));
        return result;
    }

    EmulatorOptions options;
    std::vector<Buffer> buffers{{"out", ElementType::I32, 1, 1024, {}}, {"second", ElementType::I32, 1, 1024, {}}};
    std::vector<std::vector<std::int32_t>> contents{std::vector<std::int32_t>(1024), std::vector<std::int32_t>(1024)};
    std::unique_ptr<Emulator> emulator;
};

TEST_P(Compiled, RecursionThatBranches) {
    constexpr int kFibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    const auto result = run("fibonacciOfThread", 40);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(result[i], kFibonacci[i % 12]) << i;
}

TEST_P(Compiled, MutualRecursion) {
    options.stackBytes = 16 << 10;
    const auto result = run("parity", 70);
    for (int i = 0; i < 70; ++i) EXPECT_EQ(result[i], i % 2 == 0 ? 2 : 1) << i;
}

TEST_P(Compiled, QuicksortOfRows) {
    std::mt19937 random(7);
    for (std::int32_t& value : contents[0]) value = static_cast<std::int32_t>(random() % 1000);
    std::vector<std::int32_t> expected = contents[0];
    for (int row = 0; row < 33; ++row) std::sort(expected.begin() + row * 20, expected.begin() + (row + 1) * 20);
    options.stackBytes = 8192;
    EXPECT_EQ(run("sortRows", 33, {std::int32_t{20}}), expected);
}

TEST_P(Compiled, TooDeepIsAStackOverflow) {
    options.stackBytes = 4096;
    const auto result = run("deep", 8, {std::int32_t{10}});
    for (int i = 0; i < 8; ++i) EXPECT_EQ(result[i], (11 + i) / 2);
    const std::string fault = faultOf("deep", 8, {std::int32_t{100000}});
    EXPECT_NE(fault.find("Thread (0, 0, 0) of block (0, 0, 0) in depthOf, called by deep"), std::string::npos) << fault;
    EXPECT_NE(fault.find("its stack is full"), std::string::npos) << fault;
    EXPECT_NE(fault.find("4096 bytes"), std::string::npos) << fault;
    EXPECT_EQ(emulator->reports().back().fault->kind, Fault::Kind::StackOverflow);
}

TEST_P(Compiled, ATableOfFunctions) {
    const auto result = run("byTable", 64);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(result[i], i % 3 == 0 ? i + 3 : i % 3 == 1 ? i - 3 : i * 3) << i;
}

TEST_P(Compiled, VirtualFunctions) {
    const auto result = run("areas", 50);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(result[i], i % 2 == 1 ? i * i : i * 7) << i;
}

TEST_P(Compiled, Switch) {
    const auto result = run("choose", 100);
    for (int i = 0; i < 100; ++i) {
        int expected = 0;
        switch (i % 10) {
            case 0: expected = i + 100; break;
            case 1: expected = i * 3; break;
            case 2: expected = i - 7; break;
            case 3: expected = i ^ 0x55; break;
            case 4: expected = i / 3; break;
            case 5: expected = -i; break;
            case 6: expected = i * 16 + 1; break;
            case 7: expected = i + 1; break;
            default: expected = 12345;
        }
        EXPECT_EQ(result[i], expected) << i;
    }
}

TEST_P(Compiled, Printf) {
    const auto result = run("speak", 3);
    EXPECT_EQ(result[0], 8);
    EXPECT_EQ(result[2], 0);
    const LaunchReport& report = emulator->reports().back();
    ASSERT_EQ(report.output.texts.size(), 2U);
    EXPECT_EQ(report.output.texts[0].text, "[0]  0.00|zero  |a|ff|0|7|2.500000e-01|%\n");
    EXPECT_EQ(report.output.texts[1].text, "[1]  1.50|one   |b|100|-5000000000|7|2.500000e-01|%\n");
    EXPECT_EQ(report.output.texts[1].thread, (Dim3{1, 0, 0}));
    EXPECT_FALSE(report.output.cut);
}

TEST_P(Compiled, Assert) {
    contents[0] = countingUp(1024);
    const std::string fault = faultOf("insist", 32);
    EXPECT_NE(
        fault.find("Thread (5, 0, 0) of block (0, 0, 0) in insist failed the assertion \"out[threadIdx.x] != 5\""),
        std::string::npos)
        << fault;
    EXPECT_NE(fault.find("control.cu line "), std::string::npos) << fault;
    EXPECT_EQ(emulator->reports().back().fault->kind, Fault::Kind::Assertion);
}

TEST_P(Compiled, VariablesOfTheModuleLastFromLaunchToLaunch) {
    constexpr int kTable[] = {3, 1, 4, 1};
    for (int round = 1; round <= 3; ++round) {
        const auto result = run("variables", 40);
        for (int i = 0; i < 40; ++i) EXPECT_EQ(result[i], round * 10 + kTable[i % 4]) << i;
    }
}

TEST_P(Compiled, ALockPerThread) {
    if (GetParam().scheduling == Scheduling::ReconvergenceStack) {
        EXPECT_NE(faultOf("lockPerThread", 32, {BufferId{1}}).find("goes round a loop for ever"), std::string::npos);
        EXPECT_EQ(emulator->reports().back().fault->kind, Fault::Kind::Deadlock);
        return;
    }
    run("lockPerThread", 64, {BufferId{1}});
    EXPECT_EQ(values(0)[0], 0);
    EXPECT_EQ(values(1)[0], 63 * 64 / 2);
}

TEST_P(Compiled, MemoryFromTheDeviceHeap) {
    const auto result = run("ownNodes", 48);
    for (int i = 0; i < 48; ++i) EXPECT_EQ(result[i], 3 * i) << i;
}

TEST_P(Compiled, BarriersThatReduce) {
    const auto result = run("counts", 100);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(result[i], 34 * 100 + 11) << i;
}

TEST_P(Compiled, WarpsWithDifferentTasks) {
    const auto result = run("specialised", 96, {std::int32_t{9}});
    for (int i = 0; i < 96; ++i) {
        const int lane = i % 32;
        int expected = 0;
        for (int r = 0; r < 9; ++r) expected += (r * 32 + 31 - lane) * (i / 32);
        EXPECT_EQ(result[i], expected) << i;
    }
}

TEST_P(Compiled, SteppingIsRunning) {
    struct Case {
        std::string entry;
        std::uint32_t threads;
        std::vector<Argument> arguments;
    };
    for (const Case& c : {Case{"fibonacciOfThread", 40, {}}, Case{"areas", 40, {}}, Case{"specialised", 96, {2}},
                          Case{"byTable", 32, {}}, Case{"ownNodes", 32, {}}}) {
        emulator.reset();
        ASSERT_TRUE(launch(c.entry, c.threads, c.arguments));
        Launch what;
        auto kernel = std::make_shared<Kernel>();
        kernel->module = module(GetParam().name);
        kernel->entry = c.entry;
        what.kernel = kernel;
        what.block = {c.threads, 1, 1};
        what.arguments = {BufferId{0}};
        what.arguments.insert(what.arguments.end(), c.arguments.begin(), c.arguments.end());
        DeviceMemory memory;
        ASSERT_TRUE(memory.allocate(buffers));
        for (BufferId id = 0; id < contents.size(); ++id) memory.upload(id, bytesOf(contents[id]));
        ASSERT_TRUE(memory.loadVariables(kernel->module));
        BlockExecution stepped(Program::decode(kernel, GetParam().scheduling).value(), what, {0, 0, 0}, memory);
        StepRecord record;
        std::vector<BlockState> states{stepped.state()};
        while (stepped.step(record) == BlockExecution::Status::Stepped) states.push_back(stepped.state());
        EXPECT_EQ(stepped.fault().kernel, "");
        EXPECT_EQ(stepped.counts(), emulator->reports().back().counts) << c.entry;
        EXPECT_EQ(memory.allocation(0).data, emulator->memory().allocation(0).data) << c.entry;
        // Back to the middle and forward again: recursion and frames are part of the state. Global memory then holds
        // what was written since, which these kernels do not read before they write it.
        const std::size_t middle = states.size() / 2;
        stepped.restore(states[middle]);
        if (c.entry == "ownNodes") continue;
        for (std::size_t i = middle + 1; i < states.size(); i += 1) {
            ASSERT_EQ(stepped.step(record), BlockExecution::Status::Stepped);
            ASSERT_TRUE(stepped.state() == states[i]) << c.entry << " step " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Nvcc, Compiled,
                         ::testing::Values(Build{"control_O3.ptx", Scheduling::ReconvergenceStack},
                                           Build{"control_O3.ptx", Scheduling::IndependentThreads},
                                           Build{"control_G.ptx", Scheduling::ReconvergenceStack},
                                           Build{"control_G.ptx", Scheduling::IndependentThreads}),
                         [](const auto& compiled) {
                             const std::string build = compiled.param.name == "control_O3.ptx" ? "Optimised" : "Debug";
                             return build + (compiled.param.scheduling == Scheduling::ReconvergenceStack
                                                 ? "Stack"
                                                 : "Independent");
                         });

}  // namespace
}  // namespace lanescope::simt
