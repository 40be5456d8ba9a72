// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/mufu/mufu_runs.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/ptx/parser.h"
#include "core/simt/emulator.h"

namespace lanescope::mufu {
namespace {

const mufu::Run& runCalled(std::string_view name) {
    for (const mufu::Run& run : runs())
        if (run.name == name) return run;
    throw std::invalid_argument(std::string(name));
}

TEST(MufuRuns, AreKernelsThatCanBeRead) {
    for (const mufu::Run& run : runs()) {
        const auto module = ptx::parse(ptxOf(run), "probe.ptx");
        ASSERT_TRUE(module) << run.name << ": " << describe(module.error());
        EXPECT_NE(module->find("probe"), nullptr) << run.name;
    }
}

TEST(MufuRuns, ComeBackAsTheyWerePacked) {
    const std::vector<std::uint32_t> results{0x3f80'0000, 0x3f7f'fffe, 0x7fff'ffff, 0xff80'0000, 0, 0x3f7f'fff7};
    for (const char* name : {"rcp", "sin", "tanh_f16"})
        EXPECT_THAT(unpack(runCalled(name), pack(runCalled(name), results)), testing::ElementsAreArray(results))
            << name;
}

TEST(MufuRuns, ABitTooMuchIsAOne) {
    const mufu::Run& run = runCalled("rcp");
    const std::uint32_t right = std::bit_cast<std::uint32_t>(1.0F);
    EXPECT_EQ(pack(run, std::vector{right + 1}), "\1");
}

/// Each line of h200_answers.txt: a run's name, and 64 of its answers, evenly apart, as mufu_probe got them of an H200
/// (2026-11-24, driver 580.159.04).
TEST(MufuRuns, AreAnsweredAsAnH200AnswersThem) {
    std::ifstream file(std::string(LANESCOPE_SOURCE_DIR) + "/tests/gpu/mufu/h200_answers.txt");
    std::size_t compared = 0;
    for (std::string line; std::getline(file, line); ++compared) {
        std::istringstream words(line);
        std::string name;
        words >> name >> std::hex;
        std::vector<std::uint32_t> real;
        for (std::uint32_t answer = 0; words >> answer;) real.push_back(answer);
        ASSERT_EQ(real.size(), 64U) << name;
        mufu::Run run = runCalled(name);
        run.step *= run.count / 64;
        run.count = 64;
        simt::Emulator emulator;
        const auto ours = answersOf(run, emulator);
        ASSERT_TRUE(ours) << name << ": " << describe(ours.error());
        EXPECT_THAT(*ours, testing::ElementsAreArray(real)) << name;
    }
    EXPECT_EQ(compared, 23U);
}

/// Of a host's library, which rounds these right but for a very few.
TEST(MufuRuns, ExpectTheNearestFloat) {
    std::size_t different = 0, asked = 0;
    for (const char* name : {"rcp", "rsqrt", "sqrt", "ex2", "lg2"}) {
        const mufu::Run& run = runCalled(name);
        for (std::uint32_t i = 1; i < run.count; i += 4099, ++asked) {
            const std::uint32_t bits = run.first + i * run.step;
            const double x = std::bit_cast<float>(bits);
            const std::string_view of(name);
            const double value = of == "rcp"     ? 1 / x
                                 : of == "rsqrt" ? 1 / std::sqrt(x)
                                 : of == "sqrt"  ? std::sqrt(x)
                                 : of == "ex2"   ? std::exp2(x)
                                                 : std::log2(x);
            different += expected(run, bits) != std::bit_cast<std::uint32_t>(static_cast<float>(value)) ? 1 : 0;
        }
    }
    EXPECT_GT(asked, 10'000U);
    EXPECT_LE(different, 1U);
}

}  // namespace
}  // namespace lanescope::mufu
