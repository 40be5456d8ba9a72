// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/file_writer.h"
#include "widgets/export/exact_number.h"
#include "widgets/export/held.h"
#include "widgets/export/outlined_svg.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kDotsPerInch = 96;
constexpr double kMillimetresPerInch = 25.4;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Export)
};

/// Inches.
QSizeF sizeOn(const Print& print, const QSize& size) { return QSizeF(size) / print.pixelsPerInch; }

std::string pngOf(const Picture& picture, const Print& print) {
    const double ratio = print.dotsPerInch / print.pixelsPerInch;
    QImage image((QSizeF(picture.size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.paint(painter, picture.size);
    painter.end();
    image.setDotsPerMeterX(qRound(print.dotsPerInch * 1000 / kMillimetresPerInch));
    image.setDotsPerMeterY(qRound(print.dotsPerInch * 1000 / kMillimetresPerInch));
    image.setText(QStringLiteral("Title"), picture.title);
    if (!print.session.empty()) held::addToPng(image, print.session);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

QString inThousandths(double value) { return exactNumber(std::round(value * 1000) / 1000); }

/// With letters that are text: fonts are the reader's.
QByteArray writtenSvg(const Picture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(picture.size);
    svg.setViewBox(QRect(QPoint(0, 0), picture.size));
    svg.setResolution(kDotsPerInch);
    svg.setTitle(escaped(picture.title));  // Qt writes it as it is
    QPainter painter(&svg);
    picture.paint(painter, picture.size);
    painter.end();
    return bytes;
}

QByteArray drawnSvg(const Picture& picture) {
    QPicture drawn;
    QPainter painter(&drawn);
    picture.paint(painter, picture.size);
    painter.end();
    return outlinedSvg(drawn, picture.size, picture.title);
}

std::string svgOf(const Picture& picture, const Print& print) {
    QString svg = QString::fromUtf8(print.outlines ? drawnSvg(picture) : writtenSvg(picture));
    // QSvgGenerator rounds to whole pixels.
    static const QRegularExpression kSize(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const QSizeF millimetres = sizeOn(print, picture.size) * kMillimetresPerInch;
    if (const auto size = kSize.match(svg); size.hasMatch())
        svg.replace(size.capturedStart(), size.capturedLength(),
                    QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                        .arg(inThousandths(millimetres.width()), inThousandths(millimetres.height())));
    if (!print.session.empty())
        if (const qsizetype end = svg.lastIndexOf(QStringLiteral("</svg>")); end >= 0)
            svg.insert(
                end, QStringLiteral("<metadata>%1</metadata>\n").arg(QString::fromUtf8(held::element(print.session))));
    return svg.toStdString();
}

/// QPdfWriter notes when it wrote and, since Qt 6.8, a number of chance: without them the same picture is the same
/// file. Both stand at the end of the file, outside of any stream; what comes in their place is as long, for places in
/// the file are noted, too.
void forgetWhenAndChance(QByteArray& pdf) {
    static const QRegularExpression kDate(QStringLiteral("/CreationDate \\([^)]*\\)|/ModDate \\([^)]*\\)"));
    static const QRegularExpression kId(QStringLiteral("/ID \\[ ?<[0-9a-fA-F]+> ?<[0-9a-fA-F]+> ?\\]"));
    static const QRegularExpression kHex(QStringLiteral("<([0-9a-fA-F]+)>"));
    const QString text = QString::fromLatin1(pdf);
    for (auto date = kDate.globalMatch(text); date.hasNext();) {
        const QRegularExpressionMatch match = date.next();
        pdf.replace(match.capturedStart(), match.capturedLength(), QByteArray(match.capturedLength(), ' '));
    }
    std::vector<std::pair<qsizetype, qsizetype>> ids;  // where, and how long
    for (auto id = kId.globalMatch(text); id.hasNext();) {
        const QRegularExpressionMatch match = id.next();
        for (auto hex = kHex.globalMatch(match.captured()); hex.hasNext();) {
            const QRegularExpressionMatch digits = hex.next();
            ids.emplace_back(match.capturedStart() + digits.capturedStart(1), digits.capturedLength(1));
        }
    }
    for (const auto& [at, length] : ids) pdf.replace(at, length, QByteArray(length, '0'));
    // A file is named by what is in it.
    const QByteArray name = QCryptographicHash::hash(pdf, QCryptographicHash::Md5).toHex();
    for (const auto& [at, length] : ids) pdf.replace(at, length, name.leftJustified(length, '0', true));
}

std::string pdfOf(const Picture& picture, const Print& print) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    // Fonts are measured for a screen of so many dots; the page is the picture and nothing else.
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(sizeOn(print, picture.size), QPageSize::Inch, picture.title, QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(picture.title);
    pdf.setCreator(QCoreApplication::applicationName());
    pdf.setDocumentXmpMetadata(held::xmp(picture.title, print.session));
    QPainter painter(&pdf);
    // Cells that a view draws as pixels keep their colours.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.scale(kDotsPerInch / print.pixelsPerInch, kDotsPerInch / print.pixelsPerInch);
    picture.paint(painter, picture.size);
    painter.end();
    buffer.close();
    forgetWhenAndChance(bytes);
    return bytes.toStdString();
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

std::string render(const Picture& picture, ExportFormat format, const Print& print) {
    switch (format) {
        case ExportFormat::Png: return pngOf(picture, print);
        case ExportFormat::Svg: return svgOf(picture, print);
        case ExportFormat::Pdf: return pdfOf(picture, print);
        case ExportFormat::Csv:
        case ExportFormat::Json: break;
    }
    return {};
}

Result<void> exportPicture(const Picture& picture, const QString& path, const Print& print) {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    const std::string bytes = render(picture, *format, print);
    if (bytes.empty())
        return fail(ErrorCode::CannotWrite,
                    {{"file", path.toStdString()},
                     {"reason", Texts::tr("a picture cannot be written in this format").toStdString()}});
    return writeFile(path.toStdString(), bytes);
}

}  // namespace lanescope
