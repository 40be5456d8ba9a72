// SPDX-License-Identifier: GPL-3.0-or-later
// The pages Explore and Limits, driven by mouse and keys.
#include <signal.h>

#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUrl>

#include "app/pages/explore_page.h"
#include "app/pages/explore_range.h"
#include "app/pages/limits_page.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "widgets/explore/bytes_layout.h"
#include "widgets/explore/roofline_layout.h"
#include "widgets/panels/segments.h"

namespace lanescope {
namespace {

struct ExploreWindow : Window {
    ExploreWindow() {
        show("explore");
        EXPECT_TRUE(waitFor([this] { return !page().work().atlas().empty(); }));
    }
    [[nodiscard]] ExplorePage& page() const { return window.page<ExplorePage>(); }
    [[nodiscard]] const Atlas& atlas() const { return page().work().atlas(); }
    [[nodiscard]] std::size_t placeOf(const char* n, const char* block) const {
        for (std::size_t place = 0; place < atlas().cells.size(); ++place) {
            const Parameters& of = atlas().cells[place].parameters;
            if (of.value("n") == n && of.value("block") == block) return place;
        }
        return 0;
    }
    void click(std::size_t place) {
        QTest::mouseClick(page().chart(), Qt::LeftButton, {}, page().chart()->rectOf(place).center().toPoint());
    }
};

TEST_F(ExploreWindow, AClickWatchesThatConfiguration) {
    ASSERT_FALSE(atlas().empty());
    EXPECT_EQ(atlas().algorithm, "matmul.tiled");
    EXPECT_EQ(page().chart()->shown().chosen, placeOf("64", "16"));
    click(placeOf("128", "8"));
    EXPECT_EQ(parameter("n"), "128");
    EXPECT_EQ(parameter("block"), "8");
    EXPECT_EQ(page().chart()->shown().chosen, placeOf("128", "8"));
}

TEST_F(ExploreWindow, KeysGoFromCellToCell) {
    page().chart()->setFocus();
    QTest::keyClick(page().chart(), Qt::Key_Down);
    EXPECT_TRUE(page().chart()->accessibleDescription().contains(QStringLiteral("block=20")));
    QTest::keyClick(page().chart(), Qt::Key_Return);
    EXPECT_EQ(parameter("block"), "20");
}

TEST_F(ExploreWindow, TheSentenceTellsTheBestOfTheColumnThatIsPointedAt) {
    QTest::mouseMove(page().chart(), page().chart()->rectOf(placeOf("1024", "16")).center().toPoint());
    EXPECT_TRUE(page().why().sentence.startsWith(QStringLiteral("At n 1024 block 32 is best with 251")))
        << page().why().sentence.toStdString();
}

// What runs down or across already is no choice for panels: nothing would come of it.
TEST_F(ExploreWindow, PanelsAreOfWhatIsLeft) {
    for (const QComboBox* used : {page().xBox(), page().yBox()})
        EXPECT_EQ(page().zBox()->findData(used->currentData()), -1) << used->currentText().toStdString();
    EXPECT_GE(page().zBox()->findData(QStringLiteral("type")), 0);
}

// The unit of a rate is wider than a cell, and stands in the title.
TEST_F(ExploreWindow, RatesHaveTheirNumbers) {
    page().colourBox()->setCurrentIndex(page().colourBox()->findData(QStringLiteral("/rate")));
    Q_EMIT page().colourBox()->activated(page().colourBox()->currentIndex());
    const QString words = cellText(page().chart()->shown(), placeOf("1024", "32"));
    EXPECT_TRUE(words.endsWith(QStringLiteral(" T"))) << words.toStdString();
    EXPECT_TRUE(scaleWords(page().chart()->shown()).contains(QStringLiteral("TFlop/s")));
}

// While models answer the table is filled again and again: who reads it stays where he is.
TEST_F(ExploreWindow, TheTableKeepsItsPlace) {
    page().tableButton()->click();
    QTableView& table = *page().table();
    EXPECT_EQ(table.model()->index(0, 0).data().toString(), QStringLiteral("4")) << "the first row first";
    table.setCurrentIndex(table.model()->index(40, 2));
    const QString before = table.model()->index(table.currentIndex().row(), 1).data().toString();
    settle();
    ASSERT_TRUE(table.currentIndex().isValid());
    EXPECT_EQ(table.currentIndex().row(), 40);
    EXPECT_EQ(table.model()->index(40, 1).data().toString(), before);
    EXPECT_FALSE(page().range()->text().contains(QStringLiteral("Drag"))) << "in a table nothing is dragged";
}

TEST_F(ExploreWindow, ModelsFillWhatWasNotMeasured) {
    ASSERT_TRUE(waitFor([this] { return !page().work().answering().empty(); }));
    settle();
    EXPECT_EQ(page().work().unasked(), 0U);
    std::size_t modelled = 0;
    for (const AtlasCell& cell : atlas().cells) {
        EXPECT_TRUE(!cell.modelled.empty() || !cell.notModelled.empty() || cell.asked);
        if (!cell.modelled.empty()) ++modelled;
    }
    EXPECT_GT(modelled, 10U);
}

TEST_F(ExploreWindow, OtherAxesAndColours) {
    page().colourBox()->setCurrentIndex(page().colourBox()->findData(QStringLiteral("l1_hit_rate")));
    Q_EMIT page().colourBox()->activated(page().colourBox()->currentIndex());
    EXPECT_EQ(page().chart()->shown().values.quantity.metric, "l1_hit_rate");
    page().yBox()->setCurrentIndex(page().yBox()->findData(QStringLiteral("type")));
    Q_EMIT page().yBox()->activated(page().yBox()->currentIndex());
    ASSERT_TRUE(waitFor([this] { return atlas().y.parameter == "type"; }));
    EXPECT_EQ(atlas().rows(), 3U);
}

TEST_F(ExploreWindow, AThirdParameterGoesFromPanelToPanel) {
    page().zBox()->setCurrentIndex(page().zBox()->findData(QStringLiteral("type")));
    Q_EMIT page().zBox()->activated(page().zBox()->currentIndex());
    ASSERT_TRUE(waitFor([this] { return atlas().panels() == 3; }));
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
        window.resize(size);
        settle();
        test::keep(window.grab().toImage(),
                   QStringLiteral("explore_panels_%1").arg(size.height()).toStdString().c_str());
        for (std::size_t cell = 0; cell < atlas().cells.size(); ++cell)
            for (std::size_t other = 0; other < cell; ++other)
                ASSERT_FALSE(page().chart()->rectOf(cell).intersects(page().chart()->rectOf(other)));
    }
    const std::size_t chosen = atlas().cellAt({1, 1, 2});
    click(chosen);
    EXPECT_EQ(parameter("type"), "i32");
    EXPECT_EQ(page().chart()->shown().chosen, chosen);
    EXPECT_EQ(atlas().panels(), 3U) << "what is chosen is among its values";
    page().chart()->setFocus();
    for (std::size_t row = 0; row < atlas().rows(); ++row) QTest::keyClick(page().chart(), Qt::Key_Up);
    QTest::keyClick(page().chart(), Qt::Key_Return);
    EXPECT_EQ(parameter("type"), "f64") << "arrow keys go from panel to panel";
    EXPECT_TRUE(page().csv().starts_with("algorithm,gpu,type,block,n,seconds")) << page().csv().substr(0, 100);
    EXPECT_TRUE(page().picture().title.startsWith(QStringLiteral("matmul.tiled")));
    // The same parameter along two axes is one of them.
    page().yBox()->setCurrentIndex(page().yBox()->findData(QStringLiteral("type")));
    Q_EMIT page().yBox()->activated(page().yBox()->currentIndex());
    ASSERT_TRUE(waitFor([this] { return atlas().y.parameter == "type" && atlas().panels() == 1; }));
    EXPECT_TRUE(page().zBox()->currentData().toString().isEmpty());
}

/// A machine with the GPU that the atlas is of.
struct OnAnH200 : ExploreWindow {
    void become(const char* gpu, const char* order) {
        ::kill(static_cast<pid_t>(window.worker().processId()), SIGKILL);
        ASSERT_TRUE(waitFor([&] { return window.worker().processId() == 0; }));
        qputenv("FAKE_WORKER_GPU", gpu);
        qputenv("FAKE_WORKER", order);
        QSignalSpy said(&window.worker(), &WorkerClient::machineChanged);
        window.worker().sayHello();
        ASSERT_TRUE(waitFor([&] { return !said.isEmpty(); }));
    }
    OnAnH200() {
        EXPECT_TRUE(waitFor([&] { return window.worker().machine().has_value(); }));
        become("NVIDIA H200", "");
        // A type of which little was recorded.
        window.workbench().choose({{"n", "64"}, {"block", "16"}, {"type", "i32"}});
        settle();
        EXPECT_TRUE(
            waitFor([&] { return !atlas().empty() && atlas().cells.front().parameters.value("type") == "i32"; }));
    }
    ~OnAnH200() override { qunsetenv("FAKE_WORKER_GPU"); }
    [[nodiscard]] ExploreRange& range() const { return *page().range(); }
    void drag(std::size_t from, std::size_t to) {
        QTest::mousePress(page().chart(), Qt::LeftButton, {}, page().chart()->rectOf(from).center().toPoint());
        // Buttons that are held are known to a move that is an event of its own.
        const QPointF end = page().chart()->rectOf(to).center();
        QMouseEvent move(QEvent::MouseMove, end, page().chart()->mapToGlobal(end), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(page().chart(), &move);
        QTest::mouseRelease(page().chart(), Qt::LeftButton, {}, end.toPoint());
    }
    [[nodiscard]] std::size_t measured() {
        return static_cast<std::size_t>(
            std::ranges::count_if(window.workbench().measured(), [](const StudyEntry& entry) {
                return entry.measurement && entry.measurement->provenance.gpu == "NVIDIA H200";
            }));
    }
};

TEST_F(OnAnH200, ARangeMeasuresWhatIsMissing) {
    const std::size_t columns = atlas().columns();
    drag(0, 2 * columns + 1);
    EXPECT_EQ(parameter("n"), "64") << "dragging watches nothing";
    ASSERT_TRUE(page().chart()->range());
    std::size_t open = 0;
    const std::vector<std::size_t> places = placesIn(atlas(), *page().chart()->range());
    EXPECT_EQ(places.size(), 6U);
    for (const std::size_t place : places) open += atlas().cells[place].time ? 0 : 1;
    ASSERT_GT(open, 0U);
    ASSERT_TRUE(range().measureButton()->isVisible()) << range().text().toStdString();
    QTest::mouseClick(range().measureButton(), Qt::LeftButton);
    EXPECT_EQ(range().measuring().total(), open);
    ASSERT_TRUE(waitFor([&] { return range().measuring().done() == open; })) << range().text().toStdString();
    EXPECT_EQ(measured(), open);
    ASSERT_TRUE(waitFor([&] {
        return std::ranges::all_of(places, [&](std::size_t place) { return atlas().cells[place].time.has_value(); });
    }));
    EXPECT_TRUE(range().text().startsWith(QStringLiteral("6 of 6"))) << range().text().toStdString();
    EXPECT_FALSE(range().measureButton()->isVisible());
    EXPECT_FALSE(range().stopButton()->isVisible());
}

TEST_F(OnAnH200, ARangeIsStoppedAndGoesOn) {
    drag(0, atlas().columns() + 1);
    become("NVIDIA H200", "wait");
    QTest::mouseClick(range().measureButton(), Qt::LeftButton);
    const std::size_t all = range().measuring().total();
    ASSERT_GT(all, 1U);
    ASSERT_TRUE(waitFor([&] { return range().text().contains(QStringLiteral("left")); }))
        << range().text().toStdString();
    EXPECT_TRUE(range().measuring().isRunning());
    test::keep(window.grab().toImage(), "explore_range");
    QTest::mouseClick(range().stopButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return range().measuring().canResume(); }));
    EXPECT_TRUE(window.worker().queue().empty());
    EXPECT_EQ(range().measuring().done(), 0U);
    become("NVIDIA H200", "");
    QTest::mouseClick(range().stopButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return range().measuring().done() == all; })) << range().text().toStdString();
    EXPECT_EQ(measured(), all);
}

