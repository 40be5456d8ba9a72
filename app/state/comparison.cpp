// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/comparison.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "app/state/sweep_values.h"
#include "core/metrics/occupancy.h"
#include "core/run/emulation.h"
#include "core/study/launch_blocks.h"
#include "core/study/spread.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

const QString kCurves = QStringLiteral("curves");

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

/// "n = 4 096"
QString placeText(const std::string& parameter, std::uint64_t x) {
    return QStringLiteral("%1 = %2").arg(text(parameter), countText(x));
}

/// Of the launch with the most threads: does it have as many blocks as all multiprocessors hold at once?
std::optional<bool> fillsGpu(const std::vector<LaunchBlock>& launches, const GpuSpec& gpu) {
    const GpuValue* const multiprocessors = gpu.find("sm_count");
    const auto largest = std::ranges::max_element(
        launches, {}, [](const LaunchBlock& launch) { return launch.blocks * launch.block.threads; });
    if (!multiprocessors || largest == launches.end()) return std::nullopt;
    const auto held = theoreticalOccupancy(largest->kernel, largest->block, gpu);
    if (!held) return std::nullopt;
    return static_cast<double>(largest->blocks) >= multiprocessors->value * static_cast<double>(held->blocksPerSm);
}

}  // namespace

Comparison::Comparison(std::shared_ptr<const Library> library, const std::vector<StudyEntry>& measured, GpuChoice& gpu,
                       JobRunner& jobs, QObject* parent)
    : QObject(parent), m_library(std::move(library)), m_measured(measured), m_jobs(jobs), m_gpu(gpu) {
    connect(&m_gpu, &GpuChoice::changed, this, &Comparison::answerAll);
}

void Comparison::touch() {
    if (!m_modelsChosen) drawBestModels();
    m_chart.reset();
    Q_EMIT changed();
    fillNext();
}

// ---- what is compared

void Comparison::setChoice(const Algorithm* algorithm, const Parameters& parameters) {
    if (!algorithm) return;
    const Item chosen{algorithm, parameters};
    if (!m_items.empty() && m_items.front().algorithm == algorithm && m_items.front().parameters == parameters) return;
    // A kept one that is chosen again stands in the chart once, and no algorithm stands beside itself.
    for (std::size_t i = m_items.size(); i-- > 1;)
        if (m_items[i].algorithm == algorithm &&
            (m_items[i].linked || m_items[i].parameters.sameAs(parameters, {m_view.x}))) {
            m_items.erase(m_items.begin() + static_cast<std::ptrdiff_t>(i));
            if (m_view.reference >= i) m_view.reference = m_view.reference == i ? 0 : m_view.reference - 1;
        }
    if (m_items.empty())
        m_items.push_back(chosen);
    else
        m_items.front() = chosen;
    followChoice();
    keepAxis();
    m_place.reset();
    m_stopped = false;
    touch();
    Q_EMIT placeChanged();
}

bool Comparison::keepChoice() {
    if (m_items.empty()) return false;
    const Item chosen = m_items.front();
    for (std::size_t i = 1; i < m_items.size(); ++i)
        if (m_items[i].algorithm == chosen.algorithm && m_items[i].parameters == chosen.parameters) return false;
    m_items.push_back(chosen);
    touch();
    return true;
}

Result<void> Comparison::keep(const std::string& id, const Parameters& given) {
    const Result<const Algorithm*> algorithm = m_library->catalogue().find(id);
    if (!algorithm) return fail(algorithm.error());
    const Result<Plan> plan = (*algorithm)->plan(given);
    if (!plan) return fail(plan.error());
    m_items.push_back({*algorithm, plan->parameters});
    touch();
    return {};
}

const Parameters* Comparison::keptParameters(std::size_t item) const {
    return item == 0 || m_items.at(item).linked ? nullptr : &m_items[item].parameters;
}

