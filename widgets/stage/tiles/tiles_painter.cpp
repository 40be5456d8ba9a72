// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_painter.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/tiles/tiles_words.h"
#include "widgets/style/numbers.h"

namespace lanescope::tiles {
namespace {

constexpr std::uint64_t kMostTexts = 4096;
constexpr std::uint64_t kMostRules = 96;
constexpr double kLeastMark = 5;
constexpr double kLeastVessel = 9;  ///< with a rim

QString tr(const char* text) { return QCoreApplication::translate("lanescope::tiles::Painter", text); }

bool areSums(const flow::Owned& owned) {
    for (std::uint32_t v = 0; v < owned.valuesPerThread(); ++v)
        if (!owned.isSum(v)) return false;
    return true;
}

struct Still {
    QPainter& painter;
    const Theme& theme;
    const Picture& of;
    QColor ground = theme.colour(Colour::Ground);

    [[nodiscard]] QColor hueOf(const Array& array) const {
        return familyColour(array.family.number, array.isShared(), theme.look());
    }

    void headings() const {
        for (const Heading& heading : of.layout.headings) {
            QString title;
            QString about;
            switch (heading.lane) {
                case Heading::Lane::Global:
                    title = tr("Global");
                    about = of.layout.product ? QString() : arrayCount();
                    break;
                case Heading::Lane::Shared:
                    title = tr("Shared");
                    about = QString::fromStdString(numbers::count(sharedBytes(), 0)) + QStringLiteral(" B");
                    break;
                case Heading::Lane::Read: title = tr("What the sums are made of"); break;
                case Heading::Lane::Registers:
                    title = tr("Registers");
                    about = threads();
                    break;
            }
            const double used =
                QFontMetricsF(theme.type(Type::Title)).horizontalAdvance(title) + theme.scaled(2 * paint::kGrid);
            if (used + QFontMetricsF(theme.type(Type::Body)).horizontalAdvance(about) > heading.rect.width())
                about.clear();
            paint::heading(painter, theme, heading.rect, title, about);
        }
    }
    [[nodiscard]] QString arrayCount() const {
        const std::size_t count = of.block.arrays().globals();
        bool matrices = true;
        for (std::size_t i = 0; i < count; ++i) matrices = matrices && !of.block.arrays()[i].isVector();
        if (count == 1) return matrices ? tr("1 matrix") : tr("1 array");
        return (matrices ? tr("%1 matrices") : tr("%1 arrays")).arg(count);
    }
    [[nodiscard]] double sharedBytes() const {
        double bytes = 0;
        for (const Array& array : of.block.arrays().all())
            if (array.isShared()) bytes += static_cast<double>(array.bytes());
        return bytes;
    }
    [[nodiscard]] QString threads() const {
        const auto count = countText(of.block.flow().trace().launch().block.count());
        const flow::Owned& owned = of.block.flow().owned();
        if (owned.valuesPerThread() == 1 && owned.isSum(0) && of.layout.product)
            return tr("%1 threads, one sum each").arg(count);
        return tr("%1 threads").arg(count);
    }

    [[nodiscard]] QString aboutOf(const ArrayGrid& grid) const {
        const Array& array = of.block.arrays()[grid.array];
        const bool vector = array.isVector();
        const QString shape =
            vector ? countText(array.elements()) : QStringLiteral("%1 × %2").arg(array.rows).arg(array.columns);
        if (grid.isOperand && !array.isShared()) return tr("%1 × %2 of it").arg(grid.part.rows).arg(grid.part.columns);
        if (array.isShared()) {
            const auto buffer = of.block.arrays().bufferOf(array.family);
            if (!buffer) return shape;
            const Array& from = of.block.arrays()[*buffer];
            return (from.loaded ? tr("%1, from %2") : tr("%1, for %2")).arg(shape, QString::fromStdString(from.name));
        }
        const auto flags = of.history.flags(grid.array);
        if (!vector && std::ranges::none_of(flags, [](std::uint8_t f) { return (f & kHasValue) != 0; }))
            return tr("no value yet");
        const std::uint64_t wrong = of.history.wrongCount(grid.array);
        if (wrong > 0) return tr("✗ %1 wrong").arg(countText(wrong));
        if (vector && grid.grid.lines > 1) return tr("%1, %2 a line").arg(shape).arg(grid.grid.across);
        return shape;
    }