// What is left of a range is kept with how the page looks, so that it goes on after a restart; opening measures
// nothing.
TEST_F(OnAnH200, WhatIsLeftOfARangeIsKept) {
    drag(0, atlas().columns() + 1);
    become("NVIDIA H200", "wait");
    QTest::mouseClick(range().measureButton(), Qt::LeftButton);
    const std::size_t all = range().measuring().total();
    ASSERT_GT(all, 1U);
    QTest::mouseClick(range().stopButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return range().measuring().canResume(); }));
    session::PageLook look = page().look();
    ASSERT_TRUE(look.contains("left"));
    page().setLook({});
    EXPECT_EQ(range().measuring().total(), 0U);
    EXPECT_FALSE(range().stopButton()->isVisible());

    look["left"] += "\nn=nonsense\n\x01=";
    become("NVIDIA H200", "");
    EXPECT_TRUE(page().setLook(look).isEmpty());
    EXPECT_EQ(range().measuring().total(), all);
    EXPECT_FALSE(range().measuring().isRunning());
    EXPECT_TRUE(window.worker().queue().empty()) << "a session never runs anything by being opened";
    QTest::mouseClick(range().stopButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return range().measuring().done() == all; })) << range().text().toStdString();
    EXPECT_FALSE(page().look().contains("left"));
    look["left"] = "no.such\nn=1";
    page().setLook(look);
    EXPECT_EQ(range().measuring().total(), 0U);
}

