// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <thread>
#include <variant>

#include "core/base/threads.h"
#include "core/base/words.h"
#include "core/plan/executor.h"
#include "core/plan/step_uses.h"

namespace lanescope {
namespace {

constexpr std::size_t kDifferencesKept = 16;

CheckResult notChecked(const Plan& plan, std::string note) {
    CheckResult result;
    if (plan.reference.buffer < plan.buffers.size()) {
        const Buffer& buffer = plan.buffers[plan.reference.buffer];
        result.buffer = buffer.name;
        result.rows = buffer.rows;
        result.columns = buffer.columns;
    }
    result.note = std::move(note);
    return result;
}

/// What the host's arrays held at first. One that was written holds results in `after`, so all are made anew then.
HostBuffers overwrittenInputs(const Plan& plan, const std::vector<HostUse>& uses) {
    HostBuffers inputs(plan.buffers.size());
    for (BufferId buffer = 0; buffer < plan.buffers.size(); ++buffer)
        if (uses[buffer].any()) inputs[buffer] = initialBytes(plan.buffers[buffer]);
    return inputs;
}

bool overwritesAnInput(const Plan& plan, const std::vector<HostUse>& uses) {
    for (BufferId buffer = 0; buffer < plan.buffers.size(); ++buffer)
        if (uses[buffer].written && plan.buffers[buffer].initial.kind != InitialContent::Kind::Uninitialised)
            return true;
    return false;
}

/// `count` of the numbers 0 … size - 1, evenly spread, first and last among them.
std::vector<std::uint64_t> evenSample(std::uint64_t size, std::uint64_t count) {
    std::vector<std::uint64_t> sample(std::min(size, std::max<std::uint64_t>(count, 2)));
    if (sample.size() == size)
        std::iota(sample.begin(), sample.end(), std::uint64_t{0});
    else
        for (std::uint64_t i = 0; i < sample.size(); ++i) sample[i] = i * (size - 1) / (sample.size() - 1);
    return sample;
}

/// Rows and columns whose crossings are compared.
struct Sample {
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> columns;
    [[nodiscard]] std::uint64_t elements() const { return rows.size() * columns.size(); }
};

Sample sampleOf(const Plan& plan, const Buffer& buffer, std::uint64_t maxOperations) {
    const std::uint64_t affordable = maxOperations / std::max<std::uint64_t>(plan.reference.operations, 1);
    if (buffer.elements() <= affordable)
        return {evenSample(buffer.rows, buffer.rows), evenSample(buffer.columns, buffer.columns)};
    // The same share of the rows as of the columns.
    const double share = std::sqrt(static_cast<double>(affordable) / static_cast<double>(buffer.elements()));
    const auto part = [share](std::uint64_t size) {
        return static_cast<std::uint64_t>(share * static_cast<double>(size));
    };
    return {evenSample(buffer.rows, part(buffer.rows)), evenSample(buffer.columns, part(buffer.columns))};
}

/// NaN is never what was expected.
bool agrees(double computed, double expected, double tolerance) {
    return std::abs(computed - expected) <= tolerance * std::abs(expected);
}

bool rowMajor(const CheckResult::Difference& a, const CheckResult::Difference& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
}

/// Counts it, and keeps it if it is among the first. `first` is a heap with its last difference on top.
void addDifference(CheckResult& result, const CheckResult::Difference& difference) {
    ++result.wrong;
    result.first.push_back(difference);
    std::ranges::push_heap(result.first, rowMajor);
    if (result.first.size() <= kDifferencesKept) return;
    std::ranges::pop_heap(result.first, rowMajor);
    result.first.pop_back();
}

/// A thread pays from some milliseconds of work on.
unsigned threadsFor(const Sample& sample, const Reference& reference) {
    constexpr std::uint64_t kOperationsOfThread = std::uint64_t{1} << 24;
    constexpr std::uint64_t kMostThreads = 8;
    const std::uint64_t paid = sample.elements() * reference.operations / kOperationsOfThread;
    const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::clamp<std::uint64_t>(paid, 1, std::min(cores, kMostThreads)));
}

}  // namespace

std::string_view nameOf(CheckResult::Verdict verdict) {
    switch (verdict) {
        case CheckResult::Verdict::Correct: return "correct";
        case CheckResult::Verdict::Wrong: return "wrong";
        case CheckResult::Verdict::Fault: return "fault";
        case CheckResult::Verdict::NotChecked: return "not checked";
    }
    return "";
}

Result<CheckResult> checkResult(const Plan& plan, const HostBuffers& after, const JobContext& job,
                                std::uint64_t maxOperations) {
    const Reference& reference = plan.reference;
    if (!reference.expected) return notChecked(plan, textOf("plan.check.no_reference"_id));
    const Buffer& buffer = plan.buffers[reference.buffer];
    const std::vector<HostUse> uses = hostUsesOf(plan);
    if (!uses[reference.buffer].written || reference.buffer >= after.size() ||
        after[reference.buffer].size() != buffer.bytes())
        return notChecked(plan, inWords(Message(buffer.place == Buffer::Place::Host ? "plan.check.not_computed"_id
                                                                                    : "plan.check.not_copied_back"_id,
                                                {{"buffer", buffer.name}})));

    const HostBuffers made = overwritesAnInput(plan, uses) ? overwrittenInputs(plan, uses) : HostBuffers();
    const HostBuffers& inputs = made.empty() ? after : made;
    const Sample sample = sampleOf(plan, buffer, maxOperations);

    CheckResult result = notChecked(plan, "");
    result.checked = sample.elements();
    if (result.checked == buffer.elements()) result.wrongElements.assign(buffer.elements(), false);
    const std::byte* const computedBytes = after[reference.buffer].data();
    std::atomic<std::size_t> next{0};
    std::mutex mutex;  // of the result
    onThreads(threadsFor(sample, reference), [&](bool) {
        for (std::size_t place = next++; place < sample.columns.size() && !job.stopRequested(); place = next++) {
            const std::uint64_t column = sample.columns[place];
            const std::vector<double> expected = reference.expected(inputs, column, sample.rows);
            for (std::size_t i = 0; i < sample.rows.size(); ++i) {
                const std::uint64_t index = sample.rows[i] * buffer.columns + column;
                const double computed = elementAsDouble(buffer.type, computedBytes + index * sizeOf(buffer.type));
                if (agrees(computed, expected[i], reference.tolerance)) continue;
                const std::lock_guard lock(mutex);
                if (!result.wrongElements.empty()) result.wrongElements[index] = true;
                addDifference(result, {sample.rows[i], column, computed, expected[i]});
            }
        }
    });
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    std::ranges::sort(result.first, rowMajor);
    result.verdict = result.wrong == 0 ? CheckResult::Verdict::Correct : CheckResult::Verdict::Wrong;
    return result;
}

}  // namespace lanescope
