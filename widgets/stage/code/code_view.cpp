// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_view.h"

#include <QActionGroup>
#include <QMenu>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/code/code_words.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kScrollMilliseconds = 180;
constexpr double kTooFastToScroll = 8;  ///< steps per second
constexpr std::uint64_t kCountedAtOnce = 40'000;
constexpr double kThreePanes = 1050;                ///< pixels that three panes take at least
constexpr double kPadding = 10, kTightPadding = 4;  ///< beside the words of a button
constexpr double kLeastZoom = 0.7, kMostZoom = 2.5;

/// As its text has it, whatever runs.
QString instructionText(const BlockTrace& trace, std::uint32_t instruction) {
    const program::Module& module = *trace.launch().kernel->module;
    const std::string_view line = module.line(trace.entry().instructions[instruction].line);
    return QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())).simplified();
}

}  // namespace

CodeStage::CodeStage(const StageFrame& frame, QWidget* parent)
    : StageView(frame, parent),
      m_countButton(new QToolButton(this)),
      m_scopeButton(new QToolButton(this)),
      m_timeButton(new QToolButton(this)),
      m_ptxButton(new QToolButton(this)),
      m_machineButton(new QToolButton(this)),
      m_architectureButton(new QToolButton(this)),
      m_counting(new QTimer(this)) {
    setMouseTracking(true);
    setAccessibleName(tr("Code: which lines run, and how often"));
    m_scrolling.setDuration(kScrollMilliseconds);
    m_scrolling.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_scrolling, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        if (m_scrollingPane < m_picture.panes.size()) m_picture.panes[m_scrollingPane].scrolled = value.toDouble();
        update();
    });
    connect(m_counting, &QTimer::timeout, this, &CodeStage::countOn);
    connect(&frame.playback, &Playback::positionChanged, this, &CodeStage::showStep);
    connect(&frame.selection, &Selection::changed, this, &CodeStage::showSelection);
    connect(&frame.selection, &Selection::pinnedChanged, this, &CodeStage::goToPinned);
    connect(&frame.theme, &Theme::changed, this, &CodeStage::restyle);
    makeButtons();
    restyle();
    sidesChanged();
}

CodeStage::~CodeStage() = default;

void CodeStage::makeButtons() {
    for (QToolButton* button : {m_countButton, m_scopeButton, m_architectureButton}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(new QMenu(button));
    }
    auto* counts = new QActionGroup(this);
    for (const code::Count count : code::kCounts) {
        QAction* action = m_countButton->menu()->addAction(withoutMnemonic(code::countWord(count)), this,
                                                           [this, count] { setCount(count); });
        action->setCheckable(true);
        action->setToolTip(plainTip(code::countTip(count)));
        counts->addAction(action);
    }
    m_countButton->setAccessibleName(tr("What is counted of each line"));
    m_scopeButton->setAccessibleName(tr("Of which blocks it is counted"));
    m_scopeButton->menu()->addAction(withoutMnemonic(QString()), this, [this] { setScope(code::Scope::Block); });
    m_scopeButton->menu()->addAction(withoutMnemonic(QString()), this, [this] { setScope(code::Scope::Launch); });
    m_timeButton->setText(tr("Time"));
    m_timeButton->setCheckable(true);
    connect(m_timeButton, &QToolButton::toggled, this, &CodeStage::setTimeShown);
    m_ptxButton->setText(tr("PTX"));
    m_ptxButton->setCheckable(true);
    m_ptxButton->setToolTip(plainTip(tr("The instructions that are really run, beside the lines that they come from")));
    connect(m_ptxButton, &QToolButton::toggled, this, &CodeStage::setPtxOpen);
    m_machineButton->setText(tr("Machine code"));
    m_machineButton->setCheckable(true);
    connect(m_machineButton, &QToolButton::toggled, this, &CodeStage::setMachineOpen);
    m_architectureButton->setAccessibleName(tr("Architecture of the machine code"));
    m_architectureButton->setToolTip(plainTip(tr("Whose machine code: each generation of GPUs has its own")));
}

/// From the right one to the left one.
std::array<QToolButton*, 6> CodeStage::buttons() const {
    return {m_architectureButton, m_machineButton, m_ptxButton, m_timeButton, m_scopeButton, m_countButton};
}

