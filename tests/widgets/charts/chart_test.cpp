// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>
#include <tuple>

#include "widgets/charts/qcp.h"
#include "widgets/export/export.h"

namespace lanescope {
namespace {

ChartData someData() {
    ChartData data;
    data.title = "Square tiles";
    data.x = {"n", "n", AxisUnit::Count, true};
    data.y = {"time", "seconds", AxisUnit::Seconds, true};
    data.series.push_back({"Replayed: NVIDIA H200",
                           Origin::Replayed,
                           "NVIDIA H200",
                           "driver 580",
                           {{64, 4e-6, 3.9e-6, 4.2e-6, "20 runs"}, {1024, 3e-4, 2.9e-4, 3.1e-4, ""}},
                           1,
                           1,
                           "matmul.tiled block=16"});
    data.series.push_back({"Estimated: Mukherjee, SUM, for NVIDIA H200",
                           Origin::Estimated,
                           "NVIDIA H200",
                           "001",
                           {{64, 1e-6, 1e-6, 1e-6, ""}, {256, 2e-5, 2e-5, 2e-5, ""}, {1024, 1e-3, 1e-3, 1e-3, ""}},
                           3,
                           3,
                           "matmul.tiled block=16"});
    data.series.push_back({"Published: 003, \"Tabela 1\"",
                           Origin::Published,
                           "NVIDIA GTX 1050",
                           "003",
                           {{128, 3e-4, 3e-4, 3e-4, ""}},
                           4,
                           4,
                           ""});
    return data;
}

Picture pictureOf(const Chart& chart) {
    return {QStringLiteral("chart"), QSize(800, 500),
            [&chart](QPainter& painter, QSize size) { chart.paintTo(painter, size); }};
}

TEST(Chart, ShowsEverySeriesWithItsNameInTheLegend) {
    Chart chart;
    chart.setData(someData());
    QStringList names;
    for (int i = 0; i < chart.plot()->legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(chart.plot()->legend->item(i)))
            names += item->plottable()->name();
    EXPECT_EQ(names, (QStringList{QStringLiteral("Replayed: NVIDIA H200"),
                                  QStringLiteral("Estimated: Mukherjee, SUM, for NVIDIA H200"),
                                  QStringLiteral("Published: 003, \"Tabela 1\"")}));
}

TEST(Chart, WhatWasMeasuredHereIsDrawnOnTop) {
    Chart chart;
    ChartData data = someData();
    ChartSeries measured = data.series.front();
    measured.origin = Origin::Measured;
    data.series.insert(data.series.begin(), measured);
    chart.setData(data);
    EXPECT_GT(chart.plot()->graph(0)->layer()->index(), chart.plot()->graph(1)->layer()->index());
}

TEST(Chart, LooksAreThoseOfTheSeriesWhereverItStands) {
    Chart chart;
    chart.setData(someData());
    const auto lookOf = [&chart](int graph) {
        const QCPGraph& g = *chart.plot()->graph(graph);
        return std::make_tuple(g.pen().color(), g.pen().style(), g.scatterStyle().shape());
    };
    const auto estimated = lookOf(1), published = lookOf(2);
    ChartData data = someData();
    data.series.erase(data.series.begin());
    chart.setData(data);
    EXPECT_EQ(lookOf(0), estimated);
    EXPECT_EQ(lookOf(1), published);
}

TEST(Chart, PointsLieInsideTheAxes) {
    Chart chart;
    chart.setData(someData());
    for (const ChartSeries& series : someData().series)
        for (const ChartPoint& point : series.points) {
            EXPECT_TRUE(chart.plot()->xAxis->range().contains(point.x));
            EXPECT_TRUE(chart.plot()->yAxis->range().contains(point.y));
        }
}

TEST(Chart, SeriesDifferInShapeAndLinesInDashesToo) {
    Chart chart;
    ChartData data = someData();
    data.series.push_back(data.series[1]);
    data.series.back().mark = 5;
    chart.setData(data);
    EXPECT_NE(chart.plot()->graph(0)->scatterStyle().shape(), chart.plot()->graph(2)->scatterStyle().shape());
    EXPECT_NE(chart.plot()->graph(1)->scatterStyle().shape(), chart.plot()->graph(3)->scatterStyle().shape());
    EXPECT_NE(chart.plot()->graph(1)->pen().style(), chart.plot()->graph(3)->pen().style());
    EXPECT_EQ(chart.plot()->graph(0)->lineStyle(), QCPGraph::lsNone);
    EXPECT_EQ(chart.plot()->graph(1)->lineStyle(), QCPGraph::lsLine);
}

TEST(Chart, AxesAreLinearOrLogarithmicAsTheDataSay) {
    Chart chart;
    ChartData data = someData();
    data.x.logarithmic = false;
    chart.setData(data);
    EXPECT_EQ(chart.plot()->xAxis->scaleType(), QCPAxis::stLinear);
    EXPECT_EQ(chart.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
    data.y = {"rate", "flop_per_second", AxisUnit::FlopPerSecond, false};
    chart.setData(data);
    EXPECT_EQ(chart.plot()->yAxis->scaleType(), QCPAxis::stLinear);
    EXPECT_EQ(chart.plot()->yAxis->range().lower, 0);
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            EXPECT_TRUE(chart.plot()->xAxis->range().contains(point.x));
            EXPECT_TRUE(chart.plot()->yAxis->range().contains(point.y));
        }
}

TEST(Chart, TheLegendHasAsManyColumnsAsThereIsRoomFor) {
    Chart chart;
    ChartData data = someData();
    for (ChartSeries& series : data.series) series.name = "short";
    chart.resize(900, 500);
    chart.setData(data);
    EXPECT_GT(chart.plot()->legend->columnCount(), 1);
    data.series.front().name = std::string(100, 'x') + ", " + std::string(40, 'y');
    chart.setData(data);
    EXPECT_EQ(chart.plot()->legend->columnCount(), 1);
    EXPECT_TRUE(chart.plot()->graph(0)->name().contains(QLatin1Char('\n'))) << "a long name is broken";
}

/// As many as all models and a table of published times have.
ChartData manySeries() {
    ChartData data = someData();
    for (int i = 0; i < 30; ++i) {
        data.series.push_back(data.series[1]);
        data.series.back().name = "Published: 004 table B." + std::to_string(i) + ", NVIDIA Tesla C1060, block=16";
    }
    data.notes = {"What was left out is said here."};
    return data;
}

// In a narrow chart with large text names give way to the drawing, and it is said how many.
TEST(Chart, ALongLegendLeavesTheDrawingItsRoom) {
    for (const double points : {11.0, 22.0}) {
        Chart chart;
        ChartStyle style;
        style.fontPointSize = points;
        chart.setChartStyle(style);
        chart.resize(420, 480);
        chart.setData(manySeries());
        chart.show();
        chart.plot()->replot();
        EXPECT_GE(chart.plot()->axisRect()->height(), 4 * points * 1.3) << points;
        const int shown = chart.plot()->legend->itemCount();
        EXPECT_LT(shown, 33);
        QString more;
        for (const auto* text : chart.plot()->findChildren<QCPTextElement*>())
            if (text->text().contains(QStringLiteral("point at them"))) more = text->text();
        EXPECT_TRUE(more.contains(QString::number(33 - shown))) << more.toStdString();
        EXPECT_GE(chart.plot()->legend->font().pointSizeF(), 11);
    }
}

TEST(Chart, NumbersAlongTheAxesDoNotTouch) {
    Chart chart;
    ChartStyle style;
    style.fontPointSize = 22;
    chart.setChartStyle(style);
    ChartData data = someData();
    for (double x = 64; x <= 65536; x *= 2) data.series[0].points.push_back({x, x * 1e-6, x * 1e-6, x * 1e-6, ""});
    chart.setData(data);
    const auto ticksIn = [&](QCPAxis* axis) {
        QList<double> pixels;
        for (const double tick : axis->tickVector())
            if (axis->range().contains(tick)) pixels += axis->coordToPixel(tick);
        return pixels;
    };
    for (const int width : {480, 700, 1400}) {
        chart.resize(width, 500);
        chart.show();
        chart.plot()->replot();
        const QList<double> across = ticksIn(chart.plot()->xAxis);
        ASSERT_GE(across.size(), 2) << width;
        QFont font = chart.font();
        font.setPointSizeF(22);
        const int widest = QFontMetrics(font).horizontalAdvance(QStringLiteral("32 768"));
        for (qsizetype i = 1; i < across.size(); ++i) EXPECT_GE(across[i] - across[i - 1], widest) << width;
    }
}

TEST(Chart, NamesInTheLegendKeepTheirUnderscores) {
    Chart chart;
    ChartData data = someData();
    for (ChartSeries& series : data.series) series.name = "C_max";
    chart.setData(data);
    chart.resize(800, 600);
    chart.show();
    QCoreApplication::processEvents();
    const QCPLegend* legend = chart.plot()->legend;
    ASSERT_EQ(legend->itemCount(), 3);
    for (int i = 0; i < legend->itemCount(); ++i)
        EXPECT_GT(legend->item(i)->outerRect().height(), QFontMetrics(legend->font()).height())
            << "its last row is cut";
}

TEST(Chart, ALongTitleBesideAShortAxisTakesTwoLines) {
    Chart chart;
    ChartData data = someData();
    data.y.title = "speed-up over matmul.global";
    chart.setData(data);
    chart.resize(480, 330);
    chart.show();
    QCoreApplication::processEvents();
    const QString title = chart.plot()->yAxis->label();
    EXPECT_EQ(QString(title).replace(QLatin1Char('\n'), QLatin1Char(' ')).toStdString(), data.y.title);
    const QFontMetrics metrics(chart.plot()->yAxis->labelFont());
    EXPECT_GT(metrics.horizontalAdvance(QString::fromStdString(data.y.title)), chart.drawing().height());
    for (const QString& line : title.split(QLatin1Char('\n')))
        EXPECT_LE(metrics.horizontalAdvance(line), chart.drawing().height() + metrics.height()) << line.toStdString();
}

TEST(Chart, WithoutNamesInTheLegendTheDrawingHasAllTheWidth) {
    Chart chart;
    ChartStyle style;
    style.fontPointSize = 22;
    chart.setChartStyle(style);
    ChartData data = someData();
    data.title = "3";
    data.subtitle.clear();
    chart.setData(data);
    chart.resize(640, 330);
    chart.show();
    QCoreApplication::processEvents();
    ASSERT_EQ(chart.plot()->legend->itemCount(), 0) << "there is room for a name after all";
    EXPECT_GT(chart.drawing().right(), chart.width() * 9 / 10);
}

// The file has room for all names, and says what was left out.
TEST(Chart, AFileHasAllNamesAndTheNotes) {
    Chart chart;
    chart.resize(420, 480);
    chart.setData(manySeries());
    const QSize size = chart.wholeSize();
    EXPECT_GT(size.height(), chart.height());
    const Picture picture{QStringLiteral("chart"), size,
                          [&chart](QPainter& painter, QSize room) { chart.paintTo(painter, room); }};
    const QString svg = QString::fromStdString(render(picture, ExportFormat::Svg));
    for (int i = 0; i < 30; ++i) EXPECT_TRUE(svg.contains(QStringLiteral("table B.%1,").arg(i))) << i;
    EXPECT_TRUE(svg.contains(QStringLiteral("What was left out is said here.")));
    EXPECT_LT(chart.plot()->legend->itemCount(), 33) << "the screen is as it was";
}

// Where two columns of names just do not fit, a file is made a little wider, and not twice as high.
TEST(Chart, AFileIsAsWideAsItsNamesNeed) {
    Chart chart;
    chart.setData(manySeries());
    const QFontMetrics metrics(chart.font());
    const int name = metrics.horizontalAdvance(QString::fromStdString(manySeries().series.back().name));
    const auto sizeAt = [&](int width) {
        chart.resize(width, width / 2);
        return chart.wholeSize();
    };
    const QSize wide = sizeAt(2 * name + 200);
    const QSize nearly = sizeAt(2 * name);
    EXPECT_GT(nearly.width(), 2 * name) << "two columns with their marks";
    EXPECT_LE(nearly.width(), 2 * name * 4 / 3);
    EXPECT_LE(nearly.height(), wide.height());
    EXPECT_EQ(sizeAt(name + 100).width(), name + 100) << "not by far wide enough for two";
}

// One long name among short ones is broken, and does not cost all others their columns.
TEST(Chart, OneLongNameLeavesTheOthersTheirColumns) {
    Chart chart;
    ChartData data = manySeries();
    for (ChartSeries& series : data.series) series.name = "short";
    data.series.back().name = "a name that is nearly as long as the whole chart is wide, but not quite as long as that";
    chart.resize(900, 700);
    chart.setData(data);
    EXPECT_GT(chart.plot()->legend->columnCount(), 1);
}

TEST(Chart, AnEmptyChartSaysWhy) {
    Chart chart;
    ChartData data;
    data.emptyReason = "There is nothing to draw, for this is a test.";
    chart.setData(data);
    const auto labels = chart.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [&](const QLabel* label) {
        return !label->isHidden() && label->text() == QString::fromStdString(data.emptyReason);
    }));
    EXPECT_TRUE(chart.plot()->isHidden());
}

