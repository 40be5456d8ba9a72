// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/launch_run.h"

#include <algorithm>
#include <new>
#include <thread>

namespace lanescope::simt {
namespace {

/// Steps between two looks at the stop token: a few milliseconds of work.
constexpr std::uint64_t kSlice = 200'000;
constexpr std::uint64_t kWatchedSlice = 4096;
/// Blocks of which a sampled launch asks whether they are to be watched.
constexpr std::uint64_t kMostAsked = 1 << 24;
constexpr std::chrono::milliseconds kReportEvery{40};
/// Less work is done before the threads are under way.
constexpr std::uint64_t kStepsWorthThreads = 1'000'000;
/// Each thread gets its own copy of what it writes to, which takes as long as a step for so many bytes.
constexpr std::uint64_t kBytesOfStep = 16;

std::uint64_t largestOf(const DeviceMemory& memory) {
    std::uint64_t bytes = 0;
    for (BufferId id = 0; id < memory.size(); ++id) bytes = std::max(bytes, memory.allocation(id).data.size());
    return bytes;
}

}  // namespace

LaunchRun::LaunchRun(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
                     DeviceMemory& memory, const EmulatorOptions& options, std::size_t number)
    : m_program(program),
      m_launch(launch),
      m_memory(memory),
      m_options(options),
      m_number(number),
      m_parameters(parameters),
      m_engine(std::move(program), launch, std::move(parameters), memory),
      m_threads(options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())),
      m_mayTryThreads(options.logBytes == 0 && mayRunInParallel(*m_program)),
      m_sites(m_program->ops().size()) {
    if (options.logBytes != 0) m_log.emplace(*m_program, launch.grid, launch.block, options.logBytes);
}

Result<void> LaunchRun::run(const JobContext& job) {
    const std::vector<SampledBlock> sample = chooseBlocks();
    const bool all = sample.empty();
    m_blocksInAll = all ? m_launch.grid.count() : sample.size();
    std::vector<SampledBlock> left = sample;
    if (mayBeProbed(sample))
        if (const auto probed = runProbes(left, job); !probed) return probed;
    m_blocksToRun = all ? m_launch.grid.count() : left.size();
    const auto blockAt = [&left, all](std::uint64_t i) { return all ? SampledBlock{i, 1} : left[i]; };
    for (std::uint64_t i = 0; i < m_blocksToRun; ++i) {
        if (!stillGoing(job)) return fail(ErrorCode::Cancelled);
        const bool watched = isWatched(blockAt(i));
        if (!watched && isWorthThreads(i)) {
            const std::uint64_t end = endOfUnwatched(i, blockAt);
            const BlockWorkers::End together = runTogether(i, end, blockAt, job);
            if (together == BlockWorkers::End::Stopped) return fail(ErrorCode::Cancelled);
            if (together == BlockWorkers::End::Finished) {
                i = end - 1;
                continue;
            }
        }
        const SampledBlock which = blockAt(i);
        const Dim3 block = m_launch.grid.at(which.index);
        const BlockEnd end = watched ? watchBlock(block, which.weight, job) : runBlock(block, which.weight, job);
        if (auto going = goesOnAfter(end); !going) return going;
    }
    putInOrder(sample);
    job.report(1);
    return {};
}

Result<void> LaunchRun::goesOnAfter(BlockEnd end) {
    if (end == BlockEnd::Stopped) return fail(ErrorCode::Cancelled);
    ++m_blocksRun;
    if (end == BlockEnd::Faulted) return fail(ErrorCode::KernelFault, {{"fault", describe(*m_fault)}});
    return {};
}

bool LaunchRun::mayBeProbed(const std::vector<SampledBlock>& sample) const {
    const auto watched = [this](const SampledBlock& block) { return isWatched(block); };
    return sample.size() > kFewestProbes && !m_log && std::ranges::none_of(sample, watched);
}

/// Of a sample whose blocks are long some are run first, from all over it. If they do the same, whatever is counted of
/// them, they stand for the others, too; else the others are what is left of it.
Result<void> LaunchRun::runProbes(std::vector<SampledBlock>& left, const JobContext& job) {
    const std::vector<SampledBlock> sample = left;
    std::vector<SiteCounts> first;
    bool alike = true;
    std::size_t probes = 0;
    for (const std::size_t place : probeOrder(sample.size())) {
        if (!stillGoing(job)) return fail(ErrorCode::Cancelled);
        const SampledBlock block = sample[place];
        takeUnwatched();
        const std::uint64_t before = m_steps;
        if (auto going = goesOnAfter(runBlock(m_launch.grid.at(block.index), block.weight, job)); !going) return going;
        m_probed[block.index] = {block.weight, m_steps - before};
        const std::vector<SiteCounts> sites = m_engine.sites();
        if (++probes == 1) first = sites;
        alike = sites == first;
        const bool isLong = m_steps / probes * sample.size() > kStepsOfProbes;
        if (!alike || !isLong || (probes >= kFewestProbes && m_steps >= kStepsOfProbes)) break;
    }
    m_stepsOfBlocks.clear();
    std::erase_if(left, [this](const SampledBlock& block) { return m_probed.contains(block.index); });
    if (!alike || probes < kFewestProbes) return {};
    const std::uint64_t steps = m_steps / probes;
    for (const SampledBlock& block : left) {
        take(first, block.weight);
        m_probed[block.index] = {block.weight, steps};
    }
    left.clear();
    return {};
}

