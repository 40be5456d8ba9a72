// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedWidget>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "app/figure/figure_desk.h"
#include "app/pages/page_list.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "app/state/settings.h"
#include "app/zones/choice_bar.h"
#include "app/zones/explain_panel.h"
#include "app/zones/machine_panel.h"
#include "app/zones/notice_bar.h"
#include "app/zones/status_line.h"
#include "core/base/file_writer.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "widgets/lecture/magnifier.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/segments.h"
#include "widgets/stage/time/time_strip.h"
#include "widgets/stage/time/transport.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kStateVersion = 4;
constexpr qsizetype kMostOfMachine = 40;  // characters beside the transport
constexpr int kCompactBelow = 900;        // pixels of the window's height

/// Its rows follow each other without a gap.
QWidget* rowsIn(QWidget* parent) {
    auto* rows = new QWidget(parent);
    auto* layout = new QVBoxLayout(rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return rows;
}

QString blockText(Dim3 block) { return MainWindow::tr("Block (%1, %2, %3)").arg(block.x).arg(block.y).arg(block.z); }

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Library> library, Theme& theme, Settings& settings, const QString& worker,
                       const QStringList& workerArguments, QWidget* parent)
    : QMainWindow(parent),
      m_theme(theme),
      m_settings(settings),
      m_workbench(library),
      m_worker(worker, workerArguments),
      m_motion(m_playback),
      m_finder(m_workbench, m_playback, m_selection) {
    readLibrary(std::move(library));
    setWindowTitle(tr("Lanescope"));
    setObjectName(QStringLiteral("main"));
    buildZones();
    connectAll();
    m_presenter = std::make_unique<Presenter>(*this, theme, settings);
    m_sessions = std::make_unique<SessionDesk>(*this, settings);
    m_figures = std::make_unique<FigureDesk>(*this, theme, settings);
    buildMenus();
    restoreState();
    if (const QStringList problems = m_settings.takeProblems(); !problems.isEmpty())
        m_notice->show(problems.join(QLatin1Char('\n')));
    m_worker.sayHello();
}

MainWindow::~MainWindow() = default;

/// While the window is built: what is known before anything runs takes as long to read as the window takes to build.
void MainWindow::readLibrary(std::shared_ptr<const Library> what) {
    QThreadPool::globalInstance()->start([window = QPointer(this), library = std::move(what)] {
        std::vector<Error> problems;
        for (const LibraryPart part : {LibraryPart::Recordings, LibraryPart::Gpus, LibraryPart::Published,
                                       LibraryPart::Claims, LibraryPart::Accuracy})
            std::ranges::copy(library->problems(part), std::back_inserter(problems));
        if (problems.empty()) return;
        QMetaObject::invokeMethod(QCoreApplication::instance(), [window, problems] {
            if (!window) return;
            for (const Error& problem : problems) window->say(problem);
        });
    });
}

void MainWindow::buildZones() {
    QWidget* const central = rowsIn(this);
    m_above = rowsIn(central);
    m_choose = new ChoiceBar(m_workbench, m_worker, m_theme, m_above);
    m_menu = new QToolButton(m_choose);
    m_views = new Segments(m_theme, m_choose);
    m_notice = new NoticeBar(m_above);
    m_zones = new QSplitter(Qt::Horizontal, central);
    m_below = rowsIn(central);
    buildPages();
    m_explain = new ExplainPanel(m_workbench, {m_theme, m_playback, m_motion, m_selection}, m_theme, m_zones);
    m_zones->setChildrenCollapsible(false);
    m_zones->setStretchFactor(0, 1);
    m_zones->setStretchFactor(1, 0);
    m_zones->setHandleWidth(1);
    m_time = new TimeStrip({m_theme, m_playback, m_motion, m_selection}, m_below);
    m_transport = new Transport(m_playback, m_theme, m_below);
    m_status = new StatusLine(m_theme, m_below);
    buildTop();
    for (QWidget* const row : {static_cast<QWidget*>(m_choose), static_cast<QWidget*>(m_notice)})
        m_above->layout()->addWidget(row);
    auto* below = static_cast<QVBoxLayout*>(m_below->layout());
    below->addWidget(m_time);
    for (const auto& page : m_pages) {
        m_bars.push_back(page->makeBar(m_below));
        if (m_bars.back() == nullptr) continue;
        below->addWidget(m_bars.back());
        m_bars.back()->hide();
    }
    auto* lowest = new QHBoxLayout;
    lowest->setContentsMargins(0, 0, 0, 0);
    lowest->setSpacing(0);
    lowest->addWidget(m_transport);
    lowest->addWidget(m_status, 1);
    below->addLayout(lowest);
    auto* rows = static_cast<QVBoxLayout*>(central->layout());
    rows->addWidget(m_above);
    rows->addWidget(m_zones, 1);
    rows->addWidget(m_below);
    setCentralWidget(central);
}

