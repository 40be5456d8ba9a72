// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/plan_error_table.h"

#include "core/base/words.h"
#include "core/run/plan_in_time.h"
#include "core/study/launch_blocks.h"

namespace lanescope {
namespace {

class PlanMaker {
public:
    PlanMaker(const GpuSpec& gpu, const Catalogue& catalogue, const ErrorTableOptions& options, const JobContext& job)
        : m_gpu(gpu), m_catalogue(catalogue), m_options(options), m_job(job) {
        if (options.codes != nullptr) m_plans.emplace(*options.codes);
    }

    ErrorPoint pointOf(const StudyEntry& entry) {
        ErrorPoint point;
        point.algorithm = point.family = entry.algorithm;
        point.parameters = entry.parameters;
        Result<Plan> plan = planOf(entry);
        if (!entry.measurement || !(entry.measurement->median > 0))
            point.skipped = textOf("errors.no_time"_id);
        else if (entry.measurement->provenance.gpu.empty())
            point.skipped = textOf("errors.cpu_alone"_id);
        else if (entry.measurement->provenance.gpu != m_gpu.title)
            point.skipped = inWords(Message("errors.other_gpu"_id, {{"gpu", entry.measurement->provenance.gpu}}));
        else if (!plan)
            point.skipped = describe(plan.error());
        else if (plan->timed != Timed::Steps)
            point.skipped = textOf("errors.launches_alone"_id);
        else if (plan->launches().size() > m_options.maxLaunches)
            point.skipped = textOf("errors.many_launches"_id);
        if (!point.skipped.empty()) return point;
        point.measured = entry.measurement->median;
        point.answers.push_back(answerOf(std::move(*plan)));
        return point;
    }

private:
    Result<Plan> planOf(const StudyEntry& entry) const {
        const Result<const Algorithm*> algorithm = m_catalogue.find(entry.algorithm);
        if (!algorithm) return fail(algorithm.error());
        const Result<Parameters> complete = (*algorithm)->complete(entry.parameters);
        if (!complete) return fail(complete.error());
        return (*algorithm)->plan(*complete);
    }

    ErrorPoint::Answer answerOf(Plan plan) {
        ErrorPoint::Answer answer;
        answer.model = "plan";
        const PlanInTimeOptions how{
            .blocks = m_options.maxBlocks,
            .stepBudget = m_options.stepBudget,
            .machine = m_plans ? timing::machineKernelsFor(m_gpu, *m_plans) : timing::MachineKernels(),
            .addRegisters = [this](ModelInput& input, const Plan& of) {
                addRegisters(input, of, m_gpu, m_options.codes);
            }};
        const Result<PlanInTime> found = planInTime(std::move(plan), m_gpu, how, {m_job.stop, {}});
        if (!found)
            answer.missing = describe(found.error());
        else if (const timing::PlanTimeline& timeline = found->timeline; timeline.unknown.empty())
            answer.estimated = timeline.seconds;
        else
            answer.missing = inWords(timeline.times[timeline.unknown.front()].how);
        return answer;
    }

    const GpuSpec& m_gpu;
    const Catalogue& m_catalogue;
    const ErrorTableOptions& m_options;
    const JobContext& m_job;
    std::optional<sass::MachinePlans> m_plans;
};

}  // namespace

Result<ErrorTable> planErrorTable(const Study& recording, const GpuSpec& gpu, const Catalogue& catalogue,
                                  const ErrorTableOptions& options, const JobContext& job) {
    ErrorTable table;
    table.gpu = gpu.id;
    table.counts = options.counts;
    PlanMaker maker(gpu, catalogue, options, job);
    for (const StudyEntry& entry : recording.entries) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        table.points.push_back(maker.pointOf(entry));
        if (!table.points.back().skipped.empty()) ++table.skipped[table.points.back().skipped];
        job.report(static_cast<double>(table.points.size()) / static_cast<double>(recording.entries.size()));
    }
    table.rows = errorRows(table.points);
    return table;
}

}  // namespace lanescope
