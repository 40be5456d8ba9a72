// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace lanescope {
namespace {

const QString kEmulate = QStringLiteral("emulate");
const QString kCurves = QStringLiteral("curves");

const Launch* firstLaunch(const Plan& plan) {
    for (const Step& step : plan.steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step)) return &launch->launch;
    return nullptr;
}

/// The values of `from` that `algorithm` takes, one by one.
Parameters carriedOver(const Algorithm& algorithm, const Parameters& from) {
    Parameters kept;
    for (const auto& [name, value] : from)
        if (algorithm.complete({{name, value}})) kept.emplace_back(name, value);
    return kept;
}

bool sameParameters(const Parameters& a, const Parameters& b) {
    return std::set(a.begin(), a.end()) == std::set(b.begin(), b.end());
}

}  // namespace

Workbench::Workbench(std::shared_ptr<const Library> library, QObject* parent)
    : QObject(parent), m_library(std::move(library)) {
    // The shipped recording's GPU, so that models and recording can be compared at once.
    const auto& gpus = m_library->gpus.all();
    if (m_library->gpus.find("h200"))
        m_gpu = "h200";
    else if (!gpus.empty())
        m_gpu = gpus.front().id;
}

Workbench::~Workbench() = default;

Dim3 Workbench::grid() const {
    const Launch* launch = m_emulation ? firstLaunch(m_emulation->plan) : nullptr;
    return launch ? launch->grid : Dim3{};
}

const GpuSpec* Workbench::gpu() const {
    const auto found = m_library->gpus.find(m_gpu);
    return found ? *found : nullptr;
}

std::shared_ptr<const BlockTrace> Workbench::trace() const {
    return m_emulation && !m_emulation->traces.empty() ? m_emulation->traces.front() : nullptr;
}

bool Workbench::sampled() const {
    return m_emulation && std::ranges::any_of(m_emulation->launches, &simt::LaunchReport::sampled);
}

void Workbench::setProblem(std::optional<Error> problem) {
    if (problem == m_problem) return;
    m_problem = std::move(problem);
    emit problemChanged();
}

void Workbench::chooseAlgorithm(const QString& id) {
    const auto found = m_library->catalogue.find(id.toStdString());
    if (!found) return setProblem(found.error());
    const Algorithm* algorithm = *found;
    if (algorithm == m_algorithm) return;
    // First with the values at hand; where they do not go together, with the algorithm's own defaults.
    for (const Parameters& start : {carriedOver(*algorithm, m_parameters), Parameters{}}) {
        Result<Parameters> complete = algorithm->complete(start);
        if (!complete) continue;
        Result<Plan> plan = algorithm->plan(*complete);
        if (plan) return accept(algorithm, std::move(*complete), std::move(*plan), {0, 0, 0});
        if (start.empty()) setProblem(plan.error());
    }
}

void Workbench::choose(const Parameters& parameters) {
    if (!m_algorithm) return;
    Result<Parameters> complete = m_algorithm->complete(parameters);
    if (!complete) return setProblem(complete.error());
    Result<Plan> plan = m_algorithm->plan(*complete);
    if (!plan) return setProblem(plan.error());
    accept(m_algorithm, std::move(*complete), std::move(*plan), m_block);
}

void Workbench::chooseBlock(Dim3 block) {
    if (!m_algorithm || block == m_block) return;
    if (Result<Plan> plan = m_algorithm->plan(m_parameters)) accept(m_algorithm, m_parameters, std::move(*plan), block);
}

void Workbench::accept(const Algorithm* algorithm, Parameters parameters, Plan plan, Dim3 block) {
    const Launch* launch = firstLaunch(plan);
    const Dim3 grid = launch ? launch->grid : Dim3{};
    // A block that the new grid does not have gives way to the nearest one that it has.
    block = {std::min(block.x, grid.x - 1), std::min(block.y, grid.y - 1), std::min(block.z, grid.z - 1)};
    setProblem(std::nullopt);
    m_algorithm = algorithm;
    m_parameters = std::move(parameters);
    m_block = block;
    emit choiceChanged();
    startEmulation(std::move(plan));
}

void Workbench::startEmulation(Plan plan) {
    // The picture comes first; the curves are taken up again when it is there.
    m_jobs.drop(kCurves);
    EmulationOptions options = quickOptions(plan);
    options.tracedBlocks = {m_block};
    auto shared = std::make_shared<Plan>(std::move(plan));
    m_jobs.start<Emulation>(
        kEmulate, tr("Emulating %1").arg(QString::fromStdString(toString(m_parameters))),
        [shared, options](const JobContext& job) { return emulate(std::move(*shared), options, job); },
        [this](Result<Emulation> result) {
            if (!result) return setProblem(result.error());
            m_emulation = std::make_shared<const Emulation>(std::move(*result));
            emit emulationChanged();
            emit numbersChanged();
            emit chartChanged();
            startCurves();
        });
}

void Workbench::chooseGpu(const QString& id) {
    if (id.toStdString() == m_gpu) return;
    m_gpu = id.toStdString();
    emit choiceChanged();
    emit numbersChanged();
    emit chartChanged();
}

void Workbench::cancel() {
    m_jobs.cancel(kEmulate);
    m_jobs.cancel(kCurves);
}