void MainWindow::buildTop() {
    m_menu->setText(QStringLiteral("☰"));
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(plainTip(tr("Menu (F10)")));
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::StrongFocus);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setShortcut(Qt::Key_F10);
    m_views->setAccessibleName(tr("Pages"));
    m_choose->addAtLeft(m_menu);
    m_choose->addInMiddle(m_views);
}

void MainWindow::buildPages() {
    m_magnifier = new Magnifier(m_zones);
    m_stack = new QStackedWidget(m_magnifier);
    m_magnifier->setContent(m_stack);
    m_stack->setAccessibleName(tr("The picture"));
    // Nor is the page that needs most a reason for the window to grow while another is shown.
    m_stack->setMinimumHeight(1);
    m_magnifier->setMinimumHeight(1);
    m_pages = makePages({m_workbench, m_worker, m_playback, m_motion, m_selection, m_theme, m_stack});
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const Page& page = *m_pages[i];
        m_stack->addWidget(page.widget());
        const QString key = keyOfPage(i).toString(QKeySequence::NativeText);
        const QString& hint = page.identity().hint;
        m_views->add(page.title(), key.isEmpty() ? hint : tr("%1 (%2)").arg(hint, key));
    }
    m_views->setFolded(true);  // until the window has its size: it would have to be as wide as all of them
}

void MainWindow::connectAll() {
    connect(&m_workbench, &Workbench::emulationChanged, this, &MainWindow::showEmulation);
    connect(&m_workbench, &Workbench::countsChanged, this, &MainWindow::sumUpRun);
    connect(&m_workbench, &Workbench::traceChanged, this, &MainWindow::showTrace);
    connect(&m_workbench, &Workbench::sidesChanged, this, &MainWindow::showBeside);
    connectPages();
    connect(m_choose, &ChoiceBar::findingsWanted, m_explain, &ExplainPanel::showFindings);
    connect(m_explain->findings(), &FindingsPanel::placeChosen, &m_finder,
            qOverload<const FindingPlace&>(&PlaceFinder::goTo));
    connect(m_choose->badge(), &CorrectnessBadge::elementChosen, this, [this](std::uint64_t row, std::uint64_t column) {
        if (const auto emulation = m_workbench.emulation())
            m_finder.goTo(ElementPick{{ArrayRef::Kind::Buffer, emulation->plan.reference.buffer}, row, column});
    });
    connect(&m_finder, &PlaceFinder::missed, m_notice, &NoticeBar::show);
    connect(m_zones, &QSplitter::splitterMoved, this, [this] { m_zonesChosen = true; });
    connect(&m_theme, &Theme::changed, this, [this, scale = m_theme.textScale()]() mutable {
        if (std::exchange(scale, m_theme.textScale()) == m_theme.textScale() || !isVisible()) return;
        foldViews();
        shareRoom();
        // And again when the layouts know that smaller text needs less.
        QTimer::singleShot(0, this, &MainWindow::shareRoom);
    });
    connect(m_explain, &ExplainPanel::foldedChanged, this, &MainWindow::foldExplained);
    connect(m_time, &TimeStrip::described, m_status, &StatusLine::describe);
    connectProgress();
}

void MainWindow::connectPages() {
    for (const auto& page : m_pages) {
        connect(page.get(), &Page::described, m_status, &StatusLine::describe);
        connect(page.get(), &Page::whyChanged, this, [this, page = page.get()] {
            if (page == &currentPage() && page->view() == nullptr) m_explain->setLead(page->why());
        });
        connect(page.get(), &Page::explanationWanted, m_explain, &ExplainPanel::showPlace);
        connect(page.get(), &Page::failed, this, &MainWindow::say);
        connect(page.get(), &Page::pageWanted, this, [this](const QString& id) { setPage(this->page(id)); });
        connect(page.get(), &Page::measureWanted, this, [this](const std::vector<Parameters>& configurations) {
            const Algorithm* const algorithm = m_workbench.algorithm();
            if (algorithm == nullptr) return;
            for (const Parameters& parameters : configurations)
                m_worker.measure(std::string(algorithm->id()), parameters, m_choose->measureChoice());
        });
    }
    showPage();
    connect(m_views, &Segments::currentChanged, this, &MainWindow::showPage);
}

