// SPDX-License-Identifier: GPL-3.0-or-later
// What the run, its plan, its watched step and its threads are, as numbers: tables of names and functions.
#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <span>

#include "core/base/words.h"
#include "core/flow/alignment.h"
#include "core/run/race_check.h"
#include "core/simt/memory/request.h"
#include "core/story/number_lookups.h"
#include "core/trace/thread_work.h"

namespace lanescope::story {
namespace {

constexpr std::string_view kEmulated = "story.origin.emulated"_id;
constexpr std::string_view kOfPlan = "story.origin.plan"_id;

template <typename Subject>
struct NamedNumber {
    std::string_view name;
    double (*value)(const Subject& subject);
};

template <typename Subject>
FoundNumber inTable(std::span<const NamedNumber<Subject>> table, const Subject& subject, const Asked& asked,
                    std::string_view origin, std::vector<std::string> (*names)(const Asked&)) {
    const auto found = std::ranges::find(table, asked.name, &NamedNumber<Subject>::name);
    if (found == table.end()) return unknownNumber(asked, names(asked));
    return Number{found->value(subject), "", textOf(origin)};
}

template <typename Subject>
std::vector<std::string> namesIn(std::span<const NamedNumber<Subject>> table) {
    std::vector<std::string> names;
    for (const auto& number : table) names.emplace_back(number.name);
    return names;
}

double asNumber(std::uint64_t count) { return static_cast<double>(count); }

const simt::LaunchReport* reportOf(const RunSide& side) {
    return side.launch < side.run->launches.size() ? &side.run->launches[side.launch] : nullptr;
}

double racesOf(const RunSide& side) {
    const auto reports = checkRacesQuickly(side.run->plan, {}, side.scheduling);
    std::uint64_t found = 0;
    if (reports)
        for (const simt::RaceReport& report : *reports) found += report.findings.size() + report.notKept;
    return asNumber(found);
}

constexpr std::array kRunNumbers{
    NamedNumber<RunSide>{"launches", [](const RunSide& s) { return asNumber(s.run->launches.size()); }},
    NamedNumber<RunSide>{"blocks",
                         [](const RunSide& s) { return reportOf(s) ? asNumber(reportOf(s)->grid.count()) : 0; }},
    NamedNumber<RunSide>{"threads",
                         [](const RunSide& s) { return reportOf(s) ? asNumber(reportOf(s)->block.count()) : 0; }},
    NamedNumber<RunSide>{"all_threads",
                         [](const RunSide& s) {
                             return reportOf(s) ? asNumber(reportOf(s)->grid.count() * reportOf(s)->block.count()) : 0;
                         }},
    NamedNumber<RunSide>{"wrong", [](const RunSide& s) { return asNumber(s.run->check.wrong); }},
    NamedNumber<RunSide>{"checked", [](const RunSide& s) { return asNumber(s.run->check.checked); }},
    NamedNumber<RunSide>{"right", [](const RunSide& s) { return asNumber(s.run->check.checked - s.run->check.wrong); }},
    NamedNumber<RunSide>{
        "faults",
        [](const RunSide& s) { return asNumber(s.run->check.verdict == CheckResult::Verdict::Fault ? 1 : 0); }},
    NamedNumber<RunSide>{"races", racesOf},
    NamedNumber<RunSide>{"events", [](const RunSide& s) { return s.flow ? asNumber(s.flow->trace().size()) : 0; }},
    NamedNumber<RunSide>{"barriers", [](const RunSide& s) { return s.flow ? s.flow->trace().phaseCount() - 1.0 : 0; }},
    NamedNumber<RunSide>{"most_wavefronts",
                         [](const RunSide& s) { return s.flow ? asNumber(s.flow->requests().mostWavefronts()) : 0; }},
    NamedNumber<RunSide>{"most_lines",
                         [](const RunSide& s) { return s.flow ? asNumber(s.flow->requests().mostLines()) : 0; }},
    NamedNumber<RunSide>{"most_meeting",
                         [](const RunSide& s) { return s.flow ? asNumber(s.flow->requests().mostMeeting()) : 0; }}};

template <typename What>
double stepsThatAre(const Plan& plan) {
    return asNumber(static_cast<std::uint64_t>(
        std::ranges::count_if(plan.steps, [](const Step& step) { return std::holds_alternative<What>(step); })));
}

bool isCopy(const Step& step) {
    return std::holds_alternative<UploadStep>(step) || std::holds_alternative<DownloadStep>(step) ||
           std::holds_alternative<CopyStep>(step);
}

double streamsOf(const Plan& plan) {
    std::set<std::uint32_t> streams;
    for (const Step& step : plan.steps)
        if (const auto stream = streamOf(step)) streams.insert(*stream);
    return asNumber(streams.size());
}

constexpr std::array kPlanNumbers{
    NamedNumber<Plan>{"steps", [](const Plan& p) { return asNumber(p.steps.size()); }},
    NamedNumber<Plan>{"launches", stepsThatAre<LaunchStep>},
    NamedNumber<Plan>{"library_calls", stepsThatAre<LibraryStep>},
    NamedNumber<Plan>{"host_tasks", stepsThatAre<HostStep>},
    NamedNumber<Plan>{"waits", stepsThatAre<WaitStep>},
    NamedNumber<Plan>{
        "copies",
        [](const Plan& p) { return asNumber(static_cast<std::uint64_t>(std::ranges::count_if(p.steps, isCopy))); }},
    NamedNumber<Plan>{"streams", streamsOf}};

/// What one step asked of memory, all its requests together.
struct StepCost {
    simt::StepRecord record;
    std::vector<simt::RequestCost> costs;
    template <typename Part>
    [[nodiscard]] double sum(Part part) const {
        double all = 0;
        for (const simt::RequestCost& cost : costs) all += part(cost);
        return all;
    }
};

constexpr std::array kStepNumbers{
    NamedNumber<StepCost>{"lanes", [](const StepCost& s) { return asNumber(std::popcount(s.record.active)); }},
    NamedNumber<StepCost>{"idle_lanes",
                          [](const StepCost& s) { return asNumber(simt::kWarpSize - std::popcount(s.record.active)); }},
    NamedNumber<StepCost>{"bytes",
                          [](const StepCost& s) { return s.sum([](const auto& c) { return asNumber(c.bytes); }); }},
    NamedNumber<StepCost>{"sectors",
                          [](const StepCost& s) { return s.sum([](const auto& c) { return asNumber(c.sectors); }); }},
    NamedNumber<StepCost>{
        "fewest_sectors",
        [](const StepCost& s) { return s.sum([](const auto& c) { return asNumber(c.fewestSectors); }); }},
    NamedNumber<StepCost>{
        "wavefronts",
        [](const StepCost& s) { return s.sum([](const auto& c) { return asNumber(c.shared.wavefronts); }); }},
    NamedNumber<StepCost>{"meeting",
                          [](const StepCost& s) { return s.sum([](const auto& c) { return asNumber(c.meeting); }); }}};

constexpr std::array kWorkNumbers{
    NamedNumber<ThreadWork::Totals>{"idle_blocks", [](const auto& t) { return asNumber(t.blocksWasted); }},
    NamedNumber<ThreadWork::Totals>{"blocks", [](const auto& t) { return asNumber(t.blocksKnown); }},
    NamedNumber<ThreadWork::Totals>{"busy_blocks",
                                    [](const auto& t) { return asNumber(t.blocksKnown - t.blocksWasted); }},
    NamedNumber<ThreadWork::Totals>{"idle_threads", [](const auto& t) { return asNumber(t.idle); }},
    NamedNumber<ThreadWork::Totals>{"helping_threads", [](const auto& t) { return asNumber(t.helping); }},
    NamedNumber<ThreadWork::Totals>{"writing_threads", [](const auto& t) { return asNumber(t.writing); }},
    NamedNumber<ThreadWork::Totals>{"threads", [](const auto& t) { return asNumber(t.threads); }}};

}  // namespace

FoundNumber findOfRun(const Asked& asked) {
    return inTable<RunSide>(kRunNumbers, asked.of(), asked, kEmulated, namesOfRun);
}
std::vector<std::string> namesOfRun(const Asked& /*asked*/) { return namesIn<RunSide>(kRunNumbers); }

FoundNumber findOfPlan(const Asked& asked) {
    return inTable<Plan>(kPlanNumbers, asked.of().run->plan, asked, kOfPlan, namesOfPlan);
}
std::vector<std::string> namesOfPlan(const Asked& /*asked*/) { return namesIn<Plan>(kPlanNumbers); }

FoundNumber findOfStep(const Asked& asked) {
    const auto& flow = asked.of().flow;
    const auto& lead = asked.run.sides.front().flow;
    if (!flow || !lead) return noNumber(Message("story.number.no_block"_id));
    const std::uint64_t position =
        asked.side == 0 ? asked.run.position : flow::alignedPosition(*lead, asked.run.position, *flow);
    if (position == 0) return noNumber(Message("story.number.no_step"_id));
    StepCost cost{flow->trace().record(position - 1), {}};
    for (const simt::Request& request : simt::requestsOf(cost.record)) cost.costs.push_back(simt::costOf(request));
    return inTable<StepCost>(kStepNumbers, cost, asked, kEmulated, namesOfStep);
}
std::vector<std::string> namesOfStep(const Asked& /*asked*/) { return namesIn<StepCost>(kStepNumbers); }

FoundNumber findOfWork(const Asked& asked) {
    const RunSide& side = asked.of();
    if (side.run->launches.empty()) return noNumber(Message("story.number.no_block"_id));
    const Result<ThreadWork> work = threadWorkOf(side.run->plan, side.launch, {.scheduling = side.scheduling}, {});
    if (!work) return noNumber(Message::plain(describe(work.error())));
    return inTable<ThreadWork::Totals>(kWorkNumbers, work->totals(), asked, kEmulated, namesOfWork);
}
std::vector<std::string> namesOfWork(const Asked& /*asked*/) { return namesIn<ThreadWork::Totals>(kWorkNumbers); }

}  // namespace lanescope::story
