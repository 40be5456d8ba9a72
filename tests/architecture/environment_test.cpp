// SPDX-License-Identifier: GPL-3.0-or-later
// What cmake/Rooms.cmake promises of a test's environment. To be run by ctest, which alone sets it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

std::string valueOf(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "not set";
}

TEST(TestEnvironment, HasAllThatIsAskedFor) {
    EXPECT_EQ(valueOf("LC_ALL"), "C.UTF-8");
    EXPECT_EQ(valueOf("TZ"), "UTC");
    EXPECT_EQ(valueOf("LANESCOPE_TEST_FIRST"), "1");
    EXPECT_EQ(valueOf("LANESCOPE_TEST_LAST"), "2");
}

}  // namespace
