// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_sheet.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kMillimetresPerInch = 25.4;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::FigureSheet)
};

double marginOf(const Theme& theme) { return theme.scaled(paint::kGrid); }

}  // namespace

FigureLook::FigureLook(Theme& theme, const FigureWishes& wishes) : m_theme(theme) {
    m_theme.setPrinting(wishes.colours == FigureWishes::Colours::Print);
    m_theme.setFigure(wishes.form->width > 0);
}

FigureLook::~FigureLook() {
    m_theme.setFigure(false);
    m_theme.setPrinting(false);
}

Picture sheetOf(const Figure& figure, const FigureWishes& wishes, const Theme& theme) {
    const QSize whole = wishes.form->layoutOf(figure.picture);
    const QString caption = wishes.caption ? figure.caption : QString();
    const double margin = marginOf(theme);
    const double across = whole.width() - 2 * margin;
    const int below =
        caption.isEmpty()
            ? 0
            : static_cast<int>(std::ceil(paint::paragraphHeight(theme, across, Type::Least, caption) + 2 * margin));
    // Where paper sets the height the picture gives way; else the caption comes on top of it.
    const bool fixed = wishes.form->height > 0;
    const QSize room(whole.width(), std::max(1, whole.height() - (fixed ? below : 0)));
    return {figure.picture.title, QSize(whole.width(), room.height() + below),
            [picture = figure.picture, caption, room, margin, &theme](QPainter& painter, QSize size) {
                painter.fillRect(QRect(QPoint(0, 0), size), theme.colour(Colour::Ground));
                painter.save();
                painter.setClipRect(QRect(QPoint(0, 0), room));
                picture.paint(painter, room);
                painter.restore();
                if (caption.isEmpty()) return;
                const QRectF words(margin, room.height() + margin, size.width() - 2 * margin,
                                   size.height() - room.height() - margin);
                paint::paragraph(painter, theme, words, Type::Least, Colour::FaintText, caption);
            }};
}

std::string render(const Figure& figure, const FigureWishes& wishes, Theme& theme, ExportFormat format) {
    const FigureLook look(theme, wishes);
    const Picture sheet = sheetOf(figure, wishes, theme);
    return render(sheet, format,
                  {.pixelsPerInch = wishes.form->pixelsPerInch(sheet.size.width()),
                   .dotsPerInch = wishes.form->dotsPerInch,
                   .outlines = wishes.outlines,
                   .session = figure.session});
}

QString measuresOf(const Picture& sheet, const FigureForm& form) {
    const QSizeF inches = QSizeF(sheet.size) / form.pixelsPerInch(sheet.size.width());
    const QSizeF millimetres = inches * kMillimetresPerInch;
    const QSizeF dots = inches * form.dotsPerInch;
    return Texts::tr("%1 × %2 mm, words from %3 pt; as PNG %4 × %5")
        .arg(countText(std::round(millimetres.width())), countText(std::round(millimetres.height())),
             countText(form.leastWords), countText(std::round(dots.width())), countText(std::round(dots.height())));
}

}  // namespace lanescope
