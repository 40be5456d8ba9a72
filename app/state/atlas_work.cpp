// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/atlas_work.h"

#include <algorithm>
#include <tuple>

#include "app/state/point_counts.h"
#include "app/state/workbench.h"

namespace lanescope {
namespace {

const QString kAtlas = QStringLiteral("atlas");
const QString kCells = QStringLiteral("atlas cells");
/// An atlas has dozens of cells, and nobody waits for one of them.
constexpr std::chrono::milliseconds kTimeOfCell{150};

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

std::string keyOf(const std::string& algorithm, const Parameters& parameters) {
    return algorithm + ' ' + toString(parameters.sorted());
}

/// The main size across, the block down; empty: there is none.
std::pair<std::string, std::string> usualAxes(const Algorithm& algorithm) {
    const std::vector<std::string> names = atlasParameters(algorithm);
    const auto has = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
    const std::string size(algorithm.nameOf(ParameterRole::Size));
    const std::string x = has(size) ? size : names.empty() ? std::string() : names.front();
    const ParameterSpec* const block = algorithm.blockSpec();
    return {x, block != nullptr && has(block->name) && block->name != x ? block->name : std::string()};
}

}  // namespace

AtlasWork::AtlasWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    for (const auto signal : {&Workbench::choiceChanged, &Workbench::numbersChanged})
        connect(&m_workbench, signal, this, &AtlasWork::look);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &AtlasWork::look);
}

void AtlasWork::setAxes(const std::string& x, const std::string& y, const std::string& z) {
    if (m_workbench.algorithm() != nullptr) m_algorithm = m_workbench.algorithm()->id();
    m_x = x;
    m_y = y == x ? std::string() : y;
    m_z = z == x || z == y ? std::string() : z;
    m_stopped = false;
    look();
}

void AtlasWork::setWanted(bool wanted) {
    m_wanted = wanted;
    m_stopped = false;
    if (wanted) return look();
    m_workbench.jobs().drop(kAtlas);
    m_workbench.jobs().drop(kCells);
}

void AtlasWork::estimate(const std::vector<std::size_t>& places) {
    m_thorough.clear();
    for (const std::size_t place : places)
        if (place < m_atlas.cells.size() && m_atlas.cells[place].impossible.empty() && !m_atlas.cells[place].time)
            m_thorough.insert(m_thorough.begin(), place);
    m_stopped = false;
    m_workbench.jobs().drop(kCells);
    askNext();
}

void AtlasWork::stop() {
    m_stopped = true;
    m_thorough.clear();
    m_workbench.jobs().cancel(kCells);
}

std::optional<std::size_t> AtlasWork::placeOf(const Parameters& parameters) const {
    for (std::size_t place = 0; place < m_atlas.cells.size(); ++place)
        if (m_atlas.cells[place].parameters.sameAs(parameters)) return place;
    return std::nullopt;
}

bool AtlasWork::isUsual() const {
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (algorithm == nullptr || m_algorithm != algorithm->id()) return true;
    return std::pair(m_x, m_y) == usualAxes(*algorithm) && m_z.empty();
}

std::optional<std::size_t> AtlasWork::chosen() const { return placeOf(m_workbench.parameters()); }

std::optional<std::size_t> AtlasWork::baseline() const {
    const std::optional<PinnedChoice>& pinned = m_workbench.baseline();
    if (!pinned || pinned->algorithm->id() != m_atlas.algorithm) return std::nullopt;
    return placeOf(pinned->parameters);
}

std::size_t AtlasWork::unasked() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        m_atlas.cells, [](const AtlasCell& cell) { return cell.impossible.empty() && !cell.asked; }));
}

std::vector<std::string> AtlasWork::answering() const {
    std::vector<std::string> ids;
    for (const ModelStanding& standing : m_workbench.comparison().standings()) {
        const std::string id(models()[standing.model]->id());
        if (std::ranges::any_of(m_atlas.cells, [&](const AtlasCell& cell) { return cell.modelled.contains(id); }))
            ids.push_back(id);
    }
    return ids;
}