TEST(Chart, ExportsWhatItShows) {
    Chart chart;
    chart.setData(someData());
    QXmlStreamReader xml(QByteArray::fromStdString(render(pictureOf(chart), ExportFormat::Svg)));
    QString text;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters) text += xml.text().toString() + QLatin1Char('\n');
    ASSERT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    for (const ChartSeries& series : someData().series)
        EXPECT_TRUE(text.contains(QString::fromStdString(series.name))) << series.name << "\n" << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Square tiles")));

    const QImage image = QImage::fromData(QByteArray::fromStdString(render(pictureOf(chart), ExportFormat::Png)));
    ASSERT_EQ(image.size(), QSize(1600, 1000));
    int coloured = 0;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) coloured += QColor(image.pixel(x, y)).saturation() > 80;
    EXPECT_GT(coloured, 100) << "no marks and lines in the picture";
    EXPECT_TRUE(render(pictureOf(chart), ExportFormat::Pdf).starts_with("%PDF-"));
}

TEST(Chart, AnEmptyChartCanBeExportedToo) {
    Chart chart;
    ChartData data;
    data.emptyReason = "Nothing here.";
    chart.setData(data);
    EXPECT_NE(render(pictureOf(chart), ExportFormat::Svg).find("Nothing here."), std::string::npos);
}

