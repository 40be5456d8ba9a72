// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that must not change: frozen/SUBJECT.txt.gz. With LANESCOPE_FREEZE=1 in the environment they are written
// instead of compared.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace lanescope::golden {

/// LANESCOPE_FREEZE=1.
[[nodiscard]] bool freezes();

/// Is this text what is frozen of the subject ("emulate/matmul.tiled")? If not: where they part, and how to see all of
/// it.
[[nodiscard]] testing::AssertionResult isAsFrozen(const std::string& subject, const std::string& now);

}  // namespace lanescope::golden