void Workbench::addMeasurement(const StudyEntry& entry) {
    std::erase_if(m_measured, [&](const StudyEntry& old) {
        return old.algorithm == entry.algorithm && sameParameters(old.parameters, entry.parameters);
    });
    m_measured.push_back(entry);
    emit numbersChanged();
    emit chartChanged();
}

const Measurement* Workbench::measurement() const {
    if (!m_emulation) return nullptr;
    const Plan& plan = m_emulation->plan;
    for (const StudyEntry& entry : m_measured)
        if (entry.measurement && entry.algorithm == plan.algorithm && sameParameters(entry.parameters, plan.parameters))
            return &*entry.measurement;
    return m_library->recordings.find(plan.algorithm, plan.parameters);
}

MetricsInput Workbench::metrics() const {
    MetricsInput input;
    input.emulatedMissing = m_emulation ? tr("nothing was launched") : tr("not run yet");
    input.measurementMissing = tr("There is no recording of this configuration, and it was not measured.");
    input.publishedMissing = tr("no document gives numbers for this configuration");
    if (!m_emulation) return input;
    if (!m_emulation->launches.empty()) {
        const simt::LaunchReport& launch = m_emulation->launches.front();
        if (launch.fault) {
            input.emulatedMissing = QString::fromStdString(simt::describe(*launch.fault));
        } else {
            input.emulated = countersOf(launch.counts);
            input.predicted = predictionOf(*m_emulation, 0);
        }
        input.emulatedSampled = launch.sampled();
        input.staticSharedBytes = launch.staticSharedBytes;
    }
    if (const Measurement* known = measurement()) input.measurement = *known;
    input.published = m_library->published.find(m_emulation->plan.algorithm, m_emulation->plan.parameters);
    return input;
}

std::vector<std::pair<const Model*, Result<Estimate>>> Workbench::estimates() const {
    std::vector<std::pair<const Model*, Result<Estimate>>> all;
    const GpuSpec* spec = gpu();
    if (!m_emulation || !spec) return all;
    const ModelInput input = modelInputOf(*m_emulation);
    for (const auto& model : models()) all.emplace_back(model.get(), model->estimate(input, *spec));
    return all;
}

Study Workbench::study() const {
    Study study;
    if (!m_emulation || !m_algorithm) return study;
    StudyEntry entry;
    entry.algorithm = m_emulation->plan.algorithm;
    entry.parameters = m_emulation->plan.parameters;
    entry.emulatedSampled = sampled();
    for (const simt::LaunchReport& launch : m_emulation->launches) entry.emulated.push_back(countersOf(launch.counts));
    if (const Measurement* known = measurement()) entry.measurement = *known;
    for (auto& [model, estimate] : estimates())
        if (estimate) entry.estimates.push_back(*estimate);
    study.title = entry.algorithm + " " + toString(entry.parameters);
    study.entries.push_back(std::move(entry));
    return study;
}

void Workbench::setChartWanted(bool wanted) {
    m_chartWanted = wanted;
    if (wanted)
        startCurves();
    else
        m_jobs.drop(kCurves);
}

std::string Workbench::curveKey() const {
    return m_algorithm ? std::string(m_algorithm->id()) + ' ' + toString(withoutSize(m_parameters)) : std::string();
}

void Workbench::startCurves() {
    if (!m_chartWanted || !m_algorithm || isEmulating()) return;
    std::vector<std::uint64_t> sizes = measuredSizes(chartInput());
    if (sizes.empty()) sizes = {64, 128, 256, 512, 1024, 2048};
    const std::string own = valueOf(m_parameters, "n");
    std::uint64_t n = 0;
    if (std::from_chars(own.data(), own.data() + own.size(), n).ec == std::errc() && n > 0) sizes.push_back(n);
    sizes = withSizesBetween(std::move(sizes), 32);
    const std::string key = curveKey();
    const std::map<std::uint64_t, ModelInput> known = m_curves[key].inputs;
    if (std::ranges::all_of(sizes, [&](std::uint64_t size) { return known.contains(size); })) return;
    m_jobs.start<ModelCurves>(
        kCurves, tr("Counting for the models' curves"),
        [algorithm = m_algorithm, parameters = m_parameters, sizes, known, library = m_library](const JobContext& job) {
            return modelCurves(*algorithm, parameters, sizes, known, job);
        },
        [this, key](Result<ModelCurves> result) {
            if (!result) return;
            m_curves[key] = std::move(*result);
            emit chartChanged();
        });
}

TimeChartInput Workbench::chartInput() const {
    TimeChartInput input;
    if (!m_algorithm) return input;
    input.algorithm = std::string(m_algorithm->id());
    input.title = std::string(m_algorithm->title());
    input.parameters = m_parameters;
    input.recordings = &m_library->recordings;
    input.published = &m_library->published;
    input.measured = m_measured;
    input.gpu = gpu();
    if (const auto curves = m_curves.find(curveKey()); curves != m_curves.end()) {
        input.modelInputs = curves->second.inputs;
        input.notes = curves->second.notes;
    }
    return input;
}

ChartData Workbench::chart() const { return timeChartData(chartInput()); }

}  // namespace lanescope
