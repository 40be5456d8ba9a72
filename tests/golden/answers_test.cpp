// SPDX-License-Identifier: GPL-3.0-or-later
// What lanescope-cli answers is what it answered when it was frozen.
#include <gtest/gtest.h>

#include "tests/golden/subjects.h"

namespace lanescope::golden {
namespace {

class Golden : public testing::TestWithParam<Subject> {};

TEST_P(Golden, IsAnsweredAsFrozen) { expectAsFrozen(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Catalogue, Golden, testing::ValuesIn(subjectsOfTheCatalogue()),
                         [](const auto& subject) { return testNameOf(subject.param); });
INSTANTIATE_TEST_SUITE_P(Commands, Golden, testing::ValuesIn(subjectsOfCommands()),
                         [](const auto& subject) { return testNameOf(subject.param); });

}  // namespace
}  // namespace lanescope::golden