/// The chosen ones as far as it takes them; where they do not go together with its own, its own.
Result<Parameters> Comparison::linkedParameters(const Algorithm& algorithm) const {
    const Parameters chosen = m_items.empty() ? Parameters{} : m_items.front().parameters;
    Result<Parameters> parameters = algorithm.complete(carriedOver(algorithm, chosen));
    if (parameters && !algorithm.plan(*parameters)) parameters = algorithm.complete({});
    return parameters;
}

/// What was put beside the choice is compared with it at the same parameters.
void Comparison::followChoice() {
    for (std::size_t i = 1; i < m_items.size(); ++i)
        if (m_items[i].linked)
            if (Result<Parameters> parameters = linkedParameters(*m_items[i].algorithm))
                m_items[i].parameters = std::move(*parameters);
}

bool Comparison::isBeside(std::string_view algorithm) const {
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if ((i == 0 || m_items[i].linked) && m_items[i].algorithm->id() == algorithm) return true;
    return false;
}

Result<void> Comparison::add(const std::string& id) {
    const Result<const Algorithm*> algorithm = m_library->catalogue().find(id);
    if (!algorithm) return fail(algorithm.error());
    if (isBeside(id)) return {};
    Result<Parameters> parameters = linkedParameters(**algorithm);
    if (!parameters) return fail(parameters.error());
    m_items.push_back({*algorithm, std::move(*parameters), true});
    m_stopped = false;
    touch();
    return {};
}

void Comparison::remove(std::size_t item) {
    if (item == 0 || item >= m_items.size()) return;
    m_items.erase(m_items.begin() + static_cast<std::ptrdiff_t>(item));
    if (m_view.reference == item)
        m_view.reference = 0;
    else if (m_view.reference > item)
        --m_view.reference;
    const bool asked = m_place && m_place->item >= item;
    if (asked) m_place.reset();
    touch();
    if (asked) Q_EMIT placeChanged();
}

std::string Comparison::label(std::size_t item) const { return labelOf(input().items, item, m_view.x); }

std::string_view Comparison::algorithmOf(std::size_t item) const { return m_items.at(item).algorithm->id(); }

std::vector<AccuracyClaim> Comparison::claimsOf(std::size_t item) const {
    return claimsAbout(m_library->claims(), algorithmOf(item));
}

// ---- how

void Comparison::setView(ComparisonView view) {
    if (view == m_view) return;
    const bool another = view.x != m_view.x;
    m_modelsChosen = m_modelsChosen || view.hiddenModels != m_view.hiddenModels;
    m_view = std::move(view);
    keepAxis();
    if (m_view.reference >= m_items.size()) m_view.reference = 0;
    m_stopped = false;
    if (another) m_place.reset();
    touch();
    if (another) Q_EMIT placeChanged();
}

void Comparison::chooseBestModels() {
    m_modelsChosen = false;
    touch();
}

const RecordedAccuracy* Comparison::accuracy() const {
    return m_gpu.base() ? m_library->accuracies().find(m_gpu.base()->id) : nullptr;
}

std::vector<ModelStanding> Comparison::standings() const {
    ComparisonInput chosen;
    chosen.view = m_view;
    if (!m_items.empty()) chosen.items.push_back(compared(m_items.front()));
    if (const GpuSpec* base = m_gpu.base()) chosen.measuredOn = base->title;
    chosen.accuracy = accuracy();
    return standingsOf(chosen, m_items.empty() ? 0 : m_items.front().parameters.number(m_view.x).value_or(0));
}

void Comparison::drawBestModels() {
    const std::set<std::string, std::less<>> best = bestModels(standings(), kBestModels);
    m_view.hiddenModels.clear();
    for (const auto& model : models())
        if (!best.contains(model->id())) m_view.hiddenModels.emplace(model->id());
}

std::vector<std::string> Comparison::axes() const {
    return m_items.empty() ? std::vector<std::string>() : sweepableParameters(*m_items.front().algorithm);
}

