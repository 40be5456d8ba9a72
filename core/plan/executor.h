// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

namespace lanescope {

/// Runs a plan's steps somewhere. Calls come in order: allocate once, then uploads, launches, downloads.
/// A kernel that does something wrong makes launch() return KernelFault.
class Executor {
public:
    virtual ~Executor() = default;

    /// Makes all buffers, uninitialised. Errors: TooLarge, CudaFailure.
    virtual Result<void> allocate(std::span<const Buffer> buffers) = 0;
    virtual Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) = 0;
    virtual Result<void> launch(const Launch& launch, const JobContext& job) = 0;
    virtual Result<void> download(BufferId buffer, std::span<std::byte> bytes) = 0;
};

/// Runs all steps of a plan. Gives the host's buffers afterwards: uploaded ones as uploaded (unless downloaded
/// later), downloaded ones as computed. Errors: the executor's, Cancelled, TooLarge.
[[nodiscard]] Result<HostBuffers> runPlan(const Plan& plan, Executor& executor, const JobContext& job);

/// How a result compares with its plan's Reference.
struct CheckResult {
    enum class Verdict { Correct, Wrong, Fault, NotChecked };
    struct Difference {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        double computed = 0;
        double expected = 0;
    };
    Verdict verdict = Verdict::NotChecked;
    std::string buffer;      ///< name of the checked buffer
    std::uint64_t rows = 0;  ///< its shape
    std::uint64_t columns = 0;
    std::uint64_t checked = 0;        ///< elements compared; less than rows × columns when sampled
    std::uint64_t wrong = 0;          ///< of those
    std::vector<Difference> first;    ///< up to 16 differences in row-major order
    std::vector<bool> wrongElements;  ///< row-major, rows × columns, if all were checked; else empty
    std::string note;                 ///< why NotChecked, or the fault's sentence
};
[[nodiscard]] std::string_view nameOf(CheckResult::Verdict verdict);  ///< "correct", "wrong", "fault", "not checked"

/// Compares the reference buffer in `after` with what the plan's inputs call for. Up to `maxOperations` steps of inner
/// products are spent (less than a second; a product of order 1024 is checked whole): on all elements where that is
/// enough, else on an even sample of rows and columns (then `checked` says so). NotChecked when the plan has no
/// reference or does not download its buffer.
[[nodiscard]] Result<CheckResult> checkResult(const Plan& plan, const HostBuffers& after, const JobContext& job,
                                              std::uint64_t maxOperations = 1ULL << 30);

}  // namespace lanescope
