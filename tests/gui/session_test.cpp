// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions as a user has them: by keys, by dropping a file, by starting again. $LANESCOPE_PICTURES names a folder for
// what is shown.
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTableView>
#include <QToolButton>

#include "app/pages/explore_page.h"
#include "app/pages/ladder_page.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/session/session_file.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

QString keptFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/sessions");
}

struct Sessions : Window {
    Sessions() { QDir(keptFolder()).removeRecursively(); }
    ~Sessions() override {
        window.close();
        QDir(keptFolder()).removeRecursively();
    }
    SessionDesk& desk() { return window.sessions(); }
    QString path(const char* name) const { return QString::fromStdString(m_folder.path(name)); }
    void arrive() {
        ASSERT_TRUE(waitFor([this] { return !desk().isBusy(); }));
        settle();
        ASSERT_TRUE(waitFor([this] { return !desk().isBusy() && !window.presenter().lecture().isGoing(); }));
    }
    void save(const QString& file) {
        desk().save(file);
        arrive();
        ASSERT_EQ(desk().file(), file);
    }
    void drop(const QString& file) {
        dropFile(file);
        arrive();
    }
    /// Chooses, measures, writes and looks, so that there is something to be kept.
    void work() {
        type("n", QStringLiteral("48"));
        settle();
        window.workbench().addBeside({*library()->catalogue().find("matmul.global"), {}});
        window.workbench().chooseMachine(QStringLiteral("sm_90"));
        settle();
        show("warps");
        window.playback().seek(window.playback().size() / 2);
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        StudyEntry entry;
        entry.algorithm = "matmul.tiled";
        entry.parameters = window.workbench().parameters();
        entry.measurement.emplace();
        setSamples(*entry.measurement, {1e-5, 2e-5, 3e-5});
        entry.measurement->provenance.gpu = "NVIDIA H200";
        entry.measurement->provenance.date = "2026-11-20T18:00:00Z";
        window.workbench().addMeasurement(entry);
        arrive();
    }

    TemporaryFolder m_folder;
};

TEST_F(Sessions, WhatWasSavedOpensAsItWas) {
    work();
    const Chosen chosen = window.workbench().chosen();
    const std::size_t choices = window.workbench().history().kept().size();
    const quint64 position = window.playback().position();
    const QImage before = window.grab().toImage();
    save(path("mine.lanescope"));
    EXPECT_EQ(window.windowTitle(), QStringLiteral("mine.lanescope[*] – Lanescope"));
    EXPECT_FALSE(window.isWindowModified());
    test::keep(before, "session_before");

    // Somebody goes on, elsewhere.
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    settle();
    show("memory");
    window.workbench().setMeasured({});
    window.presenter().desk().makeNew();
    arrive();
    EXPECT_TRUE(window.isWindowModified());

    drop(path("mine.lanescope"));
    EXPECT_EQ(window.workbench().chosen(), chosen);
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("warps"));
    EXPECT_EQ(window.playback().position(), position);
    EXPECT_EQ(window.workbench().history().kept().size(), choices);
    EXPECT_EQ(window.presenter().desk().count(), 1);
    ASSERT_EQ(window.workbench().measured().size(), 1U);
    EXPECT_EQ(window.workbench().measured().front().measurement->origin, Origin::Replayed);
    EXPECT_EQ(window.workbench().measured().front().measurement->provenance.gpu, "NVIDIA H200");
    EXPECT_FALSE(window.isWindowModified());
    EXPECT_TRUE(window.notice().isEmpty()) << window.notice().toStdString();
    EXPECT_FALSE(window.worker().isMeasuring());
    test::keep(window.grab().toImage(), "session_opened");
}