/// The chosen algorithm has the parameter that varies; if not, its first one.
void Comparison::keepAxis() {
    const std::vector<std::string> possible = axes();
    if (!possible.empty() && std::ranges::find(possible, m_view.x) == possible.end()) m_view.x = possible.front();
}

void Comparison::setCounts(CountSource source) {
    if (source == m_counts) return;
    m_counts = source;
    answerAll();
}

// ---- what the models say

std::vector<Result<Estimate>> Comparison::answersFor(const PointCounts& counts) const {
    const GpuSpec* const gpu = m_gpu.spec();
    return gpu && counts.missing.empty() ? answersOf(counts, m_counts, *gpu) : std::vector<Result<Estimate>>();
}

void Comparison::answerAll() {
    for (auto& [key, point] : m_points) point.answers = answersFor(point.counts);
    m_fills.clear();
    touch();
}

// ---- what is known

Parameters Comparison::at(const Item& item, std::uint64_t x) const {
    Parameters parameters = item.parameters;
    if (parameters.find(m_view.x) != nullptr) parameters.set(m_view.x, std::to_string(x));
    return parameters;
}

std::string Comparison::keyOf(const Item& item, std::uint64_t x) const {
    return std::string(item.algorithm->id()) + ' ' + toString(at(item, x));
}

std::vector<const StudyEntry*> Comparison::entriesOf(const Item& item) const {
    std::vector<const StudyEntry*> entries;
    const auto visit = [&](const StudyEntry& entry) {
        if (entry.measurement && entry.algorithm == item.algorithm->id() &&
            entry.parameters.sameAs(item.parameters, {m_view.x}))
            entries.push_back(&entry);
    };
    std::ranges::for_each(m_measured, visit);
    for (const Study& study : m_library->recordings().studies) std::ranges::for_each(study.entries, visit);
    return entries;
}

/// Of each model that is drawn: what its document claims of it here, and whether that holds.
std::vector<std::string> Comparison::claimNotes(const Item& item) const {
    const std::vector<AccuracyClaim> about = claimsAbout(m_library->claims(), item.algorithm->id());
    std::vector<std::string> notes;
    for (const auto& model : models()) {
        if (m_view.hiddenModels.contains(model->id())) continue;
        QStringList verdicts;
        for (const AccuracyClaim& claim : claimsOfModel(about, model->id()))
            verdicts += tr("its claim of section %1 %2").arg(text(claim.section), text(wordsOf(claim.verdict)));
        if (!verdicts.isEmpty())
            notes.push_back(tr("Document 004 of %1 for %2: %3 (see Models and Published).")
                                .arg(text(model->title()), text(item.algorithm->id()), verdicts.join(u", "))
                                .toStdString());
    }
    return notes;
}

/// An item's largest launch at each x, held against what the GPU has room for.
std::map<std::uint64_t, bool> Comparison::fillsOf(const Item& item) const {
    std::map<std::uint64_t, bool> fills;
    const GpuSpec* const gpu = m_gpu.spec();
    if (!gpu) return fills;
    ComparedItem measured;
    measured.entries = entriesOf(item);
    const ParameterSpec* const size = item.algorithm->specOf(ParameterRole::Size);
    for (const std::uint64_t x : xValues(item)) {
        const std::string key = keyOf(item, x);
        auto found = m_fills.find(key);
        if (found == m_fills.end()) {
            const Measurement* registers = lanescope::measurementAt(measured, m_view.x, x, {});
            // Between two measured sizes it is the same kernel.
            if (!registers && !measured.entries.empty() && size && size->name == m_view.x)
                registers = &*measured.entries.front()->measurement;
            std::optional<bool> full;
            if (const Result<Plan> plan = item.algorithm->plan(at(item, x)))
                full = fillsGpu(launchBlocksOf(*plan, registers, *m_gpu.base(), &m_library->machineCodes()), *gpu);
            found = m_fills.emplace(key, full).first;
        }
        if (found->second) fills[x] = *found->second;
    }
    return fills;
}