void CodeStage::restyle() {
    styleButtons(kPadding);
    if (m_scene) rebuild();
}

void CodeStage::styleButtons(double padding) {
    const auto name = [this](Colour role) { return theme().colour(role).name(); };
    const QString style =
        QStringLiteral(
            "QToolButton { border: 0; border-radius: %1px; padding: %2px %3px; color: %4; background: %5; } "
            "QToolButton:checked { color: %6; background: %4; } "
            "QToolButton:focus { border: 2px solid %7; } QToolButton:disabled { color: %8; } "
            "QToolButton::menu-indicator { image: none; }")
            .arg(qRound(theme().scaled(8)))
            .arg(qRound(theme().scaled(3)))
            .arg(qRound(theme().scaled(padding)))
            .arg(name(Colour::Text), name(Colour::Hair), name(Colour::Ground), name(Colour::Focus), name(Colour::Idle));
    for (QToolButton* button : buttons()) {
        button->setFont(theme().type(Type::Least));
        if (button->styleSheet() != style) button->setStyleSheet(style);
    }
}

bool CodeStage::buttonsFit() const {
    double all = theme().scaled(6 * paint::kGrid);
    for (const QToolButton* button : buttons())
        if (!button->isHidden()) all += button->sizeHint().width() + theme().scaled(paint::kGrid);
    return all <= width();
}

void CodeStage::placeButtons() {
    // Where the whole names have no room: that which NVIDIA's tools have; then no number of the block, which the chips
    // above have, too; then less around the words.
    if (m_scene && m_scene->sides() > 0)
        m_scopeButton->setText(code::scopeWord(*m_scene, 0, m_scope) + QStringLiteral(" ▾"));
    styleButtons(kPadding);
    m_machineButton->setText(tr("Machine code"));
    if (!buttonsFit()) m_machineButton->setText(tr("SASS"));
    if (!buttonsFit() && m_scope == code::Scope::Block) m_scopeButton->setText(tr("block ▾"));
    if (!buttonsFit()) styleButtons(kTightPadding);
    int right = width() - qRound(theme().scaled(3 * paint::kGrid));
    const int top = qRound(theme().scaled((theme().isCompact() ? 2 : 3) * paint::kGrid)) - 2;
    for (QToolButton* button : buttons()) {
        if (button->isHidden()) continue;
        button->resize(button->sizeHint());
        right -= button->width();
        button->move(right, top);
        right -= qRound(theme().scaled(paint::kGrid));
    }
}

void CodeStage::fillMenus() {
    const bool any = m_scene->sides() > 0;
    const auto arrow = [](const QString& word) { return word + QStringLiteral(" ▾"); };
    m_countButton->setText(arrow(code::countWord(m_count)));
    m_countButton->setToolTip(plainTip(code::countTip(m_count)));
    m_countButton->menu()->actions()[static_cast<qsizetype>(m_count)]->setChecked(true);
    for (const code::Scope scope : {code::Scope::Block, code::Scope::Launch})
        m_scopeButton->menu()->actions()[static_cast<qsizetype>(scope)]->setText(
            any ? code::scopeWord(*m_scene, 0, scope) : QString());
    m_scopeButton->setText(arrow(any ? code::scopeWord(*m_scene, 0, m_scope) : QString()));
    m_ptxButton->setEnabled(m_scene->sources().size() == 1);
    m_ptxButton->setToolTip(
        plainTip(m_scene->sources().size() > 1
                     ? tr("PTX is shown of one kernel at a time")
                     : tr("The instructions that are really run, beside the lines that they come from")));
    const bool one = m_scene->sources().size() < 2;
    m_machineButton->setEnabled(one);
    m_machineButton->setToolTip(
        plainTip(one ? tr("What a GPU executes: the instructions that ptxas makes of the PTX for one architecture")
                     : tr("Machine code is shown of one kernel at a time")));
    m_timeButton->setToolTip(plainTip(
        m_times.missing.isEmpty()
            ? tr("Where the warps' time goes, line by line, and what they wait for: simulated on the models' GPU")
            : m_times.missing));
    for (QToolButton* button : {m_countButton, m_scopeButton, m_timeButton, m_ptxButton, m_machineButton})
        button->setVisible(any);
    m_architectureButton->setVisible(any && m_machineOpen && one);
    m_architectureButton->setText(arrow(QString::fromStdString(m_architecture)));
    placeButtons();
}