/// A chart whose lines are labelled where they end, as of a comparison.
ChartData labelledData() {
    ChartData data = someData();
    data.labelled = true;
    data.series[0].look = SeriesLook::Joined;
    data.series[0].label = "tiled";
    data.series[0].labelNote = "replayed";
    data.series[1].look = SeriesLook::LineAlone;
    data.series[1].hue = SeriesHue::Ink;
    data.series[1].label = "Mukherjee, SUM";
    data.series[1].labelNote = "of tiled";
    data.series[2].label = "003, Tabela 1";
    data.spans = {{64, 256, "fewer blocks than fit at once", true}, {256, 1024, "the GPU is full", false}};
    data.figures = {{"1.54", "times as fast", "tiled, at n = 1 024"}};
    return data;
}

/// All words of a vector picture.
QString wordsOf(const Chart& chart) {
    QXmlStreamReader xml(QByteArray::fromStdString(render(pictureOf(chart), ExportFormat::Svg)));
    QString text;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters) text += xml.text().toString() + QLatin1Char('\n');
    return text;
}

TEST(LabelledChart, SaysAtTheirEndsWhatTheLinesAre) {
    Chart chart;
    chart.setData(labelledData());
    const QString words = wordsOf(chart);
    for (const char* part :
         {"tiled", "300 µs, replayed", "Mukherjee, SUM", "1.00 ms, of tiled", "003, Tabela 1",
          "fewer blocks than fit at once", "the GPU is full", "1.54", "times as fast", "tiled, at n = 1 024", "Time",
          "over n, both axes logarithmic", "Square tiles", "replayed, median", "quartiles", "modelled", "published"})
        EXPECT_TRUE(words.contains(QString::fromUtf8(part))) << part << "\nin " << words.toStdString();
    EXPECT_FALSE(words.contains(QStringLiteral("clicked"))) << "nothing is";
    EXPECT_EQ(chart.plot()->legend->itemCount(), 0) << "the legend has signs alone";
    chart.setCurrent(ChartPlace{0, 1});
    EXPECT_TRUE(wordsOf(chart).contains(QStringLiteral("clicked")));
    // The same widget draws what is not labelled, too.
    chart.setData(someData());
    EXPECT_EQ(chart.plot()->legend->itemCount(), 3);
    EXPECT_FALSE(wordsOf(chart).contains(QStringLiteral("fewer blocks")));
}

