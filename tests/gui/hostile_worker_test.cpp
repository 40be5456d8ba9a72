// SPDX-License-Identifier: GPL-3.0-or-later
// The window against workers that mean harm, or are broken: whatever one says, the window answers, keeps its memory,
// opens no file that is named to it, tells in words what went wrong, and can measure again.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QToolTip>
#include <atomic>
#include <fstream>
#include <thread>

#include "app/pages/compare_page.h"
#include "app/zones/explain_panel.h"
#include "tests/app/heartbeat.h"
#include "tests/app/hostile_words.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/temporary_folder.h"
#include "widgets/panels/metrics_table.h"

namespace lanescope {
namespace {

// A window that hangs does so for good, or for as long as a flood lasts. How long it is at one thing where all is well
// is measured by window_bench: not here, where a slow machine would fail.
constexpr double kMostWork = 5.0;                            // seconds between two heartbeats
constexpr double kMostWait = 20.0;                           // by the clock, on a machine that does other things too
constexpr std::size_t kMostMemory = std::size_t{600} << 20;  // a line of 16 MB as values, and what is made of it

std::size_t heldMemory() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * 4096;
}

/// A FIFO: who opens it waits, and is noticed.
class Trap {
public:
    explicit Trap(std::string path) : m_path(std::move(path)) {
        EXPECT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
        m_watch = std::thread([this] {
            while (!m_end) {
                // Only with somebody at the other end can it be opened; and then that one need not wait for ever.
                if (const int file = ::open(m_path.c_str(), O_WRONLY | O_NONBLOCK); file >= 0) {
                    ++m_opened;
                    ::close(file);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        });
    }
    ~Trap() {
        m_end = true;
        m_watch.join();
    }
    [[nodiscard]] int opened() const { return m_opened; }

private:
    std::string m_path;
    std::atomic<bool> m_end = false;
    std::atomic<int> m_opened = 0;
    std::thread m_watch;
};

/// What the fake worker is to do stands in a file, which it looks into at each request. To be set before there is a
/// window, which starts it.
struct OrdersInFile {
    OrdersInFile() {
        qputenv("FAKE_WORKER_ORDERS", QByteArray::fromStdString(folder.path("orders")));
        qputenv("FAKE_WORKER_FIFO", QByteArray::fromStdString(folder.path("fifo")));
    }
    ~OrdersInFile() {
        qunsetenv("FAKE_WORKER_ORDERS");
        qunsetenv("FAKE_WORKER_FIFO");
    }
    TemporaryFolder folder;
};

class HostileWorker : OrdersInFile, public Window {
protected:
    void order(const std::string& what) const { folder.write("orders", what + "\n"); }

    /// A new worker is asked who it is, as when the window is opened.
    void greet(const std::string& what) {
        order(what);
        if (const auto process = window.worker().processId(); process > 0) {
            ::kill(static_cast<pid_t>(process), SIGKILL);
            ASSERT_TRUE(waitFor([&] { return window.worker().processId() == 0; }));
        }
        bool heard = false;
        const auto connection =
            QObject::connect(&window.worker(), &WorkerClient::machineChanged, [&] { heard = true; });
        window.worker().sayHello();
        EXPECT_TRUE(waitFor([&] { return heard; })) << what;
        QObject::disconnect(connection);
    }

    /// One measurement to its end. Whether it was measured.
    bool measured(const std::string& what) {
        order(what);
        bool done = false, good = false;
        const auto yes = QObject::connect(&window.worker(), &WorkerClient::measured, [&] { done = good = true; });
        const auto no = QObject::connect(&window.worker(), &WorkerClient::failed, [&] { done = true; });
        window.worker().measure("matmul.tiled", window.workbench().parameters());
        EXPECT_TRUE(waitFor([&] { return done; }, 60'000)) << what << " is never answered";
        QObject::disconnect(yes);
        QObject::disconnect(no);
        return good;
    }

    static void hover(QWidget* widget, QPoint at) {
        QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
        const QString tip = QToolTip::text();
        // Qt takes it for markup if it looks like that from its first line on.
        EXPECT_FALSE(Qt::mightBeRichText(tip) && tip.contains(QStringLiteral("<img"), Qt::CaseInsensitive))
            << tip.left(200).toStdString();
        EXPECT_LT(tip.size(), 20'000) << widget->objectName().toStdString();
        QCoreApplication::processEvents();
        QToolTip::hideText();
    }

    /// Over all that is shown, as somebody may who wonders what it is.
    void hoverAll() {
        QList<QPointer<QWidget>> widgets;  // some go while others are looked at
        for (QWidget* widget : window.findChildren<QWidget*>()) widgets += widget;
        for (const QPointer<QWidget>& widget : widgets) {
            if (!widget || !widget->isVisible() || widget->inherits("QTipLabel")) continue;
            hover(widget, widget->rect().center());
            const auto* label = qobject_cast<QLabel*>(widget.data());
            if (label && label->textFormat() == Qt::AutoText)
                ADD_FAILURE() << "a label that may take words for markup: " << label->text().left(80).toStdString();
            auto* view = qobject_cast<QAbstractItemView*>(widget.data());
            if (!view || !view->model()) continue;
            for (int row = 0; row < std::min(view->model()->rowCount(), 12); ++row)
                for (int column = 0; column < view->model()->columnCount(); ++column)
                    if (const QRect place = view->visualRect(view->model()->index(row, column)); !place.isEmpty())
                        hover(view->viewport(), place.center());
        }
    }

    void lookAtAllPages() {
        for (const Page* page :
             {static_cast<const Page*>(&window.page<ComparePage>()), static_cast<const Page*>(&page("tiles"))}) {
            window.setPage(*page);
            QCoreApplication::processEvents();
            hoverAll();
            picture(page->identity().id);
        }
    }

    /// For people to look at, where somebody asks for it.
    void picture(const QString& page = QStringLiteral("watch")) {
        if (const QString pictures = qEnvironmentVariable("LANESCOPE_TEST_PICTURES"); !pictures.isEmpty())
            window.grab().save(QStringLiteral("%1/%2-%3.png").arg(pictures, now).arg(page));
    }

    /// What holds after whatever a worker has said; then a good worker measures.
    void expectUnharmed(const std::string& what) {
        EXPECT_LT(heart.longestWork(), kMostWork) << what;
        EXPECT_LT(heart.longestWait(), kMostWait) << what;
        EXPECT_EQ(trap.opened(), 0) << what << ": a file that it named was opened";
        EXPECT_LT(heldMemory(), memory + kMostMemory) << what;
        const QString notice = window.notice();
        EXPECT_LT(notice.size(), 2000) << what;
        for (const QChar c : notice)
            EXPECT_TRUE(c.category() != QChar::Other_Control || c == u'\n' || c == u'\t')
                << what << ": " << static_cast<int>(c.unicode());
        EXPECT_NE(window.workbench().emulation(), nullptr) << what;
        EXPECT_TRUE(measured("")) << "after " << what;
        heart.restart();
    }

    Trap trap{folder.path("fifo")};
    Heartbeat heart;
    std::size_t memory = heldMemory();
    QString now;  ///< for the names of pictures
};

TEST_F(HostileWorker, WhatItCallsItsMachineIsShownAsItStands) {
    for (const char* words : kHostileWords)
        for (const char* of : {"name", "missing"}) {
            now = QStringLiteral("%1-%2").arg(QLatin1String(of), QLatin1String(words));
            greet(std::string(of) + ":" + words);
            ASSERT_TRUE(window.worker().machine());
            const WorkerClient::Machine& machine = *window.worker().machine();
            EXPECT_EQ(machine.gpu.isEmpty(), std::string(of) == "missing") << now.toStdString();
            EXPECT_LE(machine.gpu.size(), 200);
            EXPECT_LE(machine.gpuMissing.size(), 1000);
            EXPECT_LE(machine.countersMissing.size(), 1000);
            EXPECT_LT(window.minimumSizeHint().width(), 1400) << now.toStdString();
            hoverAll();
            picture();
            expectUnharmed(now.toStdString());
        }
}

TEST_F(HostileWorker, WhatItSaysOfAMeasurementIsShownAsItStands) {
    for (const char* words : kHostileWords) {
        now = QStringLiteral("measured-%1").arg(QLatin1String(words));
        EXPECT_TRUE(measured(std::string("words:") + words)) << words << ": " << window.notice().toStdString();
        lookAtAllPages();
        expectUnharmed(now.toStdString());
    }
}

TEST_F(HostileWorker, WhyItRefusesIsShownAsItStands) {
    for (const char* words : kHostileWords) {
        now = QStringLiteral("refused-%1").arg(QLatin1String(words));
        EXPECT_FALSE(measured(std::string("refuse:") + words)) << words;
        EXPECT_TRUE(window.notice().startsWith(QStringLiteral("The CUDA driver failed in "))) << words;
        EXPECT_LT(window.minimumSizeHint().width(), 1400) << words;
        hoverAll();
        picture();
        expectUnharmed(now.toStdString());
    }
}

TEST_F(HostileWorker, WhatItSaysAtAllCostsOneMeasurementAtMost) {
    struct Row {
        std::string order;
        std::optional<bool> measured;  ///< nothing: either will do
        const char* notice = "";       ///< what is said
    };
    const std::string progress = R"(raw:{"v":2,"id":ID,"event":"progress","phase":"time",)";
    const auto didNotUnderstand = "did not understand each other";
    for (const Row& row : std::vector<Row>{
             {progress + R"("fraction":NaN,"seconds_left":1})", false, didNotUnderstand},
             {progress + R"("fraction":-1,"seconds_left":1})", {}},
             {progress + R"("fraction":1e308,"seconds_left":1})", {}},
             {progress + R"("fraction":1e999,"seconds_left":1})", false, didNotUnderstand},
             {progress + R"("fraction":-0.0,"seconds_left":-0.0})", true},
             {progress + R"("fraction":0.5,"seconds_left":-1})", {}},
             {progress + R"("fraction":0.5,"seconds_left":1e300})", {}},
             {progress + R"("fraction":"half"})", false, didNotUnderstand},
             {progress + R"("fraction":[],"seconds_left":{}})", false, didNotUnderstand},
             {R"(raw:{"v":2,"id":ID})", false, didNotUnderstand},
             {R"(raw:{"v":2,"id":ID,"event":7})", false, didNotUnderstand},
             {R"(raw:{"v":2,"id":ID,"event":"error","code":[],"arguments":7,"ends":"yes"})", false, didNotUnderstand},
             {R"(raw:{"v":{"v":[2]},"id":ID,"event":"progress"})", false, "version"},
             {R"(raw:{"v":1e300,"id":ID,"event":"progress"})", false, "version"},
             {"raw:", {}},
             {"raw:[]", false, didNotUnderstand},
             {"raw:null", false, didNotUnderstand},
             {"raw:{", false, didNotUnderstand},
             {"raw:\"", false, didNotUnderstand},
             {"raw:" + std::string(1'000'000, 'x'), false, didNotUnderstand},
             {"raw:" + std::string(8'000'000, '['), false, didNotUnderstand},
             {"raw:\x1b]0;x\a <img src=/dev/zero>", false, didNotUnderstand},
             {"deep", {}},
             {"tags", false, didNotUnderstand},
             {"others", true},
             {"twice", true},
             {"flood", true},
             {"noise", true},
             {"elsewhere", false, "something else than it was asked"},
             {"samples:[-1e-5]", false},
             {"samples:[NaN]", false, didNotUnderstand},
             {"samples:[null,\"x\"]", false},
             {"samples:[1e308,1e308,1e308]", {}},
             {"samples:[]", {}},
             {"samples:{}", false},
             {"many", false},
             {"counters", {}},
             {"exit:0", false, "exit code 0"},
             {"exit:1", false, "exit code 1"},
             {"exit:70", false, "exit code 70"},
         }) {
        const std::string what = row.order.substr(0, 90);
        SCOPED_TRACE(what);
        const bool good = measured(row.order);
        EXPECT_EQ(good, row.measured.value_or(good)) << window.notice().toStdString();
        EXPECT_TRUE(good || window.notice().contains(QLatin1String(row.notice))) << window.notice().toStdString();
        if (row.order == "twice") {
            const auto measurement = window.workbench().metrics().measurement;
            ASSERT_TRUE(measurement);
            EXPECT_EQ(measurement->median, 2e-5) << "the first answer counts";
        }
        window.setPage<ComparePage>();
        hoverAll();
        show("tiles");
        expectUnharmed(what);
    }
}

TEST_F(HostileWorker, AnswersToWhatNobodyAskedAreNone) {
    greet("early");
    expectUnharmed("early");
    greet("types");
    expectUnharmed("types");
    greet("gone");
    EXPECT_TRUE(window.worker().machine()->gpuMissing.contains(QStringLiteral("exit code 3")));
    expectUnharmed("gone");
}

TEST_F(HostileWorker, HalfALineAndThenNothingIsNotWaitedForForEver) {
    window.worker().setSilenceLimit(std::chrono::milliseconds(300));
    EXPECT_FALSE(measured("half"));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("has said nothing for"))) << window.notice().toStdString();
    expectUnharmed("half");
}

// The picture's steps go on while a worker floods the window with lines.
TEST_F(HostileWorker, OtherWorkGoesOn) {
    order("flood");
    window.playback().setStepBy(StepBy::Instruction);
    window.worker().measure("matmul.tiled", window.workbench().parameters());
    const std::size_t before = window.playback().position();
    for (int i = 0; i < 10; ++i) {
        QTest::keyClick(&window, Qt::Key_F5);
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    EXPECT_EQ(window.playback().position(), before + 10);
    ASSERT_TRUE(waitFor([&] { return !window.worker().isMeasuring(); }));
    expectUnharmed("flood");
}

}  // namespace
}  // namespace lanescope
