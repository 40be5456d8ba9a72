// SPDX-License-Identifier: GPL-3.0-or-later
// Says whether the run computed what it should: correct, wrong (and where), fault, or not checked (and why).
#pragma once

#include <QWidget>

#include "core/plan/executor.h"
#include "widgets/style/words.h"

class QLabel;
class QToolButton;

namespace lanescope {

class CorrectnessBadge final : public QWidget {
    Q_OBJECT

public:
    explicit CorrectnessBadge(QWidget* parent = nullptr);

    /// `sampled`: only some blocks were run, so that there is no whole result to check.
    void setResult(const CheckResult& check, bool sampled);
    /// Nothing has been run yet.
    void clear();

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString details() const;
    [[nodiscard]] bool differencesShown() const;
    [[nodiscard]] QToolButton* button() const { return m_button; }
    /// The wrong elements, each a link.
    [[nodiscard]] QLabel* detailsLabel() const { return m_details; }

Q_SIGNALS:
    /// The wrong elements are to be marked in the picture, or no longer.
    void differencesToggled(bool shown);
    /// A wrong element was clicked, or Return was pressed on it.
    void elementChosen(std::uint64_t row, std::uint64_t column);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setText(const QString& text);
    void wrapText();
    void choose(const QString& link);

    CheckResult m_check;
    QString m_text;   ///< the button's, in one line
    QString m_plain;  ///< the details as text
    QToolButton* m_button;
    RichLabel* m_details;
};

/// "✓ correct", "✗ wrong: 12 of 4 096 elements", …
[[nodiscard]] QString badgeText(const CheckResult& check, bool sampled);
/// The first differences, one a line; or the note.
[[nodiscard]] QString badgeDetails(const CheckResult& check, bool sampled);

}  // namespace lanescope
