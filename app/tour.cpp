// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QListWidget>
#include <QPixmap>
#include <QPushButton>
#include <QThread>
#include <QTimer>
#include <ostream>
#include <set>

#include "app/figure/figure_desk.h"
#include "app/main_window.h"
#include "app/zones/choice_bar.h"
#include "app/zones/compare_panels.h"
#include "app/zones/explain_panel.h"
#include "app/zones/why_panel.h"
#include "core/base/file_writer.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/playback/clock.h"

namespace lanescope {
namespace {

constexpr int kScrolling = 500;           // milliseconds
constexpr qint64 kLongestWait = 120'000;  // milliseconds

class Tour {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Tour)

public:
    Tour(MainWindow& window, Theme& theme, const QString& folder, std::ostream& out)
        : m_window(window), m_theme(theme), m_folder(folder), m_out(out) {}

    int run(const QString& algorithm, const Parameters& parameters) {
        if (!QDir().mkpath(m_folder.path())) return fail(tr("%1 cannot be made").arg(m_folder.path())), 1;
        if (!algorithm.isEmpty()) chosen(algorithm, parameters);
        for (void (Tour::*const part)() : {&Tour::watch, &Tour::stage, &Tour::published, &Tour::compare,
                                           &Tour::otherPages, &Tour::measure, &Tour::lecture})
            if (!m_unwritable) (this->*part)();
        return m_failed ? 1 : 0;
    }

private:
    /// What the command line asks for, on every page of the stage.
    void chosen(const QString& algorithm, const Parameters& parameters) {
        choose(qPrintable(algorithm), parameters);
        screenshot("0-chosen");
        m_window.playback().seek(m_window.playback().size() / 2);
        for (const auto& page : m_window.pages()) {
            m_window.setPage(*page);
            screenshot(qPrintable(QStringLiteral("0-chosen-") + page->identity().id));
        }
        show("tiles");
    }

