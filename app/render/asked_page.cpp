// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/asked_page.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPicture>
#include <algorithm>
#include <cmath>

#include "widgets/lecture/curve_axes.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr int kMostLines = 5;
constexpr double kDot = 7;
constexpr double kLargestPlace = 28;  // side of the square of a thread or a block
constexpr double kSmallestPlace = 5;
constexpr double kCurve = 320;  // height, with the words of its axes

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::AskedPage)
};

class AskedPage {
public:
    AskedPage(QPainter& painter, const Asked& asked, const SlideLayout& layout)
        : m_painter(painter),
          m_asked(asked),
          m_layout(layout),
          m_theme(layout.theme()),
          m_grid(m_theme.scaled(paint::kGrid)),
          m_left(layout.margin()),
          m_width(layout.width()),
          m_top(layout.margin()),
          m_bottom(layout.foot().top() - m_grid) {}

    /// In the middle of the page; the question stands where it stands with its answer. `from`: where that begins.
    double draw(bool revealed, double from) {
        m_top = from;
        line(Type::Name, Colour::FaintText, revealed ? Texts::tr("Answer") : Texts::tr("What do you think?"));
        sentence(m_asked.text);
        line(Type::Name, Colour::FaintText, m_asked.of);
        m_top += m_grid;
        if (revealed) sentence(m_asked.verdict());
        if (revealed && !m_asked.origin.isEmpty()) line(Type::Name, Colour::FaintText, m_asked.origin);
        m_top += 2 * m_grid;
        choices(revealed);
        if (m_asked.scale) scale(revealed);
        if (m_asked.places) places(*m_asked.places, revealed);
        if (m_asked.curve) curve(*m_asked.curve, revealed);
        if (revealed) models();
        return m_top;
    }

private:
    void line(Type type, Colour colour, const QString& words) {
        m_top +=
            paint::paragraph(m_painter, m_theme, QRectF(m_left, m_top, m_width, m_bottom - m_top), type, colour, words);
    }

    void sentence(const QString& words) {
        const CaptionText caption = captionText(m_theme, m_width, words, kMostLines);
        const double height = QFontMetricsF(caption.font).lineSpacing();
        m_painter.setFont(caption.font);
        m_painter.setPen(m_theme.colour(Colour::Text));
        for (const QString& part : caption.lines) {
            m_painter.drawText(QRectF(m_left, m_top, m_width, height),
                               Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, part);
            m_top += height;
        }
    }

    /// A letter before each; of what is true a sign, and the numbers that decide.
    void choices(bool revealed) {
        const double sign = 4 * m_grid, letter = 5 * m_grid;
        for (std::size_t i = 0; i < m_asked.choices.size(); ++i) {
            const Asked::Choice& choice = m_asked.choices[i];
            const bool right = revealed && choice.right;
            const Colour colour = revealed && !right ? Colour::FaintText : Colour::Text;
            const QString words = revealed && !choice.number.isEmpty()
                                      ? Texts::tr("%1: %2").arg(choice.text, choice.number)
                                      : choice.text;
            const auto put = [&](double x, double width, const QString& text) {
                return paint::paragraph(m_painter, m_theme, QRectF(m_left + x, m_top, width, m_bottom - m_top),
                                        Type::Second, colour, text);
            };
            if (right) put(0, sign, QStringLiteral("✓"));
            put(sign, letter, choiceLetter(i));
            m_top += put(sign + letter, m_width - sign - letter, keptTogether(words)) + m_grid;
        }
    }

    [[nodiscard]] double xOf(double value) const {
        const Asked::Scale& scale = *m_asked.scale;
        const double kept = std::clamp(value, scale.from, scale.to);
        const double share = scale.logarithmic ? std::log(kept / scale.from) / std::log(scale.to / scale.from)
                                               : (kept - scale.from) / (scale.to - scale.from);
        return m_left + 6 * m_grid + (m_width - 12 * m_grid) * share;
    }

    void label(double x, double top, const QString& words) {
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(words) + 2;
        const double left = std::clamp(x - width / 2, m_left, std::max(m_left, m_left + m_width - width));
        m_painter.drawText(QRectF(left, top, width, metrics.lineSpacing()), Qt::AlignCenter | Qt::TextSingleLine,
                           words);
    }