    void arrayGrid(std::size_t number) const {
        const ArrayGrid& grid = of.layout.grids[number];
        const Array& array = of.block.arrays()[grid.array];
        const QColor hue = hueOf(array);
        QString about = aboutOf(grid);
        if (grid.isOperand && grid.name.width() < theme.scaled(110)) about.clear();
        if (grid.isOperand && grid.array == of.block.product()->left) {
            const QString longer = tr("%1: each row beside the sums it feeds").arg(about);
            const double used =
                theme.scaled(32) +
                QFontMetricsF(theme.type(Type::Name)).horizontalAdvance(QString::fromStdString(array.name));
            if (QFontMetricsF(theme.type(Type::Least)).horizontalAdvance(longer) + used < grid.name.width())
                about = longer;
        }
        paint::arrayName(painter, theme, grid.name, hue, QString::fromStdString(array.name), about);
        if (grid.isOperand && grid.array == of.block.product()->above && !theme.isCompact() &&
            grid.name.left() < grid.grid.cells.left() && grid.name.top() <= grid.grid.cells.top() && !of.scene.next)
            paint::paragraph(painter, theme,
                             QRectF(grid.name.left(), belowSlots(grid.name.bottom()), grid.name.width(),
                                    grid.grid.cells.bottom() - belowSlots(grid.name.bottom())),
                             Type::Least, Colour::FaintText, tr("each column above the sums it feeds"));
        const QRectF& cells = grid.grid.cells;
        const CellImage& image = of.images[number];
        if (image.anyEmpty()) painter.fillRect(cells, paint::hatch(theme));
        painter.drawImage(cells, image.image());
        rules(grid);
        regions(grid, hue);
        paintTexts(painter, theme, of, grid, {});
        wrongCells(grid, array);
        painter.setPen(QPen(hue, theme.scaled(grid.isOperand || array.isShared() ? paint::kFrame : paint::kHair)));
        painter.setBrush(Qt::NoBrush);
        const double out = theme.scaled(0.5);
        painter.drawRect(cells.adjusted(-out, -out, out, out));
    }

    /// Clear of what goes from the rows of values to the right.
    [[nodiscard]] double belowSlots(double y) const {
        for (const SlotRow& row : of.layout.slots) y = std::max(y, row.grid.cells.bottom() + theme.scaled(16));
        return y + theme.scaled(4);
    }

    /// Lines between tiles: what is used in a round.
    void rules(const ArrayGrid& grid) const {
        const Array& array = of.block.arrays()[grid.array];
        const Box tile = of.history.tile(grid.array);
        if (grid.wrapped || array.isShared() || tile.rows < 2 || tile.columns < 2) return;
        if (tile.rows >= array.rows && tile.columns >= array.columns) return;
        const double wide = static_cast<double>(tile.columns) * grid.grid.width;
        const double high = static_cast<double>(tile.rows) * grid.grid.height;
        if (wide < theme.scaled(8) || high < theme.scaled(8)) return;
        if (grid.grid.across / tile.columns > kMostRules || grid.grid.lines / tile.rows > kMostRules) return;
        painter.setPen(QPen(ground, theme.scaled(wide < 12 ? 1 : 1.5)));
        const QRectF& cells = grid.grid.cells;
        const auto from = [](std::uint64_t at, std::uint64_t part, std::uint64_t step) {
            return static_cast<double>((at + step - part % step) % step);
        };
        for (double x = from(tile.column, grid.part.column, tile.columns) * grid.grid.width; x < cells.width();
             x += wide)
            if (x > 0)
                painter.drawLine(QPointF(cells.left() + x, cells.top()), QPointF(cells.left() + x, cells.bottom()));
        for (double y = from(tile.row, grid.part.row, tile.rows) * grid.grid.height; y < cells.height(); y += high)
            if (y > 0)
                painter.drawLine(QPointF(cells.left(), cells.top() + y), QPointF(cells.right(), cells.top() + y));
    }

