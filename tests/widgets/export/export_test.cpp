// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/export.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QImage>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>
#include <filesystem>

#include "core/base/file_reader.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

Picture sample() {
    return {QStringLiteral("A sample"), QSize(300, 200), [](QPainter& painter, QSize size) {
                painter.fillRect(QRect(QPoint(0, 0), size), Qt::white);
                painter.fillRect(QRect(10, 10, 100, 50), QColor(0, 114, 178));
                painter.drawText(QPoint(20, 120), QStringLiteral("Legend of the sample"));
            }};
}

TEST(Export, PngHasTwiceTheResolutionAndThePicture) {
    const std::string bytes = render(sample(), ExportFormat::Png);
    const QImage image = QImage::fromData(QByteArray::fromStdString(bytes), "PNG");
    ASSERT_FALSE(image.isNull());
    EXPECT_EQ(image.size(), QSize(600, 400));
    EXPECT_EQ(image.pixelColor(100, 60), QColor(0, 114, 178));
    EXPECT_EQ(image.pixelColor(590, 390), QColor(Qt::white));
}

TEST(Export, SvgIsWellFormedAndKeepsText) {
    QXmlStreamReader xml(QByteArray::fromStdString(render(sample(), ExportFormat::Svg)));
    QString text;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters) text += xml.text();
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Legend of the sample")));
    EXPECT_TRUE(text.contains(QStringLiteral("A sample")));
}

TEST(Export, PdfPageIsThePicture) {
    const std::string bytes = render(sample(), ExportFormat::Pdf);
    EXPECT_TRUE(bytes.starts_with("%PDF-"));
    // 300 × 200 pixels of 1/96 inch are 225 × 150 points.
    EXPECT_NE(bytes.find("/MediaBox [0 0 225"), std::string::npos);
}

TEST(Export, ThePaperSaysHowLargeItIs) {
    const Print column{.pixelsPerInch = 150, .dotsPerInch = 600};
    const QImage image =
        QImage::fromData(QByteArray::fromStdString(render(sample(), ExportFormat::Png, column)), "PNG");
    EXPECT_EQ(image.size(), QSize(1200, 800)) << "2 inches by 1⅓";
    EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, 600, 0.1);
    EXPECT_EQ(image.pixelColor(200, 120), QColor(0, 114, 178));
    EXPECT_NE(render(sample(), ExportFormat::Pdf, column).find("/MediaBox [0 0 144"), std::string::npos);
    EXPECT_NE(render(sample(), ExportFormat::Svg, column).find("<svg width=\"50.8mm\""), std::string::npos);
}

// Who keeps figures under version control sees what changed, and nothing else.
TEST(Export, TheSamePictureIsTheSameFile) {
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        const std::string first = render(sample(), format, {.session = "what it holds"});
        QTest::qSleep(1100);  // a date would be another
        EXPECT_EQ(first, render(sample(), format, {.session = "what it holds"}));
    }
}

TEST(Export, LettersCanBeOutlines) {
    const std::string svg = render(sample(), ExportFormat::Svg, {.outlines = true});
    EXPECT_EQ(svg.find("<text"), std::string::npos);
    EXPECT_NE(svg.find("<path"), std::string::npos);
}

TEST(Export, WritesByTheNameOfTheFile) {
    const TemporaryFolder folder;
    for (const char* name : {"a.png", "b.SVG", "c.pdf"}) {
        ASSERT_TRUE(exportPicture(sample(), QString::fromStdString(folder.path(name)))) << name;
        EXPECT_GT(std::filesystem::file_size(folder.path(name)), 200U) << name;
    }
}

TEST(Export, UnknownEndingIsNamed) {
    const TemporaryFolder folder;
    const auto result = exportPicture(sample(), QString::fromStdString(folder.path("chart.bmp")));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::CannotWrite);
    EXPECT_NE(describe(result.error()).find("chart.bmp"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder.path("chart.bmp")));
}

TEST(Export, AFailureKeepsTheOldFile) {
    const TemporaryFolder folder;
    folder.write("chart.svg", "old");
    std::filesystem::permissions(folder.path("chart.svg"), std::filesystem::perms::owner_read);  // refused to root too
    const auto result = exportPicture(sample(), QString::fromStdString(folder.path("chart.svg")));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::CannotWrite);
    EXPECT_EQ(readFile(folder.path("chart.svg")).value_or(""), "old");
}

}  // namespace
}  // namespace lanescope
