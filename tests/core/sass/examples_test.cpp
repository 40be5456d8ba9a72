// SPDX-License-Identifier: GPL-3.0-or-later
// The examples, and the other kernels that nvcc has made, as machine code, where there is a toolkit: all can be run.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/ptx/parser.h"
#include "core/sass/lower/lower.h"
#include "core/sass/toolkit.h"
#include "core/simt/decode/program.h"

namespace lanescope {
namespace {

class ExamplesAsMachineCode : public testing::TestWithParam<std::string> {};

TEST_P(ExamplesAsMachineCode, CanBeRun) {
    const auto toolkit = sass::findToolkit();
    if (!toolkit) GTEST_SKIP() << describe(toolkit.error());
    int all = 0;
    std::map<std::string, int> refused;
    std::vector<std::filesystem::directory_entry> files;
    for (const char* folder : {"/examples/ptx", "/tests/core/simt/bugs", "/tests/bench/kernels"})
        for (const auto& file : std::filesystem::directory_iterator(std::string(LANESCOPE_SOURCE_DIR) + folder))
            files.push_back(file);
    for (const auto& file : files) {
        const std::string name = file.path().filename();
        if (file.path().extension() != ".ptx" || name.find(".debug.") != std::string::npos) continue;
        const auto text = readFile(file.path()).value();
        const auto ptx = ptx::parse(text, name);
        ASSERT_TRUE(ptx) << describe(ptx.error());
        const auto listings = sass::assemble(*toolkit, text, name, GetParam());
        ASSERT_TRUE(listings) << describe(listings.error());
        for (const sass::Listing& listing : *listings) {
            const program::Entry* const entry = ptx->find(listing.kernel);
            ASSERT_NE(entry, nullptr) << listing.kernel;
            if (entry->unsupported) continue;
            Kernel kernel;
            kernel.module = sass::lower(listing, *ptx, *entry);
            kernel.entry = entry->name;
            const auto program = simt::Program::decode(std::make_shared<const Kernel>(kernel));
            ++all;
            if (program) continue;
            const std::string words = describe(program.error());
            ++refused[name + ": " + words];
            ADD_FAILURE() << name << ": " << words;
        }
    }
    std::cout << GetParam() << ": " << all << " kernels, " << refused.size() << " of them refused\n";
    for (const auto& [words, count] : refused) std::cout << "  " << words << '\n';
}

INSTANTIATE_TEST_SUITE_P(Architectures, ExamplesAsMachineCode,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"),
                         [](const auto& p) { return p.param; });

}  // namespace
}  // namespace lanescope
