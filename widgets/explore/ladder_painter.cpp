// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/ladder_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/ladder/ladder_words.h"
#include "widgets/explore/limits_label.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LadderPicture)
};

constexpr int kCosts = 3;  ///< lines below a step's name

QString text(const std::string& string) { return QString::fromStdString(string); }

/// The name in at most two lines that fit, parted where its own signs part it.
QStringList nameLines(const QFontMetricsF& metrics, const QString& name, double width) {
    if (metrics.horizontalAdvance(name) <= width) return {name};
    for (const QLatin1Char sign : {QLatin1Char('-'), QLatin1Char('='), QLatin1Char('.')})
        if (const qsizetype at = name.indexOf(sign); at > 0)
            return {metrics.elidedText(name.left(at + 1), Qt::ElideRight, width),
                    metrics.elidedText(name.mid(at + 1), Qt::ElideRight, width)};
    return {metrics.elidedText(name, Qt::ElideRight, width)};
}

/// "1.52×", "faster"; nothing where it is not known.
QStringList speedUpWords(const Rise& rise) {
    if (!rise.speedUp) return {};
    const bool faster = *rise.speedUp >= 1;
    const QString times = text(numbers::plain(faster ? *rise.speedUp : 1 / *rise.speedUp, 3));
    if (times == QStringLiteral("1")) return {Texts::tr("as fast")};
    return {times + QStringLiteral("×"), faster ? Texts::tr("faster") : Texts::tr("slower")};
}

/// What the step takes: registers, shared memory, occupancy. `id`: of Moved, to see whether it changed.
struct Cost {
    QString words, inShort;
    std::string_view id;
};

std::vector<Cost> costsOf(const LadderStep& step) {
    if (!step.block) return {};
    const BlockResources& block = step.block->block;
    std::vector<Cost> costs;
    if (block.registersPerThread) {
        const QString count = countText(static_cast<double>(*block.registersPerThread));
        costs.push_back(
            {Texts::tr("%1 registers").arg(count), Texts::tr("%1 reg.").arg(count), ladder_cost::kRegisters});
    }
    const QString shared = text(numbers::memory(static_cast<double>(block.sharedBytes)));
    costs.push_back({Texts::tr("%1 shared").arg(shared), shared, ladder_cost::kShared});
    if (step.occupancy) {
        const QString percent = countText(step.occupancy->percent, 0);
        costs.push_back(
            {Texts::tr("%1 % occupancy").arg(percent), Texts::tr("%1 % occ.").arg(percent), ladder_cost::kOccupancy});
    }
    return costs;
}

bool isChanged(const std::optional<Rise>& rise, std::string_view id) {
    return rise && std::ranges::find(rise->costs, id, &Moved::metric) != rise->costs.end();
}

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const LadderPicture& picture, const QRectF& room)
        : m_painter(painter), m_theme(theme), m_picture(picture), m_layout(picture, theme, room) {}

    void draw(std::optional<std::size_t> cursor) {
        const Ladder& ladder = m_picture.ladder;
        const QString title = text(ladder.kind.title);
        const double beside =
            QFontMetricsF(m_theme.type(Type::Title)).horizontalAdvance(title) + m_theme.scaled(2 * paint::kGrid);
        // Where the configuration has no room, its GPU alone.
        paint::heading(m_painter, m_theme, m_layout.head, title,
                       longestThatFits(m_theme.type(Type::Body), m_layout.head.width() - beside,
                                       {m_picture.about, m_picture.about.section(QStringLiteral(", "), 0, 0)}));
        for (std::size_t step = 0; step < ladder.steps.size(); ++step) column(step);
        risers();
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), m_theme.scaled(paint::kFrame)));
        m_painter.drawLine(m_layout.stair.bottomLeft(), m_layout.stair.bottomRight());
        for (std::size_t step = 0; step < ladder.steps.size(); ++step) {
            above(step);
            below(step);
        }
        baseline();
        if (m_picture.watched)
            paint::ring(m_painter, m_theme, m_layout.column(*m_picture.watched).adjusted(3, 3, -3, -3));
        // What is watched has a ring of its own.
        if (!cursor || *cursor >= ladder.steps.size() || cursor == m_picture.watched) return;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.colour(Colour::Focus), m_theme.scaled(paint::kRing)));
        m_painter.drawRect(m_layout.column(*cursor).adjusted(7, 7, -7, -7));
    }

