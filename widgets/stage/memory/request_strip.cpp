// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/request_strip.h"

#include <algorithm>
#include <array>
#include <bit>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr unsigned kSectors = simt::kLineBytes / simt::kSectorBytes;
constexpr double kLeastFramed = 8;   ///< pixels in height
constexpr double kLeastElement = 4;  ///< pixels, that are told apart
constexpr double kDot = 4;

/// Calls visit(first, end) for each run of bits.
template <typename Visit>
void eachRun(std::uint32_t bits, Visit visit) {
    for (unsigned at = 0; at < 32;) {
        at += static_cast<unsigned>(std::countr_zero(bits >> at));
        if (at >= 32) return;
        const auto length = static_cast<unsigned>(std::countr_one(bits >> at));
        visit(at, at + length);
        at += length;
        if (at >= 32 || bits >> at == 0) return;
    }
}

void separate(QPainter& painter, const RequestInks& inks, const QRectF& rect, double width) {
    if (width < kLeastElement) return;
    painter.setPen(QPen(inks.ground, 1));
    for (double x = rect.left() + width; x < rect.right() - 1; x += width)
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
}

}  // namespace

RequestInks::RequestInks(const Theme& theme, const RequestScene& scene)
    : hue(scene.family ? familyColour(scene.family->number, scene.family->kin, theme.look())
                       : theme.colour(Colour::FaintText)),
      value(mix(theme.colour(Colour::Ground), hue, Tint::kValue)),
      pale(theme.colour(Colour::Hair)),
      hair(theme.colour(Colour::GridLine)),
      ink(theme.colour(Colour::Text)),
      now(theme.colour(Colour::Now)),
      ground(theme.colour(Colour::Ground)),
      hatch(paint::hatch(theme)),
      frame(theme.scaled(paint::kSector)) {}

double byteAt(const QRectF& line, std::uint64_t offset) {
    return line.left() + line.width() * static_cast<double>(offset) / simt::kLineBytes;
}

void paintLineGround(QPainter& painter, const RequestInks& inks, const QRectF& rect) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, inks.pale);
    painter.setPen(QPen(inks.hair, 1));
    for (unsigned sector = 0; sector <= kSectors; ++sector) {
        const double x = byteAt(rect, std::uint64_t{sector} * simt::kSectorBytes);
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
    }
    painter.restore();
}

void paintLineMoved(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene,
                    const LineUse& line) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double byte = rect.width() / simt::kLineBytes;
    const double frame = std::min({inks.frame, rect.height() / 6, rect.width() / 24});
    for (std::size_t i = line.first; i < line.end; ++i) {
        const simt::SectorUse& sector = scene.sectors[i];
        const std::uint64_t offset = sector.address - line.address;
        const QRectF box(byteAt(rect, offset), rect.top(), byte * simt::kSectorBytes, rect.height());
        painter.fillRect(box, inks.ground);
        painter.fillRect(box, inks.hatch);
        eachRun(sector.used, [&](unsigned first, unsigned end) {
            const QRectF used(byteAt(rect, offset + first), rect.top(), byte * (end - first), rect.height());
            painter.fillRect(used, inks.value);
            separate(painter, inks, used, byte * std::min(scene.elementBytes, end - first));
        });
        if (rect.height() < kLeastFramed) continue;
        painter.setBrush(Qt::NoBrush);
        QPen pen(inks.ink, frame);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawRect(box);
    }
    painter.restore();
}

void paintLineUse(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene,
                  const LineUse& line) {
    paintLineGround(painter, inks, rect);
    paintLineMoved(painter, inks, rect, scene, line);
}

void paintBankUse(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double width = rect.width() / simt::kSharedBanks;
    const double gap = std::min(1.0, width / 4);
    for (unsigned bank = 0; bank < simt::kSharedBanks; ++bank)
        painter.fillRect(QRectF(rect.left() + bank * width, rect.top(), width - gap, rect.height()), inks.pale);
    const unsigned levels = std::max(1U, scene.cost.shared.wavefronts);
    const double height = rect.height() / levels;
    for (const simt::BankWord& word : scene.words) {
        const double x = rect.left() + static_cast<double>(word.word % simt::kSharedBanks) * width;
        const double y = rect.bottom() - (word.wavefront + 1) * height;
        painter.fillRect(QRectF(x, y, width - gap, std::max(1.0, height - (height > 3 ? 1 : 0))), inks.value);
    }
    painter.restore();
}

void paintLineStrip(QPainter& painter, const Theme& theme, const RequestInks& inks, const QRectF& rect,
                    const RequestScene& scene) {
    const std::size_t count = scene.lines.size();
    if (count == 0) return;
    const double dots = theme.scaled(2 * paint::kGrid);
    const double reach = theme.scaled(2 * paint::kGrid);
    const double gap =
        count == 1 ? 0 : std::min(theme.scaled(paint::kGrid), rect.width() / (4.0 * static_cast<double>(count)));
    const double width = (rect.width() - gap * static_cast<double>(count - 1)) / static_cast<double>(count);
    std::vector<QRectF> lines;
    for (std::size_t i = 0; i < count; ++i)
        lines.emplace_back(rect.left() + static_cast<double>(i) * (width + gap), rect.top() + dots + reach, width,
                           rect.height() - dots - reach);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double lane = rect.width() / simt::kWarpSize;
    const double radius = std::min(theme.scaled(kDot), lane / 3);
    QColor string = inks.hue;
    string.setAlpha(140);
    painter.setPen(QPen(string, theme.scaled(1)));
    for (const simt::Piece& piece : simt::piecesOf(scene.request)) {
        const auto at =
            std::ranges::find(scene.lines, piece.address / simt::kLineBytes * simt::kLineBytes, &LineUse::address);
        if (at == scene.lines.end()) continue;
        const QRectF& line = lines[static_cast<std::size_t>(at - scene.lines.begin())];
        const double middle = byteAt(line, piece.address % simt::kLineBytes) +
                              line.width() * std::min(piece.bytes, simt::kLineBytes) / simt::kLineBytes / 2;
        painter.drawLine(QPointF(rect.left() + (piece.lane + 0.5) * lane, rect.top() + dots / 2),
                         QPointF(middle, line.top()));
    }
    painter.setPen(Qt::NoPen);
    for (unsigned i = 0; i < simt::kWarpSize; ++i) {
        const bool active = (scene.request.lanes >> i & 1U) != 0;
        painter.setBrush(active ? inks.hue : inks.hair);
        painter.drawEllipse(QPointF(rect.left() + (i + 0.5) * lane, rect.top() + dots / 2),
                            active ? radius : radius / 2, active ? radius : radius / 2);
    }
    painter.restore();
    for (std::size_t i = 0; i < count; ++i) paintLineUse(painter, inks, lines[i], scene, scene.lines[i]);
}

}  // namespace lanescope
