// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/choice_bar.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/zones/algorithm_popup.h"
#include "app/zones/baseline_popup.h"
#include "app/zones/choice_bar_parts.h"
#include "app/zones/measure_popup.h"
#include "app/zones/parameter_popup.h"
#include "app/zones/watch_popup.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/chip_popup.h"
#include "widgets/panels/chip_strip.h"
#include "widgets/panels/choice_list.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/turn_icon.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
using namespace choice_bar;
namespace {

constexpr double kIcon = 20;     // pixels
constexpr int kFormWidth = 360;  // the same

}  // namespace

ChoiceBar::ChoiceBar(Workbench& workbench, WorkerClient& worker, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_theme(theme), m_strip(new ChipStrip(theme, this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_strip);
    m_algorithm = makeChip(tr("Algorithm"), alt(Qt::Key_A), ChipStrip::kAlways);
    m_algorithmPopup = new AlgorithmPopup(workbench, theme, m_algorithm);
    m_algorithm->setPopup(m_algorithmPopup);
    buildTurning();
    m_findings = makeChip(tr("Show the findings"), {}, kFindings, true);
    m_findings->setHint(tr("Races and the like that a watched run has found: show them"));
    m_strip->setWanted(m_findings, false);
    m_watch = makeChip(tr("Watched block"), alt(Qt::Key_W), kWatch);
    m_watch->setPopup(new WatchPopup(workbench, theme, m_watch));
    buildScheduling();
    buildCode();
    buildBaseline();
    buildCorrectness();
    buildGpu();
    buildMeasuring(worker);
    buildMore();
    connectAll();
    drawIcons();
    showChoice();
    showEmulation();
    showChecks();
    showMeasuring();
}

ChoiceBar::~ChoiceBar() = default;

Chip* ChoiceBar::makeChip(const QString& subject, const QKeySequence& key, int keep, bool told) {
    auto* chip = new Chip(m_theme, told ? Chip::Frame::Plain : Chip::Frame::Framed, subject, this);
    chip->setKey(key);
    m_strip->add(chip, ChipStrip::Place::Left, keep);
    if (key.isEmpty()) return chip;
    // Of the bar, so that it opens what has no room, too.
    auto* shortcut = new QShortcut(key, this);
    connect(shortcut, &QShortcut::activated, chip, [this, chip] { chip->openPopup(m_more); });
    connect(chip, &QObject::destroyed, shortcut, &QObject::deleteLater);
    return chip;
}

void ChoiceBar::buildTurning() {
    const auto make = [this](const QString& words, QKeySequence::StandardKey key) {
        auto* action = new QAction(this);
        action->setText(words);
        action->setShortcut(key);
        action->setToolTip(plainTip(tr("%1 (%2)").arg(action->text().remove(QLatin1Char('&')),
                                                      QKeySequence(key).toString(QKeySequence::NativeText))));
        addAction(action);
        m_turns.push_back(makeTurn(action));
        return action;
    };
    m_undo = make(tr("&Undo the choice"), QKeySequence::Undo);
    m_redo = make(tr("&Redo the choice"), QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, &m_workbench, &Workbench::undo);
    connect(m_redo, &QAction::triggered, &m_workbench, &Workbench::redo);
}

QToolButton* ChoiceBar::makeTurn(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    m_strip->add(button, ChipStrip::Place::Left, kTurn);
    return button;
}

void ChoiceBar::buildScheduling() {
    m_scheduling = makeChip(tr("How lanes run that part ways"), alt(Qt::Key_L), kLanes);
    auto* popup = new ChipPopup(m_theme, m_scheduling);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(popupHeading(m_theme, tr("Lanes run"), content));
    m_schedulings = new ChoiceList(tr("Scheduling of lanes"), content);
    column->addWidget(m_schedulings);
    auto* words =
        plainLabel(tr("In lockstep, as GPUs before Volta: one side of a branch, then the other, then both together "
                      "(a reconvergence stack). Independent, as GPUs since Volta: all sides get on, so that lanes "
                      "of a warp can wait for each other."),
                   content);
    words->setWordWrap(true);
    words->setMinimumWidth(320);
    column->addWidget(words);
    popup->setContent(content, m_schedulings);
    m_scheduling->setPopup(popup);
    connect(m_schedulings, &ChoiceList::keyChosen, this, [this, popup](const QString& key) {
        popup->hide();
        m_workbench.chooseScheduling(static_cast<simt::Scheduling>(key.toInt()));
    });
}

void ChoiceBar::buildCode() {
    m_code = makeChip(tr("What of the kernel runs and is watched"), {}, kCode);
    auto* popup = new ChipPopup(m_theme, m_code);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(popupHeading(m_theme, tr("What runs"), content));
    m_codes = new ChoiceList(tr("PTX or machine code"), content);
    column->addWidget(m_codes);
    auto* words = plainLabel(tr("PTX is the same for all GPUs. Machine code is what ptxas makes of it for the GPUs of "
                                "one architecture, and what these execute: it runs here instruction by instruction."),
                             content);
    words->setWordWrap(true);
    words->setMinimumWidth(320);
    column->addWidget(words);
    popup->setContent(content, m_codes);
    m_code->setPopup(popup);
    connect(m_codes, &ChoiceList::keyChosen, this, [this, popup](const QString& architecture) {
        popup->hide();
        m_workbench.chooseMachine(architecture);
    });
}

void ChoiceBar::buildBaseline() {
    m_baseline = makeChip(tr("What all numbers are held against"), {}, kBaseline);
    m_baselinePopup = new BaselinePopup(m_workbench, m_theme, m_baseline);
    m_baseline->setPopup(m_baselinePopup);
    for (QAction* action : m_baselinePopup->acts()) addAction(action);
    m_strip->setWanted(m_baseline, false);
    connect(m_baselinePopup, &BaselinePopup::pinnedChanged, this,
            [this](bool pinned) { m_strip->setWanted(m_baseline, pinned); });
}

void ChoiceBar::buildCorrectness() {
    m_correct = makeChip(tr("Correctness of the result"), alt(Qt::Key_C), kCorrect, true);
    m_strip->remove(m_correct);
    m_strip->add(m_correct, ChipStrip::Place::Right, kCorrect);
    m_correct->setWidestValues({tr("✓ correct"), tr("✗ wrong"), tr("⚠ fault"), tr("? not checked")});
    auto* popup = new ChipPopup(m_theme, m_correct);
    auto* content = new QWidget;
    content->setMinimumWidth(360);
    auto* column = new QVBoxLayout(content);
    m_badge = new CorrectnessBadge(content);
    m_verdict = sentenceLabel(content);
    m_verdict->setAccessibleName(tr("What is known of this variant"));
    column->addWidget(m_badge);
    column->addWidget(m_verdict);
    popup->setContent(content, m_badge->button());
    m_correct->setPopup(popup);
    // What is chosen in it is looked at in the picture.
    connect(m_badge, &CorrectnessBadge::elementChosen, popup, &QWidget::hide);
}

void ChoiceBar::buildGpu() {
    m_gpu = makeChip(tr("GPU for the models"), alt(Qt::Key_G), kGpu, true);
    m_strip->remove(m_gpu);
    m_strip->add(m_gpu, ChipStrip::Place::Right, kGpu);
    m_gpu->setHint(tr("The GPU that the models are asked about. It changes nothing in what is emulated or measured."));
    auto* popup = new ChipPopup(m_theme, m_gpu);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(popupHeading(m_theme, tr("Models' GPU"), content));
    m_gpus = new ChoiceList(tr("GPU for the models"), content);
    column->addWidget(m_gpus);
    popup->setContent(content, m_gpus);
    m_gpu->setPopup(popup);
    connect(m_gpus, &ChoiceList::keyChosen, this, [this, popup](const QString& id) {
        popup->hide();
        m_workbench.chooseGpu(id);
    });
}

void ChoiceBar::buildMeasuring(WorkerClient& worker) {
    m_measure = makeChip(tr("Measuring on a GPU"), alt(Qt::Key_M), kMeasure, true);
    m_strip->remove(m_measure);
    m_strip->add(m_measure, ChipStrip::Place::Right, kMeasure);
    m_measurePopup = new MeasurePopup(m_workbench, worker, m_theme, m_measure);
    m_measure->setPopup(m_measurePopup);
}

void ChoiceBar::buildMore() {
    m_more = new Chip(m_theme, Chip::Frame::Framed, tr("All choices"), this);
    m_more->setKey(alt(Qt::Key_O));
    m_more->setChoice({}, {tr("more")});
    m_more->hide();
    m_strip->setMore(m_more);
    auto* popup = new ChipPopup(m_theme, m_more);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    // What the form has no field of.
    for (Chip* chip : {m_code, m_baseline, m_correct, m_measure}) {
        auto* button = new QPushButton(content);
        connect(button, &QPushButton::clicked, chip, [this, chip, popup] {
            popup->hide();
            chip->openPopup(m_more);
        });
        column->addWidget(button);
        m_behindMore[chip] = button;
    }
    m_form = new ConfigurationForm(content);
    m_form->setMinimumWidth(kFormWidth);
    column->addWidget(m_form);
    popup->setContent(content, m_form);
    m_more->setPopup(popup);
    auto* shortcut = new QShortcut(m_more->key(), this);
    connect(shortcut, &QShortcut::activated, this, [this] { m_more->openPopup(m_algorithm); });
    connect(popup, &ChipPopup::aboutToOpen, this, [this, popup] {
        for (const auto& [chip, button] : m_behindMore) {
            button->setVisible(chip->isHidden() && !chip->values().isEmpty());
            button->setText(withoutMnemonic(chip->values().join(QLatin1Char(' '))));
        }
        if (!m_parameters.empty()) popup->setFirst(m_form->field(m_parameters.front().specs.front()->name));
    });
}

void ChoiceBar::connectAll() {
    connect(m_form, &ConfigurationForm::edited, &m_workbench, &Workbench::choose);
    connect(m_form, &ConfigurationForm::blockChosen, &m_workbench, &Workbench::chooseBlock);
    connect(m_form, &ConfigurationForm::launchChosen, &m_workbench, &Workbench::chooseLaunch);
    connect(m_form, &ConfigurationForm::gpuChosen, &m_workbench, &Workbench::chooseGpu);
    connect(m_form, &ConfigurationForm::schedulingChosen, &m_workbench, &Workbench::chooseScheduling);
    connect(m_findings, &QPushButton::clicked, this, &ChoiceBar::findingsWanted);
    connect(&m_workbench.checks(), &RaceChecks::changed, this, &ChoiceBar::showChecks);
    connect(m_badge, &CorrectnessBadge::differencesToggled, &m_workbench, &Workbench::setDifferencesShown);
    connect(&m_workbench, &Workbench::choiceChanged, this, &ChoiceBar::showChoice);
    connect(&m_workbench, &Workbench::problemChanged, this, &ChoiceBar::showProblem);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ChoiceBar::showEmulation);
    connect(&m_workbench, &Workbench::countsChanged, this, &ChoiceBar::showEmulation);
    connect(&m_workbench, &Workbench::traceChanged, this, &ChoiceBar::showWatched);
    connect(&m_workbench, &Workbench::historyChanged, this, [this] {
        m_undo->setEnabled(m_workbench.canUndo());
        m_redo->setEnabled(m_workbench.canRedo());
    });
    connect(m_measurePopup, &MeasurePopup::summaryChanged, this, &ChoiceBar::showMeasuring);
    connect(&m_theme, &Theme::changed, this, [this] {
        drawIcons();
        update();
    });
}

