// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/limits_work.h"

#include "app/state/workbench.h"
#include "core/base/words.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

const QString kLimits = QStringLiteral("limits");

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

/// A run that stands abreast, with all that its facts are made of.
struct Asked {
    QString name;
    std::shared_ptr<const Emulation> run;
    std::size_t launch = 0;
    std::optional<Measurement> measured;
    std::shared_ptr<const BlockTrace> trace;  ///< of the first alone
    std::optional<GpuSpec> gpu{};             ///< where it is another than that of the others
    bool isBaseline = false;
};

std::optional<rules::LaunchFacts> factsOf(const Asked& asked, const GpuSpec& usual, const sass::MachineCodes& codes) {
    const GpuSpec& gpu = asked.gpu ? *asked.gpu : usual;
    const Measurement* const measured = asked.measured ? &*asked.measured : nullptr;
    const std::vector<LaunchBlock> blocks = launchBlocksOf(asked.run->plan, measured, gpu, &codes);
    if (asked.launch >= blocks.size()) return std::nullopt;
    const bool ofLaunch = asked.trace && asked.trace->launchNumber() == asked.launch;
    return rules::launchFactsOf(*asked.run, asked.launch, measured, gpu, blocks[asked.launch],
                                ofLaunch ? asked.trace.get() : nullptr);
}

LimitsSide sideOf(const Asked& asked, const rules::LaunchFacts& facts) {
    return {asked.name, facts.seconds, rules::rooflineOf(facts), rules::memoryChart(facts),
            facts.block.block.sharedBytes};
}

Result<LimitsWork::Limits> limitsOf(const std::vector<Asked>& all, const GpuSpec& gpu, const sass::MachineCodes& codes,
                                    const JobContext& job) {
    LimitsWork::Limits limits;
    limits.picture.gpu = text(gpu.title);
    if (const GpuValue* const count = gpu.find("sm_count")) limits.picture.multiprocessors = count->value;
    for (const Asked& asked : all) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        const std::optional<rules::LaunchFacts> facts = factsOf(asked, gpu, codes);
        if (!facts) {
            if (limits.picture.sides.empty()) return limits;
            continue;
        }
        if (limits.picture.sides.empty()) {
            limits.advices = rules::advicesOf(*facts);
            limits.sampled = facts->sampled;
            limits.source = asked.run->plan.launches()[asked.launch]->kernel->source;
            limits.seconds = facts->seconds ? QStringLiteral("%1, %2").arg(timeText(facts->seconds->value),
                                                                           text(nameOf(facts->seconds->origin)))
                                            : text(inWords(facts->secondsMissing));
        }
        if (asked.isBaseline) limits.picture.baseline = limits.picture.sides.size();
        limits.picture.sides.push_back(sideOf(asked, *facts));
    }
    return limits;
}

}  // namespace

LimitsWork::LimitsWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    for (const auto signal : {&Workbench::emulationChanged, &Workbench::countsChanged, &Workbench::traceChanged,
                              &Workbench::numbersChanged, &Workbench::baselineChanged, &Workbench::sidesChanged})
        connect(&m_workbench, signal, this, &LimitsWork::outdate);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &LimitsWork::outdate);
    m_limits.picture.missing = tr("Nothing has been run yet.");
}

void LimitsWork::outdate() {
    m_outdated = true;
    if (m_wanted) start();
}

void LimitsWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (!wanted)
        m_workbench.jobs().drop(kLimits);
    else if (m_outdated)
        start();
}

void LimitsWork::showNothing(const QString& why) {
    m_workbench.jobs().drop(kLimits);
    m_limits = {};
    m_limits.picture.missing = why;
    m_outdated = false;
    Q_EMIT changed();
}

void LimitsWork::start() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    const GpuSpec* const gpu = m_workbench.gpu();
    if (sides.empty() || gpu == nullptr) return showNothing(tr("Nothing has been run yet."));
    if (sides.front().run->launches.empty())
        return showNothing(tr("This algorithm launches no kernel, so there is nothing that rules could look at."));
    std::vector<Asked> all;
    for (const StageSide& side : sides) {
        Asked asked{side.name, side.run, side.launch, std::nullopt, all.empty() ? m_workbench.trace() : nullptr};
        if (const Measurement* const known = m_workbench.measurementOf(side.run.get())) asked.measured = *known;
        all.push_back(std::move(asked));
    }
    if (const BaselineRun& baseline = m_workbench.baselineRun(); baseline.run() && !baseline.isChosen()) {
        Asked asked{baseline.shortName(),
                    baseline.run(),
                    baseline.choice()->launch,
                    std::nullopt,
                    nullptr,
                    baseline.gpu(),
                    true};
        if (const Measurement* const known = m_workbench.measurementOf(asked.run.get())) asked.measured = *known;
        all.push_back(std::move(asked));
    }
    m_outdated = false;
    m_workbench.jobs().start<Limits>(
        kLimits, tr("Looking what limits the launch"),
        [all = std::move(all), gpu = *gpu, &library = m_workbench.library()](const JobContext& job) {
            return limitsOf(all, gpu, library.machineCodes(), job);
        },
        [this](Result<Limits> found) {
            if (!found) {
                m_outdated = true;
                return;
            }
            m_limits = std::move(*found);
            if (m_limits.picture.sides.empty())
                m_limits.picture.missing = tr("The launch did not run to its end, so nothing is known of it.");
            Q_EMIT changed();
        });
}

}  // namespace lanescope
