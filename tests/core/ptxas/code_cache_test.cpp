// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/code_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <thread>

#include "core/ptxas/machine_code.h"
#include "tests/core/metrics/small_kernel.h"
#include "tests/core/program/hand_made.h"

namespace lanescope {
namespace {

std::shared_ptr<const ptxas::MachineCode> codeOf(ptxas::CodeCache& cache, const Kernel& kernel) {
    return cache.of(kernel.module, kernel.code());
}

TEST(CodeCache, MakesEachKernelOnce) {
    ptxas::CodeCache cache;
    const auto first = kernelOf("ret;");
    const auto second = kernelOf("ret;");
    const auto code = codeOf(cache, *first);
    EXPECT_EQ(code->refused, "");
    EXPECT_EQ(codeOf(cache, *first), code);
    EXPECT_NE(codeOf(cache, *second), code) << "of another module";
    // Another Kernel of the same entry: what differs is no matter of machine code.
    const Kernel again{first->module, first->entry, "other.cu", nullptr, {}};
    EXPECT_EQ(codeOf(cache, again), code);
}

TEST(CodeCache, RefusesWhatIsNoPtx) {
    ptxas::CodeCache cache;
    const auto module = program::test::moduleOf(program::test::triples());
    EXPECT_EQ(cache.of(module, module->entries[0])->refused, "the model of ptxas knows PTX only");
}

TEST(CodeCache, KeepsTheModulesOfWhatItHasMade) {
    ptxas::CodeCache cache;
    auto kernel = kernelOf("ret;");
    const std::weak_ptr<const program::Module> module = kernel->module;
    const auto code = codeOf(cache, *kernel);
    kernel.reset();
    EXPECT_FALSE(module.expired()) << "another entry could get the address of the one that is gone";
}

TEST(CodeCache, ThreadsThatAskAtTheSameTimeGetTheSame) {
    ptxas::CodeCache cache;
    const auto kernel = kernelOf(kIndex + kGuard + "st.global.u32 [%d4], %r2;\nret;");
    std::array<std::shared_ptr<const ptxas::MachineCode>, 8> codes;
    {
        std::vector<std::jthread> threads;
        for (auto& code : codes) threads.emplace_back([&] { code = codeOf(cache, *kernel); });
    }
    EXPECT_EQ(std::ranges::count(codes, codes.front()), 8);
    EXPECT_NE(codes.front(), nullptr);
}

TEST(Architecture, AnotherTableIsAnotherArchitecture) {
    const auto kernel = kernelOf(kIndex + "membar.gl;\nst.global.u32 [%d4], %r2;\nret;");
    ptxas::Architecture other = ptxas::kSm90;
    other.fence += 10;
    const auto sum = [&](const ptxas::Architecture& architecture) {
        const auto code = ptxas::machineCode(*ptx::moduleOf(kernel->module), kernel->code(), architecture);
        return std::accumulate(code.costs.own.begin(), code.costs.own.end(), 0.0);
    };
    EXPECT_EQ(sum(other), sum(ptxas::kSm90) + 10);
    ptxas::CodeCache cache(other);
    const auto code = codeOf(cache, *kernel);
    EXPECT_EQ(std::accumulate(code->costs.own.begin(), code->costs.own.end(), 0.0), sum(other));
}

}  // namespace
}  // namespace lanescope