void CodeStage::sidesChanged() {
    m_scrolling.stop();
    m_picture.panes.clear();
    m_opened.clear();
    m_cursorPane = 0;
    m_scene = std::make_unique<code::CodeScene>(sides(), playback());
    m_scene->compareWith(m_corrected);
    m_scene->setMachine(m_machine);
    if (m_scene->advance(kCountedAtOnce))
        showTellingCount();
    else
        m_counting->start(0);
    rebuild();
    follow(false);
    const bool runs = m_scene->sides() > 0 && m_scene->runsMachineCode(0);
    if (m_scene->sides() > 0 && (m_machineOpen || runs)) Q_EMIT machineWanted();
}

void CodeStage::countsChanged() {
    m_scene->setCounts(sides());
    showCounts();
}

void CodeStage::countOn() {
    const bool counted = m_scene->advance(kCountedAtOnce);
    if (counted) {
        m_counting->stop();
        showTellingCount();
        rebuild();
    }
    showCounts();
    if (counted) Q_EMIT whyChanged();
    update();
}

void CodeStage::setCorrected(std::shared_ptr<const Kernel> corrected) {
    m_corrected = std::move(corrected);
    m_scene->compareWith(m_corrected);
    rebuild();
}

void CodeStage::setPtxOpen(bool open) {
    if (open == m_ptxOpen) return;
    m_ptxOpen = open;
    m_ptxButton->setChecked(open);
    m_picture.panes.clear();
    rebuild();
    follow(false);
}

void CodeStage::setMachineOpen(bool open) {
    if (open == m_machineOpen) return;
    m_machineOpen = open;
    m_machineButton->setChecked(open);
    m_picture.panes.clear();
    rebuild();
    follow(false);
    if (open && m_scene->sides() > 0) Q_EMIT machineWanted();
}

void CodeStage::setTimeShown(bool shown) {
    if (shown == m_timeShown) return;
    m_timeShown = shown;
    m_timeButton->setChecked(shown);
    rebuild();
    follow(false);
    Q_EMIT timeShownChanged(shown);
    Q_EMIT whyChanged();
}

void CodeStage::setTimes(const code::Times& times) {
    m_times = times;
    if (!m_timeShown) return;
    rebuild();
    follow(false);
    Q_EMIT whyChanged();
}

void CodeStage::setArchitectures(const std::vector<std::string>& all, const std::string& chosen) {
    m_architecture = chosen;
    QMenu* const menu = m_architectureButton->menu();
    menu->clear();
    for (const std::string& one : all) {
        const QString name = QString::fromStdString(one);
        QAction* action =
            menu->addAction(withoutMnemonic(name), this, [this, name] { Q_EMIT architectureWanted(name); });
        action->setCheckable(true);
        action->setChecked(one == chosen);
    }
    fillMenus();
}

void CodeStage::setMachine(const code::MachineForm& form) {
    m_machine = form;
    m_picture.panes.clear();
    m_scene->setMachine(m_machine);
    rebuild();
    follow(false);
    Q_EMIT whyChanged();
}

std::shared_ptr<const Kernel> CodeStage::watchedKernel() const {
    return m_scene->sides() > 0 ? m_scene->flow(0).trace().launch().kernel : nullptr;
}

/// Below that, each line of code would be cut after a word or two.
bool CodeStage::hasRoomForThree() const { return width() >= theme().scaled(kThreePanes); }

std::vector<const code::Listing*> CodeStage::shownListings() const {
    std::vector<const code::Listing*> listings;
    for (const code::Listing& source : m_scene->sources()) listings.push_back(&source);
    if (listings.size() > 1 || m_scene->ptx().empty()) return listings;
    const bool machine = m_machineOpen && m_scene->machine().has_value();
    const bool room = !machine || listings.empty() || m_threeFit;
    if ((listings.empty() && !machine) || (m_ptxOpen && room)) listings.push_back(&m_scene->ptx().front());
    if (machine) listings.push_back(&*m_scene->machine());
    return listings;
}

