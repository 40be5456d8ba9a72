// SPDX-License-Identifier: GPL-3.0-or-later
// What the bar shows of the workbench, and the chips that are made anew for another algorithm.
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "app/zones/choice_bar.h"
#include "app/zones/choice_bar_parts.h"
#include "app/zones/measure_popup.h"
#include "app/zones/parameter_popup.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/chip_strip.h"
#include "widgets/panels/choice_list.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/style/numbers.h"

namespace lanescope {
using namespace choice_bar;
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

int keepOf(const ParameterSpec& spec) {
    switch (spec.role) {
        case ParameterRole::Size: return kSize;
        case ParameterRole::BlockSide:
        case ParameterRole::Threads:
        case ParameterRole::Warps:
        case ParameterRole::MatrixBlock: return kBlock;
        case ParameterRole::Type: return kType;
        case ParameterRole::Variant: return kVariant;
        default: return kOther;
    }
}

/// "reduce.0", "1", "2": what is the same up to the dot is said once.
QStringList shortIds(const std::vector<std::string_view>& ids) {
    QStringList names;
    for (const std::string_view id : ids) {
        const std::size_t dot = id.find('.');
        const bool same = !names.isEmpty() && dot != std::string_view::npos &&
                          id.substr(0, dot + 1) == ids.front().substr(0, dot + 1);
        names += text(same ? id.substr(dot + 1) : id);
    }
    return names;
}

QString schedulingText(simt::Scheduling scheduling) {
    return scheduling == simt::Scheduling::ReconvergenceStack ? ChoiceBar::tr("in lockstep")
                                                              : ChoiceBar::tr("independent");
}

}  // namespace

QKeySequence ChoiceBar::keyFor(const ParameterSpec& spec) const {
    static constexpr std::string_view kTaken = "acglmow";  // of the other chips
    std::string taken(kTaken);
    for (const ParameterChip& one : m_parameters)
        if (!one.chip->key().isEmpty()) taken += one.chip->key().toString().back().toLower().toLatin1();
    for (const char letter : spec.name)
        if (letter >= 'a' && letter <= 'z' && taken.find(letter) == std::string::npos)
            return alt(static_cast<Qt::Key>(Qt::Key_A + (letter - 'a')));
    return {};
}

void ChoiceBar::addParameter(const std::vector<const ParameterSpec*>& specs) {
    QStringList titles;
    for (const ParameterSpec* spec : specs) titles += QString::fromStdString(spec->title);
    ParameterChip one;
    one.specs = specs;
    one.chip = makeChip(titles.join(QStringLiteral(" × ")), keyFor(*specs.front()), keepOf(*specs.front()));
    one.chip->setHint(QString::fromStdString(specs.front()->description));
    one.chip->setObjectName(QStringLiteral("chip_") + QString::fromStdString(specs.front()->name));
    one.popup = new ParameterPopup(m_workbench, m_theme, specs, one.chip);
    one.chip->setPopup(one.popup);
    connect(one.popup, &ParameterPopup::edited, this, &ChoiceBar::edit);
    connect(one.popup, &ChipPopup::aboutToOpen, this, [this, popup = one.popup] { popup->showValues(m_wanted); });
    m_parameters.push_back(one);
}

void ChoiceBar::rebuildParameters() {
    for (const ParameterChip& one : m_parameters) {
        m_strip->remove(one.chip);
        one.popup->hide();
        one.chip->hide();
        one.chip->deleteLater();
    }
    m_parameters.clear();
    std::vector<const ParameterSpec*> sizes;
    for (const ParameterSpec& spec : m_shown->parameters())
        if (spec.role == ParameterRole::Size) sizes.push_back(&spec);
    for (const ParameterSpec& spec : m_shown->parameters()) {
        if (spec.role != ParameterRole::Size)
            addParameter({&spec});
        else if (&spec == sizes.front())
            addParameter(sizes);
    }
    m_strip->moveBehind({m_turns[0], m_turns[1], m_baseline, m_findings, m_watch, m_scheduling, m_code});
}

void ChoiceBar::edit(const std::string& name, const std::string& value) {
    m_edited = name;
    m_wanted.set(name, value);
    m_workbench.choose(m_wanted);
    // What is not possible has changed nothing, but stands where it was typed.
    for (const ParameterChip& one : m_parameters) showValues(one);
    showProblem();
}

void ChoiceBar::showValues(const ParameterChip& one) {
    const bool sizes = one.specs.size() > 1;
    const ParameterSpec& spec = *one.specs.front();
    QStringList chosen;
    if (sizes) {
        QStringList extents;
        for (const ParameterSpec* size : one.specs) extents += QString::fromStdString(m_wanted.value(size->name));
        chosen += extents.join(QStringLiteral(" × "));
    } else {
        chosen += QString::fromStdString(spec.valueIn(m_wanted));
        for (const std::string& value : valuesThatStandBeside(m_workbench, spec.name))
            if (const QString shown = QString::fromStdString(value); !chosen.contains(shown)) chosen += shown;
    }
    const bool nameless = sizes || spec.role == ParameterRole::Variant || spec.role == ParameterRole::Type;
    one.chip->setChoice(nameless ? QString() : QString::fromStdString(spec.name), chosen);
    if (one.popup->isVisible()) one.popup->showValues(m_wanted);
}

