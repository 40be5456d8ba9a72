// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace lanescope {

/// A strip above the zones that says what happened, and stays until it is dismissed or replaced. Never modal.
class NoticeBar final : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);
    void show(const QString& text);
    [[nodiscard]] QString text() const;

private:
    QLabel* m_text;
};

}  // namespace lanescope
