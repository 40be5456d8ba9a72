// SPDX-License-Identifier: GPL-3.0-or-later
// A chip of a bar: what is chosen of one thing, "n 64 ▾", and a way to the popup in which it is chosen. Enter, Space
// and Down open it.
#pragma once

#include <QPushButton>
#include <QStringList>

#include "widgets/style/theme.h"

namespace lanescope {

class ChipPopup;

class Chip final : public QPushButton {
    Q_OBJECT

public:
    /// With a frame, or, for what is told rather than chosen, without one.
    enum class Frame { Framed, Plain };

    /// `theme` must outlive this. `subject`: what is chosen, for tooltips and assistive technology: "Block side".
    Chip(const Theme& theme, Frame frame, const QString& subject, QWidget* parent);
    ~Chip() override;

    /// "n" and "64". The name may be empty; of several values, which stand beside each other, the first leads.
    void setChoice(const QString& name, const QStringList& values);
    [[nodiscard]] const QString& name() const { return m_name; }
    [[nodiscard]] const QStringList& values() const { return m_values; }
    /// More about it in its tooltip and description.
    void setHint(const QString& hint);
    /// What is wrong with it, in a sentence; empty: nothing. The chip bears a sign then, and its popup says it too.
    void setProblem(const QString& sentence);
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// At least as wide as with each of these as its value, so that neighbours do not move when it changes.
    void setWidestValues(const QStringList& values);
    /// The key that opens it, for the tooltip; whoever owns the chip acts on it.
    void setKey(const QKeySequence& key);
    [[nodiscard]] const QKeySequence& key() const { return m_key; }

    /// Is opened by this chip; `popup` must not outlive it, nor the other way round: it is the chip's child.
    void setPopup(ChipPopup* popup);
    [[nodiscard]] ChipPopup* popup() const { return m_popup; }
    /// Below this chip, or below `anchor` where the chip itself is not to be seen.
    void openPopup(const QWidget* anchor = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] QFont nameFont() const;
    [[nodiscard]] QFont valueFont() const;
    [[nodiscard]] double widthWith(const QStringList& values) const;
    void paintFrame(QPainter& painter) const;
    void tell();

    const Theme& m_theme;
    Frame m_frame;
    QString m_subject;
    QString m_name;
    QStringList m_values;
    QStringList m_widest;
    QString m_hint;
    QString m_problem;
    QKeySequence m_key;
    ChipPopup* m_popup = nullptr;
};

}  // namespace lanescope