QString CodeStage::titleOf(const code::Listing& listing) const {
    if (listing.language == CodeLanguage::Machine || code::isMachineCode(*listing.kernel)) {
        // The same lines, as long as nothing more is known of them.
        if (listing.language != CodeLanguage::Cuda) return tr("Machine code");
    }
    if (listing.language == CodeLanguage::Ptx) return tr("PTX");
    return m_scene->sources().size() > 1 ? m_scene->name(listing.sides.front()) : tr("CUDA");
}

void CodeStage::showTellingCount() {
    if (!m_countChosen) m_count = code::tellingCount(*m_scene, m_scope);
}

void CodeStage::setCount(code::Count count) {
    m_count = count;
    m_countChosen = true;
    rebuild();
    Q_EMIT whyChanged();
}

void CodeStage::setScope(code::Scope scope) {
    m_scope = scope;
    rebuild();
    Q_EMIT whyChanged();
}

void CodeStage::setZoom(double zoom) {
    m_zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    m_picture.zoom = m_zoom;
    follow(false);
    update();
}

QString CodeStage::aboutOf(const code::Listing& listing) const {
    QStringList about;
    if (listing.language == CodeLanguage::Ptx) {
        about += tr("%1 instructions").arg(countText(listing.kernel->code().instructions.size()));
    } else if (listing.language == CodeLanguage::Machine) {
        about += QString::fromStdString(m_machine.architecture);
        if (listing.machine) {
            about += tr("%1 instructions").arg(countText(listing.text.size()));
            about += tr("%1 registers").arg(listing.machine->resources.registers);
        }
    } else {
        about += QString::fromStdString(listing.kernel->sourceName);
    }
    if (listing.sides.size() > 1) about += code::countWord(m_count);  // its columns are called by their sides
    if (m_timeShown && listing.sides.front() < m_times.sides.size())
        if (const QString none = code::timesMissing(listing, m_times.sides[listing.sides.front()]); !none.isEmpty())
            about += none;
    const auto lines = [](std::size_t count) {
        return count == 1 ? tr("1 line") : tr("%1 lines").arg(countText(count));
    };
    if (!listing.defects.empty()) about += tr("✗ %1 wrong as published").arg(lines(listing.defects.size()));
    if (!listing.differences.empty())
        about += m_scene->sources().size() > 1
                     ? tr("– %1 that the other has not").arg(lines(listing.differences.size()))
                     : tr("– %1 other than corrected").arg(lines(listing.differences.size()));
    return about.join(QStringLiteral("  ·  "));
}

void CodeStage::setTints(code::Pane& pane) const {
    const code::Listing& listing = *pane.listing;
    std::uint32_t last = 0;
    for (const std::uint32_t key : listing.key) last = std::max(last, key);
    pane.tints.assign(last + 1, QColor());
    pane.hues.assign(last + 1, QColor());
    const QColor ground = theme().colour(Colour::Ground);
    // Neighbours of one hue are told apart by how strong it is; the same in all panes.
    std::vector<bool> used(last + 1, false);
    for (const std::uint32_t key : listing.key) used[key] = true;
    bool strong = false;
    for (std::uint32_t key = 1; key <= last; ++key) {
        if (!used[key]) continue;
        strong = !strong;
        const auto family = m_scene->family(listing, key);
        pane.hues[key] =
            family ? familyColour(family->number, family->kin, theme().look()) : theme().colour(Colour::Idle);
        const double share = family ? (strong ? 0.36 : 0.24) : (strong ? 0.34 : 0.18);
        pane.tints[key] = mix(ground, pane.hues[key], share);
    }
}