    /// The block's part of what it stores to.
    void regions(const ArrayGrid& grid, const QColor& hue) const {
        const Array& array = of.block.arrays()[grid.array];
        if (array.isShared() || !array.stored || grid.isOperand) return;
        const Box& ever = of.history.ever(grid.array);
        if (ever.empty() || (ever.rows == array.rows && ever.columns == array.columns)) return;
        painter.setPen(QPen(hue, theme.scaled(2)));
        painter.setBrush(Qt::NoBrush);
        if (!grid.wrapped) {
            painter.drawRect(grid.box(ever));
            return;
        }
        const std::uint64_t across = grid.grid.across;
        const std::uint64_t first = ever.row * array.columns + ever.column;
        const std::uint64_t end = first + (ever.rows - 1) * array.columns + ever.columns;
        if (first % across == 0 && end % across == 0) {
            painter.drawRect(grid.grid.cell(first).united(grid.grid.cell(end - 1)));
            return;
        }
        for (std::uint64_t line = first / across; line <= (end - 1) / across; ++line)
            painter.drawRect(grid.grid.cell(std::max(first, line * across))
                                 .united(grid.grid.cell(std::min(end, (line + 1) * across) - 1)));
    }

    void wrongCells(const ArrayGrid& grid, const Array& array) const {
        if (of.history.wrongCount(grid.array) == 0 || grid.grid.width < kLeastMark) return;
        const auto flags = of.history.flags(grid.array);
        std::uint64_t drawn = 0;
        for (std::uint64_t e = 0; e < array.elements() && drawn < kMostTexts; ++e) {
            if ((flags[e] & kWrong) == 0) continue;
            if (const auto rect = grid.cell(e)) paint::wrong(painter, theme, *rect);
            ++drawn;
        }
    }

    void plane() const {
        if (!of.layout.plane) return;
        const PlaneGrid& plane = *of.layout.plane;
        const flow::Families& families = of.block.flow().families();
        const QColor own = familyColour(families.ofOwned().number, false, theme.look());
        const QColor kin = familyColour(families.ofOwned().number, true, theme.look());
        paintPlaneName(painter, theme, of);
        const QSizeF cellSize(plane.grid.width, plane.grid.height);
        const QFont font = valueFont(theme, cellSize);
        const QFontMetricsF metrics(font);
        const bool text =
            paint::valueFits(metrics, QStringLiteral("0"), cellSize, theme) && of.scene.sums.size() <= kMostTexts;
        const bool rim = cellSize.width() >= theme.scaled(kLeastVessel);
        const QColor back = mix(ground, kin, Tint::kUntouched);
        const QColor rimColour = mix(ground, own, 0.45);
        const QColor fill = mix(ground, kin, Tint::kValue);
        painter.setFont(font);
        // Values of a plane stand in all cells or in none: single ones would seem to be special.
        std::vector<QString> values;
        if (text) values = sumTexts(metrics, cellSize);
        for (std::size_t place = 0; place < of.scene.sums.size(); ++place) {
            if (of.scene.owned[place] == 0) continue;
            const QRectF cell = plane.grid.cell(place).adjusted(0.5, 0.5, -0.5, -0.5);
            const double level = of.scene.sums[place].level();
            if (!rim) {
                paint::vessel(painter, theme, cell, kin, level);
            } else {
                painter.fillRect(cell, back);
                const double inset = std::max(1.5, std::floor(cell.width() / 9));
                const QRectF in = cell.adjusted(inset, inset, -inset, -inset);
                painter.fillRect(QRectF(in.left(), in.bottom() - in.height() * level, in.width(), in.height() * level),
                                 fill);
                painter.setPen(QPen(rimColour, theme.scaled(paint::kHair)));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(in);
            }
            if (place >= values.size() || values[place].isEmpty()) continue;
            painter.setPen(level > 0.5 ? textOn(fill) : theme.colour(Colour::Text));
            painter.drawText(cell, Qt::AlignCenter, values[place]);
        }
        painter.setPen(QPen(own, theme.scaled(paint::kFrame)));
        painter.setBrush(Qt::NoBrush);
        const double out = theme.scaled(0.5);
        painter.drawRect(plane.grid.cells.adjusted(-out, -out, out, out));
        painter.setFont(theme.type(Type::Least));
        painter.setPen(theme.colour(Colour::FaintText));
        QString caption = captionOf(of.block, of.scene);
        // Where there is no room for the sentence, its end is the point.
        if (QFontMetricsF(painter.font()).horizontalAdvance(caption) > plane.caption.width())
            caption = caption.section(QStringLiteral(": "), -1);
        painter.drawText(plane.caption, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(caption, Qt::ElideRight, plane.caption.width()));
        if (of.layout.product) counts(plane);
    }

