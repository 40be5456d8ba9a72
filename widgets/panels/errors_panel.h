// SPDX-License-Identifier: GPL-3.0-or-later
// How far the estimates that are shown are from what was measured: a row for each model, and for each of its
// configurations where there are several. A click on a column's head sorts by it.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "core/models/errors.h"

class QLabel;
class QTableWidget;

namespace lanescope {

class ColumnFitter;
class ScrolledWords;

struct ModelErrors {
    QString model;
    QString configuration;  ///< empty: of all configurations together
    ErrorStatistics statistics;
};

class ErrorsPanel final : public QWidget {
    Q_OBJECT

public:
    enum Column { Model, Points, Signed, Mape, Median, P95, ColumnCount };

    explicit ErrorsPanel(QWidget* parent = nullptr);

    /// `words`: what is compared with what, or why there is nothing to compare.
    void setRows(const std::vector<ModelErrors>& rows, const QString& words);
    [[nodiscard]] QTableWidget* table() const { return m_table; }
    [[nodiscard]] QLabel* words() const;

private:
    ScrolledWords* m_words;
    QTableWidget* m_table;
    ColumnFitter* m_fitter;
};

}  // namespace lanescope