void CodeStage::rebuild() {
    m_threeFit = hasRoomForThree();
    const std::vector<const code::Listing*> listings = shownListings();
    m_picture.joined = m_scene->sources().size() < 2 && listings.size() > 1;
    m_picture.barred = (m_picture.joined && listings.back()->language == CodeLanguage::Machine) ||
                       (m_timeShown && listings.size() > 1);  // the buttons would stand on the second one's name
    m_opened.resize(std::max(m_opened.size(), listings.size()));
    std::vector<code::Pane> panes;
    for (std::size_t i = 0; i < listings.size(); ++i) {
        code::Pane pane;
        if (i < m_picture.panes.size() && m_picture.panes[i].listing == listings[i]) pane = m_picture.panes[i];
        pane.listing = listings[i];
        pane.rows = code::rowsOf(*pane.listing, m_opened[i]);
        pane.title = titleOf(*pane.listing);
        if (pane.listing->language == CodeLanguage::Machine && !pane.listing->machine)
            pane.sentence = m_machine.missing.isEmpty() ? tr("The machine code is being read …") : m_machine.missing;
        pane.about = aboutOf(*pane.listing);
        setTints(pane);
        panes.push_back(std::move(pane));
    }
    m_picture.panes = std::move(panes);
    fillMenus();
    showCounts();
    showTimes();
    showStep();
    showSelection();
}

void CodeStage::showCounts() {
    for (code::Pane& pane : m_picture.panes) {
        pane.values.clear();
        pane.columns.clear();
        pane.totals.clear();
        const std::vector<std::size_t>& of = pane.listing->sides;
        std::uint64_t total = 0;
        // Of code that does not run nothing is counted.
        if (pane.listing->language == CodeLanguage::Machine && !m_scene->runsMachineCode(0)) continue;
        for (const std::size_t side : of) {
            pane.values.push_back(m_scene->values(*pane.listing, side, m_count, m_scope));
            pane.columns.push_back(of.size() > 1 ? m_scene->name(side) : code::countWord(m_count));
            pane.totals.push_back(m_scene->total(side, m_count, m_scope));
            total += pane.totals.back();
        }
        const QString where = code::scopeWord(*m_scene, of.front(), m_scope);
        pane.shares = m_scope == code::Scope::Block && !m_scene->isCounted() ? tr("being counted …")
                      : of.size() > 1
                          ? tr("%1 in %2").arg(code::countWord(m_count), where)
                          : tr("share of %1 %2 in %3").arg(countText(total), code::countWord(m_count), where);
        if (total == 0 && pane.shares.size() > 0 && m_scene->isCounted())
            pane.shares = tr("no %1 in %2").arg(code::countWord(m_count), where);
    }
}

void CodeStage::showTimes() {
    m_picture.timesHeading = m_timeShown && m_scene->sides() > 0 ? code::timesHeading(m_times) : QString();
    m_picture.times = m_timeShown && !m_times.sides.empty() ? m_times.sides.front().all : timing::ReasonCycles{};
    for (code::Pane& pane : m_picture.panes) {
        pane.times.clear();
        pane.timesOfAll.clear();
        pane.timeColumns.clear();
        if (!m_timeShown) continue;
        const std::vector<std::size_t>& of = pane.listing->sides;
        for (const std::size_t side : of) {
            if (side >= m_times.sides.size()) continue;
            std::vector<timing::ReasonCycles> lines = code::timesOf(*pane.listing, m_times.sides[side]);
            if (lines.empty()) continue;
            pane.times.push_back(std::move(lines));
            pane.timesOfAll.push_back(timing::allOf(m_times.sides[side].all));
            pane.timeColumns.push_back(of.size() > 1 ? tr("time: %1").arg(m_scene->name(side)) : tr("time"));
        }
    }
}

/// Of each side of the listing; empty where none is shown, or the line takes none.
QString CodeStage::timeWordsOf(const code::Listing& listing, std::uint32_t line) const {
    QStringList words;
    for (const std::size_t side : listing.sides) {
        if (!m_timeShown || side >= m_times.sides.size()) continue;
        const std::vector<timing::ReasonCycles> lines = code::timesOf(listing, m_times.sides[side]);
        if (line == 0 || line > lines.size()) continue;
        const QString said = code::timeWords(lines[line - 1], m_times.sides[side].all);
        if (said.isEmpty()) continue;
        words += listing.sides.size() > 1 ? tr("%1: %2").arg(m_scene->name(side), said) : said;
    }
    return words.join(QStringLiteral(" · "));
}

QString CodeStage::wordsOf(const code::Listing& listing, std::uint32_t line) const {
    const QString words = code::lineWords(*m_scene, listing, line, m_scope);
    const QString time = timeWordsOf(listing, line);
    return time.isEmpty() ? words : QStringLiteral("%1 · %2").arg(words, time);
}