    [[nodiscard]] std::vector<QString> sumTexts(const QFontMetricsF& metrics, const QSizeF& cell) const {
        const flow::Owned& owned = of.block.flow().owned();
        std::vector<QString> values(of.scene.sums.size());
        int fitting = 0;
        int all = 0;
        for (const auto& [owner, at] : owned.cells()) {
            const std::size_t place = std::size_t{at.row} * owned.columns() + at.column;
            if (of.scene.sums[place].done == 0) continue;
            const auto value = sumText(of.block, owner, of.timeline);
            if (!value) continue;
            const bool fits = paint::valueFits(metrics, *value, cell, theme);
            if (!fits && !of.layout.plane->wrapped) return {};
            ++all;
            fitting += fits ? 1 : 0;
            if (fits) values[place] = *value;
        }
        if (!mostFit(fitting, all)) return {};
        return values;
    }

    /// Beside the plane: how far the rows are, those that are equally far together.
    void counts(const PlaneGrid& plane) const {
        const std::uint64_t across = plane.grid.across;
        struct Part {
            std::uint64_t first, end;
            SumProgress progress;
            bool now;
        };
        std::vector<Part> parts;
        for (std::uint64_t row = 0; row * across < of.scene.sums.size(); ++row) {
            const SumProgress& progress = of.scene.sums[row * across];
            for (std::uint64_t i = 1; i < across; ++i)
                if (!(of.scene.sums[row * across + i] == progress)) return;
            const bool now =
                std::ranges::any_of(of.scene.summedNow, [&](std::uint64_t p) { return p / across == row; });
            if (!parts.empty() && parts.back().progress == progress && parts.back().now == now)
                parts.back().end = row + 1;
            else
                parts.push_back({row, row + 1, progress, now});
        }
        if (parts.size() < 2 || parts.size() > 8) return;
        const double x = of.layout.counts.left();
        painter.setFont(theme.type(Type::Least));
        const double height = QFontMetricsF(painter.font()).height();
        for (const Part& part : parts) {
            const double y0 = plane.grid.cell(part.first * across).top() + 3;
            const double y1 = plane.grid.cell((part.end - 1) * across).bottom() - 3;
            painter.setPen(
                QPen(theme.colour(part.now ? Colour::Now : Colour::FaintText), theme.scaled(part.now ? 4 : 2)));
            painter.drawLine(QPointF(x, y0), QPointF(x, y1));
            if (y1 - y0 < height * 0.6) continue;
            painter.setPen(theme.colour(part.now ? Colour::Text : Colour::FaintText));
            QFont font = theme.type(Type::Least);
            if (part.now) font.setWeight(QFont::Bold);
            painter.setFont(font);
            painter.drawText(QRectF(x + theme.scaled(8), (y0 + y1 - height) / 2, of.layout.counts.width(), height),
                             Qt::AlignLeft | Qt::AlignVCenter, QString::number(part.progress.done));
        }
    }