TEST_F(Sessions, HowPagesLookOpensAsItWas) {
    Comparison& comparison = window.workbench().comparison();
    ASSERT_TRUE(comparison.keepChoice());
    ASSERT_TRUE(comparison.add("matmul.global"));
    ComparisonView view = comparison.view();
    view.y = ComparisonView::Quantity::Speedup;
    view.logY = false;
    view.reference = 1;
    view.hiddenModels = {"volkov"};
    comparison.setView(view);
    show("explore");
    auto& explore = window.page<ExplorePage>();
    ASSERT_TRUE(waitFor([&] { return !explore.work().atlas().empty(); }));
    const auto pick = [](QComboBox* box, const char* what) {
        box->setCurrentIndex(box->findData(QLatin1StringView(what)));
        Q_EMIT box->activated(box->currentIndex());
    };
    pick(explore.xBox(), "block");
    pick(explore.yBox(), "type");
    ASSERT_TRUE(waitFor([&] { return explore.work().atlas().y.parameter == "type"; }));
    pick(explore.colourBox(), "l1_hit_rate");
    explore.tableButton()->click();
    explore.chart()->setRange(AtlasRange{{1, 0, 0}, {3, 1, 0}});
    window.page<LadderPage>().rooflineButton()->click();
    window.workbench().choose({{"block", "8"}});  // what was kept stands beside it now
    arrive();
    std::map<QString, session::PageLook> before;
    for (const auto& page : window.pages()) before[page->identity().id] = page->look();
    EXPECT_EQ(before["compare"].size(), 6U) << ::testing::PrintToString(before["compare"]);
    EXPECT_EQ(before["explore"].size(), 5U);
    EXPECT_EQ(before["ladder"].size(), 1U);
    save(path("looks.lanescope"));
    EXPECT_FALSE(window.isWindowModified());

    // As if nobody had chosen anything.
    for (const auto& page : window.pages()) EXPECT_TRUE(page->setLook({}).isEmpty());
    for (const auto& page : window.pages()) EXPECT_TRUE(page->look().empty()) << page->identity().id.toStdString();
    arrive();
    EXPECT_TRUE(window.isWindowModified());
    drop(path("looks.lanescope"));
    ASSERT_TRUE(waitFor([&] { return explore.work().atlas().y.parameter == "type"; }));
    for (const auto& page : window.pages()) EXPECT_EQ(page->look(), before[page->identity().id]);
    EXPECT_EQ(explore.colourBox()->currentData().toString(), QStringLiteral("l1_hit_rate"));
    EXPECT_TRUE(explore.table()->isVisible());
    EXPECT_EQ(explore.chart()->range(), (AtlasRange{{1, 0, 0}, {3, 1, 0}})) << "what is missing of it can be measured";
    EXPECT_TRUE(window.notice().isEmpty()) << window.notice().toStdString();
    EXPECT_FALSE(window.isWindowModified());

    // What this program does not have is told, and the rest is shown.
    session::Session odd = session::sessionInFile(path("looks.lanescope").toStdString()).value();
    odd.view.looks["explore"]["wallpaper"] = "stripes";
    odd.view.looks["compare"]["kept 1"] = "matmul.gone n=7";
    odd.view.looks["oracle"]["mood"] = "good";
    m_folder.write("odd.lanescope", session::toBytes(odd));
    drop(path("odd.lanescope"));
    for (const char* said : {"explore wallpaper", "compare kept 1", "oracle"})
        EXPECT_TRUE(window.notice().contains(QLatin1StringView(said))) << window.notice().toStdString();
    EXPECT_EQ(comparison.count(), 2U);
}

TEST_F(Sessions, UndoGoesThroughAllOfAnOpenedOne) {
    work();
    save(path("mine.lanescope"));
    window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
    settle();
    drop(path("mine.lanescope"));
    std::vector<Chosen> seen;
    while (window.workbench().canUndo()) {
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        seen.push_back(window.workbench().chosen());
        ASSERT_LE(seen.size(), 20U);
    }
    ASSERT_GE(seen.size(), 3U);
    EXPECT_EQ(seen.back().parameters.value("n"), window.workbench().parameters().value("n"));
    EXPECT_NE(seen.back().parameters.value("n"), "48");
    settle();
    const QKeySequence redo(QKeySequence::Redo);
    for (std::size_t i = 0; i < seen.size(); ++i) QTest::keySequence(&window, redo);
    EXPECT_EQ(parameter("n"), "48");
    EXPECT_EQ(window.workbench().machine(), "sm_90");
    settle();
}

