// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QCloseEvent>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/pages/page_list.h"
#include "app/state/settings.h"
#include "app/zones/choose_panel.h"
#include "app/zones/explain_panel.h"
#include "app/zones/machine_panel.h"
#include "app/zones/notice_bar.h"
#include "core/base/file_writer.h"
#include "core/base/number_format.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/transport_bar.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

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
    buildPages();
    m_explain = new ExplainPanel(m_workbench, m_playback, m_selection, m_theme, m_zones);
    m_transport = new TransportBar(m_playback, central);
    m_zones->setChildrenCollapsible(false);
    m_zones->setStretchFactor(0, 0);
    m_zones->setStretchFactor(1, 2);
    m_zones->setStretchFactor(2, 1);
    rows->addWidget(m_notice);
    rows->addWidget(m_zones, 1);
    rows->addWidget(m_transport);
    for (const auto& page : m_pages) {
        m_bars.push_back(page->makeBar(central));
        if (m_bars.back() == nullptr) continue;
        rows->addWidget(m_bars.back());
        m_bars.back()->hide();
    }
    setCentralWidget(central);
}

void MainWindow::buildPages() {
    m_tabs = new QTabWidget(m_zones);
    m_tabs->setAccessibleName(tr("Pages"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Pages"));
    m_pages = makePages({m_workbench, m_worker, m_playback, m_selection, m_theme, m_tabs});
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const Page& page = *m_pages[i];
        const int tab = m_tabs->addTab(page.widget(), page.title());
        const QString key = keyOfPage(i).toString(QKeySequence::NativeText);
        const QString& hint = page.identity().hint;
        m_tabs->setTabToolTip(tab, plainTip(key.isEmpty() ? hint : tr("%1 (%2)").arg(hint, key)));
    }
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
    connectPages();
    connect(m_choose, &ChoosePanel::findingsWanted, m_explain, &ExplainPanel::showFindings);
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
        shareRoom();
        // And again when the layouts know that smaller text needs less.
        QTimer::singleShot(0, this, &MainWindow::shareRoom);
    });
    connectProgress();
}

void MainWindow::connectPages() {
    for (const auto& page : m_pages) {
        connect(page.get(), &Page::described, m_status, &QLabel::setText);
        connect(page.get(), &Page::explanationWanted, m_explain, &ExplainPanel::showPlace);
        connect(page.get(), &Page::failed, this, &MainWindow::say);
        connect(page.get(), &Page::measureWanted, this, [this](const std::vector<Parameters>& configurations) {
            const Algorithm* const algorithm = m_workbench.algorithm();
            if (algorithm == nullptr) return;
            for (const Parameters& parameters : configurations)
                m_worker.measure(std::string(algorithm->id()), parameters, m_choose->measureChoice());
        });
    }
    currentPage().setShown(true);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::showPage);
}

void MainWindow::connectProgress() {
    JobRunner& jobs = m_workbench.jobs();
    connect(&jobs, &JobRunner::started, this, [this](quint64, const QString& title) { showProgress(title); });
    connect(&jobs, &JobRunner::progressed, this,
            [this](quint64, double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
    connect(&jobs, &JobRunner::idle, this, [this] {
        if (!m_worker.isMeasuring()) showProgress({});
    });
    connect(&m_worker, &WorkerClient::progressed, this, [this](const worker::Progress& progress) {
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
        for (const auto& page : m_pages) page->stop();
        m_explain->machines()->stop();
        m_worker.cancelAll();
    });
}

void MainWindow::showEmulation() {
    const auto emulation = m_workbench.emulation();
    m_selection.clear();
    watchBlock();
    if (!emulation) return;
    const QString what = m_workbench.sampled() ? tr("Emulated a sample of the blocks in %1") : tr("Emulated in %1");
    m_summary = what.arg(timeText(emulation->seconds));
    m_status->setText(m_summary);
    showTraceMemory();
    sayWhatTraceLacks();
    m_finder.arrive();
}

void MainWindow::watchBlock() {
    std::vector<Playback::Block> blocks;
    if (auto flow = m_workbench.flow()) blocks.push_back(std::move(flow));
    m_playback.setBlocks(std::move(blocks));
}

void MainWindow::showTrace() {
    const TracedBlock& traced = m_workbench.traced();
    if (!traced.trace || traced.trace != m_playback.sharedTrace()) {
        m_selection.clear();
        watchBlock();
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

void MainWindow::showTraceMemory() {
    const std::optional<RunHistory::Usage> usage = m_workbench.traceMemory();
    m_memory->setVisible(usage.has_value());
    if (!usage) return;
    const auto text = [](std::uint64_t bytes) {
        return QString::fromStdString(numbers::memory(static_cast<double>(bytes)));
    };
    m_memory->setText(tr("traces: %1 of %2").arg(text(usage->bytes), text(usage->budget)));
    m_memory->setToolTip(
        plainTip(tr("Memory that the traces of this run's blocks take, and how much they may take. %n are kept; "
                    "%1 were dropped, and are made again when they are wanted.",
                    nullptr, static_cast<int>(usage->traces))
                     .arg(countText(usage->dropped))));
    m_memory->setAccessibleDescription(m_memory->toolTip());
}

void MainWindow::showMachine() {
    const auto& machine = m_worker.machine();
    if (!machine) return;
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
    const Page& shown = currentPage();
    m_explain->setExplained(shown.identity().explained);
    m_transport->setVisible(shown.identity().playback);
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        Page* const page = m_pages[i].get();
        if (m_bars[i] != nullptr) m_bars[i]->setVisible(page == &shown);
        page->setShown(page == &shown);
    }
}

void MainWindow::say(const Error& error) {
    if (error.code == ErrorCode::Cancelled)
        m_status->setText(tr("Stopped."));
    else
        m_notice->show(QString::fromStdString(describe(error)));
}

QString MainWindow::notice() const { return m_notice->isHidden() ? QString() : m_notice->text(); }

void MainWindow::setPage(const Page& page) { m_tabs->setCurrentWidget(page.widget()); }

Page& MainWindow::currentPage() const { return *m_pages.at(static_cast<std::size_t>(m_tabs->currentIndex())); }

Picture MainWindow::picture() const {
    Picture picture = currentPage().picture();
    if (picture.title.isEmpty()) picture.title = windowTitle();
    return picture;
}

Page& MainWindow::pageWithRows() const {
    const auto hasRows = [](const auto& page) { return page->identity().hasRows; };
    Page& shown = currentPage();
    const auto first = std::ranges::find_if(m_pages, hasRows);
    return shown.identity().hasRows || first == m_pages.end() ? shown : **first;
}

Result<void> MainWindow::exportTo(const QString& path) {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    switch (*format) {
        case ExportFormat::Csv: return writeFile(path.toStdString(), pageWithRows().csv());
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