// Each measurement is the session's as soon as it is there.
TEST_F(OnAnH200, AWorkerThatDiesCostsOneMeasurementOfTheRange) {
    drag(0, atlas().columns() + 1);
    become("NVIDIA H200", "die");
    QTest::mouseClick(range().measureButton(), Qt::LeftButton);
    const std::size_t all = range().measuring().total();
    ASSERT_TRUE(waitFor([&] { return range().measuring().failures() == all; })) << range().text().toStdString();
    EXPECT_TRUE(range().text().contains(QStringLiteral("failed"))) << range().text().toStdString();
    qputenv("FAKE_WORKER", "");
    QTest::mouseClick(range().stopButton(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return range().measuring().done() == all; })) << range().text().toStdString();
}

TEST_F(OnAnH200, WithoutAGpuARangeIsEstimated) {
    become("none", "");
    drag(0, 1);
    EXPECT_TRUE(range().text().contains(QStringLiteral("No GPU is here"))) << range().text().toStdString();
    EXPECT_FALSE(range().measureButton()->isVisible());
    ASSERT_TRUE(range().estimateButton()->isVisible());
    QTest::mouseClick(range().estimateButton(), Qt::LeftButton);
    const std::vector<std::size_t> places = placesIn(atlas(), *page().chart()->range());
    ASSERT_TRUE(waitFor(
        [&] {
            return std::ranges::all_of(places, [&](std::size_t place) {
                const AtlasCell& cell = atlas().cells[place];
                return cell.time || !cell.modelled.empty();
            });
        },
        30000));
    QTest::keyClick(page().chart(), Qt::Key_Escape);
    EXPECT_FALSE(page().chart()->range());
    EXPECT_TRUE(range().text().startsWith(QStringLiteral("Drag over cells"))) << range().text().toStdString();
}

