// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

namespace lanescope {

/// Runs a plan's steps somewhere. allocate() comes first. Buffers of Place::Host are the executor's in name only. What
/// is asked for must make sense (checkSteps). A kernel that does something wrong makes launch(), or the wait for it,
/// return KernelFault.
class Executor {
public:
    virtual ~Executor() = default;

    /// Makes all buffers that the device has, uninitialised. Errors: TooLarge, CudaFailure.
    virtual Result<void> allocate(std::span<const Buffer> buffers) = 0;
    /// The whole buffer, in pageable memory and stream 0; done when it returns.
    virtual Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) = 0;
    virtual Result<void> launch(const Launch& launch, const JobContext& job) = 0;
    virtual Result<void> download(BufferId buffer, std::span<std::byte> bytes) = 0;

    /// `host` is the whole array of the host's side: of `from` or of `to`; empty for a copy on the device. It must stay
    /// where it is until the copy was waited for.
    virtual Result<void> copy(const CopyStep& step, std::span<std::byte> host) = 0;
    virtual Result<void> fill(const FillStep& step) = 0;
    /// Errors: NoLibrary, CudaFailure, Cancelled.
    virtual Result<void> call(const LibraryStep& step, const JobContext& job) = 0;
    /// Until all that was begun in the stream is done; nothing: in all streams.
    virtual Result<void> wait(std::optional<std::uint32_t> stream) = 0;
    /// Page-locks arrays of the host, until unpin(). Errors: CudaFailure.
    virtual Result<void> pin(std::span<const std::span<std::byte>> arrays) = 0;
    virtual void unpin() = 0;
};

/// One run of a plan on an executor, step by step. Both outlive it.
class PlanRun {
public:
    PlanRun(const Plan& plan, Executor& executor);
    ~PlanRun();  ///< waits for what was begun
    PlanRun(const PlanRun&) = delete;
    PlanRun& operator=(const PlanRun&) = delete;

    /// Before the first step: checks the steps, allocates, fills the host's arrays with their initial content and pins
    /// those that must be. Errors: Internal (checkSteps), TooLarge, CudaFailure.
    [[nodiscard]] Result<void> begin();
    /// The host's arrays as begin() made them, so that the steps can be done again. Only while nothing is under way.
    void fillHostAgain();
    /// Errors: the executor's and the host tasks' own, Cancelled.
    [[nodiscard]] Result<void> step(const Step& step, const JobContext& job);
    /// Waits for all that was begun.
    [[nodiscard]] Result<void> end();
    /// The host's arrays as they are now. Only to be looked at while nothing is under way.
    [[nodiscard]] const HostBuffers& host() const { return m_host; }
    /// After end().
    [[nodiscard]] HostBuffers takeHost();

private:
    struct Doer;
    const Plan& m_plan;
    Executor& m_executor;
    HostBuffers m_host;
    bool m_pinned = false;
};

/// Runs all steps of a plan, and waits for the last. Gives the host's arrays afterwards. What a failed run left in them
/// is in `*left`, if that is given. Errors: the executor's, Internal (checkSteps), Cancelled, TooLarge.
[[nodiscard]] Result<HostBuffers> runPlan(const Plan& plan, Executor& executor, const JobContext& job,
                                          HostBuffers* left = nullptr);

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
/// reference, or when no step brings its buffer to the host or makes it there.
[[nodiscard]] Result<CheckResult> checkResult(const Plan& plan, const HostBuffers& after, const JobContext& job,
                                              std::uint64_t maxOperations = 1ULL << 30);

}  // namespace lanescope