/// What the atlas depends on: all but the values along its axes, as long as they are among its own.
std::string AtlasWork::wantedKey() const {
    const Algorithm* const algorithm = m_workbench.algorithm();
    const GpuSpec* const gpu = m_workbench.gpu();
    std::string key(algorithm->id());
    for (const auto& [name, value] : m_workbench.parameters()) {
        const AtlasAxis* const axis = name == m_atlas.x.parameter   ? &m_atlas.x
                                      : name == m_atlas.y.parameter ? &m_atlas.y
                                      : name == m_atlas.z.parameter ? &m_atlas.z
                                                                    : nullptr;
        const bool among = axis != nullptr && std::ranges::find(axis->values, value) != axis->values.end();
        key += ' ' + name + '=' + (among ? std::string("along") : value);
    }
    key += '|' + m_x + '|' + m_y + '|' + m_z + '|' + keyOf(*gpu) + '|' + std::to_string(m_workbench.measured().size());
    // What was measured again takes the place of what was there.
    if (!m_workbench.measured().empty()) {
        const StudyEntry& last = m_workbench.measured().back();
        key += keyOf(last.algorithm, last.parameters) + std::to_string(last.measurement ? last.measurement->median : 0);
    }
    return key;
}

void AtlasWork::look() {
    if (!m_wanted) return;
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (algorithm == nullptr || m_workbench.gpu() == nullptr) {
        m_missing = tr("No algorithm or no GPU is chosen.");
        Q_EMIT changed();
        return;
    }
    const std::vector<std::string> names = atlasParameters(*algorithm);
    const auto has = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
    if (m_algorithm != algorithm->id() || !has(m_x) || (!m_y.empty() && !has(m_y)) || (!m_z.empty() && !has(m_z))) {
        m_algorithm = algorithm->id();
        std::tie(m_x, m_y) = usualAxes(*algorithm);
        m_z.clear();
    }
    if (m_x.empty()) {
        m_atlas = {};
        m_missing = tr("Nothing of this algorithm can be chosen, so there is no atlas of it.");
        Q_EMIT changed();
        return;
    }
    if (m_key == wantedKey() && m_missing.isEmpty()) {
        Q_EMIT changed();
        return askNext();
    }
    make();
}

void AtlasWork::make() {
    m_workbench.jobs().drop(kCells);
    AtlasQuestion question;
    question.algorithm = m_workbench.algorithm();
    question.parameters = m_workbench.parameters();
    question.x = m_x;
    question.y = m_y;
    question.z = m_z;
    question.gpu = *m_workbench.gpu();
    if (const GpuSpec* const base = m_workbench.gpuChoice().base()) question.gpu.title = base->title;
    question.measured = m_workbench.measured();
    m_workbench.jobs().start<Atlas>(
        kAtlas, tr("Looking up what was measured of %1").arg(text(question.algorithm->id())),
        // Recordings are read when somebody looks, and not on the window's thread.
        [question = std::move(question), &library = m_workbench.library()](const JobContext& job) mutable {
            question.recordings = &library.recordings();
            question.codes = &library.machineCodes();
            return atlasOf(question, job);
        },
        [this](Result<Atlas> made) {
            if (!made) return;
            take(std::move(*made));
        });
}

void AtlasWork::take(Atlas atlas) {
    const std::size_t cells = m_atlas.cells.size();
    m_atlas = std::move(atlas);
    if (m_atlas.cells.size() != cells) m_thorough.clear();
    m_missing.clear();
    m_key = wantedKey();
    const std::string gpu = keyOf(*m_workbench.gpu());
    if (gpu != m_gpu) m_known.clear();
    m_gpu = gpu;
    for (AtlasCell& cell : m_atlas.cells) {
        const auto known = m_known.find(keyOf(m_atlas.algorithm, cell.parameters));
        if (known == m_known.end()) continue;
        cell.modelled = known->second.seconds;
        cell.notModelled = known->second.missing;
        cell.asked = true;
    }
    Q_EMIT changed();
    askNext();
}

