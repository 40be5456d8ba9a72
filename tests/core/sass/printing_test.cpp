// SPDX-License-Identifier: GPL-3.0-or-later
// What printf prints when it is called from machine code: the same as from PTX.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/sass/lower/lower.h"
#include "core/sass/toolkit.h"
#include "core/simt/emulator.h"
#include "tests/core/sass/small_kernel.h"

namespace lanescope::sass {
namespace {

using Texts = std::vector<simt::PrintedOutput::Text>;

/// Of one block of a warp, whose only argument is a buffer of so many words; these are in `*words` then.
Texts textsOf(const std::shared_ptr<const Kernel>& kernel, std::uint64_t size,
              std::vector<std::int32_t>* words = nullptr) {
    simt::Emulator emulator;
    Buffer out{.name = "out", .type = ElementType::I32, .rows = 1, .columns = size, .initial = {}};
    EXPECT_TRUE(emulator.allocate(std::span(&out, 1)));
    const std::vector<std::int32_t> zeros(size);
    EXPECT_TRUE(emulator.upload(0, std::as_bytes(std::span(zeros))));
    const auto done =
        emulator.launch({.kernel = kernel, .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = {BufferId{0}}}, {});
    EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
    if (words != nullptr) {
        words->resize(size);
        EXPECT_TRUE(emulator.download(0, std::as_writable_bytes(std::span(*words))));
    }
    return emulator.reports().empty() ? Texts() : emulator.reports().back().output.texts;
}

class MachinePrinting : public testing::TestWithParam<std::string> {
protected:
    /// Of tests/core/simt/data/FILE, compiled here.
    static std::shared_ptr<const Kernel> kernelOf(const std::string& file, const std::string& entry) {
        // Lines of the source name strings of the debug sections, which the file has lost.
        const std::string text =
            std::regex_replace(readFile(LANESCOPE_SOURCE_DIR "/tests/core/simt/data/" + file).value(),
                               std::regex("\n\t\\.loc\t[^\n]*"), "\n");
        const ptx::Module ptx = ptx::parse(text, file).value();
        const auto listings = assemble(findToolkit().value(), text, file, GetParam()).value();
        const Listing& listing = *std::ranges::find(listings, entry, &Listing::kernel);
        auto kernel = std::make_shared<Kernel>();
        kernel->module = lower(listing, ptx, *std::ranges::find(ptx.entries, entry, &program::Entry::name));
        kernel->entry = entry;
        return kernel;
    }
    void SetUp() override {
        if (const auto toolkit = findToolkit(); !toolkit) GTEST_SKIP() << describe(toolkit.error());
    }
};

TEST_P(MachinePrinting, EveryKindOfArgument) {
    std::vector<std::int32_t> returned;
    const Texts texts = textsOf(kernelOf("control_O3.ptx", "speak"), 32, &returned);
    EXPECT_EQ(returned[0], 8) << "how many arguments it was given";
    EXPECT_EQ(returned[2], 0);
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_EQ(texts[0].text, "[0]  0.00|zero  |a|ff|0|7|2.500000e-01|%\n");
    EXPECT_EQ(texts[1].text, "[1]  1.50|one   |b|100|-5000000000|7|2.500000e-01|%\n");
    EXPECT_EQ(texts[1].thread, (Dim3{1, 0, 0}));
}

TEST_P(MachinePrinting, WidthsFromArguments) {
    const Texts texts = textsOf(kernelOf("objects_O3.ptx", "table"), 1);
    ASSERT_EQ(texts.size(), 32U);
    for (const auto& one : texts) EXPECT_EQ(one.text, "    42|42    |2.72|end\n");
}

INSTANTIATE_TEST_SUITE_P(Architectures, MachinePrinting, testing::Values("sm_75", "sm_90"));

/// Without a toolkit: a call through the bank of addresses, as ptxas writes it. R0 is the lane.
TEST(MachinePrintingByHand, FormatAndArgumentsAreWhereTheCallSays) {
    program::Module ptx = test::frame();
    const std::string text = "lane %d\n";
    program::ModuleVariable& format = ptx.variables.emplace_back();
    format.name = format.shortName = "format";
    format.size = text.size() + 1;
    for (std::size_t i = 0; i < format.size; ++i) format.initial.push_back(static_cast<std::byte>(text.c_str()[i]));
    Listing listing = test::listingOf({"STL [R1], R0", "IADD3 R6, P0, R1, c[0x0][0x20], RZ",
                                       "IADD3.X R7, RZ, c[0x0][0x24], RZ, P0, !PT", "LDC.64 R10, c[0x4][0x0]",
                                       "LDC.64 R4, c[0x4][0x8]", "LEPC R8", "CALL.ABS.NOINC R10"});
    listing.banks.push_back({4, std::string(16, '\0'), {{0, "vprintf", 0}, {8, "format", 0}}});
    listing.symbols.push_back({"format", Symbol::Space::Global, 0, static_cast<std::uint32_t>(format.size)});
    auto kernel = std::make_shared<Kernel>();
    kernel->module = lower(listing, ptx, ptx.entries[0]);
    kernel->entry = "small";
    const auto texts = textsOf(kernel, 6 * 32);
    ASSERT_EQ(texts.size(), 32U);
    for (std::size_t lane = 0; lane < 32; ++lane) EXPECT_EQ(texts[lane].text, "lane " + std::to_string(lane) + "\n");
}

}  // namespace
}  // namespace lanescope::sass