TEST_F(ExploreWindow, KeysWithShiftSelect) {
    page().chart()->setFocus();
    QTest::keyClick(page().chart(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(page().chart(), Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_TRUE(page().chart()->range());
    EXPECT_EQ(placesIn(atlas(), *page().chart()->range()).size(), 4U);
    click(placeOf("128", "8"));
    EXPECT_FALSE(page().chart()->range()) << "a click gives it up";
}

TEST_F(ExploreWindow, EachModelThatIsChosenHasItsOptimum) {
    ASSERT_TRUE(waitFor([this] { return page().work().unasked() == 0; }, 60000));
    const AtlasPicture& picture = page().chart()->shown();
    ASSERT_GE(picture.models.size(), 2U) << "those that Compare draws";
    for (const auto& [id, name] : picture.models) {
        const bool marked = std::ranges::any_of(picture.values.cells, [&](const AtlasValue& value) {
            return std::ranges::find(value.optimumOf, id) != value.optimumOf.end();
        });
        EXPECT_TRUE(marked) << id;
    }
}

TEST_F(ExploreWindow, TheTableSortsAndItsRowsAreChosen) {
    page().tableButton()->click();
    QTableView& table = *page().table();
    EXPECT_TRUE(table.isVisible());
    table.sortByColumn(2, Qt::AscendingOrder);
    const QString fastest = table.model()->index(0, 2).data().toString();
    EXPECT_EQ(fastest, QStringLiteral("6.24 µs"));
    Q_EMIT table.activated(table.model()->index(1, 0));
    EXPECT_EQ(parameter("n"), "64");
    EXPECT_EQ(parameter("block"), "20") << "the second best";
    EXPECT_NE(page().csv().find("matmul.tiled,NVIDIA H200,16,64,6.2"), std::string::npos)
        << page().csv().substr(0, 400);
}

TEST_F(ExploreWindow, OfWhatHasNothingToChooseItSaysSo) {
    for (const char* id : {"vector.add", "matmul.sequential", "micro.launch", "cholesky.tiles"}) {
        window.workbench().chooseAlgorithm(QLatin1StringView(id));
        settle();
        EXPECT_TRUE(!atlas().empty() || !page().chart()->shown().missing.isEmpty()) << id;
    }
}

struct LimitsWindow : Window {
    LimitsWindow() {
        show("limits");
        EXPECT_TRUE(waitFor([this] { return !page().work().limits().picture.sides.empty(); }));
    }
    // The application's font and palette are all windows'.
    ~LimitsWindow() override {
        theme.setTextScale(1);
        theme.setMode(Theme::Mode::Light);
    }
    [[nodiscard]] LimitsPage& page() const { return window.page<LimitsPage>(); }
};

TEST_F(LimitsWindow, TellsRulesWithTheirLines) {
    window.workbench().choose({{"variant", "corrected"}, {"n", "512"}, {"block", "32"}, {"type", "f32"}});
    settle();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("shared memory")))
        << page().rules()->toPlainText().toStdString();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("replayed")));
    EXPECT_FALSE(page().why().sentence.isEmpty());
    Q_EMIT page().rules()->anchorClicked(QUrl(QStringLiteral("line:95")));
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("code"));
}