private:
    [[nodiscard]] const LadderStep& stepAt(std::size_t step) const { return m_picture.ladder.steps[step]; }
    [[nodiscard]] double gap() const { return m_theme.scaled(2); }

    void column(std::size_t number) {
        const LadderStep& step = stepAt(number);
        if (!step.time) return;
        const QRectF whole = m_layout.column(number);
        const double top = m_layout.tread(step);
        const QRectF bar(whole.left() + gap(), top, whole.width() - 2 * gap(), m_layout.stair.bottom() - top);
        const bool modelled = step.time->origin == Origin::Estimated;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(modelled ? paint::hatch(m_theme)
                                    : QBrush(mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::A), 0.4)));
        m_painter.drawRect(bar);
        m_painter.setPen(QPen(m_theme.colour(modelled ? Colour::FaintText : Colour::A), m_theme.scaled(paint::kBest)));
        m_painter.drawLine(QPointF(bar.left(), top), QPointF(bar.right(), top));
    }

    /// The line that all times are held against; its words stand below it, where steps are highest.
    void baseline() {
        if (!m_picture.baseline || !m_picture.ladder.first()) return;
        const QRectF& stair = m_layout.stair;
        const double y = m_layout.level(*m_picture.baseline);
        const QColor hue = m_theme.colour(Colour::Focus);
        m_painter.setPen(QPen(hue, m_theme.scaled(paint::kRing), Qt::DashLine));
        m_painter.drawLine(QPointF(stair.left(), y), QPointF(stair.right(), y));
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        const QString words = metrics.elidedText(m_picture.baselineWords, Qt::ElideRight, stair.width() - 4 * gap());
        const double width = metrics.horizontalAdvance(words) + 4 * gap();
        const QRectF label(stair.left(), y + 2 * gap(), width, metrics.height());
        QColor ground = m_theme.colour(Colour::Ground);
        ground.setAlphaF(0.85F);
        m_painter.fillRect(label, ground);
        m_painter.setPen(hue);
        m_painter.drawText(label, Qt::AlignCenter, words);
    }

    /// From tread to tread.
    void risers() {
        std::optional<std::size_t> before;
        m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kSector), Qt::DotLine));
        for (std::size_t step = 0; step < m_picture.ladder.steps.size(); ++step) {
            if (!stepAt(step).time) continue;
            const double x = m_layout.column(step).left();
            if (before && m_layout.column(*before).right() + 1 > x)
                m_painter.drawLine(QPointF(x, m_layout.tread(stepAt(*before))),
                                   QPointF(x, m_layout.tread(stepAt(step))));
            before = step;
        }
    }

    /// Time and speed-up over the tread.
    void above(std::size_t number) {
        const LadderStep& step = stepAt(number);
        const QRectF whole = m_layout.column(number).adjusted(2, 0, -2, 0);
        const QFontMetricsF name(m_theme.type(Type::Name)), least(m_theme.type(Type::Least));
        double y = m_layout.tread(step) - m_theme.scaled(6) - name.height();
        if (!step.time) {
            const QString why = step.possible() ? Texts::tr("no time") : text(step.impossible);
            const double height = paint::paragraphHeight(m_theme, whole.width(), Type::Least, why);
            const double top = std::max(m_layout.stair.top(), m_layout.stair.bottom() - m_theme.scaled(6) - height);
            paint::paragraph(m_painter, m_theme,
                             QRectF(whole.left(), top, whole.width(), m_layout.stair.bottom() - top), Type::Least,
                             Colour::FaintText, why);
            return;
        }
        const double side = paint::originSize(m_theme), sign = m_layout.narrow ? 0 : side + 4;
        const QString time = timeText(step.time->seconds);
        const bool large = name.horizontalAdvance(time) <= whole.width();
        m_painter.setFont(m_theme.type(large ? Type::Name : Type::Least));
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(time);
        const double left = whole.center().x() - (width + sign) / 2;
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.drawText(QPointF(left, y + name.ascent()), time);
        // Where there is no room beside the time, its origin is told in the column.
        const QPointF place = m_layout.narrow ? QPointF(whole.center().x(), m_layout.tread(step) + side)
                                              : QPointF(left + width + sign / 2 + 2, y + name.height() / 2);
        if (place.y() + side / 2 < m_layout.stair.bottom())
            paint::originSign(m_painter, m_theme, place, step.time->origin);
        const std::optional<Rise>& rise = m_picture.ladder.rises[number];
        if (!rise) return;
        QStringList words = speedUpWords(*rise);
        if (!m_layout.narrow) words = {words.join(QLatin1Char(' '))};
        y -= static_cast<double>(words.size()) * least.height();
        for (const QString& each : words) {
            line(QRectF(whole.left(), y, whole.width(), least.height()), Type::Least, Colour::Text, each);
            y += least.height();
        }
    }

    /// Name and costs; those that changed stand out.
    void below(std::size_t number) {
        const LadderStep& step = stepAt(number);
        const QRectF whole = m_layout.column(number).adjusted(2, 0, -2, 0);
        const QFontMetricsF name(m_theme.type(Type::Name)), least(m_theme.type(Type::Least));
        double y = m_layout.stair.bottom() + m_theme.scaled(6);
        for (const QString& words : nameLines(name, text(step.rung.name), whole.width())) {
            line(QRectF(whole.left(), y, whole.width(), name.height()), Type::Name,
                 step.possible() ? Colour::Text : Colour::FaintText, words);
            y += name.height();
        }
        y = m_layout.stair.bottom() + m_theme.scaled(6) + 2 * name.height();
        if (!m_layout.costs) return;
        if (step.wrong) {
            line(QRectF(whole.left(), y, whole.width(), least.height()), Type::Least, Colour::Wrong,
                 Texts::tr("✗ wrong result"));
            y += least.height();
        }
        for (const Cost& cost : costsOf(step)) {
            const bool changed = isChanged(m_picture.ladder.rises[number], cost.id);
            line(QRectF(whole.left(), y, whole.width(), least.height()), Type::Least,
                 changed ? Colour::Text : Colour::FaintText, m_layout.narrow ? cost.inShort : cost.words, changed);
            y += least.height();
        }
    }

    void line(const QRectF& room, Type type, Colour colour, const QString& words, bool bold = false) {
        QFont font = m_theme.type(type);
        if (bold) font.setWeight(QFont::DemiBold);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.colour(colour));
        m_painter.drawText(room, Qt::AlignCenter, QFontMetricsF(font).elidedText(words, Qt::ElideRight, room.width()));
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const LadderPicture& m_picture;
    LadderLayout m_layout;
};

}  // namespace