TEST_F(Sessions, TheKeySavesWhereItWasSavedAndAsksTheFirstTime) {
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    auto* const dialog = window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().front()).fileName(), QStringLiteral("matmul.tiled.lanescope"));
    dialog->findChild<QLineEdit*>()->setText(path("typed"));
    dialog->findChild<QLineEdit*>()->setFocus();
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    arrive();
    window.activateWindow();
    EXPECT_EQ(desk().file(), path("typed.lanescope"));

    type("n", QStringLiteral("32"));
    arrive();
    EXPECT_TRUE(window.isWindowModified());
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    arrive();
    EXPECT_FALSE(window.isWindowModified());
    const auto saved = session::sessionInFile(path("typed.lanescope").toStdString());
    ASSERT_TRUE(saved) << describe(saved.error());
    EXPECT_EQ(saved->now()->configuration.parameters.value("n"), "32");
    ASSERT_FALSE(saved->kernels.empty());
    EXPECT_NE(saved->kernels.front().source.find("__global__"), std::string::npos);
    EXPECT_NE(saved->kernels.front().ptx.find(".entry"), std::string::npos);
    // And back to what was saved is no change.
    type("n", QStringLiteral("40"));
    arrive();
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_EQ(desk().recent(), QStringList{path("typed.lanescope")});
}

TEST_F(Sessions, ABadFileIsASentenceAndNothingElseChanges) {
    save(path("good.lanescope"));
    const Chosen chosen = window.workbench().chosen();
    const std::string good = *readFile(path("good.lanescope").toStdString());
    session::Session unknown = *session::sessionFrom(good, "good");
    unknown.choices[unknown.at].configuration.algorithm = "matmul.tomorrow";
    session::Session nowhere = *session::sessionFrom(good, "good");
    nowhere.view.page = "cellar";
    for (const auto& [bytes, words] : {std::pair{good.substr(0, good.size() / 2), "cut off or damaged"},
                                       {std::string("not ours"), "this is no Lanescope session"},
                                       {session::toBytes(unknown), "matmul.tomorrow"},
                                       {session::toBytes(nowhere), "cellar"}}) {
        ASSERT_TRUE(writeFile(path("bad.lanescope").toStdString(), bytes));
        drop(path("bad.lanescope"));
        EXPECT_TRUE(window.notice().contains(QLatin1StringView(words))) << window.notice().toStdString();
        EXPECT_EQ(window.workbench().chosen(), chosen);
        EXPECT_EQ(desk().file(), path("good.lanescope"));
    }
    test::keep(window.grab().toImage(), "session_bad");
}

TEST_F(Sessions, OtherKernelsThanThenAreSaid) {
    save(path("then.lanescope"));
    session::Session then = *session::sessionInFile(path("then.lanescope").toStdString());
    then.kernels.front().ptx += "// of another compiler\n";
    ASSERT_TRUE(writeFile(path("then.lanescope").toStdString(), session::toBytes(then)));
    drop(path("then.lanescope"));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("Kernels are others"))) << window.notice().toStdString();
}

/// A process that was killed leaves its file and its lock.
TEST_F(Sessions, WhatACrashLeftIsOfferedAndTakenUp) {
    work();
    const Chosen chosen = window.workbench().chosen();
    save(path("mine.lanescope"));
    QDir().mkpath(keptFolder());
    const QString left = keptFolder() + QStringLiteral("/20261123-120000-000-1.lanescope");
    ASSERT_TRUE(QFile::copy(path("mine.lanescope"), left));
    ASSERT_TRUE(writeFile((left + QStringLiteral(".lock")).toStdString(),
                          "99999999\nlanescope\n" + QSysInfo::machineHostName().toStdString() + "\n\n\n"));
    window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
    settle();

    desk().begin();
    EXPECT_TRUE(window.notice().contains(QStringLiteral("was not closed"))) << window.notice().toStdString();
    test::keep(window.grab().toImage(), "session_after_a_crash");
    QToolButton* button = nullptr;
    for (QToolButton* const one : window.findChildren<QToolButton*>())
        if (one->text() == QStringLiteral("Take it up")) button = one;
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    arrive();
    EXPECT_EQ(window.workbench().chosen(), chosen);
    EXPECT_TRUE(desk().file().isEmpty());
    // It is asked once.
    MainWindow another(library(), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER));
    another.sessions().begin();
    EXPECT_TRUE(another.notice().isEmpty()) << another.notice().toStdString();
    another.close();
}