// The drawing is larger than all that stands around it, however small the window.
TEST(LabelledChart, TheDrawingHasMostOfTheRoom) {
    for (const QSize size : {QSize(928, 504), QSize(1440, 840), QSize(640, 400)}) {
        Chart chart;
        ChartStyle style;
        style.fontPointSize = 12;
        style.nameFactor = 20.0 / 16;
        chart.setChartStyle(style);
        ChartData data = labelledData();
        for (int i = 0; i < 30; ++i) data.series.push_back(data.series[1]);
        chart.resize(size);
        chart.setData(data);
        chart.show();
        chart.plot()->replot();
        EXPECT_GE(chart.drawing().width(), size.width() / 2) << size.width();
        EXPECT_GE(chart.drawing().height(), size.height() / 2) << size.height();
    }
}

// 1280 x 720 with text twice as large, all models on, and notes: signs and the second line go before the drawing does.
TEST(LabelledChart, ASmallRoomWithLargeLettersKeepsItsDrawing) {
    Chart chart;
    ChartStyle style;
    style.fontPointSize = 24;
    style.nameFactor = 20.0 / 16;
    style.titleFactor = 1.25;
    chart.setChartStyle(style);
    ChartData data = labelledData();
    for (int i = 0; i < 13; ++i) data.series.push_back(data.series[1]);
    data.notes = {"matmul.tiled: from n = 192 on the models' counts are estimated from a sample of the blocks.",
                  "matmul.tiled: the models are not drawn from n = 4096 on: emulating it takes more than 4 s."};
    chart.resize(924, 460);
    chart.setData(data);
    chart.show();
    chart.plot()->replot();
    EXPECT_GE(chart.drawing().height(), chart.height() / 2) << chart.drawing().height();
}