ComparedItem Comparison::compared(const Item& item) const {
    ComparedItem result;
    result.algorithm = std::string(item.algorithm->id());
    result.title = std::string(item.algorithm->title());
    result.parameters = item.parameters;
    result.variantName = std::string(item.algorithm->nameOf(ParameterRole::Variant));
    result.entries = entriesOf(item);
    for (const ParameterSpec& parameter : item.algorithm->parameters())
        if (parameter.role == ParameterRole::Size) result.sizes.push_back(parameter.name);
    result.published = m_library->published().times(item.algorithm->id());
    result.notes = claimNotes(item);
    const bool drawn =  // the models of the chosen one alone, but where one is over the other
        drawsModels(item) &&
        std::ranges::any_of(models(), [this](const auto& model) { return !m_view.hiddenModels.contains(model->id()); });
    std::optional<std::uint64_t> sampled;  // from here on
    for (const std::uint64_t x : xValues(item)) {
        const auto found = m_points.find(keyOf(item, x));
        if (found == m_points.end()) continue;
        const PointCounts& counts = found->second.counts;
        if (counts.tooMuch) {
            if (!drawn) break;
            result.notes.push_back(tr("%1: the models are not drawn from %2 on: %3.")
                                       .arg(text(result.algorithm), placeText(m_view.x, x), text(counts.missing))
                                       .toStdString());
            break;
        }
        if (!counts.missing.empty()) continue;  // not every size goes with every variant
        result.points[x] = {found->second.answers, counts.operations, counts.wholeProgram, counts.sampled};
        if (counts.sampled && !sampled) sampled = x;
    }
    // Operations a second are of the same counts, also where they were measured.
    const bool rates = m_view.y == ComparisonView::Quantity::Rate;
    if (sampled && (drawn || rates)) {
        const QString note = !drawn ? tr("%1: from %2 on the operations are estimated from a sample of the blocks.")
                             : !rates
                                 ? tr("%1: from %2 on the models' counts are estimated from a sample of the blocks.")
                                 : tr("%1: from %2 on the models' counts and the operations are estimated from a "
                                      "sample of the blocks.");
        result.notes.push_back(note.arg(text(result.algorithm), placeText(m_view.x, *sampled)).toStdString());
    }
    return result;
}

ComparisonInput Comparison::input() const {
    ComparisonInput input;
    for (const Item& item : m_items) {
        input.items.push_back(compared(item));
        input.items.back().fills = fillsOf(item);
    }
    input.view = m_view;
    if (const GpuSpec* gpu = m_gpu.spec()) input.gpu = gpu->title;
    if (const GpuSpec* base = m_gpu.base()) input.measuredOn = base->title;
    input.accuracy = accuracy();
    return input;
}

const ComparisonChart& Comparison::chart() const {
    if (!m_chart) m_chart = comparisonChart(input());
    return *m_chart;
}

ComparedPlace Comparison::place() const {
    if (m_place || m_items.empty()) return m_place.value_or(ComparedPlace{});
    return {0, m_items.front().parameters.number(m_view.x).value_or(0), std::nullopt};
}

void Comparison::choosePlace(const ComparedPlace& place) {
    if (place.item >= m_items.size() || m_place == place) return;
    m_place = place;
    Q_EMIT placeChanged();
    fillNext();
}

const PointCounts* Comparison::countsAt(const ComparedPlace& place) const {
    if (place.item >= m_items.size()) return nullptr;
    const auto found = m_points.find(keyOf(m_items[place.item], place.x));
    return found == m_points.end() ? nullptr : &found->second.counts;
}

