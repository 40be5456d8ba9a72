// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/beside.h"

#include <algorithm>
#include <utility>

#include "app/state/watched_code.h"
#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

const QString kBeside = QStringLiteral("beside");

Dim3 gridOf(const Plan& plan, std::size_t launch) {
    const auto launches = plan.launches();
    return launch < launches.size() ? launches[launch]->grid : Dim3{};
}

bool sameConfiguration(const Beside::Side& side, const Algorithm* algorithm, const Parameters& parameters) {
    return side.choice.algorithm == algorithm && side.parameters.sameAs(parameters);
}

}  // namespace

Dim3 sameNumber(Dim3 block, Dim3 from, Dim3 grid) { return grid.at(std::min(from.linear(block), grid.count() - 1)); }

Beside::Beside(JobRunner& jobs, RunShelf& shelf, QObject* parent) : QObject(parent), m_jobs(jobs), m_shelf(shelf) {}

bool Beside::isRunning() const { return m_jobs.isBusy(kBeside); }

void Beside::stop() { m_jobs.drop(kBeside); }

void Beside::cancel() { m_jobs.cancel(kBeside); }

namespace {

Beside::Side sideOf(const Beside::First& first, const BesideChoice& choice) {
    Beside::Side side{.choice = choice,
                      .parameters = valuesBeside(choice, *first.chosen.algorithm, first.chosen.parameters)};
    const Result<Plan> plan = choice.algorithm->plan(side.parameters);
    if (!plan) {
        side.missing = QString::fromStdString(describe(plan.error()));
        return side;
    }
    const auto launches = plan->launches().size();
    side.launch = std::min(first.chosen.launch, launches == 0 ? 0 : launches - 1);
    side.block = sameNumber(first.chosen.block, gridOf(*first.plan, first.chosen.launch), gridOf(*plan, side.launch));
    return side;
}

}  // namespace

Beside::Named Beside::sidesOf(const First& first) {
    const Chosen& chosen = first.chosen;
    std::vector<Side> sides;
    std::vector<NamedConfiguration> named{{chosen.algorithm, chosen.parameters}};
    for (const BesideChoice& choice : chosen.beside) {
        if (sides.size() == kMostBeside) break;
        Side side = sideOf(first, choice);
        const bool same = sameConfiguration(side, chosen.algorithm, chosen.parameters) ||
                          std::ranges::any_of(sides, [&](const Side& before) {
                              return sameConfiguration(before, side.choice.algorithm, side.parameters);
                          });
        if (same) side.missing = tr("It would be the same run once more.");
        named.push_back({side.choice.algorithm, side.parameters});
        sides.push_back(std::move(side));
    }
    const std::vector<QString> names = namesOf(named);
    for (std::size_t i = 0; i < sides.size(); ++i) sides[i].name = names[i + 1];
    return {names.front(), std::move(sides)};
}

RunKey Beside::keyOf(const Side& side) const {
    return {side.choice.algorithm, side.parameters, m_first.chosen.scheduling,
            side.launch,           side.block,      m_first.chosen.machine};
}

void Beside::keepWhatIsThere(Side& side) const {
    if (auto ready = m_shelf.take(keyOf(side))) {
        side.run = std::move(ready->emulation);
        side.watched = std::move(ready->block);
        return;
    }
    if (m_scheduling != m_first.chosen.scheduling || m_machine != m_first.chosen.machine) return;
    for (const Side& before : m_sides) {
        if (!before.run || !sameConfiguration(before, side.choice.algorithm, side.parameters)) continue;
        side.run = before.run;
        if (before.launch == side.launch && before.block == side.block) side.watched = before.watched;
    }
}

void Beside::follow(const First& first) {
    stop();
    m_first = first;
    Named named = sidesOf(first);
    for (Side& side : named.sides)
        if (side.missing.isEmpty()) keepWhatIsThere(side);
    m_nameOfFirst = named.first;
    m_sides = std::move(named.sides);
    m_scheduling = first.chosen.scheduling;
    m_machine = first.chosen.machine;
    Q_EMIT changed();
}

void Beside::start() {
    if (isRunning()) return;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        const Side& side = m_sides[i];
        if (!side.missing.isEmpty() || side.isReady()) continue;
        if (side.run && side.run->history)
            record(i);
        else
            run(i);
        return;
    }
}

void Beside::run(std::size_t number) {
    const Side& side = m_sides[number];
    Result<Plan> plan = side.choice.algorithm->plan(side.parameters);
    if (!plan) return take(number, fail(plan.error()));
    EmulationOptions options = watchingOptions(*plan);
    options.tracedBlocks = {side.block};
    options.traceBudget = m_first.traceBudget;
    options.scheduling = m_scheduling;
    m_jobs.start<WatchedRun>(
        kBeside, tr("Emulating %1 beside it").arg(side.name),
        [plan = std::make_shared<const Plan>(std::move(*plan)), options, launch = side.launch, machine = m_machine,
         plans = m_first.machinePlans](const JobContext& job) {
            return runWatchedAs(machine, plans, *plan, options, launch, job);
        },
        [this, number](Result<WatchedRun> result) { take(number, std::move(result)); });
}

void Beside::record(std::size_t number) {
    const Side& side = m_sides[number];
    m_jobs.start<WatchedRun>(
        kBeside, tr("Recording a block of %1").arg(side.name),
        [run = side.run, launch = side.launch, block = side.block](const JobContext& job) -> Result<WatchedRun> {
            Result<WatchedBlock> watched = watchBlock(*run->history, launch, block, job);
            if (!watched) return fail(watched.error());
            return WatchedRun{run, std::move(*watched)};
        },
        [this, number](Result<WatchedRun> result) { take(number, std::move(result)); });
}

void Beside::take(std::size_t number, Result<WatchedRun> result) {
    Side& side = m_sides[number];
    const bool stopped = !result && result.error().code == ErrorCode::Cancelled;
    if (!result) {
        side.missing = QString::fromStdString(describe(result.error()));
    } else {
        side.run = std::move(result->emulation);
        side.watched = std::move(result->block);
        if (!side.isReady()) side.missing = tr("It has no block that could be watched.");
    }
    Q_EMIT changed();
    if (!stopped) start();
}

}  // namespace lanescope
