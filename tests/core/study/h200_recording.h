// SPDX-License-Identifier: GPL-3.0-or-later
// The recording of an NVIDIA H200 that the program ships (resources/recordings/h200.json.gz), held against the
// emulator.
#pragma once

#include <gtest/gtest.h>

#include <iostream>

#include "core/study/study_file.h"
#include "core/validation/validation.h"

namespace lanescope {

inline const Study& recording() {
    static const Study study = [] {
        auto read = studyInFile(LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz");
        if (!read) ADD_FAILURE() << describe(read.error());
        return read ? std::move(*read) : Study{};
    }();
    return study;
}

inline const Catalogue& catalogue() {
    static const auto loaded = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    return *loaded;
}

/// Warp instructions that the hardware counted for all launches of an entry.
inline double workOf(const StudyEntry& entry) {
    double work = 0;
    if (entry.measurement)
        for (const Counters& launch : entry.measurement->counters)
            if (const auto count = launch.find("warp_instructions"); count != launch.end()) work += count->second;
    return work;
}

/// No counter that must be equal may differ, in entries with lowest < work <= highest.
inline void expectEqualToTheEmulator(double lowest, double highest, std::uint64_t atLeast) {
    ValidationOptions options;
    options.wanted = [&](const StudyEntry& entry) { return workOf(entry) > lowest && workOf(entry) <= highest; };
    const auto validation = validate(recording(), catalogue(), options, {});
    ASSERT_TRUE(validation) << describe(validation.error());
    for (const CounterDifference& failure : validation->failures)
        ADD_FAILURE() << failure.configuration << ": " << failure.counter << " is " << failure.ours << " emulated, "
                      << failure.measured << " on the H200";
    for (const CounterValidation& one : validation->emulated) {
        std::cout << one.counter << ": " << one.equal << " of " << one.compared << " equal, " << one.explained
                  << " explained\n";
        if (!one.mustBeEqual && one.equal < one.compared) {
            EXPECT_FALSE(one.reasons.empty()) << one.counter << " differs without a word";
        }
    }
    for (const auto& [why, count] : validation->leftOut) std::cout << count << " left out: " << why << '\n';
    EXPECT_GE(validation->whole + validation->sampled, atLeast) << "the recording has lost configurations";
}

}  // namespace lanescope