std::vector<Result<Estimate>> Comparison::answersAt(const ComparedPlace& place) const {
    if (place.item >= m_items.size()) return {};
    const auto found = m_points.find(keyOf(m_items[place.item], place.x));
    return found == m_points.end() ? std::vector<Result<Estimate>>() : found->second.answers;
}

std::vector<std::string> Comparison::spreadsAt(const ComparedPlace& place) const {
    const GpuSpec* const gpu = m_gpu.spec();
    const PointCounts* const counts = countsAt(place);
    std::vector<std::string> spreads;
    if (gpu == nullptr || counts == nullptr) return spreads;
    const bool unseen = !m_library->catalogue().find(algorithmOf(place.item));
    for (const Result<Estimate>& answer : answersAt(place)) {
        std::string& words = spreads.emplace_back();
        if (!answer) continue;
        ToldTime time = toldTime(*answer, counts->timed.contains(answer->model) ? counts->code : RunCode(), unseen);
        time.changed = !m_gpu.whatIf().empty();
        if (const auto spread = spreadOf(time, *gpu, m_library->accuracies())) words = describe(*spread);
    }
    return spreads;
}

std::vector<Result<Estimate>> Comparison::answersOfRun(const Emulation& run, bool asCharted) {
    const std::string key = run.plan.algorithm + ' ' + toString(run.plan.parameters);
    if (const auto known = m_points.find(key); known != m_points.end()) return known->second.answers;
    PointCounts counts = countsOf(run);
    std::vector<Result<Estimate>> answers = answersFor(counts);
    if (asCharted) {
        m_points.emplace(key, Point{std::move(counts), answers});
        touch();
    }
    return answers;
}

const Measurement* Comparison::measurementAt(const ComparedPlace& place) const {
    if (place.item >= m_items.size()) return nullptr;
    ComparedItem item;
    item.entries = entriesOf(m_items[place.item]);
    return lanescope::measurementAt(item, m_view.x, place.x, {});
}

Parameters Comparison::parametersAt(const ComparedPlace& place) const {
    return place.item < m_items.size() ? at(m_items[place.item], place.x) : Parameters{};
}

std::vector<Parameters> Comparison::sweep() const {
    std::vector<Parameters> all;
    if (m_items.empty()) return all;
    for (const std::uint64_t x : xValues(m_items.front())) all.push_back(at(m_items.front(), x));
    return all;
}

// ---- counting

std::vector<std::uint64_t> Comparison::xValues(const Item& item) const {
    std::set<std::uint64_t> measured;
    for (const StudyEntry* entry : entriesOf(item))
        if (const auto x = entry->parameters.number(m_view.x)) measured.insert(*x);
    return sweepValues(*item.algorithm, item.parameters, m_view.x, measured);
}

void Comparison::setWanted(bool wanted) {
    m_wanted = wanted;
    m_stopped = false;
    if (wanted)
        fillNext();
    else
        m_jobs.drop(kCurves);
}

void Comparison::stop() {
    m_stopped = true;
    m_jobs.cancel(kCurves);
}

void Comparison::setPaused(bool paused) {
    m_paused = paused;
    if (paused)
        m_jobs.drop(kCurves);
    else
        fillNext();
}

void Comparison::measurementsChanged() { touch(); }

/// What to count next: the lowest stage first, within it from small to large.
struct Comparison::Filling {
    /// The point that is asked about; curves that need counts alone, in a half to a third of the time that the models
    /// of time take; what else is drawn; what only tables tell.
    enum class Stage : std::uint8_t { Asked, Counted, Drawn, Rest };
    const Item* item = nullptr;
    std::uint64_t x = 0;
    Stage stage = Stage::Rest;
    CountingLimits limits{};
    std::size_t wanted = 0, known = 0;  ///< points of all

    void offer(const Item& one, std::uint64_t at, Stage when, bool hurried) {
        if (item != nullptr && when >= stage) return;
        item = &one;
        x = at;
        stage = when;
        // Where a smaller one was not done in time nobody waits for that again.
        limits.time = hurried ? std::chrono::milliseconds(0) : CountingLimits{}.time;
    }
};