void ChoiceBar::addAtLeft(QWidget* widget) { m_strip->addFirst(widget); }

void ChoiceBar::addInMiddle(QWidget* widget) { m_strip->add(widget, ChipStrip::Place::Middle, ChipStrip::kAlways); }

void ChoiceBar::addAtRight(QWidget* widget) { m_strip->add(widget, ChipStrip::Place::Right, ChipStrip::kAlways); }

Chip* ChoiceBar::chipOf(const std::string& parameter) const {
    for (const ParameterChip& one : m_parameters)
        if (std::ranges::find(one.specs, parameter, &ParameterSpec::name) != one.specs.end()) return one.chip;
    return nullptr;
}

AlgorithmPicker* ChoiceBar::picker() const { return m_algorithmPopup->picker(); }
QPushButton* ChoiceBar::measureButton() const { return m_measurePopup->button(); }
QCheckBox* ChoiceBar::allCountersBox() const { return m_measurePopup->allCountersBox(); }
MeasureChoice ChoiceBar::measureChoice() const { return m_measurePopup->choice(); }
MeasureQueue* ChoiceBar::measureQueue() const { return m_measurePopup->queue(); }
QPushButton* ChoiceBar::findingsButton() const { return m_findings; }

void ChoiceBar::findAlgorithm() { m_algorithm->openPopup(); }

void ChoiceBar::drawIcons() {
    const int size = static_cast<int>(m_theme.scaled(kIcon));
    const QColor colour = m_theme.colour(Colour::Text);
    m_undo->setIcon(turnIcon(true, colour, size));
    m_redo->setIcon(turnIcon(false, colour, size));
    for (QToolButton* button : m_turns) button->setIconSize({size, size});
}

void ChoiceBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) drawIcons();
    QWidget::changeEvent(event);
}

void ChoiceBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Raised));
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.colour(Colour::GridLine));
}

QSize ChoiceBar::sizeHint() const { return m_strip->sizeHint(); }
QSize ChoiceBar::minimumSizeHint() const { return m_strip->minimumSizeHint(); }

}  // namespace lanescope
