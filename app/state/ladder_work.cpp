// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/ladder_work.h"

#include <algorithm>

#include "app/state/point_counts.h"
#include "app/state/workbench.h"

namespace lanescope {
namespace {

const QString kLadder = QStringLiteral("ladder");
const QString kSteps = QStringLiteral("ladder steps");

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

/// What makes the steps different is theirs to choose.
bool isFixed(const LadderKind& kind, const std::string& name) {
    return std::ranges::any_of(kind.rungs, [&](const LadderRung& rung) { return rung.fixed.find(name) != nullptr; });
}

/// What is chosen now, over what was given to the same ladder before, over what it is usually climbed with: a step may
/// lack what another has.
Parameters givenTo(const LadderKind& kind, const Parameters& before, const Parameters& chosen) {
    Parameters given = kind.usual;
    for (const Parameters* const over : {&before, &chosen})
        for (const auto& [name, value] : *over)
            if (!isFixed(kind, name)) given.set(name, value);
    return given;
}

}  // namespace

const Model* modelAsked(const Workbench& workbench, bool sampled) {
    const std::vector<ModelStanding> standings = workbench.comparison().standings();
    const auto best = std::ranges::find_if(standings, [&](const ModelStanding& standing) {
        return standing.inRange() && (sampled || !models()[standing.model]->needsSample());
    });
    return best == standings.end() ? findModel(kUsualModel).value_or(nullptr) : models()[best->model].get();
}

LadderWork::LadderWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    for (const auto signal : {&Workbench::choiceChanged, &Workbench::numbersChanged})
        connect(&m_workbench, signal, this, &LadderWork::look);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &LadderWork::look);
    connect(&m_workbench, &Workbench::baselineChanged, this, &LadderWork::changed);
}

const BaselineRun& LadderWork::baseline() const { return m_workbench.baselineRun(); }

void LadderWork::setKind(const std::string& id) {
    m_wantedKind = id;
    look();
}

void LadderWork::setWanted(bool wanted) {
    m_wanted = wanted;
    m_stopped = false;
    if (wanted) return look();
    m_workbench.jobs().drop(kLadder);
    m_workbench.jobs().drop(kSteps);
}

void LadderWork::stop() {
    m_stopped = true;
    m_workbench.jobs().cancel(kSteps);
}

std::optional<std::size_t> LadderWork::watched() const {
    const Algorithm* const algorithm = m_workbench.algorithm();
    for (std::size_t step = 0; algorithm != nullptr && step < m_ladder.steps.size(); ++step)
        if (m_ladder.steps[step].rung.algorithm == algorithm->id() &&
            m_ladder.steps[step].parameters.sameAs(m_workbench.parameters()))
            return step;
    return std::nullopt;
}

std::size_t LadderWork::uncounted() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_ladder.steps, [](const LadderStep& step) { return step.possible() && !step.counted; }));
}

LadderQuestion LadderWork::question() const {
    LadderQuestion question;
    question.catalogue = &m_workbench.library().catalogue();
    question.kind = m_kind;
    question.given = m_given;
    question.gpu = *m_workbench.gpu();
    if (const GpuSpec* const base = m_workbench.gpuChoice().base()) question.gpu.title = base->title;
    question.measured = m_workbench.measured();
    question.model = modelAsked(m_workbench, true);
    return question;
}

std::string LadderWork::wantedKey() const {
    return m_kind.id + '|' + toString(m_given.sorted()) + '|' + keyOf(*m_workbench.gpu()) + '|' +
           std::to_string(m_workbench.measured().size());
}

void LadderWork::showNothing(const QString& why) {
    m_workbench.jobs().drop(kLadder);
    m_workbench.jobs().drop(kSteps);
    m_ladder = {};
    m_key.clear();
    m_missing = why;
    Q_EMIT changed();
}

void LadderWork::look() {
    if (!m_wanted || m_choosing) return;
    const Algorithm* const algorithm = m_workbench.algorithm();
    m_kinds = algorithm == nullptr ? std::vector<LadderKind>() : laddersWith(*algorithm);
    if (m_workbench.gpu() == nullptr || m_kinds.empty()) {
        m_kind = {};
        return showNothing(tr("%1 stands on no ladder: nothing else does the same work step by step, and it was not "
                              "published and then corrected.")
                               .arg(algorithm == nullptr ? tr("What is chosen") : text(algorithm->id())));
    }
    const auto wanted = std::ranges::find(m_kinds, m_wantedKind, &LadderKind::id);
    const LadderKind& kind = wanted == m_kinds.end() ? m_kinds.front() : *wanted;
    m_given = givenTo(kind, kind.id == m_kind.id ? m_given : Parameters(), m_workbench.parameters());
    m_kind = kind;
    if (m_key != wantedKey()) return make();
    Q_EMIT changed();
    countNext();
}

void LadderWork::make() {
    m_workbench.jobs().drop(kSteps);
    m_key = wantedKey();
    m_missing.clear();
    m_workbench.jobs().start<Ladder>(
        kLadder, tr("Looking up the steps of the ladder"),
        // Recordings are read when somebody looks, and not on the window's thread.
        [question = question(), &library = m_workbench.library()](const JobContext& job) mutable {
            question.recordings = &library.recordings();
            question.codes = &library.machineCodes();
            return ladderOf(question, job);
        },
        [this](Result<Ladder> made) {
            if (!made) {
                m_key.clear();
                if (made.error().code != ErrorCode::Cancelled) showNothing(text(describe(made.error())));
                return;
            }
            m_ladder = std::move(*made);
            Q_EMIT changed();
            countNext();
        });
}

void LadderWork::countNext() {
    JobRunner& jobs = m_workbench.jobs();
    if (!m_wanted || m_stopped || jobs.isBusy(kSteps) || jobs.isBusy(kLadder)) return;
    const auto next =
        std::ranges::find_if(m_ladder.steps, [](const LadderStep& step) { return step.possible() && !step.counted; });
    if (next == m_ladder.steps.end()) return;
    const auto place = static_cast<std::size_t>(next - m_ladder.steps.begin());
    jobs.start<Ladder>(
        kSteps, tr("Counting the steps of the ladder: %1 of %2").arg(place + 1).arg(m_ladder.steps.size()),
        [ladder = m_ladder, place, question = question(),
         &library = m_workbench.library()](const JobContext& job) mutable -> Result<Ladder> {
            question.recordings = &library.recordings();
            question.codes = &library.machineCodes();
            if (const auto counted = countStep(ladder, place, question, job); !counted) return fail(counted.error());
            compareSteps(ladder);
            return std::move(ladder);
        },
        [this, key = m_key](Result<Ladder> counted) {
            if (!counted || key != m_key) return;
            m_ladder = std::move(*counted);
            Q_EMIT changed();
            countNext();
        });
}

void LadderWork::watch(std::size_t number) {
    if (number >= m_ladder.steps.size() || !m_ladder.steps[number].possible()) return;
    const LadderStep step = m_ladder.steps[number];
    m_choosing = true;
    m_workbench.chooseConfiguration(text(step.rung.algorithm), step.parameters);
    m_choosing = false;
    look();
}

bool LadderWork::isUsual() const {
    return std::ranges::all_of(m_kind.usual,
                               [&](const auto& each) { return m_given.value(each.first) == each.second; });
}

void LadderWork::takeUsual() {
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (algorithm == nullptr) return;
    Parameters wanted = m_workbench.parameters();
    for (const auto& [name, value] : m_kind.usual) {
        m_given.set(name, value);
        if (wanted.find(name) != nullptr) wanted.set(name, value);
    }
    m_workbench.choose(wanted);
}

}  // namespace lanescope
