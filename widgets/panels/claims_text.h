// SPDX-License-Identifier: GPL-3.0-or-later
// What document 004 claims of its models' accuracy, with whether it holds, as rich text: the verdict is as easily seen
// as the claim.
#pragma once

#include <QString>

#include "core/documents/accuracy_claims.h"

namespace lanescope {

/// "✗ does not hold": a sign besides the words.
[[nodiscard]] QString verdictText(AccuracyClaim::Verdict verdict);
/// "✗ does not hold: the claim of section 9.3". For a row of a table.
[[nodiscard]] QString claimTitle(const AccuracyClaim& claim);
/// All of it: the verdict, the claim, the model, what is recomputed.
[[nodiscard]] QString claimHtml(const AccuracyClaim& claim);
/// One after the other; empty if there are none.
[[nodiscard]] QString claimsHtml(const std::vector<AccuracyClaim>& claims);

}  // namespace lanescope
