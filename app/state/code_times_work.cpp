// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/code_times_work.h"

#include "app/state/workbench.h"
#include "core/run/counting_policy.h"
#include "core/study/launch_blocks.h"
#include "core/timing/simulation.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kCodeTimes = QStringLiteral("code times");

struct Asked {
    Plan plan;
    std::size_t launch = 0;
};

Result<code::SideTimes> timesOf(const Asked& asked, const GpuSpec& gpu, const Library& library, const JobContext& job) {
    const Result<timing::Parameters> parameters = timing::parametersOf(gpu);
    if (!parameters) return fail(parameters.error());
    EmulationOptions options = optionsForModels(asked.plan, gpu, kBlocksOfAPoint);
    options.machine = timing::machineKernelsFor(gpu, library.machinePlans());
    // What is watched may be machine code of another architecture than the GPU's.
    const Result<Emulation> run = emulate(library.machinePlans().ptxPlanOf(asked.plan), options, job);
    if (!run) return fail(run.error());
    ModelInput input = modelInputOf(*run);
    addRegisters(input, run->plan, gpu, &library.machineCodes());
    if (asked.launch >= input.launches.size() || !input.launches[asked.launch].sample)
        return fail(ErrorCode::KernelFault, {{"fault", run->check.note}, {"kind", "the launch did not run"}});
    const LaunchProfile& launch = input.launches[asked.launch];
    constexpr std::size_t kIntervals = 1;  // times by instruction are kept with intervals
    const Result<timing::Simulated> simulated =
        timing::simulate(*launch.sample, launch.registersPerThread, gpu, *parameters, {.intervals = kIntervals});
    if (!simulated) return fail(simulated.error());
    const Kernel& ptx = *run->plan.launches()[asked.launch]->kernel;
    return code::SideTimes{timing::timeByInstruction(simulated->run, *launch.sample, ptx), simulated->run.warpCycles,
                           launch.sample->listing ? launch.sample->listing->architecture : std::string()};
}

std::vector<std::size_t> launchesOf(const std::vector<StageSide>& sides) {
    std::vector<std::size_t> launches;
    for (const StageSide& side : sides) launches.push_back(side.launch);
    return launches;
}

}  // namespace

CodeTimesWork::CodeTimesWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    connect(&m_workbench, &Workbench::sidesChanged, this, &CodeTimesWork::outdate);
    connect(&m_workbench, &Workbench::emulationChanged, this, &CodeTimesWork::outdate);
    connect(&m_workbench, &Workbench::traceChanged, this, &CodeTimesWork::followLaunch);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &CodeTimesWork::outdate);
}

/// Another block of the same launch takes the same time: the simulation chooses its blocks itself.
void CodeTimesWork::followLaunch() {
    if (launchesOf(m_workbench.sides()) != m_launches) outdate();
}

void CodeTimesWork::outdate() {
    m_outdated = true;
    if (!m_times.sides.empty() || !m_times.missing.isEmpty()) show({});
    if (m_wanted) start();
}

void CodeTimesWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (wanted && m_outdated) start();
    if (wanted || !m_workbench.jobs().isBusy(kCodeTimes)) return;
    m_workbench.jobs().drop(kCodeTimes);
    m_outdated = true;
}

void CodeTimesWork::show(code::Times times) {
    m_times = std::move(times);
    Q_EMIT changed();
}

void CodeTimesWork::start() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    const GpuSpec* const gpu = m_workbench.gpu();
    const auto showNothing = [this](const QString& why) {
        m_workbench.jobs().drop(kCodeTimes);
        m_outdated = false;
        show({{}, {}, why});
    };
    if (sides.empty() || gpu == nullptr) return;
    std::vector<Asked> all;
    for (const StageSide& side : sides) {
        if (side.run->launches.empty()) return showNothing(tr("this algorithm launches no kernel."));
        all.push_back({side.run->plan, side.launch});
    }
    m_outdated = false;
    m_launches = launchesOf(sides);
    m_workbench.jobs().start<code::Times>(
        kCodeTimes, tr("Simulating where time goes"),
        [all = std::move(all), gpu = *gpu, &library = m_workbench.library()](const JobContext& job) {
            code::Times times;
            times.gpu = shownName(gpu.title);
            for (const Asked& asked : all) {
                Result<code::SideTimes> side = timesOf(asked, gpu, library, job);
                if (!side) return Result<code::Times>(fail(side.error()));
                times.sides.push_back(std::move(*side));
            }
            return Result<code::Times>(std::move(times));
        },
        [this, showNothing](Result<code::Times> found) {
            if (!found && found.error().code == ErrorCode::Cancelled) {
                m_outdated = true;
                return;
            }
            if (!found) return showNothing(QString::fromStdString(describe(found.error())));
            show(std::move(*found));
        });
}

}  // namespace lanescope
