// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ladder/ladder.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/baseline/baseline.h"
#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

/// What was measured of a configuration on the GPU: in this session, else in a recording.
const Measurement* measurementOf(const LadderQuestion& question, const std::string& algorithm,
                                 const Parameters& parameters) {
    for (auto entry = question.measured.rbegin(); entry != question.measured.rend(); ++entry)
        if (entry->algorithm == algorithm && entry->measurement && entry->parameters.sameAs(parameters) &&
            entry->measurement->provenance.gpu == question.gpu.title)
            return &*entry->measurement;
    const Measurement* const recorded =
        question.recordings == nullptr ? nullptr : question.recordings->find(algorithm, parameters);
    return recorded != nullptr && recorded->provenance.gpu == question.gpu.title ? recorded : nullptr;
}

/// Of the given parameters those that the algorithm has, then what makes the step.
Parameters chosenOf(const LadderQuestion& question, const Algorithm& algorithm, const LadderRung& rung,
                    std::vector<std::string>& leftOut) {
    Parameters chosen;
    for (const auto& [name, value] : question.given) {
        if (std::ranges::find(algorithm.parameters(), name, &ParameterSpec::name) == algorithm.parameters().end())
            leftOut.push_back(name);
        else
            chosen.add(name, value);
    }
    for (const auto& [name, value] : rung.fixed) chosen.set(name, value);
    return chosen;
}

/// The launch of the most threads, the first of those.
std::size_t largestLaunch(const std::vector<const Launch*>& launches) {
    const auto threads = [](const Launch* launch) { return launch->grid.count() * launch->block.count(); };
    return static_cast<std::size_t>(std::ranges::max_element(launches, {}, threads) - launches.begin());
}

std::shared_ptr<const sass::Listing> keptCode(const LadderQuestion& question, const Kernel& kernel) {
    if (question.codes == nullptr) return nullptr;
    const auto file = question.codes->kept(kernel.module->name, kernel.module->text);
    if (!file || *file == nullptr) return nullptr;
    auto listing = (*file)->listing(sass::architectureOf(question.gpu.computeCapability), kernel.code().name);
    return listing ? std::make_shared<const sass::Listing>(std::move(*listing)) : nullptr;
}

void addLaunch(LadderStep& step, const LadderQuestion& question, const Plan& plan, const Measurement* measured) {
    const std::vector<const Launch*> launches = plan.launches();
    step.launches = launches.size();
    if (launches.empty()) return;
    step.launch = largestLaunch(launches);
    step.kernel = launches[step.launch]->kernel;
    step.block = launchBlocksOf(plan, measured, question.gpu, question.codes).at(step.launch);
    if (auto occupancy = theoreticalOccupancy(step.block->kernel, step.block->block, question.gpu))
        step.occupancy = std::move(*occupancy);
    step.code = keptCode(question, *step.kernel);
    if (measured != nullptr && step.launch < measured->counters.size())
        for (const auto& [id, value] : measured->counters[step.launch]) step.hard[id] = {value, measured->origin};
}

LadderStep stepOf(const LadderQuestion& question, const LadderRung& rung) {
    LadderStep step;
    step.rung = rung;
    const auto algorithm = question.catalogue->find(rung.algorithm);
    if (!algorithm) {
        step.impossible = describe(algorithm.error());
        return step;
    }
    step.title = (*algorithm)->title();
    step.parameters = chosenOf(question, **algorithm, rung, step.leftOut);
    const Result<Plan> plan = (*algorithm)->plan(step.parameters);
    if (!plan) {
        step.impossible = describe(plan.error());
        return step;
    }
    step.parameters = plan->parameters;
    step.wrong = !isRight((*algorithm)->judge(step.parameters).kind);
    const Measurement* const measured = measurementOf(question, rung.algorithm, step.parameters);
    if (measured != nullptr)
        step.time = StepTime{measured->median, measured->lowerQuartile, measured->upperQuartile, measured->origin,
                             measured->provenance.gpu};
    addLaunch(step, question, *plan, measured);
    return step;
}

void addEstimate(LadderStep& step, const LadderQuestion& question, const Emulation& run) {
    if (question.model == nullptr) return;
    const auto time = baseline::estimatedTime(run, question.gpu, question.codes, *question.model);
    if (!time || !time->outOfRange.empty()) {
        step.notEstimated = time ? time->outOfRange : describe(time.error());
        return;
    }
    step.estimate = StepTime{time->seconds, 0, 0, Origin::Estimated, std::string(question.model->title())};
    if (!step.time) step.time = step.estimate;
}

void addCounts(LadderStep& step, const LadderQuestion& question, const Emulation& run) {
    addEstimate(step, question, run);
    if (!step.block) return;
    const auto factsWith = [&](const Measurement* measured) {
        return rules::launchFactsOf(run, step.launch, measured, question.gpu, *step.block, nullptr);
    };
    const auto counted = factsWith(nullptr);
    if (!counted) return;
    step.sampled = counted->sampled;
    step.soft = counted->facts;
    const Measurement* const measured = measurementOf(question, step.rung.algorithm, step.parameters);
    step.roofline = rules::rooflineOf(measured == nullptr ? *counted : *factsWith(measured));
}

}  // namespace

std::optional<std::size_t> Ladder::first() const {
    const auto found = std::ranges::find_if(steps, &LadderStep::possible);
    return found == steps.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - steps.begin()));
}

std::optional<double> Ladder::speedUpOverFirst(std::size_t step) const {
    const std::optional<std::size_t> lowest = first();
    if (!lowest || *lowest == step) return std::nullopt;
    const auto faster = speedUpOf(steps[*lowest], steps.at(step));
    return faster ? std::optional(faster->first) : std::nullopt;
}

Result<Ladder> ladderOf(const LadderQuestion& question, const JobContext& job) {
    if (const auto given = checkGiven(*question.catalogue, question.kind, question.given); !given)
        return fail(given.error());
    Ladder ladder{question.kind, question.given, question.gpu, {}, {}};
    for (const LadderRung& rung : question.kind.rungs) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        ladder.steps.push_back(stepOf(question, rung));
    }
    compareSteps(ladder);
    return ladder;
}

Result<void> countStep(Ladder& ladder, std::size_t number, const LadderQuestion& question, const JobContext& job) {
    LadderStep& step = ladder.steps.at(number);
    if (!step.possible()) return {};
    const auto algorithm = question.catalogue->find(step.rung.algorithm);
    Result<Plan> plan = algorithm ? (*algorithm)->plan(step.parameters) : fail(algorithm.error());
    step.counted = true;
    if (!plan) {
        step.notCounted = describe(plan.error());
        return {};
    }
    if (!isQuick(*plan)) {
        step.notCounted = textOf("ladder.too_long"_id);
        return {};
    }
    EmulationOptions options = pointOptions(*plan);
    std::optional<sass::MachinePlans> machine;
    if (question.model != nullptr && question.model->needsSample()) {
        addSample(options, *plan, question.gpu);
        if (question.codes != nullptr)
            options.machine = timing::machineKernelsFor(question.gpu, machine.emplace(*question.codes));
    }
    const Result<Emulation> run = emulate(std::move(*plan), options, job);
    if (!run && run.error().code == ErrorCode::Cancelled) return fail(run.error());
    if (!run)
        step.notCounted = describe(run.error());
    else if (run->check.verdict == CheckResult::Verdict::Fault)
        step.notCounted = run->check.note;
    else
        addCounts(step, question, *run);
    return {};
}

}  // namespace lanescope
