// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/slides.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>

#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr int kDotsPerInch = 96;
constexpr int kMargin = 32;

/// The largest type in which the text stands in the rectangle; captions may be long, and none is cut.
QFont fitting(QFont font, const QString& text, const QRect& place) {
    const auto needed = [&] { return QFontMetrics(font).boundingRect(place, Qt::TextWordWrap, text).height(); };
    while (font.pixelSize() > 20 && needed() > place.height()) font.setPixelSize(font.pixelSize() - 1);
    return font;
}

QFont inPixels(QFont font, int pixels) {
    font.setPixelSize(pixels);
    return font;
}

}  // namespace

QString footerOf(const QString& title, std::size_t number, std::size_t count) {
    return QStringLiteral("%1   %2 / %3").arg(title).arg(number).arg(count);
}

void drawSlide(QPainter& painter, const Slide& slide, std::size_t frame, const QString& footer, const Theme& theme,
               const SlideLayout& layout) {
    const QSize page = layout.page;
    painter.fillRect(QRect(QPoint(0, 0), page), theme.colour(Colour::Ground));
    painter.save();
    painter.setClipRect(QRect(QPoint(0, 0), layout.picture()));
    painter.drawPicture(0, 0, slide.frames[frame].picture);
    painter.restore();
    constexpr int kFooter = 26;
    const QRect below(kMargin, layout.picture().height() + 8, page.width() - 2 * kMargin, layout.caption() - 16);
    const QRect words = below.adjusted(0, 0, 0, -kFooter);
    painter.setPen(theme.colour(Colour::Text));
    painter.setFont(fitting(inPixels(theme.type(Type::Caption), 40), slide.caption, words));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, slide.caption);
    const QRect foot(below.left(), below.bottom() - kFooter, below.width(), kFooter);
    painter.setPen(theme.colour(Colour::FaintText));
    painter.setFont(inPixels(theme.type(Type::Least), 16));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, footer);
    const QRect origin = foot.adjusted(0, 0, -QFontMetrics(painter.font()).horizontalAdvance(footer) - kMargin, 0);
    painter.drawText(origin, Qt::AlignLeft | Qt::AlignBottom,
                     QFontMetrics(painter.font()).elidedText(slide.origins, Qt::ElideRight, origin.width()));
}

std::string pdfOf(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                  const SlideLayout& layout) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QSizeF(layout.page) / kDotsPerInch, QPageSize::Inch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(title);
    pdf.setCreator(QCoreApplication::applicationName());
    QPainter painter(&pdf);
    for (std::size_t i = 0; i < slides.size(); ++i) {
        if (i > 0) pdf.newPage();
        drawSlide(painter, slides[i], slides[i].frames.size() - 1, footerOf(title, i + 1, slides.size()), theme,
                  layout);
    }
    painter.end();
    buffer.close();
    return bytes.toStdString();
}

QImage imageOf(const Slide& slide, std::size_t frame, const QString& footer, const Theme& theme,
               const SlideLayout& layout) {
    QImage image(layout.page, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    drawSlide(painter, slide, frame, footer, theme, layout);
    return image;
}

}  // namespace lanescope
