// SPDX-License-Identifier: GPL-3.0-or-later
// Counts that a document made by hand, from the source text: what its own estimates start from.
#pragma once

#include "core/models/model.h"
#include "core/plan/plan.h"

namespace lanescope {

/// The hand counts that a document gives for the plan's algorithm, for the plan's launches; its copies are the plan's.
/// Documents count for whole tiles: the counts are those of a thread in a full block. Sources:
/// - matmul.single-block, matmul.global, matmul.rect2-prefetch, matmul.rect4-prefetch: 003, CGMA (methods 1, 2 and 6);
/// - matmul.tiled: 004 section 9.3 (listing 8.14);
/// - vector.add: 004 section 5.1.2; matvec.rows, matvec.row-blocks: 7.1, 7.2; reduce.two-phase: 9.1;
/// - transpose.tiled: 9.3; matvec.columns: 9.2; cholesky.structured-own as published: 9.3.
/// Launches that are alike are one with `times`.
/// Error: IllegalValue of the parameter "counts" where no document counts this algorithm.
[[nodiscard]] Result<ModelInput> documentCounts(const Plan& plan);

}  // namespace lanescope
