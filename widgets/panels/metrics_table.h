// SPDX-License-Identifier: GPL-3.0-or-later
// The table of metrics, and under it, in words, what the selected cell is and where its number came from. Origins that
// have no number at all have no column; why is said below the table.
#pragma once

#include <QWidget>

#include "widgets/panels/metrics_model.h"
#include "widgets/style/words.h"

class QLabel;
class QTableView;

namespace lanescope {

class ScrolledWords;
class WrappedNames;

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
    void hideEmptyColumns();
    void sayWhatIsMissing(const MetricsInput& input);
    void fitColumns();
    /// Pixels that a column's header and numbers need.
    [[nodiscard]] int neededWidth(int column) const;
    /// Sets the columns of numbers to what they need; their sum.
    int setNumberWidths();
    void explainCurrent();

    MetricsModel* m_model;
    QTableView* m_view;
    WrappedNames* m_names = nullptr;
    RichLabel* m_explanation;
    ScrolledWords* m_missing;
};

}  // namespace lanescope