    /// What is true above the line, its ends below it; then each model on a line of its own.
    void scale(bool revealed) {
        m_painter.setRenderHint(QPainter::Antialiasing);
        const bool truth = revealed && m_asked.number;
        const double above = QFontMetricsF(m_theme.type(Type::Title)).lineSpacing() + m_grid;
        const double axis = m_top + above + m_grid;
        m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(3)));
        m_painter.drawLine(QPointF(xOf(m_asked.scale->from), axis), QPointF(xOf(m_asked.scale->to), axis));
        m_painter.setFont(m_theme.type(Type::Name));
        for (const double end : {m_asked.scale->from, m_asked.scale->to}) {
            m_painter.drawLine(QPointF(xOf(end), axis - m_grid), QPointF(xOf(end), axis + m_grid));
            label(xOf(end), axis + m_grid, endOfScale(end, m_asked.unit));
        }
        if (truth) {
            m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(5)));
            m_painter.drawLine(QPointF(xOf(*m_asked.number), axis - m_grid),
                               QPointF(xOf(*m_asked.number), axis + m_grid));
            m_painter.setFont(m_theme.type(Type::Title));
            label(xOf(*m_asked.number), m_top, m_asked.truth);
        }
        m_top = axis + m_grid + QFontMetricsF(m_theme.type(Type::Name)).lineSpacing() + m_grid;
        if (!truth) return;
        m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(2)));
        m_painter.setBrush(m_theme.colour(Colour::Ground));
        const double radius = m_theme.scaled(kDot);
        for (const Asked::Model& model : m_asked.models)
            if (model.number) m_painter.drawEllipse(QPointF(xOf(*model.number), axis), radius, radius);
    }

    /// Those that are right are full, all others are hollow.
    void places(const Asked::Places& places, bool revealed) {
        const double rows = std::ceil(static_cast<double>(places.of) / static_cast<double>(places.perRow));
        const double room = m_bottom - m_top - 4 * m_grid;
        const double side = std::floor(
            std::min({m_theme.scaled(kLargestPlace), m_width / static_cast<double>(places.perRow), room / rows}));
        if (places.of == 0 || side < kSmallestPlace) return;
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        std::size_t next = 0;
        for (std::uint64_t i = 0; i < places.of; ++i) {
            const std::uint64_t row = i / places.perRow, column = i % places.perRow;
            const QRectF cell(m_left + side * static_cast<double>(column), m_top + side * static_cast<double>(row),
                              side - 2, side - 2);
            const bool right = revealed && next < places.right.size() && places.right[next] == i;
            if (right) ++next;
            m_painter.setPen(QPen(m_theme.colour(right ? Colour::Text : Colour::FaintText), 1));
            m_painter.setBrush(right ? QBrush(m_theme.colour(Colour::Text)) : QBrush(Qt::NoBrush));
            m_painter.drawRect(cell);
        }
        m_top += side * rows + m_grid;
    }

    void curve(const Asked::Curve& curve, bool revealed) {
        const double height = std::min(m_theme.scaled(kCurve), m_bottom - m_top - m_grid);
        const CurveAxes axes(m_theme, curve.range, QRectF(m_left, m_top, m_width, height));
        m_painter.setRenderHint(QPainter::Antialiasing);
        axes.paint(m_painter);
        if (revealed) axes.paintTruth(m_painter, curve.truth);
        m_top += height + m_grid;
    }

    void models() {
        for (const Asked::Model& model : m_asked.models)
            line(Type::Body, Colour::Text, keptTogether(Texts::tr("%1: %2").arg(model.title, model.said)));
    }

    QPainter& m_painter;
    const Asked& m_asked;
    const SlideLayout& m_layout;
    const Theme& m_theme;
    double m_grid;
    double m_left;
    double m_width;
    double m_top;
    double m_bottom;
};

}  // namespace

void drawAsked(QPainter& painter, const Asked& asked, bool revealed, const SlideLayout& layout) {
    const double margin = layout.margin();
    QPicture tried;
    QPainter trying(&tried);
    const double end = AskedPage(trying, asked, layout).draw(true, margin);
    trying.end();
    painter.save();
    AskedPage(painter, asked, layout).draw(revealed, margin + std::max(0.0, (layout.foot().top() - end) / 2));
    painter.restore();
}

}  // namespace lanescope