TEST_F(Sessions, EveryChangeIsKeptAndWhatWasClosedIsFoundAgain) {
    desk().begin();
    const auto kept = [] { return QDir(keptFolder()).entryInfoList({QStringLiteral("*.lanescope")}, QDir::Files); };
    const auto last = [&] { return session::sessionInFile(kept().front().absoluteFilePath().toStdString()); };
    for (const char* n : {"24", "40", "56"}) {
        type("n", QLatin1StringView(n));
        arrive();
        ASSERT_EQ(kept().size(), 1);
        const auto session = last();
        ASSERT_TRUE(session) << describe(session.error());
        EXPECT_EQ(session->now()->configuration.parameters.value("n"), n);
    }
    show("map");
    arrive();
    EXPECT_EQ(last()->view.page, "map");
    window.close();
    ASSERT_EQ(kept().size(), 1);
    SessionFolder folder(keptFolder());
    const auto closed = folder.kept();
    ASSERT_EQ(closed.size(), 1U);
    EXPECT_FALSE(closed.front().crashed);
}

/// $LANESCOPE_FREEZE=1 makes them anew.
TEST_F(Sessions, TheExamplesOpen) {
    struct Example {
        const char* file;
        const char* algorithm;
        Parameters parameters;
        std::vector<BesideChoice> beside;
        const char* page;
        double place;  ///< of the clock, as a share
    };
    const auto algorithm = [](const char* id) { return *library()->catalogue().find(id); };
    const std::vector<Example> examples{
        {"tiling", "matmul.tiled", {{"n", "64"}, {"block", "16"}}, {{algorithm("matmul.global"), {}}}, "tiles", 0.4},
        {"bank-conflicts",
         "transpose.tiled",
         {{"padded", "no"}},
         {{algorithm("transpose.tiled"), {{"padded", "yes"}}}},
         "memory",
         0.75},
        {"triangle-map", "triangle.bb", {}, {{algorithm("triangle.ltm"), {}}}, "map", 1}};
    QCoreApplication::setApplicationVersion(QStringLiteral(LANESCOPE_VERSION));
    for (const Example& example : examples) {
        SCOPED_TRACE(example.file);
        const QString file =
            QStringLiteral(LANESCOPE_SOURCE_DIR "/examples/sessions/%1.lanescope").arg(QLatin1StringView(example.file));
        if (qEnvironmentVariableIsSet("LANESCOPE_FREEZE")) {
            window.workbench().setHistory({}, 0);
            window.workbench().chooseAlgorithm(QLatin1StringView(example.algorithm));
            window.workbench().choose(example.parameters);
            window.workbench().setBeside(example.beside);
            show(example.page);
            arrive();
            Clock& clock = window.presenter().lecture().clock();
            clock.seek(static_cast<quint64>(example.place * static_cast<double>(clock.size())));
            save(file);
        }
        drop(file);
        EXPECT_EQ(desk().file(), file);
        EXPECT_EQ(window.workbench().algorithm(), algorithm(example.algorithm));
        EXPECT_EQ(window.workbench().beside(), example.beside);
        EXPECT_EQ(window.currentPage().identity().id, QLatin1StringView(example.page));
        const QString notice = window.notice();
        // Nothing but that kernels were compiled anew since.
        EXPECT_TRUE(notice.isEmpty() || notice.startsWith(QStringLiteral("Kernels are others")))
            << notice.toStdString();
        test::keep(window.grab().toImage(), QStringLiteral("session_example_%1").arg(QLatin1StringView(example.file)));
    }
}

TEST(SessionFolder, LeavesFilesOfOpenWindowsAloneAndKeepsFew) {
    const TemporaryFolder place;
    const QString path = QString::fromStdString(place.path());
    SessionFolder first(path);
    SessionFolder second(path);
    ASSERT_TRUE(first.begin()->write(1, "a"));
    ASSERT_TRUE(second.begin()->write(1, "b"));
    EXPECT_TRUE(first.kept().empty());
    second.close();
    EXPECT_EQ(first.kept().size(), 1U);
    for (int i = 0; i < 2 * SessionFolder::kMost; ++i) {
        ASSERT_TRUE(second.begin()->write(1, "b"));
        QTest::qWait(2);  // names are times
    }
    second.close();
    EXPECT_EQ(std::ssize(first.kept()), SessionFolder::kMost);
    EXPECT_EQ(std::ssize(first.kept()), QDir(path).entryList({QStringLiteral("*.lanescope")}, QDir::Files).size() - 1);
}

TEST(OrderedFile, IsNeverReplacedByWhatWasBegunEarlier) {
    const TemporaryFolder place;
    OrderedFile file(place.path("f"));
    ASSERT_TRUE(file.write(2, "later"));
    ASSERT_TRUE(file.write(1, "earlier"));
    EXPECT_EQ(*readFile(place.path("f")), "later");
}

}  // namespace
}  // namespace lanescope
