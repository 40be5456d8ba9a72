// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything in a roofline stands. Names stand at their points and along their lines while all have room there;
// otherwise they stand one below the other under the picture, and points of other runs carry numbers.
#pragma once

#include <QLineF>
#include <optional>
#include <vector>

#include "widgets/explore/limits_label.h"
#include "widgets/explore/limits_picture.h"

namespace lanescope {

/// A point, as large as its ring.
struct RooflineMark {
    QPointF at;
    double radius = 0;  ///< pixels
    QColor colour{};
    bool filled = false;
    bool nearest = false;                       ///< to its roof
    std::size_t number = 0;                     ///< in the list below; 0: none
    std::optional<rules::Resource> level = {};  ///< whose shape it has; none: a circle
};

/// In the list below, of what its entry names.
struct RooflineSwatch {
    QPointF at;
    QColor colour{};
    std::optional<rules::Resource> level = {};  ///< whose shape it has; none: a circle
};

class RooflineLayout {
public:
    /// `room`: pixels, with the heading.
    RooflineLayout(const Theme& theme, const LimitsPicture& picture, const QRectF& room);

    [[nodiscard]] const QRectF& plot() const { return m_plot; }
    [[nodiscard]] const QString& about() const { return m_about; }  ///< what the axes are, for the heading
    [[nodiscard]] bool isListed() const { return m_listed; }        ///< names stand below
    [[nodiscard]] const std::vector<double>& heights() const { return m_heights; }  ///< of the lines of the grid
    [[nodiscard]] const std::vector<RooflineMark>& marks() const { return m_marks; }
    [[nodiscard]] const std::vector<LimitsLabel>& labels() const { return m_labels; }
    [[nodiscard]] const std::vector<RooflineSwatch>& swatches() const { return m_swatches; }
    /// For the words why there is no rate; empty where there is one.
    [[nodiscard]] const QRectF& missing() const { return m_missing; }
    /// Of work for each byte and work a second.
    [[nodiscard]] QPointF place(double intensity, double rate) const;
    /// Ends of the roof of a memory; nothing where it lies outside.
    [[nodiscard]] std::optional<QLineF> roof(const rules::Ceiling& memory) const;
    [[nodiscard]] QLineF roofOfPeak(const rules::Ceiling& peak) const;

private:
    /// From low to high, as powers.
    struct Range {
        double low = 1e300, high = 0;
        void take(double value);
        [[nodiscard]] double share(double value) const;
    };
    struct Entry {
        QString words;
        QColor hue;
        QString brief{};  ///< where there is less room; empty: none
        std::optional<rules::Resource> level = {};
    };
    /// Another run, at the memory that the chosen one is nearest to.
    struct Other {
        QString name;
        QPointF at;
    };
    void findRanges();
    void layOut(const QRectF& room);
    void addTicks(const QRectF& room);
    void addMarks();
    bool addNames();
    bool nameRoofs();
    bool namePeak(const rules::Ceiling& peak);
    void addList(const QRectF& room);
    [[nodiscard]] std::vector<Other> others() const;
    [[nodiscard]] const LimitsSide* baseline() const;  ///< nullptr: none that is told in the same work
    [[nodiscard]] double aboveHeight() const;
    [[nodiscard]] double belowHeight(double width) const;
    [[nodiscard]] std::vector<Entry> entries() const;
    [[nodiscard]] std::size_t columns(double width) const;
    [[nodiscard]] double listHeight(double width) const;
    [[nodiscard]] double missingHeight(double width) const;
    [[nodiscard]] bool isFree(const LimitsLabel& label) const;
    [[nodiscard]] bool isCrossed(const LimitsLabel& label) const;
    bool nameAt(const QPointF& at, const QString& words, bool below);

    const Theme& m_theme;
    const LimitsPicture& m_picture;
    const rules::Roofline& m_chosen;
    QString m_about;
    QRectF m_plot;
    QRectF m_missing;
    QRectF m_free;  ///< where names may stand: the plot, and what is above it
    bool m_listed = false;
    std::vector<double> m_heights;
    std::vector<RooflineMark> m_marks;
    std::vector<LimitsLabel> m_labels;
    std::vector<RooflineSwatch> m_swatches;
    Range m_x, m_y;
};

/// Pixels that it needs at least in a room of that width, with its heading.
[[nodiscard]] double rooflineHeightFor(const Theme& theme, const LimitsPicture& picture, double width);

/// Hue of a level of memory: the same in the roofline and where the bytes go.
[[nodiscard]] QColor levelColour(rules::Resource level, const Theme& theme);
/// The sides other than the first in the order in which they are joined, the first among them.
[[nodiscard]] std::vector<std::size_t> pathOf(const LimitsPicture& picture);
/// The rate that a point stands at: reached, or without a time what its roof allows.
[[nodiscard]] double heightOf(const rules::RooflinePoint& point, const rules::Roofline& roofline);

}  // namespace lanescope
