// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours and patterns of the threads view mean.
#pragma once

#include <QWidget>

#include "widgets/scenes/threads_scene.h"
#include "widgets/style/theme.h"

namespace lanescope {

class ThreadsLegend final : public QWidget {
    Q_OBJECT

public:
    explicit ThreadsLegend(const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return {300, heightForWidth(300)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {100, fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        Pattern pattern = Pattern::Plain;
        QString text;
    };
    [[nodiscard]] static QList<Entry> entries();
    /// Where each entry goes in a room of that width; its height is that of the last one's end.
    [[nodiscard]] QList<QRect> place(int width) const;
    void paintSwatch(QPainter& painter, const QRect& rect, Pattern pattern) const;

    const Theme* m_theme;
};

}  // namespace lanescope