TEST_F(LimitsWindow, GoesToTheRequestInTheTrace) {
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    window.workbench().choose({{"padded", "no"}});
    settle();
    const auto& list = page().work().limits().advices.list;
    std::size_t place = 0;
    while (place < list.size() && !list[place].event) ++place;
    ASSERT_LT(place, list.size());
    Q_EMIT page().rules()->anchorClicked(QUrl(QStringLiteral("event:%1").arg(place)));
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("memory"));
    EXPECT_EQ(window.playback().position(), *list[place].event + 1);
}

/// Every label lies inside, is whole, and lies on no other.
void expectApart(const std::vector<LimitsLabel>& labels, const Theme& theme, const QRectF& room,
                 const std::string& at) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const QRectF around = labels[i].outline().boundingRect();
        EXPECT_TRUE(room.adjusted(-1, -1, 1, 1).contains(around)) << at << labels[i].words.toStdString();
        EXPECT_FALSE(labels[i].words.contains(QChar(0x2026))) << at << labels[i].words.toStdString();
        const QSizeF needed = labelSize(theme, labels[i].type, labels[i].words, labels[i].origin.has_value());
        EXPECT_LE(needed.width(), labels[i].room.width() + 0.5) << at << labels[i].words.toStdString();
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(labels[i], labels[j]))
                << at << labels[i].words.toStdString() << " lies on " << labels[j].words.toStdString();
    }
}