void CodeStage::showStep() {
    if (!m_scene || m_scene->sides() == 0) return;
    for (code::Pane& pane : m_picture.panes) {
        pane.present.clear();
        pane.before.clear();
        pane.lanes = 0;
        pane.lanesText.clear();
        pane.now.clear();
        for (std::size_t column = 0; column < pane.listing->sides.size(); ++column) {
            const std::size_t side = pane.listing->sides[column];
            const BlockTrace& trace = m_scene->flow(side).trace();
            const quint64 position = std::min<quint64>(playback().positionOf(side), trace.size());
            if (m_scope == code::Scope::Block && m_count == code::Count::Runs)
                pane.before.push_back(m_scene->runsBefore(*pane.listing, side, position));
            if (position == 0) continue;
            const std::uint64_t event = position - 1;
            code::PresentLine now = code::presentLineAt(trace, position);
            if (pane.listing->language != CodeLanguage::Cuda)
                now = {m_scene->lineOf(*pane.listing, side, trace.instruction(event)), true};
            if (now.line && *now.line > 0) pane.present.push_back({*now.line, now.exact, column});
            if (!pane.lanesText.isEmpty() || (m_picture.joined && &pane != &m_picture.panes.front())) continue;
            pane.lanes = trace.active(event);
            pane.lanesText = tr("warp %1: %2 of 32 lanes").arg(trace.warp(event)).arg(simt::lanesIn(pane.lanes));
            pane.now = instructionText(trace, trace.instruction(event));
        }
        markOtherForms(pane);
    }
    setAccessibleDescription(why().sentence);
    follow(!playback().isPlaying() || playback().speed() < kTooFastToScroll);
    update();
}

void CodeStage::showSelection() {
    const Focus pointed = selection().shown();
    for (code::Pane& pane : m_picture.panes) {
        pane.related.clear();
        pane.relatedLines.clear();
        if (pointed.sourceLine) pane.related.push_back(*pointed.sourceLine);
        const std::uint32_t first = pane.listing->kernel->code().firstLine;
        if (!pointed.ptxLine || *pointed.ptxLine < first) continue;
        const std::uint32_t line = *pointed.ptxLine - first + 1;
        if (pane.listing->language == CodeLanguage::Ptx) pane.relatedLines.push_back(line);
        // All places that the PTX became, wherever they have moved to.
        for (std::uint32_t at = 0; at < pane.listing->ptxLine.size(); ++at)
            if (pane.listing->ptxLine[at] == line) pane.relatedLines.push_back(at + 1);
    }
    update();
}

/// While PTX runs, the machine code that was made of the instruction that runs; it is not known which of it is done.
void CodeStage::markOtherForms(code::Pane& pane) const {
    const bool machineRuns = m_scene->runsMachineCode(0);
    if (machineRuns && pane.listing->language == CodeLanguage::Ptx)
        for (code::PresentMark& mark : pane.present) mark.exact = false;
    if (machineRuns || !pane.listing->machine) return;
    const BlockTrace& trace = m_scene->flow(0).trace();
    const quint64 position = std::min<quint64>(playback().position(), trace.size());
    if (position == 0) return;
    const std::uint32_t line = m_scene->lineOf(m_scene->ptx().front(), 0, trace.instruction(position - 1));
    for (std::uint32_t at = 0; at < pane.listing->ptxLine.size(); ++at)
        if (line > 0 && pane.listing->ptxLine[at] == line) pane.present.push_back({at + 1, false, 0});
}

code::CodeGeometry CodeStage::geometryFor(const QSizeF& size) const { return code::layOut(theme(), m_picture, size); }

/// The lines that run are to be seen.
void CodeStage::follow(bool smoothly) {
    const code::CodeGeometry geometry = geometryFor(size());
    for (std::size_t i = 0; i < geometry.panes.size(); ++i) {
        const code::Pane& pane = m_picture.panes[i];
        const code::PaneGeometry& at = geometry.panes[i];
        if (pane.present.empty()) continue;
        const auto row = std::ranges::find_if(
            pane.rows, [&](const code::Row& r) { return r.closed == 0 && r.first == pane.present.front().line; });
        if (row == pane.rows.end()) continue;
        const QRectF seen = at.row(static_cast<std::size_t>(row - pane.rows.begin()));
        if (seen.top() >= at.body.top() && seen.bottom() <= at.body.bottom()) continue;
        scrollTo(i, static_cast<double>(row - pane.rows.begin()) - std::floor(at.room() / 2), smoothly);
    }
}

