// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/run/emulation.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

const Catalogue& catalogue() {
    static const auto loaded = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    return *loaded;
}

/// An entry as hardware would have measured it that does just what the emulator says.
StudyEntry entryOf(const std::string& algorithm, const Parameters& given) {
    const Algorithm& found = **catalogue().find(algorithm);
    StudyEntry entry;
    entry.algorithm = algorithm;
    entry.parameters = *found.complete(given);
    const auto emulation = emulate(*found.plan(entry.parameters), {}, {});
    entry.measurement.emplace();
    entry.measurement->counters = countersOf(*emulation);
    return entry;
}

Validation validated(const Study& recording, const ValidationOptions& options = {}) {
    auto validation = validate(recording, catalogue(), options, {});
    if (validation) return std::move(*validation);
    ADD_FAILURE() << describe(validation.error());
    return {};
}

const CounterValidation& counterOf(const Validation& validation, const std::string& id) {
    static const CounterValidation none;
    const auto found = std::ranges::find(validation.emulated, id, &CounterValidation::counter);
    if (found != validation.emulated.end()) return *found;
    ADD_FAILURE() << id;
    return none;
}

TEST(Validation, WhatIsEqualIsCountedSo) {
    Study study;
    study.entries = {entryOf("matmul.tiled", {{"n", "64"}}), entryOf("reduce.1", {{"n", "1024"}})};
    const Validation validation = validated(study);
    EXPECT_EQ(validation.configurations, 2U);
    EXPECT_EQ(validation.whole, 2U);
    EXPECT_TRUE(validation.failures.empty());
    const CounterValidation& loads = counterOf(validation, "global_load_requests");
    EXPECT_TRUE(loads.mustBeEqual);
    EXPECT_EQ(loads.equal, loads.compared);
    EXPECT_GE(loads.compared, 3U) << "one launch of tiles, two of the reduction";
    EXPECT_TRUE(loads.worst.configuration.empty());
    EXPECT_FALSE(validation.predicted.empty());
}

TEST(Validation, ACountThatMustBeEqualAndIsNotIsAFailure) {
    Study study;
    study.entries = {entryOf("matmul.tiled", {{"n", "64"}}), entryOf("matmul.tiled", {{"n", "32"}})};
    study.entries[1].measurement->counters[0]["global_load_requests"] *= 2;
    study.entries[1].measurement->counters[0]["warp_instructions"] *= 2;
    const Validation validation = validated(study);
    ASSERT_EQ(validation.failures.size(), 1U) << "instructions need not be equal";
    EXPECT_EQ(validation.failures[0].counter, "global_load_requests");
    EXPECT_THAT(validation.failures[0].configuration, HasSubstr("n=32"));
    const CounterValidation& instructions = counterOf(validation, "warp_instructions");
    EXPECT_EQ(instructions.equal + 1, instructions.compared);
    EXPECT_THAT(instructions.worst.configuration, HasSubstr("n=32"));
    ASSERT_EQ(instructions.reasons.size(), 1U);
    EXPECT_THAT(instructions.reasons[0], HasSubstr("machine code"));
}

TEST(Validation, AnExplainedDifferenceMustBeTheOneThatIsExplained) {
    const StudyEntry entry = entryOf("matmul.global", {{"variant", "published"}, {"n", "64"}, {"block", "8"}});
    Study study;
    study.entries = {entry, entry};
    // ptxas leaves 8 outer iterations' loads of B as two groups of 43 for 64.
    Counters& asExpected = study.entries[0].measurement->counters[0];
    asExpected["global_load_requests"] *= 86.0 / 128;
    Counters& other = study.entries[1].measurement->counters[0];
    other["global_load_requests"] *= 0.5;
    const Validation validation = validated(study);
    ASSERT_EQ(validation.failures.size(), 1U);
    EXPECT_EQ(validation.failures[0].measured, other["global_load_requests"]);
    EXPECT_EQ(counterOf(validation, "global_load_requests").explained, 1U);
}

TEST(Validation, WhatIsTooMuchIsSampledOrLeftOutAndCounted) {
    Study study;
    study.entries = {entryOf("matmul.tiled", {{"n", "128"}}), entryOf("triangle.bb", {{"n", "64"}}),
                     entryOf("matmul.tiled", {{"n", "32"}}), entryOf("vector.add", {{"n", "64"}})};
    study.entries[2].measurement->counters.clear();
    study.entries[3].algorithm = "vector.gone";
    const ValidationOptions options{
        .wholeUpTo = 100, .launches = 64, .machinePlans = nullptr, .architecture = {}, .threads = 1, .wanted = {}};
    const Validation validation = validated(study, options);
    EXPECT_EQ(validation.sampled, 1U);
    EXPECT_EQ(validation.whole, 0U);
    EXPECT_TRUE(validation.failures.empty());
    ASSERT_EQ(validation.leftOut.size(), 3U);
    EXPECT_EQ(validation.leftOut.at("its blocks are unlike each other, and too many to run all"), 1U);
    EXPECT_EQ(validation.leftOut.at("the recording has no counters of it"), 1U);
    EXPECT_EQ(validation.leftOut.at("the catalogue has no such algorithm"), 1U);
}

TEST(Validation, CanBeStoppedAndTellsHowFarItIs) {
    Study study;
    for (int i = 0; i < 4; ++i) study.entries.push_back(entryOf("matmul.tiled", {{"n", "32"}}));
    std::stop_source stop;
    double last = 0;
    const auto progress = [&](double fraction) {
        EXPECT_GT(fraction, last);
        last = fraction;
        if (fraction >= 0.5) stop.request_stop();
    };
    const ValidationOptions options{
        .wholeUpTo = 3e7, .launches = 64, .machinePlans = nullptr, .architecture = {}, .threads = 1, .wanted = {}};
    const auto stopped = validate(study, catalogue(), options, {stop.get_token(), progress});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(last, 0.5);
}

}  // namespace
}  // namespace lanescope