bool crosses(const QLineF& line, const QPolygonF& outline) {
    for (qsizetype i = 0; i + 1 < outline.size(); ++i)
        if (line.intersects({outline[i], outline[i + 1]}, nullptr) == QLineF::BoundedIntersection) return true;
    return false;
}

TEST_F(LimitsWindow, NoNameLiesOnAnotherAtAnySize) {
    const struct {
        QSize size;
        double scale;
    } looks[] = {{{1280, 720}, 1},  {{1280, 720}, 1.5},  {{1280, 720}, 2},
                 {{1920, 1080}, 1}, {{1920, 1080}, 1.5}, {{1920, 1080}, 2}};
    const auto look = [&](const std::string& name) {
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark})
            for (const auto& each : looks) {
                theme.setMode(mode);
                theme.setTextScale(each.scale);
                window.resize(each.size);
                for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
                const std::string at = name + " " + std::to_string(each.size.height()) + " x " +
                                       std::to_string(each.scale).substr(0, 3) + ": ";
                const QRectF whole = page().chart()->inside(), below = page().bytes()->inside();
                const RooflineLayout roofline(theme, page().chart()->shown(), whole);
                expectApart(roofline.labels(), theme, whole, at);
                for (const rules::Ceiling& memory : page().chart()->shown().sides.front().roofline.bandwidths)
                    for (const LimitsLabel& label : roofline.labels()) {
                        const std::optional<QLineF> line = label.angle != 0 ? roofline.roof(memory) : std::nullopt;
                        EXPECT_FALSE(line && crosses(*line, label.outline()))
                            << at << label.words.toStdString() << " is crossed by a roof";
                    }
                for (const LimitsLabel& label : roofline.labels())
                    EXPECT_FALSE(label.room.intersects(roofline.missing())) << at << label.words.toStdString();
                EXPECT_LE(roofline.missing().bottom(), whole.bottom() + 1) << at;
                const BytesLayout bytes(theme, page().bytes()->shown(), below);
                expectApart(bytes.labels, theme, below, at);
                for (const LimitsLabel& label : bytes.labels)
                    for (const QRectF& box : bytes.boxes)
                        EXPECT_TRUE(box.contains(label.room) || !box.intersects(label.room))
                            << at << label.words.toStdString() << " lies across a box";
                const QString file = QString::fromStdString("limits_" + at).replace(QLatin1Char(' '), QLatin1Char('_'));
                test::keep(window.grab().toImage(),
                           file.chopped(2) + (mode == Theme::Mode::Dark ? QStringLiteral("_dark") : QString()));
                if (page().isStacked())
                    test::keep(page().bytes()->parentWidget()->grab().toImage(),
                               file.chopped(2) + QStringLiteral("_all"));
            }
    };
    look("tiled");
    window.workbench().pinBaseline();
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    window.workbench().choose({{"padded", "no"}});
    settle();
    look("transpose");
}

TEST_F(LimitsWindow, WithoutALaunchSaysSo) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.sequential"));
    settle();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("launches no kernel")));
}

}  // namespace
}  // namespace lanescope
