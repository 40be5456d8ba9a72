// SPDX-License-Identifier: GPL-3.0-or-later
// Document 003's table of 36 rows against the emulator: what is reached to the printed digit, and what is not and why.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/run/emulation.h"
#include "core/study/study.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

constexpr std::array kBlocks{8, 16, 32};
constexpr std::array kOrders{64, 128, 256};

Parameters configuration(const std::string& variant, int n, int block) {
    return {{"variant", variant}, {"n", std::to_string(n)}, {"block", std::to_string(block)}, {"type", "f32"}};
}

/// The document's number, with the string that it printed.
PublishedValue published(std::string_view algorithm, int n, int block, std::string_view metric) {
    static const Published all = Published::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    for (const PublishedValue& value :
         all.find(**shippedCatalogue().find(algorithm), configuration("published", n, block)))
        if (value.metric == metric) return value;
    throw std::runtime_error("not published");
}

/// As the document prints a percentage: "56,25%".
std::string printed(double percentage) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f%%", percentage);
    std::string result = text.data();
    std::ranges::replace(result, '.', ',');
    return result;
}

simt::LaunchReport emulated(Plan plan) {
    const Result<Emulation> emulation = emulate(std::move(plan), {}, {});
    if (!emulation) throw std::runtime_error(describe(emulation.error()));
    return emulation->launches.at(0);
}
simt::LaunchReport emulated(std::string_view algorithm, const std::string& variant, int n, int block) {
    return emulated(planFor(algorithm, configuration(variant, n, block)).value());
}

double efficiency(const simt::GlobalCounts& counts, double segmentsPerSector = 1) {
    return 100.0 * static_cast<double>(counts.bytes) / (32.0 * segmentsPerSector * static_cast<double>(counts.sectors));
}

/// Calls `see` with the report of every row of a method, as published and corrected.
template <typename See>
void forEveryRow(std::string_view algorithm, See see) {
    for (const int block : kBlocks)
        for (const int n : kOrders)
            for (const std::string variant : {"published", "corrected"}) {
                SCOPED_TRACE(std::string(algorithm) + " " + variant + " n=" + std::to_string(n) +
                             " block=" + std::to_string(block));
                see(variant, n, block, emulated(algorithm, variant, n, block));
            }
}

void expectLoadEfficiencyAndSharedMemoryAsPublished(std::string_view algorithm) {
    forEveryRow(algorithm, [&](const std::string&, int n, int block, const simt::LaunchReport& report) {
        EXPECT_EQ(printed(efficiency(report.counts.globalLoad)),
                  published(algorithm, n, block, "global_load_efficiency").printed);
        EXPECT_EQ(report.staticSharedBytes, published(algorithm, n, block, "static_shared_bytes").value);
    });
}

TEST(Published003, Method1LoadEfficiencyAndSharedMemory) {
    expectLoadEfficiencyAndSharedMemoryAsPublished("matmul.single-block");
}
TEST(Published003, Method6TwoElementsLoadEfficiencyAndSharedMemory) {
    expectLoadEfficiencyAndSharedMemoryAsPublished("matmul.rect2-prefetch");
}
TEST(Published003, Method6FourElementsLoadEfficiencyAndSharedMemory) {
    expectLoadEfficiencyAndSharedMemoryAsPublished("matmul.rect4-prefetch");
}

// Method 2 as shipped learns n at run time, so the compiler keeps every load. The rows of block 8, and the row of block
// 32 with n = 64, are then not reached; the next test shows why.
TEST(Published003, Method2LoadEfficiencyButForTheReuseOfLoads) {
    int reached = 0;
    forEveryRow("matmul.global", [&](const std::string&, int n, int block, const simt::LaunchReport& report) {
        const std::string ours = printed(efficiency(report.counts.globalLoad));
        const std::string theirs = published("matmul.global", n, block, "global_load_efficiency").printed;
        EXPECT_EQ(report.staticSharedBytes, 0U);
        if (block == 8) {
            EXPECT_EQ(ours, "30,00%");
            EXPECT_EQ(theirs, "23,29%");
        } else if (block == 32 && n == 64) {
            EXPECT_EQ(ours, "82,50%");
            EXPECT_EQ(theirs, "73,77%");
        } else {
            EXPECT_EQ(ours, theirs);
            ++reached;
        }
    });
    EXPECT_EQ(reached, 2 * 5);
}

/// Method 2 compiled as the document did, with n known to the compiler (known_n/method2_known_n.cu).
simt::LaunchReport method2WithKnownN(int n, int block) {
    static const auto module = [] {
        const std::string path = std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/study/known_n/method2_known_n.ptx";
        return std::make_shared<const ptx::Module>(ptx::parse(readFile(path).value(), "method2_known_n.ptx").value());
    }();
    Plan plan = planFor("matmul.global", configuration("published", n, block)).value();
    Launch& launch = std::get<LaunchStep>(plan.steps[2]).launch;
    auto kernel = std::make_shared<Kernel>(*launch.kernel);
    kernel->module = module;
    kernel->entry = "knownN<" + std::to_string(block) + ", " + std::to_string(n) + ">";
    launch.kernel = kernel;
    launch.arguments.pop_back();
    return emulated(std::move(plan));
}

// Where n is known, the compiler takes two rounds of the outer loop together. They read overlapping rows of B, and what
// the first has loaded the second need not: 16 loads of A and 9 of B for 16 products. Each load of A is 4 bytes of a
// sector, so the fewer of B there are the lower the efficiency.
TEST(Published003, Method2ReachesTheRestOnceTheCompilerKnowsN) {
    for (const int n : kOrders)
        for (const int block : kBlocks) {
            const std::string ours = printed(efficiency(method2WithKnownN(n, block).counts.globalLoad));
            const std::string theirs = published("matmul.global", n, block, "global_load_efficiency").printed;
            if (block == 32 && n == 64) {
                // Today's compiler drops 31 of 64 loads of B. The document's must have dropped some 28: not reached.
                EXPECT_EQ(ours, "71,43%");
                EXPECT_EQ(theirs, "73,77%");
            } else {
                EXPECT_EQ(ours, theirs) << "n=" << n << " block=" << block;
            }
        }
}

// Stores agree for blocks 16 and 32. For block 8 a warp stores 4 rows of 32 bytes, each a whole sector: 100 %. The
// document has 50 %: its GPU seems to have counted stores in segments of 64 bytes, of which each row fills half.
TEST(Published003, StoreEfficiencyButForBlock8) {
    for (const std::string_view algorithm : {"matmul.global", "matmul.rect2-prefetch", "matmul.rect4-prefetch"})
        for (const int block : kBlocks) {
            const simt::LaunchReport report = emulated(algorithm, "published", 64, block);
            const std::string theirs = published(algorithm, 64, block, "global_store_efficiency").printed;
            EXPECT_EQ(printed(efficiency(report.counts.globalStore)), "100,00%");
            const bool halfSegments = block == 8;
            EXPECT_EQ(printed(efficiency(report.counts.globalStore, halfSegments ? 2 : 1)), theirs) << algorithm;
        }
}

}  // namespace
}  // namespace lanescope
