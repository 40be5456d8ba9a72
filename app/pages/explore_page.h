// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the atlas: the chosen algorithm over up to three of its parameters, as a map and as a table that can be
// sorted. A click watches that configuration; what is missing can be measured.
#pragma once

#include "app/pages/page.h"
#include "app/state/atlas_work.h"
#include "widgets/explore/atlas_chart.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QStandardItemModel;
class QTableView;
class QToolButton;

namespace lanescope {

class ExploreRange;

class ExplorePage final : public Page {
    Q_OBJECT

public:
    explicit ExplorePage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override { return m_widget; }
    [[nodiscard]] AtlasChart* chart() const { return m_chart; }
    [[nodiscard]] const AtlasWork& work() const { return m_work; }
    [[nodiscard]] ExploreRange* range() const { return m_range; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QToolButton* tableButton() const { return m_tableButton; }
    [[nodiscard]] QComboBox* xBox() const { return m_x; }
    [[nodiscard]] QComboBox* yBox() const { return m_y; }
    [[nodiscard]] QComboBox* zBox() const { return m_z; }
    [[nodiscard]] QComboBox* colourBox() const { return m_colour; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    [[nodiscard]] std::string csv() override;
    [[nodiscard]] session::PageLook look() const override;
    QStringList setLook(const session::PageLook& look) override;
    void setShown(bool shown) override;
    void stop() override { m_work.stop(); }

private:
    void buildControls();
    QComboBox* box(const QString& words, const QString& accessible);
    void refresh();
    void fillControls();
    void applyAxes();
    void choose(std::size_t place);
    void measureMissing();
    void showRange();
    [[nodiscard]] std::string leftToMeasure() const;
    void setLeftToMeasure(const std::string& words);
    [[nodiscard]] std::vector<std::pair<std::string, QString>> chosenModels() const;
    void fillTable(const AtlasPicture& picture);
    void fillColours();
    void fillModels();
    [[nodiscard]] AtlasQuantity quantity() const;
    [[nodiscard]] std::size_t told(const AtlasPicture& picture) const;

    Workbench& m_workbench;
    WorkerClient& m_worker;
    AtlasWork m_work;
    QWidget* m_widget;
    QWidget* m_controls;
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QComboBox* m_z = nullptr;
    QComboBox* m_colour = nullptr;
    QComboBox* m_model = nullptr;
    QToolButton* m_tableButton;
    QToolButton* m_measure;
    ExploreRange* m_range;
    QStackedWidget* m_stack;
    AtlasChart* m_chart;
    QTableView* m_table;
    QStandardItemModel* m_rows;
    std::optional<std::size_t> m_told;  ///< cell of whose column the sentence tells; nothing: the chosen one
    // Chosen, but not there yet; empty: nothing.
    QString m_colourWanted, m_modelWanted;
    std::string m_rangeWanted;
    bool m_shown = false;
};

}  // namespace lanescope