bool Comparison::drawsModels(const Item& item) const {
    return &item == &m_items.front() || m_view.y == ComparisonView::Quantity::Speedup ||
           m_view.y == ComparisonView::Quantity::Ratio;
}

Comparison::Filling Comparison::nextToFill() const {
    using Stage = Filling::Stage;
    const bool rates = m_view.y == ComparisonView::Quantity::Rate;
    const auto list = models();
    const auto shown = [&](bool timed) {
        return std::ranges::any_of(list, [&](const auto& model) {
            return model->needsSample() == timed && !m_view.hiddenModels.contains(model->id());
        });
    };
    const bool counting = shown(false), timing = shown(true);
    const std::string gpu = m_gpu.spec() != nullptr ? lanescope::keyOf(*m_gpu.spec()) : std::string();
    const ComparedPlace asked = place();
    Filling next;
    for (std::size_t number = 0; number < m_items.size(); ++number) {
        const Item& item = m_items[number];
        bool hurried = false;
        for (const std::uint64_t x : xValues(item)) {
            ++next.wanted;
            const auto found = m_points.find(keyOf(item, x));
            const PointCounts* const counts = found != m_points.end() ? &found->second.counts : nullptr;
            const bool done = counts != nullptr && (!counts->missing.empty() || counts->timedFor == gpu);
            const bool drawn = drawsModels(item);
            if (done)
                ++next.known;
            else if (number == asked.item && x == asked.x)
                next.offer(item, x, Stage::Asked, hurried);
            else if (counts == nullptr && (rates || (drawn && counting)))
                next.offer(item, x, Stage::Counted, hurried);
            else
                next.offer(item, x, drawn && timing ? Stage::Drawn : Stage::Rest, hurried);
            if (counts == nullptr) continue;
            if (counts->tooMuch) break;
            hurried |= counts->hurried;
        }
    }
    return next;
}

/// One point is a job, so that whatever else is asked for meanwhile comes in between.
void Comparison::fillNext() {
    if (!m_wanted || m_paused || m_stopped || m_jobs.isBusy(kCurves)) return;
    const Filling next = nextToFill();
    if (next.item == nullptr) return;
    std::optional<TimedFor> whom;
    if (m_gpu.spec() != nullptr && next.stage != Filling::Stage::Counted)
        whom = TimedFor{*m_gpu.spec(), m_library.get()};
    const double done = static_cast<double>(next.known) / static_cast<double>(next.wanted);
    m_jobs.start<PointCounts>(
        kCurves,
        tr("Counting for the models: %1, %2 = %3 (%4 of %5)")
            .arg(text(next.item->algorithm->id()), text(m_view.x), countText(next.x))
            .arg(next.known + 1)
            .arg(next.wanted),
        [algorithm = next.item->algorithm, parameters = at(*next.item, next.x), done, wanted = next.wanted,
         limits = next.limits, whom](const JobContext& job) {
            JobContext part{job.stop,
                            [&](double fraction) { job.report(done + fraction / static_cast<double>(wanted)); }};
            part.report(0);
            return countPoint(*algorithm, parameters, part, limits, whom);
        },
        [this, key = keyOf(*next.item, next.x), whom](Result<PointCounts> result) {
            if (!result) return;
            const auto known = m_points.find(key);
            // What was counted stays, though it takes too long to keep what the models of time need.
            if (whom && known != m_points.end() && known->second.counts.missing.empty() && !result->missing.empty()) {
                PointCounts counts = known->second.counts;
                giveUpTiming(counts, whom->gpu, result->missing);
                *result = std::move(counts);
            }
            Point point{std::move(*result), {}};
            point.answers = answersFor(point.counts);
            m_points.insert_or_assign(key, std::move(point));
            touch();
        });
}

}  // namespace lanescope