/// Steps of the blocks in the grid's order, whatever they were run in.
void LaunchRun::putInOrder(const std::vector<SampledBlock>& sample) {
    if (m_probed.empty()) return;
    std::vector<BlockSteps> steps;
    auto other = m_stepsOfBlocks.begin();
    for (const SampledBlock& block : sample) {
        const auto probed = m_probed.find(block.index);
        if (probed == m_probed.end() && other == m_stepsOfBlocks.end()) break;
        steps.push_back(probed != m_probed.end() ? probed->second : *other++);
    }
    m_stepsOfBlocks = std::move(steps);
}

std::uint64_t LaunchRun::stepBudget() const {
    return m_launch.endlessAfter == 0 ? m_options.stepBudget : std::min(m_options.stepBudget, m_launch.endlessAfter);
}

bool LaunchRun::isWatched(const SampledBlock& block) const {
    return m_options.observer != nullptr && m_options.observer->wants(m_number, m_launch.grid.at(block.index));
}

/// Are the blocks from `next` on to be tried on several threads?
bool LaunchRun::isWorthThreads(std::uint64_t next) const {
    const std::uint64_t rest = m_blocksToRun - next;
    if (!m_mayTryThreads || m_threads < 2 || rest < 2) return false;
    if (m_options.threads != 0) return true;
    // What the blocks before took tells what the rest will take.
    if (m_blocksRun == 0) return false;
    const std::uint64_t steps = m_steps / m_blocksRun * rest;
    return steps >= kStepsWorthThreads && steps >= largestOf(m_memory) / kBytesOfStep;
}

std::uint64_t LaunchRun::endOfUnwatched(std::uint64_t first, const BlockAt& blockAt) const {
    if (m_options.observer == nullptr) return m_blocksToRun;
    std::uint64_t end = first + 1;
    while (end < m_blocksToRun && !isWatched(blockAt(end))) ++end;
    return end;
}

BlockWorkers::End LaunchRun::runTogether(std::uint64_t first, std::uint64_t end, const BlockAt& blockAt,
                                         const JobContext& job) {
    const std::uint64_t before = m_blocksRun;
    try {
        return runOnThreads(first, end, blockAt, job);
    } catch (const std::bad_alloc&) {  // one after the other they need less
        m_blocksRun = before;
        m_mayTryThreads = false;
        return BlockWorkers::End::NotIndependent;
    }
}

BlockWorkers::End LaunchRun::runOnThreads(std::uint64_t first, std::uint64_t end, const BlockAt& blockAt,
                                          const JobContext& job) {
    const std::uint64_t before = m_blocksRun;
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(m_threads, end - first));
    const std::uint64_t budget = stepBudget() > m_steps ? stepBudget() - m_steps : 0;
    BlockWorkers workers({m_program, &m_launch, &m_parameters, budget, first, end - first, blockAt}, m_memory, threads);
    const auto going = [&](std::uint64_t ended) {
        m_blocksRun = before + ended;
        return stillGoing(job);
    };
    const BlockWorkers::End outcome = workers.run(going, job.stop);
    m_blocksRun = before;
    if (outcome == BlockWorkers::End::NotIndependent) m_mayTryThreads = false;
    if (outcome != BlockWorkers::End::Finished) return outcome;
    m_blocksRun += end - first;
    m_steps += workers.steps();
    if (m_blocksToRun <= LaunchReport::kMostBlocksTold) workers.addTo(m_stepsOfBlocks);
    workers.addTo(m_sites);
    return outcome;
}

