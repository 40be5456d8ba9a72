// SPDX-License-Identifier: GPL-3.0-or-later
// All tests of the emulator with the handlers that LANESCOPE_HANDLERS names: baseline, avx2 or avx512 (the default).
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {
namespace {

class HandlerSetEnvironment : public ::testing::Environment {
    void SetUp() override {
        const char* const name = std::getenv("LANESCOPE_HANDLERS");
        if (name == nullptr) return;
        const std::string wanted = name;
        ASSERT_TRUE(wanted == "baseline" || wanted == "avx2" || wanted == "avx512") << wanted;
        limitHandlers(wanted == "baseline" ? HandlerSet::Baseline
                      : wanted == "avx2"   ? HandlerSet::Avx2
                                           : HandlerSet::Avx512);
    }
};

const auto* const environment = ::testing::AddGlobalTestEnvironment(new HandlerSetEnvironment);

}  // namespace
}  // namespace lanescope::simt