    void watch() {
        show("tiles");
        choose("matmul.tiled", {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        screenshot("1-opening");
        m_window.playback().seek(1477);
        screenshot("2-loading");
        m_window.playback().setStepBy(StepBy::Operation);
        m_window.playback().seek(1859);
        screenshot("2-multiplying");
        m_window.playback().setStepBy(StepBy::Event);
        exportFile(QStringLiteral("picture.svg"));
        choose("matmul.rect4-prefetch", {{"variant", "published"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        m_window.playback().toEnd();
        screenshot("3-as-published-wrong");
        choose("matmul.global", {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        m_window.playback().seek(m_window.playback().size() / 2);
        screenshot("4-global");
        findings();
    }

    /// A race of a published kernel, and the place that the list leads to.
    void findings() {
        choose("matmul.rect2", {{"variant", "published"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        m_window.choiceBar()->findingsButton()->click();
        QListWidget* list = m_window.explainPanel()->findings()->list();
        if (list->count() < 3) return fail(tr("the race of matmul.rect2 was not found"));
        list->setCurrentRow(2);
        Q_EMIT list->itemActivated(list->item(2));
        screenshot("5-findings");
        m_window.explainPanel()->show(m_window.explainPanel()->about());
        screenshot("5-about");
        m_window.explainPanel()->show(m_window.explainPanel()->why());
    }

    /// Each page of the stage where it has most to say.
    void stage() {
        show("warps");
        choose("reduce.0", {});
        m_window.playback().seek(m_window.playback().size() / 2);
        screenshot("6-warps");
        show("memory");
        choose("transpose.tiled", {{"padded", "no"}});
        m_window.playback().seek(m_window.playback().size() * 2 / 3);
        screenshot("6-memory");
        show("map");
        choose("triangle.bb", {{"n", "64"}, {"block", "8"}});
        if (Clock* const clock = m_window.currentPage().clock()) clock->seek(15);
        screenshot("6-map");
        exportFile(QStringLiteral("map.png"));
        show("code");
        choose("vector.add", {});
        m_window.playback().seek(m_window.playback().size() / 2);
        screenshot("6-code");
        show("tiles");
    }

    void published() {
        choose("matmul.rect4-prefetch", {{"variant", "published"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        m_window.explainPanel()->show(m_window.explainPanel()->published());
        screenshot("6-published");
        m_window.explainPanel()->show(m_window.explainPanel()->why());
    }

    void compare() {
        choose("matmul.tiled", {{"variant", "corrected"}, {"n", "256"}, {"block", "16"}, {"type", "f32"}});
        show("compare");
        settle();
        screenshot("7-compare");
        waterfall();
        speedUps();
        whatIf();
        for (const char* name : {"chart.png", "chart.svg", "chart.pdf", "chart.csv", "study.json"})
            exportFile(QLatin1StringView(name));
    }

    /// Why the first model says what it says.
    void waterfall() {
        Comparison& comparison = m_window.workbench().comparison();
        comparison.choosePlace({0, comparison.place().x, 0});
        screenshot("7-waterfall");
    }

    /// Several algorithms beside each other.
    void speedUps() {
        Comparison& comparison = m_window.workbench().comparison();
        const ComparisonView before = comparison.view();
        for (const char* other : {"matmul.global", "matmul.rect4-prefetch"})
            if (const Result<void> added = comparison.add(other); !added)
                fail(QString::fromStdString(describe(added.error())));
        ComparisonView view = before;
        view.y = ComparisonView::Quantity::Speedup;
        view.reference = 1;
        for (const auto& model : models()) view.hiddenModels.insert(std::string(model->id()));
        comparison.setView(view);
        screenshot("7-speed-up");
        while (comparison.count() > 1) comparison.remove(1);
        comparison.setView(before);
    }

    /// Of a GPU with half the clock.
    void whatIf() {
        GpuChoice& gpu = m_window.workbench().gpuChoice();
        const GpuValue* clock = gpu.spec() ? gpu.spec()->find("clock") : nullptr;
        if (!clock || !gpu.setWhatIf("clock", clock->value / 2)) return fail(tr("the clock cannot be changed"));
        ExplainPanel& explain = *m_window.explainPanel();
        QWidget* const before = explain.shown();
        explain.show(explain.compare()->gpu());
        m_window.explainPanel()->compare()->gpu()->edit(QStringLiteral("clock"));
        screenshot("7-what-if");
        gpu.resetWhatIf();
        explain.show(before);
    }

    /// The pages that were not shown so far.
    void otherPages() {
        const Page& before = m_window.currentPage();
        for (const auto& page : m_window.pages()) {
            if (m_shown.contains(page.get())) continue;
            m_window.setPage(*page);
            screenshot(qPrintable(QStringLiteral("8-") + page->identity().id));
            exportFile(page->identity().id + QStringLiteral(".svg"));
        }
        m_window.setPage(before);
    }

    /// What the page Compare shows, once more with numbers of this machine, where it has a GPU.
    void measure() {
        WorkerClient& worker = m_window.worker();
        if (!waitUntil([&] { return worker.machine().has_value(); })) return fail(tr("the worker does not answer"));
        if (worker.machine()->gpu.isEmpty())
            return tell(tr("Nothing was measured: %1").arg(worker.machine()->gpuMissing));
        m_window.choiceBar()->measureButton()->click();
        if (!waitUntil([&] { return !worker.isMeasuring(); })) return fail(tr("the measurement did not end"));
        const std::optional<Measurement> measured = m_window.workbench().metrics().measurement;
        if (!measured || measured->origin != Origin::Measured) return fail(m_window.notice());
        screenshot("8-measured-compare");
        exportFile(QStringLiteral("measured.json"));
        show("tiles");
        m_window.resize(1920, 1080);
        m_window.playback().seek(m_window.playback().size() * 2 / 5);
        screenshot("9-measured");
    }

    void lecture() {
        show("tiles");
        choose("matmul.tiled", {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        const Theme::Mode mode = m_theme.mode();
        const double scale = m_theme.textScale();
        m_theme.setMode(Theme::Mode::Dark);
        m_theme.setTextScale(1.5);
        m_window.resize(1920, 1080);
        m_window.playback().seek(m_window.playback().size() * 2 / 5);
        screenshot("10-dark-lecture");
        m_theme.setMode(mode);
        m_theme.setTextScale(scale);
    }

    /// The page of this id.
    void show(const char* id) {
        for (const auto& page : m_window.pages()) {
            if (page->identity().id != QLatin1StringView(id)) continue;
            m_window.setPage(*page);
            m_shown.insert(page.get());
        }
    }

    void choose(const char* algorithm, const Parameters& parameters) {
        Workbench& workbench = m_window.workbench();
        workbench.chooseAlgorithm(QLatin1StringView(algorithm));
        workbench.choose(parameters);
        settle();
        if (workbench.problem())
            fail(QString::fromStdString(describe(*workbench.problem())));
        else if (!workbench.emulation())
            fail(tr("%1 was not emulated").arg(QLatin1StringView(algorithm)));
    }

    /// Until all jobs are done and everything is drawn.
    void settle() {
        QCoreApplication::processEvents();
        const Workbench& workbench = m_window.workbench();
        if (!waitUntil([&] {
                return !m_window.workbench().jobs().isBusy() && !workbench.isCounting() &&
                       !workbench.checks().isLooking() && isReady(m_window.currentPage());
            }))
            fail(tr("a computation did not end"));
        QCoreApplication::processEvents();
    }

    static bool isReady(const Page& page) { return page.view() == nullptr || page.view()->isReady(); }

    /// False if it took too long.
    template <typename Condition>
    static bool waitUntil(Condition condition) {
        QElapsedTimer waited;
        waited.start();
        while (!condition()) {
            if (waited.elapsed() >= kLongestWait) return false;
            QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
            QThread::msleep(5);
        }
        return true;
    }

    /// For what moves smoothly.
    static void wait(int milliseconds) {
        QElapsedTimer waited;
        waited.start();
        while (waited.elapsed() < milliseconds) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }

    void screenshot(const char* name) {
        if (m_unwritable) return;
        settle();
        wait(kScrolling);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        m_window.grab().save(&buffer, "PNG");
        const QString path = m_folder.filePath(QLatin1StringView(name) + QStringLiteral(".png"));
        report(path, writeFile(path.toStdString(), bytes.toStdString()));
    }

    void exportFile(const QString& name) {
        if (m_unwritable) return;
        const QString path = m_folder.filePath(name);
        report(path, name.endsWith(u".json") ? m_window.exportStudy(path) : m_window.figures().write(path));
    }

    void report(const QString& path, const Result<void>& result) {
        if (result) return tell(path);
        m_unwritable = true;
        fail(QString::fromStdString(describe(result.error())));
    }

    void fail(const QString& what) {
        m_failed = true;
        tell(tr("The tour failed: %1").arg(what));
    }

    void tell(const QString& line) { m_out << line.toStdString() << std::endl; }

    MainWindow& m_window;
    Theme& m_theme;
    QDir m_folder;
    std::ostream& m_out;
    std::set<const Page*> m_shown;
    bool m_failed = false;
    bool m_unwritable = false;  ///< what one file has no room for, or no right to, the next ones have not either
};

}  // namespace

int runTour(MainWindow& window, Theme& theme, const Options& options, std::ostream& out) {
    return Tour(window, theme, options.tour, out)
        .run(options.algorithmGiven ? options.algorithm : QString(), options.parameters);
}

}  // namespace lanescope
