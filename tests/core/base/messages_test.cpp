// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "core/base/result.h"

namespace lanescope {
namespace {

TEST(Messages, NamesTheInput) {
    const Error error(ErrorCode::IllegalValue, {{"parameter", "n"}, {"value", "0"}, {"legal", "1 … 4096"}});
    EXPECT_EQ(describe(error), "n = \"0\" is not possible: 1 … 4096.");
}

TEST(Messages, EveryCodeHasItsOwnName) {
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        EXPECT_TRUE(names.insert(codeName(static_cast<ErrorCode>(code))).second)
            << codeName(static_cast<ErrorCode>(code));
}

// Where the hardware cannot answer, the sentence says who can.
TEST(Messages, WhatIsMissingNamesTheNextBestNumber) {
    for (const ErrorCode code : {ErrorCode::NoDriver, ErrorCode::NoDevice, ErrorCode::DriverTooOld,
                                 ErrorCode::KernelHung, ErrorCode::CounterPermission, ErrorCode::CountersInUse})
        EXPECT_NE(describe(Error(code)).find("emulator"), std::string::npos) << codeName(code);
    const std::string permission = describe(Error(ErrorCode::CounterPermission, {{"reason", "x"}}));
    EXPECT_NE(permission.find("echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "
                              "/etc/modprobe.d/nvidia-counters.conf "),
              std::string::npos)
        << "a line to copy: " << permission;
}

TEST(Messages, AMissingArgumentIsVisible) {
    EXPECT_EQ(describe(Error(ErrorCode::CannotOpen, {{"file", "a.json"}})), "Cannot open a.json: ?.");
}

}  // namespace
}  // namespace lanescope
