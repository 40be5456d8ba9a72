// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/side_painter.h"

#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {
namespace {

using paint::kGrid;

constexpr double kAway = 0.5;  ///< opacity of an access that is not of this step

}  // namespace

SidePainter::SidePainter(QPainter& painter, const Theme& theme, const SideLayout& layout, const MemorySide& side,
                         const MemoryLook& look)
    : m_painter(painter),
      m_theme(theme),
      m_layout(layout),
      m_side(side),
      m_scene(*side.request),
      m_look(look),
      m_inks(theme, m_scene) {}

void SidePainter::write(const QRectF& rect, Qt::Alignment how, Type type, Colour colour, const QString& text) {
    const QFont font = m_theme.type(type);
    m_painter.setFont(font);
    m_painter.setPen(m_theme.colour(colour));
    m_painter.drawText(rect, how, QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
}

void SidePainter::paint(const QString& name) {
    const QString place = RequestWords::place(m_scene);
    const QString memory = RequestWords::memory(m_scene);
    if (name.isEmpty())
        paint::heading(m_painter, m_theme, m_layout.heading, memory, place);
    else
        paint::heading(m_painter, m_theme, m_layout.heading, name,
                       place.isEmpty() ? memory.toLower() : memory.toLower() + QStringLiteral(", ") + place);
    m_painter.save();
    if (m_side.dimmed) m_painter.setOpacity(m_painter.opacity() * kAway);
    if (m_scene.isShared() || m_scene.isAtomic())
        paintPile();
    else
        paintLines();
    const QString law = RequestWords::law(m_scene);
    const bool fits = QFontMetricsF(m_theme.type(Type::Name)).horizontalAdvance(law) <= m_layout.law.width();
    write(m_layout.law, Qt::AlignLeft | Qt::AlignVCenter, Type::Name, Colour::Text,
          fits ? law : RequestWords::briefLaw(m_scene));
    paintNeighbour();
    m_painter.restore();
    QString caption = RequestWords::what(m_scene);
    if (!m_side.dimmed && !isNow())
        caption = tr("The last: %1").arg(caption);
    else if (m_side.when == SeenAccess::When::Before)
        caption = tr("No access in this step. The last one: %1").arg(caption);
    else if (m_side.when == SeenAccess::When::Behind)
        caption = tr("No access yet. The first one: %1").arg(caption);
    write(m_layout.caption, Qt::AlignLeft | Qt::AlignVCenter, Type::Least,
          m_side.dimmed ? Colour::Text : Colour::FaintText, caption);
}

void SidePainter::paintNeighbour() {
    if (m_layout.next.isEmpty()) return;
    if (!m_side.neighbour)
        return write(m_layout.nextHead, Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText,
                     tr("No other access holds these values as they are."));
    const RequestScene& other = *m_side.neighbour;
    QFont bold = m_theme.type(Type::Head);
    bold.setLetterSpacing(QFont::PercentageSpacing, 108);
    const QString kind = RequestWords::kind(other).toUpper();
    const QString head = m_side.neighbourAfter ? tr("THEN: %1").arg(kind) : tr("BEFORE: %1").arg(kind);
    m_painter.setFont(bold);
    m_painter.setPen(m_theme.colour(Colour::Text));
    m_painter.drawText(m_layout.nextHead, Qt::AlignLeft | Qt::AlignVCenter, head);
    const double used = QFontMetricsF(bold).horizontalAdvance(head) + m_theme.scaled(1.5 * kGrid);
    write(m_layout.nextHead.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText,
          RequestWords::cost(other));
    const RequestInks inks(m_theme, other);
    const QFontMetricsF name(m_theme.type(Type::Name));
    const double names = m_layout.pile.field.left() - m_layout.chart.left();
    const QRectF strip = m_layout.next.adjusted(names, 0, 0, 0);
    const double bar = m_theme.scaled(m_theme.isCompact() ? 22 : 28);
    const QRectF foot(strip.left(), strip.bottom() - bar, strip.width(), bar);
    m_painter.setFont(m_theme.type(Type::Name));
    m_painter.setPen(mix(m_theme.colour(Colour::Text), inks.hue, 0.8));
    const QString array = QString::fromStdString(other.array);
    m_painter.drawText(QRectF(m_layout.next.left(), foot.top(), names - m_theme.scaled(kGrid), bar),
                       Qt::AlignRight | Qt::AlignVCenter,
                       name.elidedText(array, Qt::ElideRight, names - m_theme.scaled(kGrid)));
    if (other.isShared())
        paintBankUse(m_painter, inks, other.cost.shared.wavefronts > 2 ? strip : foot, other);
    else
        paintLineStrip(m_painter, m_theme, inks, strip, other);
}

}  // namespace lanescope
