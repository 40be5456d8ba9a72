// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen of an algorithm: its parameters, the block that is watched, how lanes are scheduled, and the GPU
// that models are asked about. Lists hold legal values only; what is wrong is said under its field, in words, and never
// in a box that must be closed.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/dim3.h"
#include "core/gpus/gpu_spec.h"
#include "core/simt/step.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace lanescope {

class ConfigurationForm final : public QWidget {
    Q_OBJECT

public:
    explicit ConfigurationForm(QWidget* parent = nullptr);

    /// Shows an algorithm's parameters with these values. `algorithm` must outlive this; nullptr shows none.
    void setAlgorithm(const Algorithm* algorithm, const Parameters& parameters);
    void setGpus(const std::vector<GpuSpec>& gpus, const QString& currentId);
    /// The grid of the present launch and the block of it that is watched.
    void setGrid(Dim3 grid, Dim3 block);
    /// How many launches the plan has, and which is watched, from 0.
    void setLaunches(int count, int watched);
    void setScheduling(simt::Scheduling scheduling);
    /// Says what is wrong beside the parameter that it names, or below all fields; nothing clears it.
    void showProblem(const std::optional<Error>& problem);

    /// As shown, legal or not.
    [[nodiscard]] Parameters parameters() const;
    /// The field of a parameter; nullptr if there is none.
    [[nodiscard]] QWidget* field(const std::string& parameter) const;
    /// What is said beside a parameter ("" = below all fields).
    [[nodiscard]] QString problemText(const std::string& parameter) const;

Q_SIGNALS:
    void edited(const lanescope::Parameters& parameters);
    void blockChosen(lanescope::Dim3 block);
    void launchChosen(int number);
    void schedulingChosen(lanescope::simt::Scheduling scheduling);
    void gpuChosen(const QString& id);

private:
    struct Row {
        const ParameterSpec* spec = nullptr;
        QWidget* field = nullptr;
        QLabel* problem = nullptr;
    };
    void buildLaunch();
    void buildBlock();
    void buildScheduling();
    void buildGpu();
    QWidget* makeField(const ParameterSpec& spec, const QString& value);
    QLabel* makeProblemLabel();
    void clearRows();
    void refreshChoices();
    void fieldEdited();

    const Algorithm* m_algorithm = nullptr;
    QFormLayout* m_layout;
    std::vector<Row> m_rows;
    QLabel* m_general;
    QWidget* m_blockFields;
    QSpinBox* m_blockX;
    QSpinBox* m_blockY;
    QSpinBox* m_blockZ;
    QSpinBox* m_launch;
    QComboBox* m_scheduling;
    QComboBox* m_gpu;
    QFormLayout* m_rest;
};

}  // namespace lanescope

Q_DECLARE_METATYPE(lanescope::Dim3)
