// SPDX-License-Identifier: GPL-3.0-or-later
// LAPACK's factorisation of a block, from the machine's own library, which is loaded at run time. Private to this room.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace lanescope {

/// The lower triangle of the n × n elements at `block`, row-major with `pitch` elements from row to row, becomes its
/// Cholesky factor; what is above the diagonal is left alone. Where a pivot is not positive the factorisation ends
/// there, and false comes back. LAPACK's dpotrf; columnwiseCholesky() where there is no LAPACK.
bool dpotrf(double* block, std::uint64_t n, std::uint64_t pitch);

/// The same by three loops of ours, column by column (004 listing 8.1). Error: Cancelled.
Result<bool> columnwiseCholesky(double* block, std::uint64_t n, std::uint64_t pitch, const JobContext& job = {});

/// What dpotrf() is called on this machine: "dpotrf of LAPACK", or that LAPACK is missing.
[[nodiscard]] std::string_view dpotrfName();

}  // namespace lanescope
