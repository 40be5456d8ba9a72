// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <array>

#include "core/base/file_writer.h"

namespace lanescope {
namespace {

constexpr int kPixelRatio = 2;
constexpr int kDotsPerInch = 96;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Export)
};

void renderPng(const Picture& picture, QBuffer& buffer) {
    QImage image(picture.size * kPixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPixelRatio);
    image.fill(Qt::white);
    picture.paint(image, picture.size, false);
    image.setText(QStringLiteral("Title"), picture.title);
    image.save(&buffer, "PNG");
}

void renderSvg(const Picture& picture, QBuffer& buffer) {
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(picture.size);
    svg.setViewBox(QRect(QPoint(0, 0), picture.size));
    svg.setResolution(kDotsPerInch);
    svg.setTitle(picture.title);
    picture.paint(svg, picture.size, true);
}

void renderPdf(const Picture& picture, QBuffer& buffer) {
    QPdfWriter pdf(&buffer);
    // One logical pixel is 1/96 inch, so that the page is the picture and nothing else.
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QSizeF(picture.size) / kDotsPerInch, QPageSize::Inch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(picture.title);
    pdf.setCreator(QCoreApplication::applicationName());
    picture.paint(pdf, picture.size, true);
}

}  // namespace

Result<ExportFormat> exportFormatOf(const QString& path) {
    struct Ending {
        QLatin1StringView text;
        ExportFormat format;
    };
    static constexpr std::array kEndings{
        Ending{QLatin1StringView("png"), ExportFormat::Png}, Ending{QLatin1StringView("svg"), ExportFormat::Svg},
        Ending{QLatin1StringView("pdf"), ExportFormat::Pdf}, Ending{QLatin1StringView("csv"), ExportFormat::Csv},
        Ending{QLatin1StringView("json"), ExportFormat::Json}};
    const QString suffix = QFileInfo(path).suffix();
    for (const Ending& ending : kEndings)
        if (suffix.compare(ending.text, Qt::CaseInsensitive) == 0) return ending.format;
    return fail(ErrorCode::CannotWrite,
                {{"file", path.toStdString()},
                 {"reason",
                  Texts::tr("the ending of its name says no format; known: .png .svg .pdf .csv .json").toStdString()}});
}

std::string render(const Picture& picture, ExportFormat format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
        case ExportFormat::Png: renderPng(picture, buffer); break;
        case ExportFormat::Svg: renderSvg(picture, buffer); break;
        case ExportFormat::Pdf: renderPdf(picture, buffer); break;
        case ExportFormat::Csv:
        case ExportFormat::Json: break;
    }
    buffer.close();
    return bytes.toStdString();
}

Result<void> exportPicture(const Picture& picture, const QString& path) {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    const std::string bytes = render(picture, *format);
    if (bytes.empty())
        return fail(ErrorCode::CannotWrite,
                    {{"file", path.toStdString()},
                     {"reason", Texts::tr("a picture cannot be written in this format").toStdString()}});
    return writeFile(path.toStdString(), bytes);
}

}  // namespace lanescope
