// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/error_table.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <thread>

#include "core/base/threads.h"
#include "core/base/words.h"
#include "core/run/emulation.h"
#include "core/study/launch_blocks.h"

namespace lanescope {
namespace {

/// Plans with larger buffers are counted one at a time, so that memory is not asked for twice.
constexpr std::uint64_t kLargeBytes = 256ULL << 20;

class Maker {
public:
    Maker(const Study& recording, const GpuSpec& gpu, const Catalogue& catalogue, const ErrorTableOptions& options,
          const JobContext& job)
        : m_recording(recording), m_gpu(gpu), m_catalogue(catalogue), m_options(options), m_job(job) {
        for (const auto& model : models()) m_models.push_back(model.get());
        if (!options.models.empty()) m_models = options.models;
        if (options.codes != nullptr) m_plans.emplace(*options.codes);
    }

    Result<ErrorTable> make() {
        ErrorTable table;
        table.gpu = m_gpu.id;
        table.counts = m_options.counts;
        m_points.resize(m_recording.entries.size());
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const unsigned threads = m_options.threads != 0 ? m_options.threads : cores;
        onThreads(threads, [this](bool tells) { work(tells); });
        if (m_job.stopRequested()) return fail(ErrorCode::Cancelled);
        for (const ErrorPoint& point : m_points)
            if (!point.skipped.empty()) ++table.skipped[point.skipped];
        table.rows = errorRows(m_points);
        table.points = std::move(m_points);
        return table;
    }

private:
    /// Takes one entry after the other until none is left. Progress is told by one thread only.
    void work(bool tells) {
        for (std::size_t i = m_next++; i < m_points.size() && !m_job.stopRequested(); i = m_next++) {
            m_points[i] = pointOf(m_recording.entries[i]);
            const std::size_t done = ++m_done;
            if (tells) m_job.report(static_cast<double>(done) / static_cast<double>(m_points.size()));
        }
    }

    ErrorPoint pointOf(const StudyEntry& entry) {
        ErrorPoint point;
        point.algorithm = entry.algorithm;
        point.parameters = entry.parameters;
        const Result<const Algorithm*> algorithm = m_catalogue.find(entry.algorithm);
        if (algorithm) point.family = (*algorithm)->family();
        if (!entry.measurement || !(entry.measurement->median > 0))
            point.skipped = textOf("errors.no_time"_id);
        else if (entry.measurement->provenance.gpu.empty())
            point.skipped = textOf("errors.cpu_alone"_id);
        else if (entry.measurement->provenance.gpu != m_gpu.title)
            point.skipped = inWords(Message("errors.other_gpu"_id, {{"gpu", entry.measurement->provenance.gpu}}));
        else if (!algorithm)
            point.skipped = describe(algorithm.error());
        if (!point.skipped.empty()) return point;
        point.measured = entry.measurement->median;
        point.origin = entry.measurement->origin;
        if (point.origin == Origin::Published) point.notes = entry.measurement->notes;
        const Result<Parameters> complete = (*algorithm)->complete(entry.parameters);
        Result<Plan> plan = complete ? (*algorithm)->plan(*complete) : fail(complete.error());
        point.countedAsTimed = countedAsTimed(*entry.measurement);
        if (!plan)
            point.skipped = describe(plan.error());
        else
            compare(std::move(*plan), entry.measurement->counters, point);
        return point;
    }

    void compare(Plan plan, const std::vector<Counters>& measured, ErrorPoint& point) {
        const Timed timed = plan.timed;
        const Result<ModelInput> input = count(std::move(plan));
        if (!input) {
            point.skipped = input.error().code == ErrorCode::KernelFault ? textOf("errors.not_counted"_id)
                                                                         : describe(input.error());
            return;
        }
        if (input->launches.size() == measured.size()) point.counters = measured;
        for (const LaunchProfile& launch : input->launches) point.footprints.push_back(launch.footprint.value_or(0));
        for (const Model* model : m_models) {
            ErrorPoint::Answer answer;
            answer.model = model->id();
            if (const Result<Estimate> estimate = model->estimate(*input, m_gpu)) {
                answer.estimated = timed == Timed::Launches ? estimate->kernelSeconds : estimate->seconds;
                answer.outOfRange = estimate->outOfRange;
                answer.bound = estimate->bound;
                answer.counters = estimate->counters;
            } else {
                answer.missing = describe(estimate.error());
            }
            point.answers.push_back(std::move(answer));
        }
    }

