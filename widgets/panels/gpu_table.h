// SPDX-License-Identifier: GPL-3.0-or-later
// What if the GPU were another? Every number of the chosen GPU, to be changed; emptied or with Delete it is again what
// its file says.
#pragma once

#include <QWidget>

#include "widgets/panels/gpu_model.h"

class QLabel;
class QPushButton;
class QTableView;

namespace lanescope {

class ColumnFitter;

class GpuTable final : public QWidget {
    Q_OBJECT

public:
    explicit GpuTable(QWidget* parent = nullptr);

    void setGpu(const GpuSpec* gpu, const std::map<std::string, double>& changed);
    /// Why the last change was not possible; empty = it was.
    void showProblem(const QString& why);
    /// Goes to a number, to be changed.
    void edit(const QString& id);

    [[nodiscard]] GpuModel* model() const { return m_model; }
    [[nodiscard]] QTableView* view() const { return m_view; }
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }
    [[nodiscard]] QLabel* problem() const { return m_problem; }

Q_SIGNALS:
    void changeWanted(const QString& id, std::optional<double> value);
    void resetWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    GpuModel* m_model;
    QLabel* m_heading;
    QTableView* m_view;
    ColumnFitter* m_fitter;
    QLabel* m_problem;
    QPushButton* m_reset;
};

}  // namespace lanescope
