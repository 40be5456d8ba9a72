// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder with what is known of its steps on one GPU. What is looked up (times, sources, machine code, registers) is
// there at once; what has to be counted comes step by step (countStep), and rises are compared from what there is.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/job_context.h"
#include "core/baseline/difference.h"
#include "core/ladder/changes.h"
#include "core/ladder/ladder_list.h"
#include "core/models/model.h"
#include "core/rules/launch_facts.h"
#include "core/rules/roofline.h"
#include "core/sass/machine_codes.h"
#include "core/study/study.h"

namespace lanescope {

/// What a run of the whole configuration takes: what Plan::timed says.
struct StepTime {
    double seconds = 0;
    double lowerQuartile = 0, upperQuartile = 0;  ///< 0 of an estimate
    Origin origin = Origin::Estimated;
    std::string from;  ///< the GPU that it was measured on, or the model
};

struct LadderStep {
    LadderRung rung;
    std::string title;       ///< of the algorithm
    Parameters parameters;   ///< complete, where the step is possible
    bool wrong = false;      ///< its result is, as its algorithm says
    std::string impossible;  ///< a sentence: why it is not there with these parameters; then nothing below is known
    std::vector<std::string> leftOut;  ///< names of given parameters that its algorithm does not have
    std::optional<StepTime> time;      ///< of hardware, else of the model
    std::optional<StepTime> estimate;  ///< of the model, whether or not there is a time of hardware
    std::string notEstimated;          ///< why the model says nothing, once it was asked
    std::size_t launches = 0;
    std::size_t launch = 0;  ///< the one that counters, registers and the roofline are of: of the most threads
    std::shared_ptr<const Kernel> kernel;  ///< of that launch; nullptr: nothing is launched
    std::optional<LaunchBlock> block;
    std::optional<Occupancy> occupancy;                    ///< theoretical
    std::shared_ptr<const sass::Listing> code;             ///< kept machine code for the GPU; nullptr: there is none
    bool counted = false;                                  ///< countStep() was here
    std::string notCounted;                                ///< then: a sentence why there are no counts
    std::map<std::string, rules::Fact, std::less<>> hard;  ///< counters of hardware, by metric
    std::map<std::string, rules::Fact, std::less<>> soft;  ///< those of the emulator
    bool sampled = false;                                  ///< some blocks were counted, and stand for the rest
    std::optional<rules::Roofline> roofline;

    [[nodiscard]] bool possible() const { return impossible.empty(); }
};

/// Ids of what a step costs, as Moved::metric has them; those of the dictionary where it has them.
namespace ladder_cost {
inline constexpr std::string_view kRegisters = "registers_per_thread";
inline constexpr std::string_view kShared = "shared_bytes_per_block";
inline constexpr std::string_view kThreads = "threads_per_block";
inline constexpr std::string_view kOccupancy = "theoretical_occupancy";
}  // namespace ladder_cost

/// A quantity of two steps. Of counters both are of hardware or both of the emulator.
struct Moved {
    std::string metric;  ///< id of the dictionary; of what is no counter: of ladder_cost
    double before = 0, after = 0;
    Origin from = Origin::Emulated;    ///< of `before`
    Origin origin = Origin::Emulated;  ///< of `after`
    double weight = 0;                 ///< what ranks: |ln| of the ratio; values below 1 stand as 1 beside a zero
    [[nodiscard]] double ratio() const { return after / before; }  ///< not finite where `before` is 0
};

/// From one step to the next one that is possible.
struct Rise {
    std::size_t from = 0;               ///< the step before, as Ladder::steps has it
    std::optional<double> speedUp;      ///< times faster; nothing where the two times are of unlike kinds
    Origin origin = Origin::Estimated;  ///< of the speed-up
    std::vector<Moved> counters;        ///< that moved, the largest ratio first
    std::vector<Moved> costs;  ///< registers a thread, shared bytes and threads a block, occupancy: those that changed
    SourceChange source;
    MachineChange machine;
};

/// A configuration that all steps are held against, whether or not it is one of them.
struct LadderBaseline {
    std::string name;  ///< "matmul.tiled n=1024 block=16"
    baseline::Times times;
};

struct Ladder {
    LadderKind kind;
    Parameters given;
    GpuSpec gpu;
    std::vector<LadderStep> steps;
    std::vector<std::optional<Rise>> rises;  ///< a step each; nothing of the first possible and of impossible ones
    std::optional<LadderBaseline> baseline = {};
    [[nodiscard]] std::optional<std::size_t> first() const;  ///< the first possible step
    /// Times faster than the first possible step, of times of one kind; nothing where they are not.
    [[nodiscard]] std::optional<double> speedUpOverFirst(std::size_t step) const;
    /// Times faster than the baseline; nothing without one, or where the two times are of unlike kinds.
    [[nodiscard]] std::optional<std::pair<double, Origin>> speedUpOverBaseline(std::size_t step) const;
};

struct LadderQuestion {
    const Catalogue* catalogue = nullptr;
    LadderKind kind;
    Parameters given;  ///< to each step what its algorithm has
    GpuSpec gpu;
    const Recordings* recordings = nullptr;
    std::vector<StudyEntry> measured;  ///< in this session; goes before what was recorded
    const sass::MachineCodes* codes = nullptr;
    const Model* model = nullptr;  ///< for estimates; nullptr: none
};

/// Without counts. Errors: those of checkGiven(), Cancelled.
[[nodiscard]] Result<Ladder> ladderOf(const LadderQuestion& question, const JobContext& job);

/// Emulates a step (a sample of its blocks where they are many) and adds what follows from that. What is not possible
/// becomes LadderStep::notCounted. Error: Cancelled.
[[nodiscard]] Result<void> countStep(Ladder& ladder, std::size_t step, const LadderQuestion& question,
                                     const JobContext& job);

/// What `plan` takes: by hardware, and by the question's model where counting it is quick. Error: Cancelled.
[[nodiscard]] Result<LadderBaseline> ladderBaselineOf(const Plan& plan, const LadderQuestion& question,
                                                      const JobContext& job);

/// Brings the rises up to what is known of the steps.
void compareSteps(Ladder& ladder);

/// Times `before` is longer than `after`, where both are times of hardware or both are estimates.
[[nodiscard]] std::optional<std::pair<double, Origin>> speedUpOf(const LadderStep& before, const LadderStep& after);

}  // namespace lanescope
