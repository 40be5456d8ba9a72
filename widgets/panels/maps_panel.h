// SPDX-License-Identifier: GPL-3.0-or-later
// What the maps from blocks to the tiles of a triangle cost: a row for each, with the operations of its PTX beside
// those of document 002, and the bound 2 β/τ beside the improvements over the bounding box that were recorded.
#pragma once

#include <QWidget>
#include <vector>

#include "core/documents/mapping_costs.h"
#include "widgets/style/words.h"

class QLabel;
class QTableWidget;

namespace lanescope {

class ColumnFitter;
class ScrolledWords;

class MapsPanel final : public QWidget {
    Q_OBJECT

public:
    enum Column { Map, InPtx, OnPaper, Bound, Dummy, Distances, Collisions, ColumnCount };

    explicit MapsPanel(QWidget* parent = nullptr);

    /// The chosen map, which needs no recording, and all that were recorded. Shown are those of its size, or else of
    /// the nearest size, which is said.
    void setMaps(const MappingCost& chosen, const std::vector<MappingCost>& recorded);
    [[nodiscard]] QTableWidget* table() const { return m_table; }
    [[nodiscard]] QLabel* words() const;
    /// All that is known of the selected row.
    [[nodiscard]] RichBrowser* detail() const { return m_detail; }

private:
    void fillRow(int row);
    void explainCurrent();

    std::vector<MappingCost> m_rows;
    ScrolledWords* m_words;
    QTableWidget* m_table;
    ColumnFitter* m_fitter;
    RichBrowser* m_detail;
};

/// Operations class by class, β, τ, bound and improvements, each with where it comes from, as rich text.
[[nodiscard]] QString mapHtml(const MappingCost& cost);

}  // namespace lanescope
