// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/study/recording_comparison.h"

namespace lanescope {
namespace {

class H200RecordingSlow : public testing::TestWithParam<const char*> {};

TEST_P(H200RecordingSlow, MiddleConfigurationsEqualTheEmulator) { compareAll(GetParam(), 257, 512, 20); }
TEST_P(H200RecordingSlow, LargeConfigurationsEqualTheEmulator) { compareAll(GetParam(), 513, 100000, 10); }
INSTANTIATE_TEST_SUITE_P(Matmul, H200RecordingSlow, testing::ValuesIn(kAlgorithms), kAlgorithmName);

}  // namespace
}  // namespace lanescope
