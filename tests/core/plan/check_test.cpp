// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/plan/executor.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

/// One buffer C whose element (row, column) must be 1000 · row + column + A[0].
Plan examplePlan(std::uint64_t rows, std::uint64_t columns) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 1, 1, {InitialContent::Kind::SmallIntegers, 1}},
                    {"C", ElementType::F64, rows, columns, {}}};
    plan.steps = {UploadStep{0}, LaunchStep{}, DownloadStep{1}};
    plan.reference.buffer = 1;
    plan.reference.expected = [](const HostBuffers& inputs, std::uint64_t column,
                                 std::span<const std::uint64_t> rowsAsked) {
        std::vector<double> elements;
        for (const std::uint64_t row : rowsAsked)
            elements.push_back(1000.0 * static_cast<double>(row) + static_cast<double>(column) +
                               elementAsDouble(ElementType::F64, inputs[0].data()));
        return elements;
    };
    return plan;
}

double expectedAt(const Plan& plan, const HostBuffers& inputs, std::uint64_t row, std::uint64_t column) {
    return plan.reference.expected(inputs, column, std::vector{row}).at(0);
}

HostBuffers rightResult(const Plan& plan) {
    const Buffer& c = plan.buffers[1];
    HostBuffers after{initialBytes(plan.buffers[0]), std::vector<std::byte>(c.bytes())};
    for (std::uint64_t i = 0; i < c.elements(); ++i) {
        const double value = expectedAt(plan, after, i / c.columns, i % c.columns);
        std::memcpy(after[1].data() + i * sizeof value, &value, sizeof value);
    }
    return after;
}

void set(HostBuffers& after, std::uint64_t index, double value) {
    std::memcpy(after[1].data() + index * sizeof value, &value, sizeof value);
}

TEST(CheckResult, EveryElementIsRight) {
    const Plan plan = examplePlan(3, 4);
    const CheckResult check = checkResult(plan, rightResult(plan), {}).value();
    EXPECT_EQ(check.verdict, Verdict::Correct);
    EXPECT_EQ(check.buffer, "C");
    EXPECT_EQ(check.rows, 3U);
    EXPECT_EQ(check.columns, 4U);
    EXPECT_EQ(check.checked, 12U);
    EXPECT_EQ(check.wrong, 0U);
    EXPECT_EQ(check.wrongElements, std::vector<bool>(12, false));
}

TEST(CheckResult, NamesTheWrongElementsInRowMajorOrder) {
    const Plan plan = examplePlan(3, 4);
    HostBuffers after = rightResult(plan);
    set(after, 2 * 4 + 0, -1);  // found first, column by column
    set(after, 1 * 4 + 3, std::numeric_limits<double>::quiet_NaN());
    const CheckResult check = checkResult(plan, after, {}).value();
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    EXPECT_EQ(check.wrong, 2U);
    ASSERT_EQ(check.first.size(), 2U);
    EXPECT_EQ(check.first[0].row, 1U);
    EXPECT_EQ(check.first[0].column, 3U);
    EXPECT_TRUE(std::isnan(check.first[0].computed));
    EXPECT_EQ(check.first[1].row, 2U);
    EXPECT_EQ(check.first[1].computed, -1);
    EXPECT_EQ(check.first[1].expected, expectedAt(plan, after, 2, 0));
    EXPECT_TRUE(check.wrongElements[7]);
    EXPECT_TRUE(check.wrongElements[8]);
    EXPECT_FALSE(check.wrongElements[9]);
}

TEST(CheckResult, KeepsTheFirstSixteenOfMany) {
    const Plan plan = examplePlan(10, 10);
    HostBuffers after = rightResult(plan);
    for (std::uint64_t i = 5; i < 100; ++i) set(after, i, -1);
    const CheckResult check = checkResult(plan, after, {}).value();
    EXPECT_EQ(check.wrong, 95U);
    ASSERT_EQ(check.first.size(), 16U);
    for (std::uint64_t i = 0; i < 16; ++i) EXPECT_EQ(check.first[i].row * 10 + check.first[i].column, i + 5);
}

TEST(CheckResult, ToleranceIsRelative) {
    Plan plan = examplePlan(2, 2);
    HostBuffers after = rightResult(plan);
    set(after, 3, expectedAt(plan, after, 1, 1) * (1 + 1e-7));
    EXPECT_EQ(checkResult(plan, after, {})->verdict, Verdict::Wrong);
    plan.reference.tolerance = 1e-6;
    EXPECT_EQ(checkResult(plan, after, {})->verdict, Verdict::Correct);
}

TEST(CheckResult, SamplesWhatIsTooMuch) {
    Plan plan = examplePlan(100, 50);
    plan.reference.operations = 1000;
    HostBuffers after = rightResult(plan);
    set(after, 100 * 50 - 1, -1);  // the corners are always looked at
    const CheckResult check = checkResult(plan, after, {}, 500'000).value();
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    EXPECT_LE(check.checked, 500U);
    EXPECT_GE(check.checked, 400U);
    EXPECT_EQ(check.wrong, 1U);
    EXPECT_TRUE(check.wrongElements.empty());
    EXPECT_EQ(check.first.at(0).row, 99U);
    EXPECT_EQ(check.first.at(0).column, 49U);
}

TEST(CheckResult, InputsAreWhatWasUploadedEvenIfOverwritten) {
    Plan plan = examplePlan(2, 2);
    HostBuffers after = rightResult(plan);
    plan.steps.emplace_back(DownloadStep{0});
    after[0].assign(after[0].size(), std::byte{0});
    EXPECT_EQ(checkResult(plan, after, {})->verdict, Verdict::Correct);
}

TEST(CheckResult, SaysWhyNothingWasChecked) {
    Plan plan = examplePlan(2, 2);
    HostBuffers after = rightResult(plan);
    after[1].clear();
    EXPECT_EQ(checkResult(plan, after, {})->verdict, Verdict::NotChecked);
    EXPECT_EQ(checkResult(plan, after, {})->note, "C was not copied back from the device");
    plan.reference.expected = nullptr;
    EXPECT_EQ(checkResult(plan, rightResult(examplePlan(2, 2)), {})->verdict, Verdict::NotChecked);
}

TEST(CheckResult, CanBeStopped) {
    const Plan plan = examplePlan(2, 2);
    std::stop_source source;
    source.request_stop();
    const auto check = checkResult(plan, rightResult(plan), {.stop = source.get_token(), .progress = {}});
    ASSERT_FALSE(check);
    EXPECT_EQ(check.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
