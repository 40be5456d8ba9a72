// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/time_chart.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QXmlStreamReader>
#include <tuple>

#include "widgets/charts/qcp.h"
#include "widgets/export/export.h"

namespace lanescope {
namespace {

ChartData someData() {
    ChartData data;
    data.title = "Square tiles";
    data.xTitle = "n";
    data.yTitle = "time";
    data.series.push_back({"Replayed: NVIDIA H200",
                           Origin::Replayed,
                           "NVIDIA H200",
                           "driver 580",
                           {{64, 4e-6, 3.9e-6, 4.2e-6, "20 runs"}, {1024, 3e-4, 2.9e-4, 3.1e-4, ""}}});
    data.series.push_back({"Estimated: Mukherjee, SUM, for NVIDIA H200",
                           Origin::Estimated,
                           "NVIDIA H200",
                           "001",
                           {{64, 1e-6, 1e-6, 1e-6, ""}, {256, 2e-5, 2e-5, 2e-5, ""}, {1024, 1e-3, 1e-3, 1e-3, ""}}});
    data.series.push_back(
        {"Published: 003, \"Tabela 1\"", Origin::Published, "NVIDIA GTX 1050", "003", {{128, 3e-4, 3e-4, 3e-4, ""}}});
    return data;
}

Picture pictureOf(const TimeChart& chart) {
    return {QStringLiteral("chart"), QSize(800, 500),
            [&chart](QPaintDevice& device, QSize size, bool vector) { chart.paintOn(device, size, vector); }};
}

TEST(TimeChart, ShowsEverySeriesWithItsNameInTheLegend) {
    TimeChart chart;
    chart.setData(someData());
    QStringList names;
    for (int i = 0; i < chart.plot()->legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(chart.plot()->legend->item(i)))
            names += item->plottable()->name();
    EXPECT_EQ(names, (QStringList{QStringLiteral("Replayed: NVIDIA H200"),
                                  QStringLiteral("Estimated: Mukherjee, SUM, for NVIDIA H200"),
                                  QStringLiteral("Published: 003, \"Tabela 1\"")}));
}

TEST(TimeChart, MeasuringChangesNobodysLookAndIsDrawnOnTop) {
    TimeChart chart;
    chart.setData(someData());
    const auto lookOf = [&chart](int graph) {
        const QCPGraph& g = *chart.plot()->graph(graph);
        return std::make_tuple(g.pen().color(), g.pen().style(), g.scatterStyle().shape());
    };
    const auto replayed = lookOf(0), estimated = lookOf(1);
    ChartData data = someData();
    ChartSeries measured = data.series.front();
    measured.name = "Measured: NVIDIA H200";
    measured.origin = Origin::Measured;
    data.series.insert(data.series.begin(), measured);
    chart.setData(data);
    EXPECT_EQ(lookOf(1), replayed);
    EXPECT_EQ(lookOf(2), estimated);
    EXPECT_NE(lookOf(0), replayed);
    EXPECT_GT(chart.plot()->graph(0)->layer()->index(), chart.plot()->graph(1)->layer()->index());
}

TEST(TimeChart, PointsLieInsideTheAxes) {
    TimeChart chart;
    chart.setData(someData());
    for (const ChartSeries& series : someData().series)
        for (const ChartPoint& point : series.points) {
            EXPECT_TRUE(chart.plot()->xAxis->range().contains(point.x));
            EXPECT_TRUE(chart.plot()->yAxis->range().contains(point.y));
        }
}

TEST(TimeChart, MarksOfDifferentSeriesDifferInShape) {
    TimeChart chart;
    chart.setData(someData());
    EXPECT_NE(chart.plot()->graph(0)->scatterStyle().shape(), chart.plot()->graph(2)->scatterStyle().shape());
    EXPECT_EQ(chart.plot()->graph(1)->scatterStyle().shape(), QCPScatterStyle::ssNone);
}

TEST(TimeChart, AnEmptyChartSaysWhy) {
    TimeChart chart;
    ChartData data;
    data.emptyReason = "There is nothing to draw, for this is a test.";
    chart.setData(data);
    const auto labels = chart.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [&](const QLabel* label) {
        return !label->isHidden() && label->text() == QString::fromStdString(data.emptyReason);
    }));
    EXPECT_TRUE(chart.plot()->isHidden());
}

TEST(TimeChart, ExportsWhatItShows) {
    TimeChart chart;
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

TEST(TimeChart, AnEmptyChartCanBeExportedToo) {
    TimeChart chart;
    ChartData data;
    data.emptyReason = "Nothing here.";
    chart.setData(data);
    EXPECT_NE(render(pictureOf(chart), ExportFormat::Svg).find("Nothing here."), std::string::npos);
}

TEST(TimeChart, SaysThePointUnderThePointer) {
    TimeChart chart;
    chart.resize(800, 500);
    chart.setData(someData());
    chart.plot()->resize(800, 400);
    chart.plot()->replot();
    const QPointF pixel(chart.plot()->xAxis->coordToPixel(64), chart.plot()->yAxis->coordToPixel(4e-6));
    const QString text = chart.pointTextAt(pixel);
    EXPECT_TRUE(text.contains(QStringLiteral("Replayed: NVIDIA H200"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("4.00 µs")));
    EXPECT_TRUE(text.contains(QStringLiteral("20 runs")));
    EXPECT_TRUE(chart.pointTextAt(QPointF(-500, -500)).isEmpty());
}

TEST(ChartCsv, HasAnOriginAndQuotesWhatNeedsIt) {
    const std::string csv = toCsv(someData(), "n", "seconds");
    EXPECT_TRUE(csv.starts_with("series,origin,gpu,source,n,seconds,lower_quartile,upper_quartile,note\n"));
    EXPECT_NE(csv.find("Replayed: NVIDIA H200,replayed,NVIDIA H200,driver 580,64,4e-06,3.9e-06,4.2e-06,20 runs\n"),
              std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\"Published: 003, \"\"Tabela 1\"\"\",published,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",estimated,NVIDIA H200,001,64,1e-06,,,\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace lanescope
