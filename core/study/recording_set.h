// SPDX-License-Identifier: GPL-3.0-or-later
// Which configurations a recording is to hold, declared in a file (resources/recordings/sets/*.json):
//   {"format": "lanescope-recording-set", "version": 1, "title": …, "about": …,
//    "limits": {…},
//    "rules": [{"algorithms": ["matmul.tiled", …], "parameters": {"n": [64, 128], "width,height": ["64,64"]},
//               "size": "n", "known_wrong": false, "limits": {…}}],
//    "left_out": [{"algorithm": …, "parameters": {"variant": "published"}, "why": sentence}]}
// A rule stands for all combinations of its values; a key "a,b" gives both at a time. A parameter that is not named has
// its default. "size" names the parameters that make a configuration larger, "a,b"; without it, it is each algorithm's
// main size. Combinations that do not go together are passed over, and a configuration that several rules name is taken
// once, as the first of them says. What is known to compute wrong numbers is left out unless the rule says known_wrong;
// kernels that fault or never end belong in no rule. `left_out` says what is not recorded, and why.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// Limits of a rule, else of the set, else these.
struct RecordingLimits {
    double largestTime = std::numeric_limits<double>::infinity();     ///< "largest_time" (s): no larger sizes beyond it
    double largestCounted = std::numeric_limits<double>::infinity();  ///< "largest_counted" (s): above it times only
    std::size_t countedLaunches = 1000;  ///< "counted_launches": plans of more launches get times only
    std::size_t samples = 20;            ///< "samples": at most so many
    double timeLimit = 1;                ///< "time_limit" (s) for the samples of a configuration
};

struct RecordingSet {
    static constexpr int kVersion = 1;
    struct Configuration {
        const Algorithm* algorithm = nullptr;
        Parameters parameters;  ///< complete
        std::string series;     ///< the same for configurations that differ in size alone, which come smallest first
        RecordingLimits limits;
    };
    struct LeftOut {
        std::string algorithm;
        Parameters parameters;
        std::string why;
    };
    std::string title;
    std::vector<Configuration> configurations;
    std::vector<LeftOut> leftOut;
    std::size_t notTogether = 0;  ///< combinations whose values do not go together
    std::size_t knownWrong = 0;   ///< left out because of their verdict
};

/// `catalogue` must outlive what is made of it. Errors: MalformedFile (also for algorithms, parameters and values that
/// do not exist), UnsupportedVersion.
[[nodiscard]] Result<RecordingSet> recordingSetFromJson(std::string_view json, const std::string& file,
                                                        const Catalogue& catalogue);

}  // namespace lanescope