void CodeStage::scrollTo(std::size_t pane, double rows, bool smoothly) {
    const code::PaneGeometry at = geometryFor(size()).panes[pane];
    const double most = std::max(0.0, std::ceil(static_cast<double>(m_picture.panes[pane].rows.size()) - at.room()));
    const double target = std::clamp(rows, 0.0, most);
    if (m_scrolling.state() == QAbstractAnimation::Running && m_scrollingPane == pane) m_scrolling.stop();
    // A short way is shown; over a long one nothing could be read.
    if (!smoothly || !isVisible() || std::abs(target - at.scrolled) > 2 * at.room() || motion().isReduced() ||
        m_scrolling.state() == QAbstractAnimation::Running) {
        m_picture.panes[pane].scrolled = target;
        update();
        return;
    }
    m_scrollingPane = pane;
    m_scrolling.setStartValue(at.scrolled);
    m_scrolling.setEndValue(target);
    m_scrolling.start();
}

Why CodeStage::why() const {
    if (!m_scene || m_scene->sides() == 0 || m_scene->ptx().empty()) return {};
    const code::Listing& listing = m_scene->sources().empty() ? m_scene->ptx().front() : m_scene->sources().front();
    Why why = code::whyOf(*m_scene, listing, playback().position());
    if (const QString difference = code::differenceWords(*m_scene, m_count, m_scope); !difference.isEmpty()) {
        why.detail = why.sentence;
        why.sentence = difference;
    }
    if (const QString machine = code::machineWhy(*m_scene, m_machine.architecture, playback().position());
        !machine.isEmpty())
        why.detail = why.detail.isEmpty() ? machine : QStringLiteral("%1 %2").arg(machine, why.detail);
    if (m_timeShown && !m_times.sides.empty()) {
        const code::SideTimes& times = m_times.sides.front();
        const QString longest = code::longestLineWords(code::timesOf(listing, times), times.all);
        why.detail = why.detail.isEmpty() ? longest : QStringLiteral("%1 %2").arg(longest, why.detail);
    }
    return why;
}

double CodeStage::narrowRatio() const { return sides().size() > 1 ? 1.3 : StageView::narrowRatio(); }

void CodeStage::paintTo(QPainter& painter, const QSizeF& size) {
    if (m_picture.panes.empty()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, tr("No kernel is watched: there is no code to show."));
        return;
    }
    if (m_live) {
        m_picture.focused = hasFocus();
        return code::paint(painter, theme(), m_picture, geometryFor(size));
    }
    const code::CodePicture picture = pictureFor(size);
    code::paint(painter, theme(), picture, code::layOut(theme(), picture, size));
}

/// Elsewhere than in the window the lines that run stand in the middle, and nobody points at anything.
code::CodePicture CodeStage::pictureFor(const QSizeF& size) const {
    code::CodePicture picture = m_picture;
    picture.focused = false;
    picture.barred = false;
    const code::CodeGeometry geometry = code::layOut(theme(), picture, size);
    const auto pinned = selection().pinned().sourceLine;
    for (std::size_t i = 0; i < picture.panes.size(); ++i) {
        code::Pane& pane = picture.panes[i];
        pane.related.clear();
        pane.relatedLines.clear();
        if (pinned) pane.related.push_back(*pinned);
        for (std::size_t row = 0; row < pane.rows.size(); ++row)
            if (!pane.present.empty() && pane.rows[row].closed == 0 &&
                pane.rows[row].first == pane.present.front().line)
                pane.scrolled = static_cast<double>(row) - std::floor(geometry.panes[i].room() / 2);
    }
    return picture;
}

void CodeStage::paintEvent(QPaintEvent* event) {
    m_live = true;
    StageView::paintEvent(event);
    m_live = false;
}

}  // namespace lanescope
