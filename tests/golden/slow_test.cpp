// SPDX-License-Identifier: GPL-3.0-or-later
// The same of what takes minutes: recordings as a whole.
#include <gtest/gtest.h>

#include "tests/golden/subjects.h"

namespace lanescope::golden {
namespace {

class GoldenSlow : public testing::TestWithParam<Subject> {};

TEST_P(GoldenSlow, IsAnsweredAsFrozen) { expectAsFrozen(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Recordings, GoldenSlow, testing::ValuesIn(slowSubjects()),
                         [](const auto& subject) { return testNameOf(subject.param); });

}  // namespace
}  // namespace lanescope::golden