void ChoiceBar::showChoice() {
    const Algorithm* const algorithm = m_workbench.algorithm();
    const bool byCode = !m_workbench.machine().empty();
    m_scheduling->setChoice(tr("lanes"), {byCode ? tr("as the code says") : schedulingText(m_workbench.scheduling())});
    m_scheduling->setHint(byCode ? tr("Machine code says itself where lanes wait for each other.") : QString());
    m_schedulings->setRows({{QStringLiteral("0"), schedulingText(simt::Scheduling::ReconvergenceStack)},
                            {QStringLiteral("1"), schedulingText(simt::Scheduling::IndependentThreads)}},
                           QString::number(static_cast<int>(m_workbench.scheduling())));
    const QString machine = QString::fromStdString(m_workbench.machine());
    std::vector<ChoiceList::Row> codes{{QString(), tr("PTX")}};
    for (const std::string& one : sass::keptArchitectures())
        codes.push_back({QString::fromStdString(one), tr("machine code, %1").arg(QString::fromStdString(one))});
    m_codes->setRows(codes, machine);
    m_code->setChoice(tr("runs"), {machine.isEmpty() ? tr("PTX") : machine});
    const GpuSpec* const gpu = m_workbench.gpuChoice().base();
    std::vector<ChoiceList::Row> gpus;
    for (const GpuSpec& one : m_workbench.library().gpus().all())
        gpus.push_back({QString::fromStdString(one.id), QString::fromStdString(one.title)});
    const QString gpuId = gpu ? QString::fromStdString(gpu->id) : QString();
    m_gpus->setRows(gpus, gpuId);
    m_gpu->setChoice({}, {gpuId.toUpper()});
    m_strip->setWanted(m_gpu, gpu != nullptr);
    m_undo->setEnabled(m_workbench.canUndo());
    m_redo->setEnabled(m_workbench.canRedo());
    if (!algorithm) return;
    m_wanted = m_workbench.parameters();
    if (algorithm != m_shown) {
        m_shown = algorithm;
        m_edited.clear();
        rebuildParameters();
    }
    if (algorithm != m_formShown || m_form->parameters() != m_wanted) m_form->setAlgorithm(algorithm, m_wanted);
    m_formShown = algorithm;
    m_form->setGpus(m_workbench.library().gpus().all(), gpuId);
    m_form->setScheduling(m_workbench.scheduling());
    showAlgorithm();
    for (const ParameterChip& one : m_parameters) showValues(one);
    showWatched();
    m_verdict->setText(QString::fromStdString(algorithm->verdict(m_wanted)));
    showProblem();
}

void ChoiceBar::showAlgorithm() {
    std::vector<std::string_view> ids{m_shown->id()};
    for (const BesideChoice& beside : m_workbench.beside())
        if (std::ranges::find(ids, beside.algorithm->id()) == ids.end()) ids.push_back(beside.algorithm->id());
    m_algorithm->setChoice({}, shortIds(ids));
    m_algorithm->setHint(QStringLiteral("%1\n%2").arg(text(m_shown->title()), text(m_shown->document())));
}

void ChoiceBar::showWatched() {
    const Dim3 grid = m_workbench.grid(), block = m_workbench.block();
    const int launches = static_cast<int>(m_workbench.launches());
    m_form->setLaunches(launches, static_cast<int>(m_workbench.launch()));
    m_form->setGrid(grid, block);
    QString watched = grid.z > 1   ? tr("block (%1, %2, %3)").arg(block.x).arg(block.y).arg(block.z)
                      : grid.y > 1 ? tr("block (%1, %2)").arg(block.x).arg(block.y)
                                   : tr("block %1").arg(block.x);
    if (launches > 1) watched = tr("launch %1, %2").arg(m_workbench.launch() + 1).arg(watched);
    m_watch->setChoice(tr("watch"), {watched});
    m_strip->setWanted(m_watch, launches > 0 && (launches > 1 || grid.count() > 1));
}

void ChoiceBar::showEmulation() {
    showWatched();
    const auto emulation = m_workbench.emulation();
    if (!emulation) return m_correct->setChoice({}, {tr("… not run")});
    m_badge->setResult(emulation->check, m_workbench.sampled());
    QString shortly = tr("? not checked");
    switch (emulation->check.verdict) {
        case CheckResult::Verdict::Correct: shortly = tr("✓ correct"); break;
        case CheckResult::Verdict::Wrong: shortly = tr("✗ wrong"); break;
        case CheckResult::Verdict::Fault: shortly = tr("⚠ fault"); break;
        case CheckResult::Verdict::NotChecked: break;
    }
    m_correct->setChoice({}, {shortly});
    m_correct->setHint(m_badge->text());
}

void ChoiceBar::showProblem() {
    const std::optional<Error>& problem = m_workbench.problem();
    m_form->showProblem(problem);
    std::string where = m_edited;
    if (problem)
        if (const auto named = problem->arguments.find("parameter");
            named != problem->arguments.end() && chipOf(named->second))
            where = named->second;
    const QString sentence = problem ? QString::fromStdString(describe(*problem)) : QString();
    for (const ParameterChip& one : m_parameters) {
        bool any = false;
        for (ParameterField* field : one.popup->fields()) {
            const bool here = problem && field->spec().name == where;
            field->setProblem(here ? sentence : QString());
            any = any || here;
        }
        one.chip->setProblem(any ? sentence : QString());
    }
    // Of a run that nobody has edited anything for.
    m_algorithm->setProblem(problem && where.empty() ? sentence : QString());
}

void ChoiceBar::showChecks() {
    const std::uint64_t found = m_workbench.checks().findings();
    m_findings->setChoice({}, {found == 1 ? tr("⚠ 1 finding …") : tr("⚠ %1 findings …").arg(countText(found))});
    m_strip->setWanted(m_findings, found > 0);
}

void ChoiceBar::showMeasuring() {
    m_measure->setChoice({}, {m_measurePopup->summary()});
    m_measure->setHint(m_measurePopup->hint());
}

}  // namespace lanescope