    void equation() const {
        if (!showsEquation(of.layout, of.scene)) return;
        const Equation& equation = *of.scene.equation;
        QRectF rect = of.layout.equation;
        QFont big = theme.type(theme.isCompact() ? Type::Name : Type::Why);
        const auto widthIn = [&](const QFont& font, double around) {
            double all = 0;
            for (const Term& term : equation.terms)
                all += QFontMetricsF(font).horizontalAdvance(term.text) + (term.isNumber ? 3 : 1) * around;
            return all;
        };
        const bool large = !theme.isCompact() && widthIn(big, theme.scaled(9)) <= rect.width();
        if (!large) big = theme.type(Type::Name);
        const QFontMetricsF metrics(big);
        const QFontMetricsF small(theme.type(Type::Least));
        const double box = std::ceil(metrics.height()) + theme.scaled(large ? 6 : 2);
        const double gap = theme.scaled(large ? 9 : 5);
        if (widthIn(big, gap) > rect.width() + gap) return;
        // That of a step before is not what happens now.
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        if (of.scene.equation->event < of.scene.step.first) painter.setOpacity(painter.opacity() * 0.45);
        const QString title = tr("Thread %1").arg(threadName(of.block, equation.thread));
        painter.setFont(theme.type(Type::Name));
        painter.setPen(theme.colour(Colour::Text));
        const QFontMetricsF titleMetrics(painter.font());
        painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), titleMetrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, title);
        if (equation.sum) {
            const double side = theme.scaled(16);
            paint::spotlight(painter, theme,
                             QRectF(rect.left() + titleMetrics.horizontalAdvance(title) + theme.scaled(12),
                                    rect.top() + (titleMetrics.height() - side) / 2, side, side));
        }
        double x = rect.left();
        const double y = rect.top() + titleMetrics.height() + theme.scaled(4);
        double labelEnd = x;
        for (const Term& term : equation.terms) {
            const double w = metrics.horizontalAdvance(term.text) + (term.isNumber ? 2 * gap : 0);
            const QRectF at(x, y, w, box);
            painter.setFont(big);
            QColor ink = theme.colour(Colour::Text);
            if (term.isNumber && term.family) {
                const QColor hue = familyColour(term.family->number, term.family->kin, theme.look());
                painter.setPen(Qt::NoPen);
                painter.setBrush(hue);
                painter.drawRoundedRect(at, theme.scaled(8), theme.scaled(8));
                ink = textOn(hue);
            }
            painter.setPen(ink);
            painter.drawText(at, Qt::AlignCenter, term.text);
            if (!term.label.isEmpty()) {
                painter.setFont(theme.type(Type::Least));
                painter.setPen(theme.colour(Colour::FaintText));
                const double labelWidth = small.horizontalAdvance(term.label);
                const double from = std::max(labelEnd, at.center().x() - labelWidth / 2);
                if (from + labelWidth <= rect.right() + theme.scaled(24)) {
                    painter.drawText(QRectF(from, at.bottom() + theme.scaled(2), labelWidth + 2, small.height()),
                                     Qt::AlignLeft | Qt::AlignVCenter, term.label);
                    labelEnd = from + labelWidth + theme.scaled(10);
                }
            }
            x += w + gap;
        }
        painter.restore();
    }

    void nothing() const {
        if (!of.layout.headings.empty()) return;
        const double margin = theme.scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme, of.layout.rect.adjusted(margin, margin, -margin, -margin), Type::Title,
                         Colour::FaintText,
                         tr("This kernel moves no values: it loads nothing, stores nothing and works out "
                            "nothing that it keeps."));
    }
};

}  // namespace

void paintName(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& hue, const QString& name,
               const QString& about) {
    const double least = QFontMetricsF(theme.type(Type::Least)).horizontalAdvance(about);
    const double used =
        theme.scaled(16 + 2 * paint::kGrid) + QFontMetricsF(theme.type(Type::Name)).horizontalAdvance(name);
    const double all = used + least <= rect.width() ? used + least : used;
    painter.fillRect(QRectF(rect.left(), rect.top(), std::min(rect.width(), all + 4), rect.height() - theme.scaled(3)),
                     theme.colour(Colour::Ground));
    paint::arrayName(painter, theme, rect, hue, name, about);
}

void paintPlaneName(QPainter& painter, const Theme& theme, const Picture& picture) {
    if (!picture.layout.plane || picture.layout.product) return;
    const PlaneGrid& plane = *picture.layout.plane;
    const flow::Owned& owned = picture.block.flow().owned();
    const QString shape = plane.wrapped ? countText(picture.scene.sums.size())
                                        : QStringLiteral("%1 × %2").arg(owned.rows()).arg(owned.columns());
    QString about = tr("%1, %2 a thread").arg(shape).arg(owned.valuesPerThread());
    if (plane.wrapped && plane.grid.lines > 1 && plane.grid.across == simt::kWarpSize && owned.valuesPerThread() == 1 &&
        !owned.hasShapeOfMemory())
        about = tr("%1, a line a warp").arg(shape);
    paintName(painter, theme, plane.name,
              familyColour(picture.block.flow().families().ofOwned().number, true, theme.look()),
              areSums(owned) ? tr("sums") : tr("results"), about);
}

bool mostFit(int fitting, int all) { return fitting > 0 && 4 * fitting >= 3 * all; }

