// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/published_comparison.h"

#include <algorithm>

#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

const QString kFillTable = QStringLiteral("published");

using Numbers = std::map<std::string, double>;

std::string keyOf(const Algorithm& algorithm, const Parameters& parameters) {
    return std::string(algorithm.id()) + ' ' + toString(parameters);
}

Result<Numbers> numbersOf(const Algorithm& algorithm, const Parameters& parameters, const JobContext& job) {
    Result<Plan> plan = algorithm.plan(parameters);
    if (!plan) return fail(plan.error());
    if (!isQuick(*plan)) return Numbers();
    const EmulationOptions options = watchingOptions(*plan);
    const Result<Emulation> emulation = emulate(std::move(*plan), options, job);
    if (!emulation) return fail(emulation.error());
    Numbers numbers = ownNumbers(*emulation);
    for (const Fact& fact : algorithm.facts(parameters)) numbers.emplace(fact.id, fact.value);
    return numbers;
}

/// "n=64 block=8": what the document fixes, without what goes without saying.
QString configurationText(const Algorithm& algorithm, const Parameters& parameters) {
    return QString::fromStdString(toString(
        parameters.without(algorithm.nameOf(ParameterRole::Variant)).without(algorithm.nameOf(ParameterRole::Type))));
}

/// Only a clock tells these, and the emulator has none.
bool isTimed(const std::string& metric) {
    return metric == "time" || metric.starts_with("milliseconds") || metric.starts_with("megabytes");
}

}  // namespace

std::map<std::string, double> ownNumbers(const Emulation& emulation) {
    Numbers numbers;
    if (!emulation.launches.empty() && !emulation.launches.front().fault) numbers = countersOf(emulation, 0);
    double blocks = 0, threads = 0;
    for (const simt::LaunchReport& launch : emulation.launches) {
        blocks += static_cast<double>(launch.grid.count());
        threads += static_cast<double>(launch.grid.count()) * static_cast<double>(launch.block.count());
    }
    numbers["kernel_calls"] = static_cast<double>(emulation.launches.size());
    numbers["blocks"] = blocks;
    numbers["threads"] = threads;
    return numbers;
}

PublishedComparison::PublishedComparison(std::shared_ptr<const Library> library, JobRunner& jobs, QObject* parent)
    : QObject(parent), m_library(std::move(library)), m_jobs(jobs) {}

void PublishedComparison::setChoice(const Algorithm* algorithm, const Parameters& parameters) {
    if (algorithm == m_algorithm && parameters == m_parameters) return;
    m_algorithm = algorithm;
    m_parameters = parameters;
    m_rows = algorithm ? m_library->published().rowsOf(algorithm->id()) : std::vector<Published::Row>();
    m_jobs.drop(kFillTable);
    Q_EMIT changed();
    fillNext();
}

void PublishedComparison::setWanted(bool wanted) {
    if (wanted == m_wanted) return;
    m_wanted = wanted;
    if (wanted)
        fillNext();
    else
        m_jobs.drop(kFillTable);
}

void PublishedComparison::stop() { m_jobs.cancel(kFillTable); }

Result<Parameters> PublishedComparison::configurationOf(const Published::Row& row) const {
    Parameters wanted = row.parameters;
    for (const auto& [name, value] : m_parameters)
        if (wanted.find(name) == nullptr) wanted.add(name, value);
    return m_algorithm->complete(wanted);
}

bool PublishedComparison::complete() const {
    for (const Published::Row& row : m_rows)
        if (const auto configuration = configurationOf(row);
            configuration && !isTimed(row.value.metric) && !m_own.contains(keyOf(*m_algorithm, *configuration)))
            return false;
    return true;
}

/// One configuration is a job, so that whatever else is asked for meanwhile comes in between.
void PublishedComparison::fillNext() {
    if (!m_wanted || !m_algorithm || m_jobs.isBusy(kFillTable)) return;
    for (const Published::Row& row : m_rows) {
        const auto configuration = configurationOf(row);
        if (!configuration || isTimed(row.value.metric) || m_own.contains(keyOf(*m_algorithm, *configuration)))
            continue;
        m_jobs.start<Numbers>(
            kFillTable, tr("Emulating %1 for the published table").arg(configurationText(*m_algorithm, row.parameters)),
            [algorithm = m_algorithm, parameters = *configuration](const JobContext& job) {
                return numbersOf(*algorithm, parameters, job);
            },
            [this, key = keyOf(*m_algorithm, *configuration)](Result<Numbers> result) {
                if (!result && result.error().code == ErrorCode::Cancelled) return;
                Own& own = m_own[key];
                if (!result)
                    own.missing = QString::fromStdString(describe(result.error()));
                else if (result->empty())
                    own.missing = tr("emulating even a few of its blocks would take too long.");
                else
                    own.numbers = std::move(*result);
                Q_EMIT changed();
                fillNext();
            });
        return;
    }
}

std::vector<PublishedLine> PublishedComparison::lines() const {
    std::vector<PublishedLine> lines;
    for (const Published::Row& row : m_rows) {
        PublishedLine line{row, configurationText(*m_algorithm, row.parameters), false, {}, Origin::Emulated, {}};
        const Result<Parameters> configuration = configurationOf(row);
        if (!configuration) {
            line.ownMissing = QString::fromStdString(describe(configuration.error()));
            lines.push_back(std::move(line));
            continue;
        }
        // Whichever variant was measured.
        line.present = row.parameters.isPartOf(m_parameters, {m_algorithm->nameOf(ParameterRole::Variant)});
        const std::string& metric = row.value.metric;
        const auto own = m_own.find(keyOf(*m_algorithm, *configuration));
        if (own != m_own.end() && own->second.numbers.contains(metric)) {
            line.own = own->second.numbers.at(metric);
        } else if (const Measurement* known = m_library->recordings().find(row.algorithm, *configuration)) {
            line.origin = known->origin;
            if (metric == "time")
                line.own = known->median;
            else if (!known->counters.empty() && known->counters.front().contains(metric))
                line.own = known->counters.front().at(metric);
        }
        if (!line.own && isTimed(metric))
            line.ownMissing = tr("only a GPU can tell, and there is no recording of this configuration.");
        else if (!line.own && own == m_own.end())
            line.ownMissing = tr("it is being emulated.");
        else if (!line.own && !own->second.missing.isEmpty())
            line.ownMissing = own->second.missing;
        else if (!line.own)
            line.ownMissing =
                tr("it does not follow from the execution, and there is no recording of this configuration.");
        lines.push_back(std::move(line));
    }
    return lines;
}

QString PublishedComparison::missing() const {
    return m_algorithm ? tr("No document prints numbers of this algorithm.") : tr("Nothing is chosen.");
}

}  // namespace lanescope
