// SPDX-License-Identifier: GPL-3.0-or-later
// The table of metrics, and under it, in words, what the selected cell is and where its number came from.
#pragma once

#include <QWidget>

#include "widgets/panels/metrics_model.h"

class QLabel;
class QTableView;

namespace lanescope {

class MetricsTable final : public QWidget {
    Q_OBJECT

public:
    explicit MetricsTable(QWidget* parent = nullptr);

    void setInput(MetricsInput input);
    [[nodiscard]] MetricsModel* model() const { return m_model; }
    [[nodiscard]] QTableView* view() const { return m_view; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitColumns();
    void explainCurrent();

    MetricsModel* m_model;
    QTableView* m_view;
    QLabel* m_explanation;
    QLabel* m_missing;
};

}  // namespace lanescope