/// Empty = all. Blocks that are to be watched are among the chosen (of a grid of billions: if they are among the
/// first).
std::vector<SampledBlock> LaunchRun::chooseBlocks() const {
    const std::uint64_t count = m_launch.grid.count();
    if (m_options.maxBlocks == 0 || count <= m_options.maxBlocks) return {};
    std::vector<SampledBlock> sample = sampleBlocks(m_launch.grid, m_options.maxBlocks);
    if (m_options.observer == nullptr) return sample;
    std::vector<SampledBlock> watched;
    for (std::uint64_t index = 0; index < std::min(count, kMostAsked); ++index) {
        if (!m_options.observer->wants(m_number, m_launch.grid.at(index))) continue;
        const auto chosen =
            std::find_if(sample.begin(), sample.end(), [index](const auto& b) { return b.index == index; });
        if (chosen == sample.end()) watched.push_back({index, 0});
    }
    sample.insert(sample.end(), watched.begin(), watched.end());
    std::sort(sample.begin(), sample.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    return sample;
}

LaunchRun::BlockEnd LaunchRun::runBlock(Dim3 block, std::uint64_t weight, const JobContext& job) {
    // Adding up sites costs as much as a small block: blocks of one weight are taken together.
    if (weight != m_weight) takeUnwatched();
    m_weight = weight;
    m_engine.start(block);
    const bool logged = m_log && m_log->begin(block);
    m_engine.setLog(logged ? &*m_log : nullptr);
    const BlockEnd end = finish(m_engine, job);
    takeOutput(m_engine);
    if (logged) m_log->end(m_engine.steps());
    ended(weight, m_engine.steps());
    return end;
}

LaunchRun::BlockEnd LaunchRun::watchBlock(Dim3 block, std::uint64_t weight, const JobContext& job) {
    BlockExecution execution(m_program, m_launch, block, m_memory);
    BlockObserver& observer = *m_options.observer;
    observer.begin(m_number, m_launch, block, m_program, execution, m_memory);
    Engine& engine = execution.engine();
    StepRecord record;
    BlockEnd end = BlockEnd::Finished;
    for (bool watching = true; watching;) {
        const BlockExecution::Status status = execution.step(record);
        if (status == BlockExecution::Status::Finished) break;
        if (status == BlockExecution::Status::Stepped) watching = observer.step(record, execution);
        if (m_steps + engine.steps() >= stepBudget()) engine.faultOnBudget();
        if (engine.faulted()) {
            end = BlockEnd::Faulted;
            break;
        }
        if (engine.steps() % kWatchedSlice == 0 && !stillGoing(job)) {
            end = BlockEnd::Stopped;
            break;
        }
        if (!watching) end = finish(engine, job);
    }
    if (end == BlockEnd::Faulted) m_fault = engine.fault();
    observer.end(execution);
    takeOutput(engine);
    ended(weight, engine.steps());
    take(engine.sites(), weight);
    return end;
}

void LaunchRun::ended(std::uint64_t weight, std::uint64_t steps) {
    m_steps += steps;
    if (m_blocksToRun <= LaunchReport::kMostBlocksTold) m_stepsOfBlocks.push_back({weight, steps});
}

void LaunchRun::takeOutput(Engine& engine) {
    PrintedOutput& printed = engine.output();
    for (PrintedOutput::Text& text : printed.texts) m_output.add(std::move(text));
    m_output.cut = m_output.cut || printed.cut;
    printed = {};
}

LaunchRun::BlockEnd LaunchRun::finish(Engine& engine, const JobContext& job) {
    const std::uint64_t budget = stepBudget() > m_steps ? stepBudget() - m_steps : 0;
    for (;;) {
        switch (engine.run(std::min(budget, engine.steps() + kSlice))) {
            case Engine::Status::Finished: return BlockEnd::Finished;
            case Engine::Status::Paused: break;
            case Engine::Status::Faulted: m_fault = engine.fault(); return BlockEnd::Faulted;
        }
        if (engine.steps() >= budget) engine.faultOnBudget();
        if (engine.faulted()) {
            m_fault = engine.fault();
            return BlockEnd::Faulted;
        }
        if (!stillGoing(job)) return BlockEnd::Stopped;
    }
}

/// Looks at the stop token, and now and then tells how far the launch is.
bool LaunchRun::stillGoing(const JobContext& job) {
    if (job.stopRequested()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastReport >= kReportEvery) {
        m_lastReport = now;
        job.report(static_cast<double>(m_blocksRun) / static_cast<double>(m_blocksInAll));
    }
    return true;
}

void LaunchRun::take(const std::vector<SiteCounts>& sites, std::uint64_t weight) {
    for (std::size_t i = 0; i < sites.size(); ++i) m_sites[i].add(sites[i], weight);
}

void LaunchRun::takeUnwatched() {
    take(m_engine.sites(), m_weight);
    m_engine.clearCounts();
}

LaunchReport LaunchRun::report() {
    takeUnwatched();
    LaunchReport report;
    report.kernel = m_program->entry().demangled;
    report.grid = m_launch.grid;
    report.block = m_launch.block;
    report.staticSharedBytes = m_program->entry().staticSharedBytes;
    report.dynamicSharedBytes = m_launch.dynamicSharedBytes;
    report.sites = m_sites;
    report.counts = sumOf(m_sites);
    report.blocksRun = m_blocksRun;
    report.steps = std::move(m_stepsOfBlocks);
    report.fault = m_fault;
    report.output = m_output;
    if (m_log) {
        auto log = std::make_shared<LaunchLog>(m_program, m_launch.grid, m_launch.block);
        m_log->moveTo(*log);
        report.log = std::move(log);
    }
    return report;
}

}  // namespace lanescope::simt
