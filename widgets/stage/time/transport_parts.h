// SPDX-License-Identifier: GPL-3.0-or-later
// What a transport is made of: buttons with a sign, chips that open a list, and the legend of where numbers are from.
#pragma once

#include <QToolButton>
#include <vector>

#include "core/metrics/counters.h"
#include "widgets/stage/time/transport_glyph.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// A sign in ink; or, round, one in a disc of ink.
class GlyphButton final : public QToolButton {
    Q_OBJECT
public:
    GlyphButton(const Theme& theme, TransportGlyph glyph, bool round, QWidget* parent);

    void setGlyph(TransportGlyph glyph);
    [[nodiscard]] TransportGlyph glyph() const { return m_glyph; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    TransportGlyph m_glyph;
    bool m_round;
};

/// "by event ▾": what it is, what is chosen, and the menu of what there is.
class ChoiceChip final : public QToolButton {
    Q_OBJECT
public:
    ChoiceChip(const Theme& theme, const QString& label, QWidget* parent);

    void setValue(const QString& value);
    [[nodiscard]] const QString& value() const { return m_value; }
    /// The values that it may have: it is as wide as the widest, so that nothing moves when one is chosen.
    void setValues(const QStringList& values);
    [[nodiscard]] QSize sizeHint() const override;
    /// As wide as what is chosen.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont valueFont() const;
    [[nodiscard]] QSize sizeFor(double valueWidth) const;

    const Theme& m_theme;
    QString m_label;
    QString m_value;
    QStringList m_values;
};

/// Signs with their words: "Ⓔ emulated". Takes no room if there are none.
class OriginLegend final : public QWidget {
    Q_OBJECT
public:
    OriginLegend(const Theme& theme, QWidget* parent);

    /// Each once, in the order given.
    void setOrigins(std::vector<Origin> origins);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double widthOf(Origin origin) const;

    const Theme& m_theme;
    std::vector<Origin> m_origins;
};

/// "emulated"
[[nodiscard]] QString legendWord(Origin origin);

}  // namespace lanescope
