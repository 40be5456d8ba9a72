// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the right zone on the page of charts: why the chosen point is as it is, the errors of what is shown,
// and the GPU's numbers to be changed. Fills three panels from a Comparison while they are looked at.
#pragma once

#include <QObject>

#include "app/state/comparison.h"

class QWidget;

namespace lanescope {

class ErrorsPanel;
class GpuTable;
class ModelsPanel;

class ComparePanels final : public QObject {
    Q_OBJECT

public:
    ComparePanels(Comparison& comparison, QWidget* parent);

    [[nodiscard]] ModelsPanel* models() const { return m_models; }
    [[nodiscard]] ErrorsPanel* errors() const { return m_errors; }
    [[nodiscard]] GpuTable* gpu() const { return m_gpu; }
    /// Nothing is filled in while nobody looks.
    void setShown(bool shown);
    /// What the point that was chosen is made of is to be seen: the model's terms, or the measured parts.
    void openPlace();

Q_SIGNALS:
    void metricWanted(const QString& id);
    /// The table of the GPU's numbers is to be seen.
    void gpuWanted();

private:
    void refresh();
    void showModels();
    void showErrors();
    void showGpu();

    Comparison& m_comparison;
    ModelsPanel* m_models;
    ErrorsPanel* m_errors;
    GpuTable* m_gpu;
    bool m_shown = false;
};

}  // namespace lanescope