QString stepWords(const Ladder& ladder, std::size_t number) {
    const LadderStep& step = ladder.steps[number];
    QStringList words{text(inWords(riseSentence(ladder, number)))};
    if (step.wrong) words << Texts::tr("Its result is wrong.");
    if (!step.possible()) return words.join(QLatin1Char(' '));
    for (const Cost& cost : costsOf(step)) words << cost.words + QLatin1Char('.');
    return words.join(QLatin1Char(' '));
}

LadderLayout::LadderLayout(const LadderPicture& picture, const Theme& theme, const QRectF& room)
    : m_room(room), m_steps(picture.ladder.steps.size()) {
    const QFontMetricsF title(theme.type(Type::Title)), name(theme.type(Type::Name)), least(theme.type(Type::Least));
    const double grid = theme.scaled(paint::kGrid);
    head = QRectF(room.left(), room.top(), room.width(), title.height() + 2 * grid);
    QFont bold = theme.type(Type::Least);
    bold.setWeight(QFont::DemiBold);
    const double width = room.width() / static_cast<double>(std::max<std::size_t>(1, m_steps));
    narrow = QFontMetricsF(bold).horizontalAdvance(Texts::tr("%1 % occupancy").arg(100)) + grid > width;
    const double over = name.height() + (narrow ? 2 : 1) * least.height() + 2 * grid;
    const bool wrong = std::ranges::any_of(picture.ladder.steps, &LadderStep::wrong);
    const double free = room.bottom() - head.bottom() - over - 2 * name.height() - grid;
    const double below = (kCosts + (wrong ? 1 : 0)) * least.height() + grid;
    // A staircase without a height tells less than one without costs.
    costs = free - below >= 3 * name.height();
    stair = QRectF(room.left(), head.bottom() + over, room.width(), std::max(1.0, free - (costs ? below : 0)));
    for (const LadderStep& step : picture.ladder.steps)
        if (step.time) m_most = std::max(m_most, step.time->seconds);
    if (m_most > 0) m_most = std::max(m_most, picture.baseline.value_or(0));
}

QRectF LadderLayout::column(std::size_t step) const {
    const double width = stair.width() / static_cast<double>(std::max<std::size_t>(1, m_steps));
    return {stair.left() + static_cast<double>(step) * width, head.bottom(), width, m_room.bottom() - head.bottom()};
}

double LadderLayout::tread(const LadderStep& step) const {
    return step.time ? level(step.time->seconds) : stair.bottom();
}

double LadderLayout::level(double seconds) const {
    return m_most <= 0 ? stair.bottom() : stair.bottom() - stair.height() * seconds / m_most;
}

std::optional<std::size_t> LadderLayout::at(const QPointF& point) const {
    for (std::size_t step = 0; step < m_steps; ++step)
        if (column(step).contains(point)) return step;
    return std::nullopt;
}

void paintLadder(QPainter& painter, const Theme& theme, const LadderPicture& picture, const QRectF& room,
                 std::optional<std::size_t> cursor) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double margin = theme.scaled(2 * paint::kGrid);
    const QRectF inside = room.adjusted(margin, margin / 2, -margin, -margin / 2);
    if (!picture.missing.isEmpty() || picture.ladder.steps.empty()) {
        paint::paragraph(painter, theme, inside, Type::Body, Colour::FaintText, picture.missing);
        return;
    }
    Painter(painter, theme, picture, inside).draw(cursor);
}

}  // namespace lanescope
