// SPDX-License-Identifier: GPL-3.0-or-later
// How everything looks now: light or dark, and how large the text is. One object, made by main and handed to each view
// by pointer; it must outlive them. Type is Inter, or DejaVu Sans where that is not; code is in DejaVu Sans Mono.
#pragma once

#include <QFont>
#include <QObject>

#include "core/base/number_text.h"
#include "widgets/style/palette.h"

namespace lanescope {

/// What text is for: one scale of sizes for the whole window.
enum class Type {
    Caption,  ///< a lecture's sentence
    Second,   ///< below it
    Point,    ///< a number that is the point
    Why,      ///< the sentence beside the picture
    Title,    ///< of a view, of its lanes
    Name,     ///< of an array
    Body,     ///< words and tables
    Least,    ///< nothing on the stage is smaller
    Code,
    Head  ///< small heads of panels
};

class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { System, Light, Dark };
    Q_ENUM(Mode)

    /// The lecture scales that are offered.
    static constexpr double kTextScales[] = {1.0, 1.5, 2.0};
    static constexpr RealRange kTextScaleRange{1, 3};
    /// Points; no text is smaller, at no scale.
    static constexpr double kSmallestText = 11.0;

    /// Needs a QApplication.
    explicit Theme(QObject* parent = nullptr);
    ~Theme() override;

    [[nodiscard]] Mode mode() const { return m_mode; }
    /// Light and Dark set the application's style and palette; System gives both back.
    void setMode(Mode mode);
    [[nodiscard]] bool isDark() const { return m_dark; }

    [[nodiscard]] Look look() const { return m_printing ? Look::Print : m_dark ? Look::Dark : Look::Light; }
    /// Print while it is set, for pictures that go into a paper; nothing else changes.
    void setPrinting(bool printing);
    /// While it is set a figure is laid out, at a size of its own: text is of the smaller table and normal size however
    /// the window's is set, and nothing is smaller than Type::Least.
    void setFigure(bool figure);
    [[nodiscard]] bool isFigure() const { return m_figure; }

    /// Windows lower than 900 pixels get the smaller of two tables of sizes.
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const { return m_compact || m_figure; }
    /// On a wall nothing is smaller than 16 pixels, and code, which is small in a window, is as large as words.
    void setLecture(bool lecture);
    [[nodiscard]] bool isLecture() const { return m_lecture; }
    /// Type in its size, weight and family, with figures of one width.
    [[nodiscard]] QFont type(Type what) const;
    /// A length of the picture, given in pixels for text of normal size, at the present size of text.
    [[nodiscard]] double scaled(double pixels) const { return pixels * shownScale(); }

    /// No text has fewer pixels at normal size; 0: as it comes.
    [[nodiscard]] double leastPixels() const;

    [[nodiscard]] double textScale() const { return m_textScale; }
    /// Scales the application's font, and with it all that is laid out by it. `scale` is kept within kTextScaleRange;
    /// what is no number is 1.
    void setTextScale(double scale);
    /// The application's font; `factor` ≥ 1 for titles.
    [[nodiscard]] QFont font(double factor = 1.0) const;
    /// For source text and numbers in cells.
    [[nodiscard]] QFont monospace() const;

    [[nodiscard]] QColor colour(Colour role) const { return colourOf(role, look()); }

Q_SIGNALS:
    /// Colours or text size are other than before: draw again.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void detect();
    [[nodiscard]] double shownScale() const { return m_figure ? 1 : m_textScale; }

    QFont m_baseFont;
    QString m_systemStyle;
    Mode m_mode = Mode::System;
    double m_textScale = 1.0;
    bool m_dark = false;
    bool m_compact = false;
    bool m_lecture = false;
    bool m_printing = false;
    bool m_figure = false;
};

}  // namespace lanescope
