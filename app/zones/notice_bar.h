// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QToolButton;

namespace lanescope {

/// A strip above the zones that says what happened, and stays until it is dismissed or replaced. Never modal.
class NoticeBar final : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);
    void show(const QString& text);
    /// The same with a button that does something about it, and puts the strip away.
    void offer(const QString& text, const QString& button, std::function<void()> taken);
    [[nodiscard]] QString text() const;

private:
    QLabel* m_text;
    QToolButton* m_offer;
    std::function<void()> m_taken;
};

}  // namespace lanescope