void MainWindow::connectProgress() {
    const auto isBusy = [this] {
        return m_worker.isMeasuring() || m_workbench.jobs().isBusy() || m_workbench.isCounting();
    };
    const JobRunner* const runners[]{&m_workbench.jobs(), &m_workbench.further().jobs()};
    for (const JobRunner* jobs : runners) {
        connect(jobs, &JobRunner::started, m_status,
                [this](quint64, const QString& title) { m_status->setBusy(title); });
        connect(jobs, &JobRunner::progressed, m_status, [this](quint64, double done) { m_status->setProgress(done); });
        connect(jobs, &JobRunner::idle, m_status, [this, isBusy] {
            if (!isBusy()) m_status->setBusy({});
        });
    }
    connect(&m_worker, &WorkerClient::progressed, m_status,
            [this](const worker::Progress& progress) { m_status->setProgress(progress.fraction); });
    connect(&m_worker, &WorkerClient::measuringChanged, m_status, [this, isBusy] {
        if (m_worker.isMeasuring())
            m_status->setBusy(tr("Measuring"));
        else if (!isBusy())
            m_status->setBusy({});
    });
    for (const auto known : {&WorkerClient::timed, &WorkerClient::measured})
        connect(&m_worker, known, &m_workbench, &Workbench::addMeasurement);
    connect(&m_worker, &WorkerClient::failed, this, &MainWindow::say);
    connect(&m_worker, &WorkerClient::machineChanged, this, &MainWindow::showMachine);
    connect(m_status, &StatusLine::stopWanted, this, [this] {
        m_workbench.cancel();
        for (const auto& page : m_pages) page->stop();
        m_explain->machines()->stop();
        m_worker.cancelAll();
    });
}

void MainWindow::showEmulation() {
    m_selection.clear();
    watchBlock();
    if (!m_workbench.emulation()) return;
    sumUpRun();
    sayWhatTraceLacks();
    m_finder.arrive();
    Q_EMIT runShown();
}

void MainWindow::sumUpRun() {
    const QString what = m_workbench.sampled() ? tr("Emulated a sample of the blocks in %1") : tr("Emulated in %1");
    m_status->sumUp(what.arg(timeText(m_workbench.emulation()->seconds)));
    showTraceMemory();
}

void MainWindow::watchBlock() {
    m_playback.setBlocks(m_workbench.blocks());
    // Where nothing has happened yet there is nothing to be seen: it opens where the first values arrive.
    if (m_playback.size() > 0) m_playback.seek(m_playback.next(0));
    showFlags();
}

/// Others come to stand beside the block that is watched, or go.
void MainWindow::showBeside() {
    const std::vector<Playback::Block>& blocks = m_workbench.blocks();
    if (blocks.empty() || m_playback.sharedTrace() != blocks.front()->sharedTrace()) return;
    m_playback.setBeside({blocks.begin() + 1, blocks.end()});
}

/// Where the block's requests cost more than they need.
void MainWindow::showFlags() {
    std::vector<Flag> flags;
    if (const flow::BlockFlow* const flow = m_playback.flow())
        for (const flow::Finding& finding : flow->requests().findings())
            flags.push_back({finding.event, QString::fromStdString(inWords(messageOf(finding)))});
    m_time->setFlags(std::move(flags));
}

void MainWindow::showTrace() {
    const TracedBlock& traced = m_workbench.traced();
    const BlockTrace* const before = m_playback.trace();
    const bool same = before != nullptr && traced.trace && before->block() == traced.trace->block() &&
                      before->launchNumber() == traced.trace->launchNumber() && before->size() == traced.trace->size();
    if (traced.trace != m_playback.sharedTrace() && same) {
        // The same steps with other values, as more blocks have run: where one stood, one stays.
        const quint64 position = m_playback.position();
        m_playback.setBlocks(m_workbench.blocks());
        m_playback.seek(position);
        showFlags();
    } else if (!traced.trace || traced.trace != m_playback.sharedTrace()) {
        m_selection.clear();
        watchBlock();
        showTraceMemory();
        if (traced.trace) sayHowTraceCame(traced);
    }
    sayWhatTraceLacks();
    m_finder.arrive();
    Q_EMIT runShown();
}