void paintTexts(QPainter& painter, const Theme& theme, const Picture& picture, const ArrayGrid& grid,
                const QRectF& within, bool bold) {
    const Array& array = picture.block.arrays()[grid.array];
    if (array.elements() > kMostTexts) return;
    const QSizeF cell(grid.grid.width, grid.grid.height);
    QFont font = valueFont(theme, cell);
    if (bold) font.setWeight(QFont::Bold);
    const QFontMetricsF metrics(font);
    if (!paint::valueFits(metrics, QStringLiteral("0"), cell, theme)) return;
    const auto flags = picture.history.flags(grid.array);
    const std::size_t size = sizeOf(array.type);
    const std::byte* data = nullptr;
    if (array.isShared()) {
        const auto& shared = picture.timeline.state().shared;
        if (array.base + array.bytes() > shared.size()) return;
        data = shared.data() + array.base;
    } else {
        data = picture.timeline.memory().allocation(array.ref.index).data.data();
    }
    const CellColours colours = cellColours(array, theme.look(), false);
    painter.setFont(font);
    const QColor faint = theme.colour(Colour::FaintText);
    const QColor ink = theme.colour(Colour::Text);
    for (std::uint64_t e = 0; e < array.elements(); ++e) {
        if ((flags[e] & kHasValue) == 0) continue;
        const auto rect = grid.cell(e);
        if (!rect || (!within.isNull() && !within.intersects(rect->adjusted(1, 1, -1, -1)))) continue;
        const QString text = QString::fromStdString(numbers::plain(elementAsDouble(array.type, data + e * size), 4));
        if (!paint::valueFits(metrics, text, cell, theme)) continue;
        const QColor fill = QColor::fromRgba(colours[flags[e] & 31U]);
        const bool strong = bold || !within.isNull() ||
                            (array.isShared() ? (flags[e] & kUsed) != 0 : (flags[e] & (kInUse | kStored)) != 0);
        painter.setPen(!strong ? faint : contrast(fill, ink) >= 4.5 ? ink : textOn(fill));
        painter.drawText(*rect, Qt::AlignCenter, text);
    }
}

bool showsSlots(const Layout& layout, const Scene& scene) {
    if (!layout.slotsYield) return true;
    return !showsEquation(layout, scene);
}

bool showsEquation(const Layout& layout, const Scene& scene) {
    if (!scene.equation) return false;
    if (!layout.slotsYield || scene.kind == flow::InstructionKind::Compute) return true;
    for (std::uint32_t i = 0; i < Block::kMostSlots; ++i)
        if (scene.slots[i].event) return false;
    return true;
}

QString captionOf(const Block& block, const Scene& scene) {
    const flow::Owned& owned = block.flow().owned();
    if (owned.valuesPerThread() == 0) return {};
    if (!areSums(owned) && !block.product()) {
        std::size_t done = 0;
        std::size_t all = 0;
        for (std::size_t place = 0; place < scene.sums.size(); ++place) {
            if (scene.owned[place] == 0) continue;
            ++all;
            done += scene.sums[place].done > 0 ? 1 : 0;
        }
        return tr("%1 of %2 have a value.").arg(countText(done), countText(all));
    }
    const bool products = block.sums().areOfProducts();
    if (scene.least == scene.most)
        return (products ? tr("Each thread fills its sum: %1 of %2 products are in.")
                         : tr("Each thread fills its sum: %1 of %2 numbers are in."))
            .arg(countText(scene.most.done), countText(scene.most.all));
    return (products ? tr("Warp %1 is at work: %2 of %3 products are in.")
                     : tr("Warp %1 is at work: %2 of %3 numbers are in."))
        .arg(scene.warp)
        .arg(countText(scene.ofWarp.done), countText(scene.ofWarp.all));
}

QString threadName(const Block& block, const ThreadRef& thread) {
    const Dim3 shape = block.flow().trace().launch().block;
    const Dim3 at = shape.at(std::uint64_t{thread.warp} * simt::kWarpSize + thread.lane);
    if (shape.y == 1 && shape.z == 1) return QString::number(at.x);
    if (shape.z == 1) return QStringLiteral("(%1, %2)").arg(at.x).arg(at.y);
    return QStringLiteral("(%1, %2, %3)").arg(at.x).arg(at.y).arg(at.z);
}

void paintStill(QPainter& painter, const Theme& theme, const Picture& picture) {
    painter.save();
    // All but the calculation is upright rectangles, which are fast without.
    painter.setRenderHint(QPainter::Antialiasing, false);
    const Still still{painter, theme, picture};
    still.headings();
    for (std::size_t i = 0; i < picture.layout.grids.size(); ++i) still.arrayGrid(i);
    still.plane();
    still.equation();
    still.nothing();
    painter.restore();
}

}  // namespace lanescope::tiles
