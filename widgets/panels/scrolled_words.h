// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that take no more height than they need, and where there is less of it are scrolled instead of cut off.
#pragma once

#include <QScrollArea>

class QLabel;

namespace lanescope {

class ScrolledWords final : public QScrollArea {
    Q_OBJECT

public:
    /// `name` is for those who hear it.
    explicit ScrolledWords(const QString& name, QWidget* parent = nullptr);
    [[nodiscard]] QLabel* label() const { return m_label; }
    /// Hidden without any.
    void setText(const QString& text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_label;
};

}  // namespace lanescope
