// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a block on a multiprocessor: how many fit at once on the chosen GPU, or on any of a compute capability,
// what keeps the next one out, and below, as curves, how that changes with their size, registers and shared memory.
#pragma once

#include <QScrollArea>
#include <array>

#include "app/pages/page.h"
#include "app/state/workbench.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/occupancy_charts.h"
#include "widgets/style/words.h"

class QComboBox;
class QLabel;

namespace lanescope {

class BlockStage;

class OccupancyPage final : public Page {
    Q_OBJECT

public:
    explicit OccupancyPage(const PageFrame& frame);

    [[nodiscard]] QScrollArea* widget() const override { return m_area; }
    [[nodiscard]] StageView* view() const override;
    /// Its pictures are of the chosen run alone.
    [[nodiscard]] bool showsBeside() const override { return false; }
    [[nodiscard]] BlockStage* block() const { return m_block; }
    /// The chosen GPU, then each compute capability that is known.
    [[nodiscard]] QComboBox* gpuBox() const { return m_gpus; }
    [[nodiscard]] QLabel* answer() const { return m_answer; }
    [[nodiscard]] QLabel* details() const { return m_details; }
    [[nodiscard]] Chart* chart(OccupancyAxis axis) const { return m_charts[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    [[nodiscard]] std::string csv() override;
    void setShown(bool shown) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLayout();
    RichLabel* wordsLabel(const QString& name);
    void outdate();
    void refresh();
    void showTheme();
    void showChosenGpu();
    void showNothing(const QString& why);
    void showCharts();
    void choosePoint(OccupancyAxis axis, ChartPlace place);
    void showBlocks();
    /// Of one of the runs that stand abreast, the first with what is chosen now; else why there is none.
    [[nodiscard]] tl::expected<OccupancyInput, QString> inputOf(std::size_t side, const Algorithm& algorithm,
                                                                const Plan& plan) const;
    [[nodiscard]] std::optional<OccupancyBaseline> baseline(const GpuSpec& gpu) const;
    static void fillAchieved(OccupancyInput& input, const MetricsInput& metrics);
    [[nodiscard]] std::optional<GpuSpec> gpu() const;

    Workbench& m_workbench;
    Theme& m_theme;
    QScrollArea* m_area;
    BlockStage* m_block;
    QComboBox* m_gpus;
    RichLabel* m_answer;
    RichLabel* m_details;
    std::array<Chart*, kOccupancyAxes.size()> m_charts{};
    std::optional<OccupancyInput> m_input;
    OccupancyChart m_threads;
    bool m_shown = false;
    bool m_outdated = true;
};

}  // namespace lanescope
