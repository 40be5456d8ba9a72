// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/row_image.h"

#include <algorithm>
#include <cmath>

#include "widgets/stage/time/time_painter.h"

namespace lanescope {
namespace {

constexpr double kWaiting = 1.5;  ///< thickness of the line
/// Lower rows have fainter lines: they would be a grey ground.
constexpr double kFullLine = 6;

}  // namespace

RowImage::RowImage(const Theme& theme, const TimeLayout& layout, double ratio)
    : m_theme(theme),
      m_layout(layout),
      m_ratio(ratio),
      m_image(std::max(1, qRound(layout.warps.width() * ratio)), std::max(1, qRound(layout.warps.height() * ratio)),
              QImage::Format_ARGB32_Premultiplied),
      m_filled(static_cast<std::size_t>(m_image.width())),
      m_waiting(static_cast<std::size_t>(m_image.width())) {
    m_image.fill(Qt::transparent);
}

QRgb RowImage::colour(const TimeSide& side, const flow::Segment& segment) {
    for (const Known& known : m_known)
        if (known.flow == side.flow && known.activity == segment.activity && known.touched == segment.touched)
            return known.colour;
    const QRgb colour = colourOf(m_theme, *side.flow, segment.activity, segment.touched).rgba();
    m_known.push_back({side.flow, segment.activity, segment.touched, colour});
    return colour;
}

void RowImage::add(const TimeLayout::Row& place, const TimeRow& row, const TimeSide& side) {
    std::ranges::fill(m_filled, 0);
    std::ranges::fill(m_waiting, 0);
    const int width = m_image.width();
    const double strength = std::min(1.0, place.bar.height() / m_theme.scaled(kFullLine));
    const QRgb line = mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::GridLine), strength * strength).rgba();
    const auto pixel = [&](std::uint64_t event) {
        const double x = (m_layout.x(side.onAxis(event)) - m_layout.left) * m_ratio;
        return static_cast<int>(std::lround(std::clamp(x, 0.0, static_cast<double>(width))));
    };
    for (const flow::Segment& segment : row.segments) {
        const bool fills = runs(segment.activity);
        if (!fills && segment.activity != flow::Activity::Waits) continue;
        const int from = std::min(pixel(segment.first), width - 1);
        const int to = std::max(pixel(segment.end), from + (fills ? 1 : 0));
        auto& pixels = fills ? m_filled : m_waiting;
        std::fill(pixels.begin() + from, pixels.begin() + to, fills ? colour(side, segment) : line);
    }
    const auto at = [&](double y) {
        return std::clamp(static_cast<int>(std::lround((y - m_layout.warps.top()) * m_ratio)), 0, m_image.height());
    };
    const int top = std::min(at(place.bar.top()), m_image.height() - 1);
    const int bottom = std::max(at(place.bar.bottom()), top + 1);
    // Waiting is a line, wherever rows are high enough for a difference.
    const int thick = std::min(bottom - top, std::max(1, qRound(m_theme.scaled(kWaiting) * m_ratio)));
    const int lineTop = top + (bottom - top - thick) / 2;
    for (int y = top; y < bottom; ++y) {
        auto* out = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const bool waits = y >= lineTop && y < lineTop + thick;
        for (int x = 0; x < width; ++x) {
            const auto i = static_cast<std::size_t>(x);
            if (m_filled[i] != 0)
                out[x] = m_filled[i];
            else if (waits && m_waiting[i] != 0)
                out[x] = m_waiting[i];
        }
    }
}

}  // namespace lanescope
