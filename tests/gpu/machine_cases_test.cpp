// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the emulator's library as machine code in the emulator, against what the real GPU leaves of its PTX:
// bit by bit, with what NaNs say and the signs of zeros. Machine code comes from $LANESCOPE_CASE_CODE (packed files,
// one for each group), else from the toolkit of this machine. Where PTX leaves the last bits open (.approx) the
// hardware's tables are not known: there the distance is told, and held against the case's bound.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>

#include "core/sass/machine_codes.h"
#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "tests/core/sass/case_codes.h"
#include "tests/core/simt/case_library.h"

namespace lanescope {
namespace {

/// The first byte-wise different element of a buffer, in words; empty if there is none.
std::string differenceOf(const Case::CaseBuffer& buffer, const std::vector<std::byte>& emulated,
                         const std::vector<std::byte>& real) {
    const std::size_t bytes = buffer.bits / 8;
    for (std::size_t at = 0; at + bytes <= real.size(); at += bytes) {
        std::uint64_t ours = 0, theirs = 0;
        std::memcpy(&ours, emulated.data() + at, bytes);
        std::memcpy(&theirs, real.data() + at, bytes);
        if (ours == theirs) continue;
        std::ostringstream words;
        words << "element " << at / bytes << " is 0x" << std::hex << ours << ", the GPU leaves 0x" << theirs;
        return words.str();
    }
    return {};
}

std::size_t differentElements(const Case::CaseBuffer& buffer, const std::vector<std::byte>& emulated,
                              const std::vector<std::byte>& real) {
    const std::size_t bytes = buffer.bits / 8;
    std::size_t different = 0;
    for (std::size_t at = 0; at + bytes <= real.size(); at += bytes)
        different += std::memcmp(emulated.data() + at, real.data() + at, bytes) != 0 ? 1 : 0;
    return different;
}

sass::test::CaseCodes codesOf(const std::string& group, const std::string& architecture, std::string& missing) {
    if (const char* folder = std::getenv("LANESCOPE_CASE_CODE"); folder != nullptr)
        return sass::test::keptCaseCodes(folder, caseFolder(), group, architecture);
    const auto toolkit = sass::findToolkit();
    if (toolkit) return sass::test::caseCodes(*toolkit, caseFolder(), group, architecture);
    missing = describe(toolkit.error()) + " LANESCOPE_CASE_CODE names no folder of packed code either.";
    return {};
}

class GpuMachineCases : public ::testing::TestWithParam<std::string> {};

TEST_P(GpuMachineCases, LeaveTheBitsOfTheGpu) {
    auto opened = CudaSession::open();
    if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
        GTEST_SKIP() << describe(opened.error());
    ASSERT_TRUE(opened) << describe(opened.error());
    const std::string architecture = sass::architectureOf((*opened)->gpu().spec.computeCapability);
    std::string missing;
    const sass::test::CaseCodes codes = codesOf(GetParam(), architecture, missing);
    if (!missing.empty()) GTEST_SKIP() << missing;
    int equal = 0;
    for (Case one : loadCases(caseFolder(), GetParam())) {
        const auto code = codes.modules.find(one.entry);
        if (code == codes.modules.end()) continue;
        CudaExecutor executor(*opened);
        const Result<HostBuffers> real = resultsOf(one, executor);
        ASSERT_TRUE(real) << one.entry << ": " << describe(real.error());
        one.module = code->second;
        simt::Emulator emulator;
        const Result<HostBuffers> emulated = resultsOf(one, emulator);
        ASSERT_TRUE(emulated) << one.entry << ": " << describe(emulated.error());
        const bool open = one.relative != 0 || one.absolute != 0;
        bool same = true;
        for (std::size_t b = 0; b < one.buffers.size(); ++b) {
            const std::string words = differenceOf(one.buffers[b], emulated->at(b), real->at(b));
            if (words.empty()) continue;
            same = false;
            if (open)
                std::cout << one.form << ": " << differentElements(one.buffers[b], emulated->at(b), real->at(b))
                          << " elements differ; " << words << '\n';
            else
                ADD_FAILURE() << one.entry << " (" << one.form << "): buffer " << b << ": " << words;
        }
        if (open) {
            EXPECT_EQ(runCase(one, emulator), "") << one.entry;
        }
        equal += same ? 1 : 0;
    }
    std::cout << GetParam() << ": " << equal << " cases with the GPU's bits\n";
}

INSTANTIATE_TEST_SUITE_P(Library, GpuMachineCases, ::testing::ValuesIn(caseGroups()),
                         [](const auto& group) { return group.param; });

}  // namespace
}  // namespace lanescope