void MainWindow::sayHowTraceCame(const TracedBlock& traced) {
    const QString block = blockText(traced.trace->block());
    QString how;
    switch (traced.how) {
        case TracedBlock::How::Kept: how = tr("%1: its trace was still there").arg(block); break;
        case TracedBlock::How::Made:
            how = tr("%1: %2 steps, run again for this trace").arg(block, countText(traced.trace->size()));
            break;
        case TracedBlock::How::MadeAgain:
            how = tr("%1: its trace had been dropped to save memory, and was made again").arg(block);
            break;
    }
    m_status->sumUp(traced.earlierBlocksRun ? how + tr(", after the blocks before it") : how);
}

/// What must be known of the trace that is shown, where it is not the whole truth.
void MainWindow::sayWhatTraceLacks() {
    const TracedBlock& traced = m_workbench.traced();
    QString lacks;
    if (traced.trace && traced.trace->truncated())
        lacks = tr("%1: the trace is cut after %2 steps, because it takes too much memory. What the block does then is "
                   "not shown.")
                    .arg(blockText(traced.trace->block()), countText(traced.trace->size()));
    else if (traced.earlierBlocksMissing)
        lacks = tr("%1 reads what other blocks may have written, and only a sample of the blocks has run. It is shown "
                   "as if it ran first.")
                    .arg(blockText(traced.trace->block()));
    else
        lacks = m_workbench.wantedMissing();
    // What was said of the block before is no longer so.
    if (lacks.isEmpty() && m_notice->text() == m_lacks) m_notice->hide();
    m_lacks = lacks;
    if (!lacks.isEmpty()) m_notice->show(lacks);
}

void MainWindow::showTraceMemory() {
    const std::optional<RunHistory::Usage> usage = m_workbench.traceMemory();
    if (!usage) return m_status->setMemory({}, {});
    const auto text = [](std::uint64_t bytes) {
        return QString::fromStdString(numbers::memory(static_cast<double>(bytes)));
    };
    m_status->setMemory(tr("traces: %1 of %2").arg(text(usage->bytes), text(usage->budget)),
                        tr("Memory that the traces of this run's blocks take, and how much they may take. %n are kept; "
                           "%1 were dropped, "
                           "and are made again when they are wanted.",
                           nullptr, static_cast<int>(usage->traces))
                            .arg(countText(usage->dropped)));
}

void MainWindow::showMachine() {
    const auto& machine = m_worker.machine();
    if (!machine) return;
    m_status->setMachine(
        machine->gpu.isEmpty() ? tr("no GPU: recordings are replayed") : shownName(machine->gpu, kMostOfMachine),
        machine->gpu.isEmpty() ? machine->gpuMissing : machine->countersMissing);
}

/// What fills the zones on the page that is shown.
void MainWindow::showPage() {
    Page& shown = currentPage();
    // What goes, goes first: a window that for a moment needs more height than it has would keep it.
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i].get() == &shown) continue;
        if (m_bars[i] != nullptr) m_bars[i]->hide();
        m_pages[i]->setShown(false);
    }
    const bool steps = shown.identity().playback;
    if (!steps) m_time->hide();
    if (!steps && shown.clock() == nullptr) m_transport->hide();
    m_stack->setCurrentWidget(shown.widget());
    m_status->describe({});  // what was pointed at on the page before
    m_explain->setExplained(shown.identity().explained, shown.view());
    m_explain->setLead(shown.view() != nullptr ? Why{} : shown.why());
    m_transport->setClock(shown.clock());
    m_time->setVisible(steps);
    m_transport->setVisible(steps || shown.clock() != nullptr);
    if (QWidget* const bar = m_bars[static_cast<std::size_t>(m_views->current())]) bar->show();
    shown.setShown(true);
    Q_EMIT pageShown();
}

void MainWindow::tell(const QString& text) { m_notice->show(text); }

void MainWindow::offer(const QString& text, const QString& button, std::function<void()> taken) {
    m_notice->offer(text, button, std::move(taken));
}

void MainWindow::addBelowStage(QWidget* widget) {
    auto* rows = static_cast<QVBoxLayout*>(centralWidget()->layout());
    rows->insertWidget(rows->indexOf(m_below), widget);
}