/// Column by column, so that small sizes come first; those that were not measured before the others.
std::optional<std::size_t> AtlasWork::nextCell() const {
    for (const bool measured : {false, true})
        for (const std::size_t place : placesIn(m_atlas, AtlasRange::all(m_atlas)))
            if (!m_atlas.cells[place].asked && m_atlas.cells[place].time.has_value() == measured) return place;
    return std::nullopt;
}

void AtlasWork::askNext() {
    if (!m_wanted || m_stopped || m_workbench.jobs().isBusy(kCells) || m_workbench.jobs().isBusy(kAtlas)) return;
    const bool thorough = !m_thorough.empty();
    const auto place = thorough ? std::optional(m_thorough.back()) : nextCell();
    if (!place || m_workbench.algorithm() == nullptr || m_workbench.algorithm()->id() != m_atlas.algorithm) return;
    const AtlasCell& cell = m_atlas.cells[*place];
    CountingLimits limits;
    if (!thorough) limits.time = limits.sampleTime = kTimeOfCell;
    // Of all cells; a range that is estimated has no end that is known, as large ones take longest.
    const double each = thorough ? 0 : 1.0 / static_cast<double>(std::max<std::size_t>(1, m_atlas.cells.size()));
    const double before = thorough ? 0 : each * static_cast<double>(m_atlas.cells.size() - unasked());
    const QString title =
        thorough
            ? tr("Estimating the range: %1 more").arg(m_thorough.size())
            : tr("Asking the models: %1 of %2").arg(m_atlas.cells.size() - unasked() + 1).arg(m_atlas.cells.size());
    m_workbench.jobs().start<PointCounts>(
        kCells, title,
        [algorithm = m_workbench.algorithm(), parameters = cell.parameters, limits, each, before,
         whom = TimedFor{*m_workbench.gpu(), &m_workbench.library()}](const JobContext& job) {
            if (each == 0 || !job.progress) return countPoint(*algorithm, parameters, job, limits, whom);
            const auto progress = [&](double done) { job.progress(before + each * done); };
            progress(0);
            return countPoint(*algorithm, parameters, JobContext{job.stop, progress}, limits, whom);
        },
        [this, place = *place, thorough, key = m_key](const Result<PointCounts>& counts) {
            if (!counts || key != m_key) return;
            if (thorough) std::erase(m_thorough, place);
            answer(place, *counts, thorough);
            Q_EMIT changed();
            askNext();
        });
}

void AtlasWork::answer(std::size_t place, const PointCounts& counts, bool thorough) {
    AtlasCell& cell = m_atlas.cells[place];
    Known known;
    known.missing = counts.missing;
    known.tooMuch = counts.tooMuch;
    if (counts.missing.empty())
        for (const Result<Estimate>& estimate : answersOf(counts, CountSource::Lockstep, *m_workbench.gpu()))
            if (estimate && estimate->outOfRange.empty())
                known.seconds[estimate->model] = counts.wholeProgram ? estimate->seconds : estimate->kernelSeconds;
    cell.modelled = known.seconds;
    cell.notModelled = known.missing;
    cell.asked = true;
    m_known[keyOf(m_atlas.algorithm, cell.parameters)] = known;
    if (!counts.tooMuch || thorough) return;
    // Larger ones of the same row take longer still.
    for (std::size_t next = place + 1; next % m_atlas.columns() != 0 && next < m_atlas.cells.size(); ++next) {
        AtlasCell& larger = m_atlas.cells[next];
        if (larger.asked || !larger.impossible.empty()) continue;
        larger.asked = true;
        larger.notModelled = known.missing;
    }
}

}  // namespace lanescope
