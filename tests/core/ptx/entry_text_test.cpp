// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/entry_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

namespace lanescope::ptx {
namespace {

constexpr std::string_view kText = R"(.version 8.0
.target sm_75
.address_size 64
.const .u32 size = 4;
.func (.reg .u32 r) twice(.reg .u32 a) { add.u32 r, a, a; ret; }
// .entry in words is none {
.visible .entry first(
    .param .u64 out
)
.maxntid 64, 1, 1
{
    { .reg .u32 %x; }
    ret; /* } */
}
.entry second() .pragma "nounroll"; {
    ret;
}
.visible .entry third() { ret; }
)";

TEST(EntryText, KeepsOneKernelAndAllElse) {
    const std::string kept = withoutOtherKernels(kText, "second");
    for (const char* stays : {".const .u32 size", "twice(", ".entry second()", "nounroll", "// .entry in words"})
        EXPECT_NE(kept.find(stays), std::string::npos) << stays << "\n" << kept;
    for (const char* goes : {"first", "third", ".maxntid", "%x"}) EXPECT_EQ(kept.find(goes), std::string::npos) << goes;
    EXPECT_EQ(std::ranges::count(kept, '\n'), std::ranges::count(kText, '\n')) << "lines keep their numbers";
    EXPECT_EQ(kept.find(".entry second"), kText.find(".entry second"));
    EXPECT_EQ(withoutOtherKernels(kText, "no such").find(".visible"), std::string::npos);
}

// What ships: each kernel of each file by itself is the same code as it is among the others.
TEST(EntryText, EveryShippedKernelStandsByItself) {
    std::size_t kernels = 0;
    for (const auto& file : std::filesystem::directory_iterator(LANESCOPE_SOURCE_DIR "/resources/ptx")) {
        if (file.path().extension() != ".ptx") continue;
        const std::string text = readFile(file.path().string()).value();
        const auto all = parse(text, file.path().filename().string());
        ASSERT_TRUE(all) << file.path();
        // The last, the first and one in the middle of a long file; of each the same instructions.
        const std::size_t count = all->entries.size();
        for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
            const program::Entry& entry = all->entries[place];
            const auto alone = parse(withoutOtherKernels(text, entry.name), "alone.ptx");
            ASSERT_TRUE(alone) << entry.name << ": " << describe(alone.error());
            ASSERT_EQ(alone->entries.size(), 1U) << entry.name;
            EXPECT_EQ(alone->entries.front().name, entry.name);
            EXPECT_EQ(alone->entries.front().instructions.size(), entry.instructions.size());
            EXPECT_EQ(alone->functions, all->functions);
            ++kernels;
        }
    }
    EXPECT_GT(kernels, 20U);
}

}  // namespace
}  // namespace lanescope::ptx
