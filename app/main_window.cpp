// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QCloseEvent>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "app/pages/compare_page.h"
#include "app/pages/occupancy_page.h"
#include "app/state/settings.h"
#include "app/zones/choose_panel.h"
#include "app/zones/compare_bar.h"
#include "app/zones/explain_panel.h"
#include "app/zones/machine_panel.h"
#include "app/zones/notice_bar.h"
#include "core/base/file_writer.h"
#include "core/base/memory.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/transport_bar.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"
#include "widgets/views/threads_canvas.h"
#include "widgets/views/threads_view.h"
#include "widgets/views/tiles_view.h"

namespace lanescope {
namespace {

constexpr int kStateVersion = 3;
constexpr qsizetype kMostOfMachine = 40;  // characters in the status bar

QString blockText(Dim3 block) { return MainWindow::tr("Block (%1, %2, %3)").arg(block.x).arg(block.y).arg(block.z); }

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Library> library, Theme& theme, Settings& settings, const QString& worker,
                       const QStringList& workerArguments, QWidget* parent)
    : QMainWindow(parent),
      m_theme(theme),
      m_settings(settings),
      m_workbench(std::move(library)),
      m_worker(worker, workerArguments),
      m_finder(m_workbench, m_playback, m_selection) {
    setWindowTitle(tr("Lanescope"));
    setObjectName(QStringLiteral("main"));
    buildZones();
    buildStatusBar();
    buildMenus();
    connectAll();
    restoreState();
    for (const LibraryPart part :
         {LibraryPart::Recordings, LibraryPart::Gpus, LibraryPart::Published, LibraryPart::Claims})
        for (const Error& problem : m_workbench.library().problems(part)) say(problem);
    if (const QStringList problems = m_settings.takeProblems(); !problems.isEmpty())
        m_notice->show(problems.join(QLatin1Char('\n')));
    m_worker.sayHello();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildZones() {
    auto* central = new QWidget(this);
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_notice = new NoticeBar(central);
    m_zones = new QSplitter(Qt::Horizontal, central);
    m_choose = new ChoosePanel(m_workbench, m_worker, m_zones);
    m_pages = new QTabWidget(m_zones);
    m_tiles = new TilesView(&m_theme, &m_playback, &m_selection, m_pages);
    m_threads = new ThreadsView(&m_theme, &m_selection, m_pages);
    m_compare = new ComparePage(m_workbench.comparison(), m_theme, m_pages);
    m_occupancy = new OccupancyPage(m_workbench, m_theme, m_pages);
    m_explain = new ExplainPanel(m_workbench, m_playback, m_selection, m_theme, m_zones);
    m_transport = new TransportBar(m_playback, central);
    m_compareBar = new CompareBar(m_workbench.comparison(), m_workbench.library().catalogue(), central);
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setDocumentMode(true);
    m_pages->addTab(m_tiles, tr("Watch"));
    m_pages->addTab(m_threads, tr("Threads"));
    m_pages->addTab(m_compare, tr("Compare"));
    m_pages->addTab(m_occupancy, tr("Occupancy"));
    m_pages->tabBar()->setAccessibleName(tr("Pages"));
    m_pages->setTabToolTip(0, tr("The run, step by step (Ctrl+1)"));
    m_pages->setTabToolTip(1, tr("Where each thread of the launch works (Ctrl+2)"));
    m_pages->setTabToolTip(2, tr("Measured, estimated and published times (Ctrl+3)"));
    m_pages->setTabToolTip(3, tr("How many blocks a multiprocessor holds, and why not more (Ctrl+4)"));
    m_zones->setChildrenCollapsible(false);
    m_zones->setStretchFactor(0, 0);
    m_zones->setStretchFactor(1, 2);
    m_zones->setStretchFactor(2, 1);
    rows->addWidget(m_notice);
    rows->addWidget(m_zones, 1);
    rows->addWidget(m_transport);
    rows->addWidget(m_compareBar);
    m_compareBar->hide();
    setCentralWidget(central);
}

void MainWindow::buildStatusBar() {
    m_status = plainLabel(this);
    m_status->setObjectName(QStringLiteral("status"));
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(240);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_stop = new QToolButton(this);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop what is running (Esc)"));
    m_stop->setAccessibleName(tr("Stop what is running"));
    m_stop->setFocusPolicy(Qt::StrongFocus);
    m_stop->setShortcut(Qt::Key_Escape);
    m_memory = plainLabel(this);
    m_memory->setObjectName(QStringLiteral("traceMemory"));
    m_memory->setContentsMargins(0, 0, fontMetrics().height(), 0);
    m_machine = plainLabel(this);
    m_machine->setObjectName(QStringLiteral("machine"));
    statusBar()->addWidget(m_status, 1);
    statusBar()->addWidget(m_progress);
    statusBar()->addWidget(m_stop);
    statusBar()->addPermanentWidget(m_memory);
    statusBar()->addPermanentWidget(m_machine);
    m_progress->hide();
    m_stop->hide();
}

void MainWindow::connectAll() {
    connect(&m_workbench, &Workbench::emulationChanged, this, &MainWindow::showEmulation);
    connect(&m_workbench, &Workbench::traceChanged, this, &MainWindow::showTrace);
    connect(m_compareBar, &CompareBar::failed, this, &MainWindow::say);
    connect(m_compareBar, &CompareBar::measureWanted, this, [this] {
        if (const Algorithm* algorithm = m_workbench.algorithm())
            for (const Parameters& parameters : m_workbench.comparison().sweep())
                m_worker.measure(std::string(algorithm->id()), parameters, m_choose->measureChoice());
    });
    connect(m_compare, &ComparePage::pointChosen, m_explain, &ExplainPanel::showPlace);
    connect(m_choose, &ChoosePanel::differencesToggled, this, &MainWindow::showDifferences);
    connect(m_choose, &ChoosePanel::findingsWanted, m_explain, &ExplainPanel::showFindings);
    connect(m_explain->findings(), &FindingsPanel::placeChosen, &m_finder,
            qOverload<const FindingPlace&>(&PlaceFinder::goTo));
    connect(m_choose->badge(), &CorrectnessBadge::elementChosen, this, [this](std::uint64_t row, std::uint64_t column) {
        if (const auto emulation = m_workbench.emulation())
            m_finder.goTo(ElementPick{{ArrayRef::Kind::Buffer, emulation->plan.reference.buffer}, row, column});
    });
    connect(&m_finder, &PlaceFinder::missed, m_notice, &NoticeBar::show);
    connect(m_tiles, &TilesView::elementDescribed, m_status, &QLabel::setText);
    connect(m_tiles, &TilesView::elementActivated, this, [this](const ElementPick& pick) {
        if (pick.array.kind == ArrayRef::Kind::Buffer)
            m_workbench.chooseWriterOf({pick.array.index, pick.row, pick.column});
    });
    connect(m_pages, &QTabWidget::currentChanged, this, &MainWindow::showPage);
    connect(&m_workbench.gridWork(), &GridWork::changed, this, &MainWindow::showThreads);
    connect(&m_workbench, &Workbench::choiceChanged, this, &MainWindow::showThreads);
    connect(m_threads->canvas(), &ThreadsCanvas::described, m_status, &QLabel::setText);
    connect(m_threads->canvas(), &ThreadsCanvas::blockActivated, &m_workbench, &Workbench::chooseBlock);

    connect(m_zones, &QSplitter::splitterMoved, this, [this] { m_zonesChosen = true; });
    connect(&m_theme, &Theme::changed, this, [this, scale = m_theme.textScale()]() mutable {
        if (std::exchange(scale, m_theme.textScale()) == m_theme.textScale() || !isVisible()) return;
        shareRoom();
        // And again when the layouts know that smaller text needs less.
        QTimer::singleShot(0, this, &MainWindow::shareRoom);
    });

    JobRunner& jobs = m_workbench.jobs();
    connect(&jobs, &JobRunner::started, this, [this](quint64, const QString& title) { showProgress(title); });
    connect(&jobs, &JobRunner::progressed, this,
            [this](quint64, double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
    connect(&jobs, &JobRunner::idle, this, [this] {
        if (!m_worker.isMeasuring()) showProgress({});
    });
    connect(&m_worker, &WorkerClient::progressed, this, [this](const WorkerProgress& progress) {
        m_progress->setValue(static_cast<int>(progress.fraction * 1000));
    });
    connect(&m_worker, &WorkerClient::measuringChanged, this, [this] {
        if (m_worker.isMeasuring())
            showProgress(tr("Measuring"));
        else if (!m_workbench.jobs().isBusy())
            showProgress({});
    });
    connect(&m_worker, &WorkerClient::measured, &m_workbench, &Workbench::addMeasurement);
    connect(&m_worker, &WorkerClient::failed, this, &MainWindow::say);
    connect(&m_worker, &WorkerClient::machineChanged, this, &MainWindow::showMachine);
    connect(m_stop, &QToolButton::clicked, this, [this] {
        m_workbench.cancel();
        m_explain->machines()->stop();
        m_worker.cancelAll();
    });
}

void MainWindow::showEmulation() {
    const auto emulation = m_workbench.emulation();
    m_selection.clear();
    // Without a launch there is no block to watch; the views say what is done instead.
    const bool launches = emulation && !emulation->launches.empty();
    m_tiles->setMissing(!emulation || launches ? QString() : m_workbench.gridWork().missing());
    m_playback.setTrace(m_workbench.trace());
    showDifferences(m_choose->badge()->differencesShown());
    if (!emulation) return;
    const QString what = m_workbench.sampled() ? tr("Emulated a sample of the blocks in %1") : tr("Emulated in %1");
    m_summary = what.arg(timeText(emulation->seconds));
    m_status->setText(m_summary);
    showTraceMemory();
    sayWhatTraceLacks();
    m_finder.arrive();
}

void MainWindow::showTrace() {
    const TracedBlock& traced = m_workbench.traced();
    if (!traced.trace || traced.trace != m_playback.sharedTrace()) {
        m_selection.clear();
        m_playback.setTrace(traced.trace);
        showTraceMemory();
        if (traced.trace) sayHowTraceCame(traced);
    }
    sayWhatTraceLacks();
    m_finder.arrive();
}

void MainWindow::sayHowTraceCame(const TracedBlock& traced) {
    const QString block = blockText(traced.trace->block());
    switch (traced.how) {
        case TracedBlock::How::Kept: m_summary = tr("%1: its trace was still there").arg(block); break;
        case TracedBlock::How::Made:
            m_summary = tr("%1: %2 steps, run again for this trace").arg(block, countText(traced.trace->size()));
            break;
        case TracedBlock::How::MadeAgain:
            m_summary = tr("%1: its trace had been dropped to save memory, and was made again").arg(block);
            break;
    }
    if (traced.earlierBlocksRun) m_summary += tr(", after the blocks before it");
    m_status->setText(m_summary);
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

void MainWindow::showThreads() {
    const GridWork& grid = m_workbench.gridWork();
    if (grid.work())
        m_threads->setWork(grid.work(), grid.plan(), m_workbench.block());
    else
        m_threads->setMissing(grid.missing());
}

void MainWindow::showTraceMemory() {
    const std::optional<RunHistory::Usage> usage = m_workbench.traceMemory();
    m_memory->setVisible(usage.has_value());
    if (!usage) return;
    const auto text = [](std::uint64_t bytes) {
        return QString::fromStdString(memoryText(static_cast<double>(bytes)));
    };
    m_memory->setText(tr("traces: %1 of %2").arg(text(usage->bytes), text(usage->budget)));
    m_memory->setToolTip(
        plainTip(tr("Memory that the traces of this run's blocks take, and how much they may take. %n are kept; "
                    "%1 were dropped, and are made again when they are wanted.",
                    nullptr, static_cast<int>(usage->traces))
                     .arg(countText(usage->dropped))));
    m_memory->setAccessibleDescription(m_memory->toolTip());
}

void MainWindow::showDifferences(bool shown) {
    const auto emulation = m_workbench.emulation();
    m_tiles->setCheck(shown && emulation ? std::optional(emulation->check) : std::nullopt);
}

void MainWindow::showMachine() {
    const auto& machine = m_worker.machine();
    if (!machine) return;
    m_compareBar->setCanMeasure(!machine->gpu.isEmpty());
    m_machine->setText(machine->gpu.isEmpty() ? tr("no GPU: recordings are replayed")
                                              : shownName(machine->gpu, kMostOfMachine));
    m_machine->setToolTip(plainTip(machine->gpu.isEmpty() ? machine->gpuMissing : machine->countersMissing));
}

void MainWindow::showProgress(const QString& title) {
    m_progress->setVisible(!title.isEmpty());
    m_stop->setVisible(!title.isEmpty());
    m_progress->setValue(0);
    m_status->setText(title.isEmpty() ? m_summary : title);
}

/// What fills the zones on the page that is shown.
void MainWindow::showPage() {
    const bool compare = page() == Page::Compare;
    m_explain->showModels(compare);
    m_transport->setVisible(!compare && page() != Page::Occupancy);
    m_compareBar->setVisible(compare);
    m_workbench.comparison().setWanted(compare);
    m_workbench.gridWork().setWanted(page() == Page::Threads);
}

void MainWindow::say(const Error& error) {
    if (error.code == ErrorCode::Cancelled)
        m_status->setText(tr("Stopped."));
    else
        m_notice->show(QString::fromStdString(describe(error)));
}

QString MainWindow::notice() const { return m_notice->isHidden() ? QString() : m_notice->text(); }

void MainWindow::setPage(Page page) { m_pages->setCurrentIndex(static_cast<int>(page)); }

MainWindow::Page MainWindow::page() const { return static_cast<Page>(m_pages->currentIndex()); }

Picture MainWindow::picture() const {
    if (page() == Page::Compare) return m_compare->picture();
    if (page() == Page::Occupancy) return m_occupancy->picture();
    if (page() == Page::Threads)
        return {windowTitle(), m_threads->canvas()->size(),
                [threads = m_threads](QPaintDevice& device, QSize size, bool) {
                    QPainter painter(&device);
                    threads->paintTo(painter, size);
                }};
    return {windowTitle(), m_tiles->size(), [tiles = m_tiles](QPaintDevice& device, QSize size, bool) {
                QPainter painter(&device);
                tiles->paintTo(painter, size);
            }};
}

Result<void> MainWindow::exportTo(const QString& path) {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    switch (*format) {
        case ExportFormat::Csv:
            return writeFile(path.toStdString(), page() == Page::Occupancy ? m_occupancy->csv() : m_compare->csv());
        case ExportFormat::Json: return writeFile(path.toStdString(), toJson(m_workbench.study()));
        default: return exportPicture(picture(), path);
    }
}

void MainWindow::restoreState() {
    resize(1280, 720);
    restoreGeometry(m_settings.state(QStringLiteral("window/geometry")));
    m_zonesChosen = m_zones->restoreState(m_settings.state(QStringLiteral("window/zones-%1").arg(kStateVersion)));
    m_explain->splitter()->restoreState(m_settings.state(QStringLiteral("window/explain-%1").arg(kStateVersion)));
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!std::exchange(m_wasShown, true)) shareRoom();
}

/// The picture gets what the two sides leave; they grow with the text as far as there is room. What the user has chosen
/// stays: the splitter itself gives more only to what needs more, and takes that back when it does not any longer.
void MainWindow::shareRoom() {
    if (m_zonesChosen) return;
    // Before it is laid out the splitter has another width, and would share out what it gets later as it likes.
    layout()->activate();
    centralWidget()->layout()->activate();
    const int em = fontMetrics().height();
    const int left = std::min(em * 16, width() / 4), right = std::min(em * 30, width() * 2 / 5);
    m_zones->setSizes({left, width() - left - right, right});
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.setState(QStringLiteral("window/geometry"), saveGeometry());
    if (m_zonesChosen) m_settings.setState(QStringLiteral("window/zones-%1").arg(kStateVersion), m_zones->saveState());
    m_settings.setState(QStringLiteral("window/explain-%1").arg(kStateVersion), m_explain->splitter()->saveState());
    m_settings.setWhole(QStringLiteral("theme/mode"), static_cast<int>(m_theme.mode()));
    m_settings.setReal(QStringLiteral("theme/scale"), m_theme.textScale());
    if (!m_settings.save())  // there is no window any more to say it in
        qWarning("lanescope: the settings could not be saved to %s", qUtf8Printable(m_settings.file()));
    QMainWindow::closeEvent(event);
}

}  // namespace lanescope
