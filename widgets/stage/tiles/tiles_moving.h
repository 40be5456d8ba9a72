// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted over the still picture of a side while a step is under way, piece by piece: tiles_motion.cpp says in
// which order. Private to the tiles view.
#pragma once

#include <QColor>
#include <QCoreApplication>
#include <QFont>
#include <QPainter>
#include <QPainterPath>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "widgets/stage/tiles/tiles_painter.h"

namespace lanescope::tiles {

inline constexpr double kStrong = 0.55;  ///< of a band whose values are under way
inline constexpr double kFaint = 0.30;   ///< whose values have arrived

struct Moving {
    QPainter& painter;
    const Theme& theme;
    const Picture& of;
    double progress;
    Motion::Style style;
    [[nodiscard]] QColor colourOf(flow::Family family) const;
    /// How far a stream has come: those of a step go one after the other.
    [[nodiscard]] double progressOf(std::size_t stream) const;
    [[nodiscard]] bool isOperand(const Spot& spot) const;
    [[nodiscard]] bool showsSlots() const { return tiles::showsSlots(of.layout, of.scene); }

    /// Values that come out of, or go into, cells too small for their chips go one after the other, as a train.
    [[nodiscard]] bool isTrain(const Stream& stream) const;
    /// How far a flight has come: `k` of the flights of a stream.
    [[nodiscard]] static double shareOf(double come, bool train, std::size_t k);

    // ---- rows of values
    void rowsOfValues() const;
    void rowOfValues(std::size_t number) const;
    [[nodiscard]] std::size_t streamOf(const std::optional<std::uint64_t>& event) const;

    // ---- a product's operands
    void operands() const;
    [[nodiscard]] QColor bandColour(flow::Family family) const;
    void band(const QRectF& source, const QRectF& chip, std::uint32_t side, flow::Family family, double strength) const;
    void feed(std::size_t number) const;
    void chips(std::uint32_t side) const;
    [[nodiscard]] QFont chipFont() const;
    [[nodiscard]] bool fits(const QSizeF& chip, const QString& text) const;

    /// A value in a rounded cell, with a rim of the ground that lifts it off what it lies on.
    void value(const QRectF& at, const QColor& colour, const QString& text) const;

    // ---- ways
    /// Below the rows of values, whose numbers stay readable.
    void computeWays() const;
    void ways() const;

    /// What brought the values that are held and were not loaded in this step.
    void heldWays() const;

    /// The scale of a band: what it is as wide as.
    void label(const QPointF& at, std::uint64_t bytes, double width) const;

    /// Lanes of rows of values into the plane.
    void compute(const Stream& stream, std::size_t number) const;
    [[nodiscard]] static QColor faded(QColor colour, double strength);

    /// Between the lanes of a warp: arcs over the row.
    void exchange(const Stream& stream, std::size_t number) const;

    // ---- what is read and written
    void marks() const;
    [[nodiscard]] double cellHeight(const Stream& stream, const QRectF& within) const;
    /// Rings of so many single cells say no more than one around all.
    [[nodiscard]] static std::vector<QRectF> limited(std::vector<QRectF> rects);
    [[nodiscard]] QRectF least(const QRectF& rect) const;

    // ---- values on their way
    void flights() const;
    [[nodiscard]] flow::Family familyOf(const Stream& stream, const Flight& flight) const;
    void next() const;
    /// A dashed way with a head at its end, that lies to the right (1) or left (-1) of it.
    void dashedTo(const QPainterPath& path, const QPointF& end, double side) const;
    void word(const QPointF& at) const;

    /// Cells that values are still under way to look as they did before.
    void pending() const;
    void spot(const Pointers& pointers) const;

    [[nodiscard]] static QString tr(const char* text) {
        return QCoreApplication::translate("lanescope::tiles::Painter", text);
    }
};

}  // namespace lanescope::tiles