void MainWindow::setBare(bool bare) {
    m_bare = bare;
    for (QWidget* const zone : {m_above, static_cast<QWidget*>(m_explain), m_below}) zone->setVisible(!bare);
    if (!bare) shareRoom();
}

void MainWindow::say(const Error& error) {
    if (error.code == ErrorCode::Cancelled)
        m_status->sumUp(tr("Stopped."));
    else
        m_notice->show(QString::fromStdString(describe(error)));
}

QString MainWindow::notice() const { return m_notice->isHidden() ? QString() : m_notice->text(); }

void MainWindow::setPage(const Page& page) {
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (m_pages[i].get() == &page) m_views->setCurrent(static_cast<int>(i));
}

Page& MainWindow::page(const QString& id) const {
    for (const auto& page : m_pages)
        if (page->identity().id == id) return *page;
    qFatal("no page of this id in the list");
}

Page& MainWindow::currentPage() const { return *m_pages.at(static_cast<std::size_t>(m_views->current())); }

Result<void> MainWindow::exportStudy(const QString& path) {
    return writeFile(path.toStdString(), toJson(m_workbench.study()));
}

void MainWindow::restoreState() {
    resize(1280, 720);
    m_hasItsPlace = restoreGeometry(m_settings.state(QStringLiteral("window/geometry")));
    m_zonesChosen = m_zones->restoreState(m_settings.state(QStringLiteral("window/zones-%1").arg(kStateVersion)));
    m_explain->setFolded(m_settings.whole(QStringLiteral("window/folded"), {0, 1}).value_or(0) == 1);
    m_motion.setReduced(m_settings.whole(QStringLiteral("motion/reduced"), {0, 1}).value_or(0) == 1);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (std::exchange(m_wasShown, true)) return;
    shareRoom();
    // Keys go to the picture first.
    currentPage().widget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_theme.setCompact(height() < kCompactBelow);
    foldViews();
    shareRoom();
}

/// Where the chips need the room, the pages are one button.
void MainWindow::foldViews() { m_views->setFolded(m_views->rowWidth() > width() * 2 / 5 || m_theme.isCompact()); }

/// The picture gets three quarters of the width. What the user has chosen stays: the splitter itself gives more only to
/// what needs more, and takes that back when it does not any longer.
void MainWindow::shareRoom() {
    if (m_bare) return;
    if (m_zonesChosen && !m_explain->isFolded()) return;
    // Before it is laid out the splitter has another width, and would share out what it gets later as it likes.
    layout()->activate();
    centralWidget()->layout()->activate();
    const double wanted = m_theme.scaled(m_theme.isCompact() ? 352 : 480);
    const int right = m_explain->isFolded() ? m_explain->railWidth() : std::min(qRound(wanted), width() * 2 / 5);
    m_zones->setSizes({width() - right, right});
}

void MainWindow::foldExplained(bool folded) {
    if (folded && m_zonesChosen) m_zonesBefore = m_zones->sizes();
    m_explain->setMaximumWidth(folded ? m_explain->railWidth() : QWIDGETSIZE_MAX);
    shareRoom();
    if (!folded && m_zonesChosen && !m_zonesBefore.isEmpty()) m_zones->setSizes(m_zonesBefore);
}

void MainWindow::resetLayout() {
    m_zonesChosen = false;
    m_explain->setFolded(false);
    setTextScale(1);
    shareRoom();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_sessions->close();
    m_presenter->close();
    m_settings.setState(QStringLiteral("window/geometry"), saveGeometry());
    if (m_zonesChosen && !m_explain->isFolded())
        m_settings.setState(QStringLiteral("window/zones-%1").arg(kStateVersion), m_zones->saveState());
    m_settings.setWhole(QStringLiteral("window/folded"), m_explain->isFolded() ? 1 : 0);
    m_settings.setWhole(QStringLiteral("motion/reduced"), m_motion.isReduced() ? 1 : 0);
    m_settings.setWhole(QStringLiteral("theme/mode"), static_cast<int>(m_theme.mode()));
    m_settings.setReal(QStringLiteral("theme/scale"), m_theme.textScale());
    if (!m_settings.save())  // there is no window any more to say it in
        qWarning("lanescope: the settings could not be saved to %s", qUtf8Printable(m_settings.file()));
    QMainWindow::closeEvent(event);
}

}  // namespace lanescope
