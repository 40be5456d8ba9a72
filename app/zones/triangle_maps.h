// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the panel of maps while a triangle is chosen and somebody looks: what was recorded of all maps is gathered
// once.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/documents/mapping_costs.h"

class QWidget;

namespace lanescope {

class MapsPanel;
class Workbench;

class TriangleMaps final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    TriangleMaps(Workbench& workbench, QWidget* parent);

    [[nodiscard]] MapsPanel* panel() const { return m_panel; }
    /// The chosen algorithm has a map of a triangle.
    [[nodiscard]] bool applies() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    Workbench& m_workbench;
    MapsPanel* m_panel;
    std::optional<std::vector<MappingCost>> m_recorded;
};

}  // namespace lanescope
