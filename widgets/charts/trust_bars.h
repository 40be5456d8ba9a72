// SPDX-License-Identifier: GPL-3.0-or-later
// How far to trust a model: a bar for each, as long as its median error is large. What should not be believed here is
// hatched, and says why.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/charts/chart.h"

namespace lanescope {

struct TrustRow {
    QString model;
    double medianError = 0;        ///< a share; bars end at 1, numbers do not
    QString outOfRange;            ///< why it should not be believed here; empty if it may be
    std::optional<double> here{};  ///< the largest of its errors in the chart, a share
    QString hereFrom{};            ///< which points those are of: "from n = 1 024 on"
};

class TrustBars final : public QWidget {
    Q_OBJECT

public:
    explicit TrustBars(QWidget* parent = nullptr);

    /// `about`: over what the errors are. `rest`: what else there is to say, or why there are no rows. The first rows
    /// are shown, as many as there is room for.
    void setRows(std::vector<TrustRow> rows, const QString& about, const QString& rest);
    [[nodiscard]] const std::vector<TrustRow>& rows() const { return m_rows; }
    [[nodiscard]] const QString& about() const { return m_about; }
    void setChartStyle(ChartStyle style);
    /// How many rows are seen.
    [[nodiscard]] int shownRows() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QFont fontOf(double factor, QFont::Weight weight) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int rowAt(int y) const;
    /// What is said of a model besides its median.
    [[nodiscard]] static QString besides(const TrustRow& row);
    void paintRow(QPainter& painter, const TrustRow& row, const QRectF& room, double names) const;

    std::vector<TrustRow> m_rows;
    QString m_about;
    QString m_rest;
    bool m_someOut = false;
    ChartStyle m_style;
};

}  // namespace lanescope
