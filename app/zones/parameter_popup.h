// SPDX-License-Identifier: GPL-3.0-or-later
// The popup of a parameter's chip, or of all sizes of an algorithm together.
#pragma once

#include <vector>

#include "app/state/workbench.h"
#include "widgets/panels/chip_popup.h"
#include "widgets/panels/parameter_field.h"

namespace lanescope {

class ParameterPopup final : public ChipPopup {
    Q_OBJECT

public:
    /// All of the workbench's algorithm, which must stay what it is while this lives.
    ParameterPopup(Workbench& workbench, const Theme& theme, const std::vector<const ParameterSpec*>& specs,
                   QWidget* parent);

    [[nodiscard]] const std::vector<ParameterField*>& fields() const { return m_fields; }
    /// `wanted`: as chosen or typed, legal or not.
    void showValues(const Parameters& wanted);

Q_SIGNALS:
    void edited(const std::string& name, const std::string& value);

private:
    void putBeside(const std::string& name, const std::string& value, bool beside);

    Workbench& m_workbench;
    std::vector<ParameterField*> m_fields;
};

/// Values of a parameter that stand beside the chosen one, in the order of the sides.
[[nodiscard]] std::vector<std::string> valuesThatStandBeside(const Workbench& workbench, const std::string& parameter);

}  // namespace lanescope
