// SPDX-License-Identifier: GPL-3.0-or-later
// A few numbers with where they are from: a title, a value for each run that is watched, a sign of the origin. What a
// number is, is said on hover; a click asks for all that is known of it.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/metrics/counters.h"
#include "widgets/style/theme.h"

namespace lanescope {

class NumbersList final : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString id;
        QString title;
        QStringList values;  ///< one a side; "–" where there is none
        std::optional<Origin> origin;
        QString tip;
        QString difference{};  ///< of the first value to the baseline's: "▼ −87.5 %"
        friend bool operator==(const Row&, const Row&) = default;
    };

    /// `theme` must outlive this.
    explicit NumbersList(const Theme& theme, QWidget* parent = nullptr);

    /// `heads` name the sides; none for a single one.
    void setRows(const QString& title, const QStringList& heads, std::vector<Row> rows);
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// By a click, or Return on the row of the keyboard's cursor.
    void chosen(const QString& id);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Of a row's own line; below it may stand how it differs from the baseline's.
    [[nodiscard]] double lineHeight() const;
    [[nodiscard]] double rowHeight(const Row& row) const;
    [[nodiscard]] double titleHeight() const;
    [[nodiscard]] bool isCramped() const;
    [[nodiscard]] double headHeight() const;
    [[nodiscard]] std::optional<std::size_t> rowAt(const QPointF& point) const;
    /// Of the values of one side.
    [[nodiscard]] double columnWidth(const QFontMetricsF& metrics, qsizetype side) const;

    const Theme& m_theme;
    QString m_title;
    QStringList m_heads;
    std::vector<Row> m_rows;
    std::size_t m_cursor = 0;
    bool m_stacked = false;  ///< names stand above their numbers
};

}  // namespace lanescope
