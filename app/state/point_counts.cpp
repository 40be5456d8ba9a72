// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/point_counts.h"

#include <QCoreApplication>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/number_format.h"
#include "core/library/library.h"
#include "core/models/hand_counts.h"
#include "core/models/launch_profile.h"
#include "core/run/emulation.h"
#include "core/study/launch_blocks.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::PointCounts)
};

/// A stop token that is also asked to stop when the time is up.
class Deadline {
public:
    Deadline(std::stop_token outer, std::chrono::milliseconds time)
        : m_forward(std::move(outer), [this] { m_source.request_stop(); }),
          m_watch([this, time](const std::stop_token& stop) {
              std::unique_lock lock(m_mutex);
              if (!m_wake.wait_for(lock, stop, time, [] { return false; }) && !stop.stop_requested())
                  m_source.request_stop();
          }) {
        if (time <= std::chrono::milliseconds(0)) m_source.request_stop();
    }
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::stop_callback<std::function<void()>> m_forward;
    std::jthread m_watch;
};

PointCounts without(std::string reason, bool tooMuch) {
    PointCounts counts{.missing = reason,
                       .tooMuch = tooMuch,
                       .lockstep = fail(ErrorCode::Internal, {{"reason", reason}}),
                       .predicted = fail(ErrorCode::Internal, {{"reason", reason}}),
                       .document = fail(ErrorCode::Internal, {{"reason", reason}})};
    return counts;
}

std::uint64_t bytesOf(const Plan& plan) {
    std::uint64_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
    return bytes;
}

/// Error: IllegalValue of "counts" where hardware's counters cannot be predicted.
Result<ModelInput> predictedInput(const Emulation& emulation) {
    std::vector<Counters> launches;
    for (std::size_t i = 0; i < emulation.launches.size(); ++i) launches.push_back(predictionOf(emulation, i).counters);
    for (const Counters& launch : launches)
        if (!launch.contains("warp_instructions"))
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "counts"},
                         {"value", "predicted"},
                         {"legal", "hardware's counters of a kernel of this plan cannot be predicted; take lockstep"}});
    return modelInputOf(emulation.plan, launches, CountSource::Predicted);
}

std::optional<double> operationsOf(const Emulation& emulation) {
    double sum = 0;
    for (const simt::LaunchReport& launch : emulation.launches) {
        const Counters counters = countersOf(launch.counts);
        if (const auto found = counters.find("fp_operations"); found != counters.end()) sum += found->second;
    }
    return sum > 0 ? std::optional(sum) : std::nullopt;
}

/// Cancelled when the time is up.
Result<Emulation> emulateWithin(std::chrono::milliseconds time, Plan plan, const EmulationOptions& options,
                                const JobContext& job) {
    const Deadline deadline(job.stop, time);
    return emulate(std::move(plan), options, JobContext{deadline.token(), job.progress});
}

bool outOfTime(const Result<Emulation>& emulation, const JobContext& job) {
    return !emulation && emulation.error().code == ErrorCode::Cancelled && !job.stopRequested();
}

/// What the models of time say of a run with samples, which take much memory and are given up.
void askTimed(PointCounts& counts, const Emulation& run, const TimedFor& whom) {
    ModelInput input = modelInputOf(run);
    addRegisters(input, run.plan, whom.gpu, &whom.library->machineCodes());
    for (const auto& model : models())
        if (model->needsSample()) counts.timed.emplace(model->id(), model->estimate(input, whom.gpu));
    counts.code = runCodeOf(input.launches);
    counts.timedFor = keyOf(whom.gpu);
    if (!counts.lockstep) return;
    for (LaunchProfile& launch : counts.lockstep->launches) launch.sample.reset();
}

}  // namespace

std::string keyOf(const GpuSpec& gpu) {
    std::string key = gpu.id;
    for (const auto& [id, value] : gpu.values) key += ' ' + numbers::exact(value.value);
    return key;
}

PointCounts countsOf(const Emulation& run) {
    PointCounts counts{.lockstep = modelInputOf(run),
                       .predicted = predictedInput(run),
                       .document = documentCounts(run.plan),
                       .operations = operationsOf(run),
                       .wholeProgram = run.plan.timed == Timed::Steps};
    for (const simt::LaunchReport& launch : run.launches) counts.sampled |= launch.sampled();
    return counts;
}

Result<PointCounts> countPoint(const Algorithm& algorithm, const Parameters& parameters, const JobContext& job,
                               const CountingLimits& limits, const std::optional<TimedFor>& whom) {
    Result<Plan> plan = algorithm.plan(parameters);
    if (!plan) return without(describe(plan.error()), false);
    if (const std::uint64_t bytes = bytesOf(*plan); bytes > limits.bytes)
        return without(Texts::tr("its buffers take %1, more than is emulated for a chart")
                           .arg(QString::fromStdString(numbers::memory(static_cast<double>(bytes))))
                           .toStdString(),
                       true);
    if (!isQuick(*plan))
        return without(Texts::tr("emulating even a few of its blocks would take too long").toStdString(), true);
    EmulationOptions options = pointOptions(*plan);
    if (whom) {
        addSample(options, *plan, whom->gpu);
        options.machine = timing::machineKernelsFor(whom->gpu, whom->library->machinePlans());
    }
    Result<Emulation> emulation = emulateWithin(limits.time, *plan, options, job);
    const bool hurried = outOfTime(emulation, job) && (options.maxBlocks == 0 || options.maxBlocks > kFewestBlocks);
    if (hurried) {
        options.maxBlocks = kFewestBlocks;
        emulation = emulateWithin(limits.sampleTime, *plan, options, job);
    }
    if (outOfTime(emulation, job)) {
        const double seconds = static_cast<double>((hurried ? limits.sampleTime : limits.time).count()) / 1000;
        return without((hurried ? Texts::tr("emulating it takes more than %1, even a sample of its blocks")
                                : Texts::tr("emulating it takes more than %1"))
                           .arg(QString::fromStdString(numbers::time(seconds)))
                           .toStdString(),
                       true);
    }
    if (!emulation && emulation.error().code == ErrorCode::Cancelled) return fail(emulation.error());
    if (!emulation) return without(describe(emulation.error()), false);
    PointCounts counts = countsOf(*emulation);
    if (whom) askTimed(counts, *emulation, *whom);
    counts.hurried = hurried && counts.sampled;
    return counts;
}

void giveUpTiming(PointCounts& counts, const GpuSpec& gpu, const std::string& why) {
    for (const auto& model : models())
        if (model->needsSample())
            counts.timed.insert_or_assign(
                std::string(model->id()),
                Result<Estimate>(
                    fail(ErrorCode::ModelOutOfRange, {{"model", std::string(model->id())}, {"reason", why}})));
    counts.timedFor = keyOf(gpu);
}

std::vector<Result<Estimate>> answersOf(const PointCounts& counts, CountSource source, const GpuSpec& gpu) {
    const Result<ModelInput>& input = source == CountSource::Predicted  ? counts.predicted
                                      : source == CountSource::Document ? counts.document
                                                                        : counts.lockstep;
    const bool timed = !counts.timed.empty() && counts.timedFor == keyOf(gpu);
    std::vector<Result<Estimate>> answers;
    for (const auto& model : models())
        if (timed && model->needsSample())
            answers.push_back(counts.timed.at(std::string(model->id())));
        else
            answers.push_back(input ? model->estimate(*input, gpu) : Result<Estimate>(fail(input.error())));
    return answers;
}

}  // namespace lanescope
