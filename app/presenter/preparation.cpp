// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/preparation.h"

#include <algorithm>

#include "app/state/watched_code.h"
#include "app/state/workbench.h"
#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

const QString kPrepare = QStringLiteral("prepare");

Result<WatchedRun> made(const RunKey& key, const std::shared_ptr<const Emulation>& known,
                        const sass::MachinePlans* plans, const JobContext& job) {
    if (known && known->history) {
        Result<WatchedBlock> block = watchBlock(*known->history, key.launch, key.block, job);
        if (!block) return fail(block.error());
        return WatchedRun{known, std::move(*block)};
    }
    Result<Plan> plan = key.algorithm->plan(key.parameters);
    if (!plan) return fail(plan.error());
    EmulationOptions options = watchingOptions(*plan);
    options.tracedBlocks = {key.block};
    options.scheduling = key.scheduling;
    return runWatchedAs(key.machine, plans, *plan, options, key.launch, job);
}

}  // namespace

Preparation::Preparation(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    for (const auto signal : {&Workbench::emulationChanged, &Workbench::traceChanged, &Workbench::sidesChanged,
                              &Workbench::outdatedChanged})
        connect(&workbench, signal, this, &Preparation::keepShown);
}

/// What stands on the stage is at hand for those who come back to it, while there is a story that leads back.
void Preparation::keepShown() {
    if (!m_keeps || m_workbench.isOutdated() || m_workbench.blocks().empty()) return;
    const std::vector<StopRun> runs = runsOf(m_workbench.chosen());
    const std::vector<StageSide>& sides = m_workbench.sides();
    for (std::size_t i = 0; i < sides.size() && i < m_workbench.blocks().size(); ++i) {
        const auto run = std::ranges::find(runs, sides[i].name, &StopRun::name);
        if (run == runs.end() || m_workbench.shelf().has(run->key)) continue;
        const Playback::Block& block = m_workbench.blocks()[i];
        m_workbench.shelf().put(run->key, {sides[i].run, {{.trace = block->sharedTrace()}, block}});
    }
}

void Preparation::want(const std::vector<Chosen>& wanted) {
    m_wanted.clear();
    m_keeps = !wanted.empty();
    if (!m_keeps) m_workbench.shelf().clear();
    for (const Chosen& chosen : wanted)
        for (StopRun& run : runsOf(chosen)) m_wanted.push_back(std::move(run));
    const bool superseded =
        m_making && std::ranges::none_of(m_wanted, [&](const StopRun& run) { return run.key == *m_making; });
    if (superseded) {
        m_jobs.drop(kPrepare);
        m_making.reset();
    }
    start();
}

void Preparation::stop() { want({}); }

void Preparation::start() {
    if (m_making) return;
    while (!m_wanted.empty() && m_workbench.shelf().has(m_wanted.front().key)) m_wanted.pop_front();
    if (m_wanted.empty()) return;
    m_making = m_wanted.front().key;
    m_wanted.pop_front();
    m_jobs.start<WatchedRun>(
        kPrepare, tr("Preparing what comes next"),
        [key = *m_making, known = m_workbench.shelf().runOf(*m_making),
         plans = &m_workbench.library().machinePlans()](const JobContext& job) { return made(key, known, plans, job); },
        [this, key = *m_making](Result<WatchedRun> result) {
            m_making.reset();
            // What cannot be run is said when somebody goes there.
            if (result) m_workbench.shelf().put(key, *result);
            Q_EMIT changed();
            start();
        });
}

bool Preparation::isReady(const Chosen& chosen) const {
    const std::vector<StopRun> runs = runsOf(chosen);
    return !runs.empty() &&
           std::ranges::all_of(runs, [&](const StopRun& run) { return m_workbench.shelf().has(run.key); });
}

Preparation::Runs Preparation::runs(const Chosen& chosen) const {
    Runs found;
    for (const StopRun& run : runsOf(chosen)) {
        const std::optional<WatchedRun> ready = m_workbench.shelf().take(run.key);
        if (!ready) return {};
        found.sides.push_back({run.name, ready->emulation, run.key.launch});
        found.blocks.push_back(ready->block.flow);
    }
    return found;
}

}  // namespace lanescope
