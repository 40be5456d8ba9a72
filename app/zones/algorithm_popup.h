// SPDX-License-Identifier: GPL-3.0-or-later
// The popup of the algorithm's chip: the catalogue with a search field, the variants and what is known of the chosen
// one, and what is natural to put beside it.
#pragma once

#include "app/state/workbench.h"
#include "widgets/panels/chip_popup.h"

class QLabel;
class QListWidget;

namespace lanescope {

class AlgorithmPicker;
class ChoiceList;

class AlgorithmPopup final : public ChipPopup {
    Q_OBJECT

public:
    AlgorithmPopup(Workbench& workbench, const Theme& theme, QWidget* parent);

    [[nodiscard]] AlgorithmPicker* picker() const { return m_picker; }
    [[nodiscard]] ChoiceList* variants() const { return m_variants; }
    /// What may stand beside it, with a box each.
    [[nodiscard]] QListWidget* partners() const { return m_partners; }

private:
    void build();
    void showChoice();
    void showPartners();
    void putBeside(int row);

    Workbench& m_workbench;
    AlgorithmPicker* m_picker;
    QLabel* m_variantHead;
    ChoiceList* m_variants;
    QLabel* m_verdict;
    QLabel* m_besideHead;
    QListWidget* m_partners;
    QLabel* m_missing;
    std::vector<BesideChoice> m_choices;  ///< one a row of m_partners
};

}  // namespace lanescope
