// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/story_pages.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPdfWriter>

#include "app/render/asked_page.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr int kDotsPerInch = 96;

/// As long as such a sentence takes to read, with a look around.
double readingSeconds(const QString& sentence) {
    story::Bookmark bookmark;
    bookmark.caption = sentence.toStdString();
    return story::secondsOf(bookmark);
}

void drawPicture(QPainter& painter, const Slide& slide, std::size_t frame, const SlideLayout& layout) {
    const Theme& theme = layout.theme();
    painter.save();
    painter.setClipRect(QRect(QPoint(0, 0), slide.size));
    painter.drawPicture(0, 0, slide.frames[frame].picture);
    painter.restore();
    const QRectF below(0, slide.size.height(), layout.page().width(), layout.page().height() - slide.size.height());
    painter.fillRect(below, theme.colour(Colour::Raised));
    painter.setPen(QPen(theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(0, below.top() + 0.5), QPointF(below.right(), below.top() + 0.5));
    const CaptionText words = layout.caption(slide.caption);
    const double line = QFontMetricsF(words.font).lineSpacing();
    const double room = layout.foot(layout.origins(slide.origins).size()).top() - below.top();
    double top = below.top() + (room - line * static_cast<double>(words.lines.size())) / 2;
    painter.setFont(words.font);
    painter.setPen(theme.colour(Colour::Text));
    for (const QString& part : words.lines) {
        painter.drawText(QRectF(layout.margin(), top, layout.width(), line),
                         Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine, part);
        top += line;
    }
}

}  // namespace

std::vector<StoryPage> pagesOf(const std::vector<Slide>& slides, bool everyFrame) {
    using Kind = StoryPage::Kind;
    std::vector<StoryPage> pages;
    for (std::size_t i = 0; i < slides.size(); ++i) {
        const Slide& slide = slides[i];
        if (slide.asked) {
            pages.push_back({Kind::Question, i, 0, readingSeconds(slide.asked->text)});
            pages.push_back({Kind::Answer, i, 0, readingSeconds(slide.asked->verdict())});
        }
        for (std::size_t frame = everyFrame ? 0 : slide.frames.size() - 1; frame < slide.frames.size(); ++frame)
            pages.push_back({Kind::Picture, i, frame, slide.frames[frame].seconds});
    }
    return pages;
}

QString footerOf(const QString& title, std::size_t number, std::size_t count) {
    return QStringLiteral("%1   %2 / %3").arg(title).arg(number).arg(count);
}

void StoryPaper::draw(QPainter& painter, const StoryPage& page) const {
    const Slide& slide = slides[page.slide];
    const Theme& theme = layout.theme();
    painter.fillRect(QRect(QPoint(0, 0), layout.page()), theme.colour(Colour::Ground));
    const bool picture = page.kind == StoryPage::Kind::Picture;
    if (picture)
        drawPicture(painter, slide, page.frame, layout);
    else
        drawAsked(painter, *slide.asked, page.kind == StoryPage::Kind::Answer, layout);
    const QString footer = footerOf(title, page.slide + 1, slides.size());
    const QStringList origins = picture ? layout.origins(slide.origins) : QStringList();
    QRectF foot = layout.foot(origins.size());
    painter.setPen(theme.colour(Colour::FaintText));
    painter.setFont(theme.type(Type::Least));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignTop | Qt::TextSingleLine, footer);
    for (const QString& line : origins) {
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, line);
        foot.setTop(foot.top() + QFontMetricsF(painter.font()).lineSpacing());
    }
}

QImage StoryPaper::image(const StoryPage& page) const {
    QImage image(layout.page(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    draw(painter, page);
    return image;
}

std::string StoryPaper::pdf(const std::vector<StoryPage>& pages) const {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QSizeF(layout.page()) / kDotsPerInch, QPageSize::Inch, title, QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(title);
    pdf.setCreator(QCoreApplication::applicationName());
    QPainter painter(&pdf);
    // Cells that a view draws as pixels keep their colours.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (i > 0) pdf.newPage();
        draw(painter, pages[i]);
    }
    painter.end();
    buffer.close();
    return bytes.toStdString();
}

}  // namespace lanescope