// A number that is the point takes no more room than the names beside it.
TEST(LabelledChart, AWideNumberIsWrittenSmaller) {
    Chart chart;
    ChartStyle style;
    style.figureFactor = 6;
    chart.setChartStyle(style);
    chart.resize(928, 504);
    chart.setData(labelledData());
    chart.show();
    chart.plot()->replot();
    const int before = chart.drawing().width();
    ChartData data = labelledData();
    data.figures = {{"± 92 %", "the best model", "from n = 1 024 on"}};
    chart.setData(data);
    chart.plot()->replot();
    EXPECT_GE(chart.drawing().width(), before - 100);
}

// What has no label of its own (marks here and there) is told by its sign.
TEST(LabelledChart, MarksWithoutALabelHaveASign) {
    Chart chart;
    ChartData data = labelledData();
    data.series[2].label.clear();
    data.series[2].name = "limited by registers";
    chart.setData(data);
    EXPECT_TRUE(wordsOf(chart).contains(QStringLiteral("limited by registers")));
}

TEST(LabelledChart, ThereIsRoomForSomeNamesAndTheOthersAreCounted) {
    Chart chart;
    ChartData data = labelledData();
    for (int i = 0; i < 60; ++i) {
        data.series.push_back(data.series[2]);
        data.series.back().label = "table " + std::to_string(i);
    }
    chart.setData(data);
    const QString words = wordsOf(chart);
    EXPECT_TRUE(words.contains(QStringLiteral("… and "))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("Mukherjee, SUM"))) << "who was measured or modelled comes first";
}