    Result<ModelInput> count(Plan plan) {
        const std::size_t launches = plan.launches().size();
        if (launches > m_options.maxLaunches)
            return fail(ErrorCode::TooLarge, {{"what", textOf("errors.launches"_id)},
                                              {"needed", std::to_string(launches)},
                                              {"available", std::to_string(m_options.maxLaunches)}});
        std::uint64_t bytes = 0;
        for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
        std::unique_lock<std::mutex> alone(m_large, std::defer_lock);
        if (bytes > kLargeBytes) alone.lock();
        EmulationOptions how;
        how.maxBlocks = m_options.maxBlocks;
        how.stepBudget = m_options.stepBudget;
        how.threads = 1;
        how.sample = timing::SampleOptions::forLaunches(launches);
        if (const GpuValue* all = m_gpu.find("sm_count"))
            how.sample->multiprocessors = static_cast<std::uint32_t>(all->value);
        if (m_plans) how.machine = timing::machineKernelsFor(m_gpu, *m_plans);
        const Result<Emulation> emulation = emulate(std::move(plan), how, {.stop = m_job.stop, .progress = {}});
        if (!emulation) return fail(emulation.error());
        if (emulation->check.verdict == CheckResult::Verdict::Fault)
            return fail(ErrorCode::KernelFault, {{"fault", emulation->check.note}});
        ModelInput input = modelInputOf(*emulation, m_options.counts);
        addRegisters(input, emulation->plan, m_gpu, m_options.codes);
        return input;
    }

    const Study& m_recording;
    const GpuSpec& m_gpu;
    const Catalogue& m_catalogue;
    const ErrorTableOptions& m_options;
    const JobContext& m_job;
    std::vector<const Model*> m_models;
    std::optional<sass::MachinePlans> m_plans;
    std::vector<ErrorPoint> m_points;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<std::size_t> m_done = 0;
    std::mutex m_large;
};

/// Collects the answers of one model over one family.
struct Collected {
    ErrorRow row;
    std::vector<double> errors;
    void add(const ErrorPoint& point, const ErrorPoint::Answer& answer) {
        if (!answer.estimated) {
            ++row.missing;
            ++row.reasons[answer.missing];
            return;
        }
        errors.push_back(signedError(*answer.estimated, point.measured));
        if (answer.outOfRange.empty()) return;
        ++row.outOfRange;
        ++row.reasons[answer.outOfRange];
    }
};

}  // namespace

std::vector<ErrorRow> errorRows(const std::vector<ErrorPoint>& points) {
    // The best model first, families in the order in which they come.
    std::vector<std::string> models;
    std::vector<std::string> families{""};
    std::map<std::pair<std::string, std::string>, Collected> collected;
    const auto keep = [](std::vector<std::string>& list, const std::string& name) {
        if (std::ranges::find(list, name) == list.end()) list.push_back(name);
    };
    for (const ErrorPoint& point : points)
        for (const ErrorPoint::Answer& answer : point.answers) {
            keep(models, answer.model);
            keep(families, point.family);
            collected[{answer.model, ""}].add(point, answer);
            if (!point.family.empty()) collected[{answer.model, point.family}].add(point, answer);
        }
    for (auto& [key, one] : collected) one.row.statistics = statisticsOf(one.errors);
    const auto medianOf = [&collected](const std::string& model) {
        const ErrorStatistics& all = collected.at({model, ""}).row.statistics;
        return all.compared > 0 ? all.medianApe : std::numeric_limits<double>::infinity();
    };
    std::ranges::stable_sort(models, {}, medianOf);
    std::vector<ErrorRow> rows;
    for (const std::string& model : models)
        for (const std::string& family : families) {
            const auto found = collected.find({model, family});
            if (found == collected.end()) continue;
            ErrorRow row = std::move(found->second.row);
            row.model = model;
            row.family = family;
            rows.push_back(std::move(row));
        }
    return rows;
}

Result<ErrorTable> errorTable(const Study& recording, const GpuSpec& gpu, const Catalogue& catalogue,
                              const ErrorTableOptions& options, const JobContext& job) {
    return Maker(recording, gpu, catalogue, options, job).make();
}

}  // namespace lanescope
