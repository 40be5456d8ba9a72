// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace lanescope {
namespace {

TEST(AvailableMemory, IsBelowWhatTheMachineHas) {
    const auto all =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    EXPECT_GT(availableMemory(), 1'000'000U);
    EXPECT_LT(availableMemory(), all);
}

TEST(MemoryText, HasThreeDigitsAndAUnit) {
    EXPECT_EQ(memoryText(0), "0 bytes");
    EXPECT_EQ(memoryText(512), "512 bytes");
    EXPECT_EQ(memoryText(1000), "0.977 KiB");
    EXPECT_EQ(memoryText(49152), "48 KiB");
    EXPECT_EQ(memoryText(2147483648.0), "2 GiB");
    EXPECT_EQ(memoryText(8e12), "7.28 TiB");
}

}  // namespace
}  // namespace lanescope