TEST(LabelledChart, AModelIsInkInDashesAndAMeasuredLineIsSolidInItsHue) {
    Chart chart;
    ChartStyle style;
    style.text = QColor(1, 2, 3);
    chart.setChartStyle(style);
    chart.setData(labelledData());
    EXPECT_EQ(chart.plot()->graph(1)->pen().color(), style.text);
    EXPECT_EQ(chart.plot()->graph(1)->pen().style(), Qt::CustomDashLine);
    EXPECT_EQ(chart.plot()->graph(0)->pen().color(), familyColour(1, false, Look::Light));
    EXPECT_EQ(chart.plot()->graph(0)->pen().style(), Qt::SolidLine);
    EXPECT_EQ(chart.plot()->graph(0)->lineStyle(), QCPGraph::lsLine);
    EXPECT_GT(chart.plot()->graph(0)->layer()->index(), chart.plot()->graph(1)->layer()->index());
}

TEST(LabelledChart, TicksAreWrittenWithoutWhatIsNothing) {
    Chart chart;
    chart.setData(labelledData());
    chart.resize(900, 500);
    chart.show();
    chart.plot()->replot();
    const QVector<QString> ticks = chart.plot()->yAxis->tickVectorLabels();
    EXPECT_TRUE(ticks.contains(QStringLiteral("10 µs"))) << ticks.join(QLatin1Char('|')).toStdString();
}

struct ShownChart : ::testing::Test {
    ShownChart() {
        chart.resize(800, 500);
        chart.setData(someData());
        chart.show();
        chart.plot()->replot();
    }
    Chart chart;
};

TEST_F(ShownChart, SaysThePointUnderThePointer) {
    const auto place = chart.placeAt(chart.pixelOf({0, 0}));
    ASSERT_TRUE(place);
    EXPECT_EQ(*place, (ChartPlace{0, 0}));
    const QString text = chart.pointText(*place);
    for (const char* part : {"Replayed: NVIDIA H200", "n = 64: 4.00 µs", "20 runs", "driver 580", "block=16"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
    EXPECT_FALSE(chart.placeAt(QPointF(-500, -500)));
}

TEST_F(ShownChart, AClickChoosesThePointAndRingsIt) {
    QSignalSpy chosen(&chart, &Chart::pointChosen);
    QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.pixelOf({1, 1}).toPoint());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().value<ChartPlace>(), (ChartPlace{1, 1}));
    EXPECT_EQ(chart.current(), (ChartPlace{1, 1}));
    QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, QPoint(2, 2));
    EXPECT_EQ(chosen.count(), 1);
}

TEST_F(ShownChart, KeysGoFromPointToPointAndChoose) {
    QSignalSpy chosen(&chart, &Chart::pointChosen);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.current(), (ChartPlace{0, 0}));
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.current(), (ChartPlace{0, 1}));
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.current(), (ChartPlace{0, 1}));
    QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_EQ(chart.current(), (ChartPlace{1, 2})) << "the nearest n of the next series";
    QTest::keyClick(&chart, Qt::Key_Up);
    EXPECT_EQ(chart.current(), (ChartPlace{0, 1}));
    EXPECT_EQ(chosen.count(), 0);
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(chosen.count(), 1);
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("300 µs")));
    chart.setData({});
    EXPECT_FALSE(chart.current());
}

TEST(ChartCsv, HasAnOriginAndQuotesWhatNeedsIt) {
    const std::string csv = toCsv(someData());
    EXPECT_TRUE(
        csv.starts_with("series,configuration,origin,gpu,source,n,seconds,lower_quartile,upper_quartile,note\n"));
    EXPECT_NE(csv.find("Replayed: NVIDIA H200,matmul.tiled block=16,replayed,NVIDIA H200,driver 580,64,4e-06,3.9e-06,"
                       "4.2e-06,20 runs\n"),
              std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\"Published: 003, \"\"Tabela 1\"\"\",,published,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",estimated,NVIDIA H200,001,64,1e-06,,,\n"), std::string::npos) << csv;
}

TEST(ChartCsv, HasTheBaselineInTwoColumns) {
    ChartData data = someData();
    data.reference = ChartReference{8e-6, "baseline: block 8, 8 µs", "baseline"};
    const std::string csv = toCsv(data);
    EXPECT_NE(csv.find(",note,baseline,baseline_percent\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",64,4e-06,3.9e-06,4.2e-06,20 runs,8e-06,-50\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace lanescope
