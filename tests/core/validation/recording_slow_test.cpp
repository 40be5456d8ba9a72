// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/study/h200_recording.h"

namespace lanescope {
namespace {

TEST(H200RecordingSlow, LargerConfigurationsEqualTheEmulator) { expectEqualToTheEmulator(3e5, 1e18, 400); }

}  // namespace
}  // namespace lanescope
