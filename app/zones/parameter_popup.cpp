// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/parameter_popup.h"

#include <QHBoxLayout>
#include <algorithm>

namespace lanescope {
namespace {

constexpr int kGap = 24;  // pixels between sizes

}  // namespace

std::vector<std::string> valuesThatStandBeside(const Workbench& workbench, const std::string& parameter) {
    std::vector<std::string> values;
    for (const BesideChoice& choice : workbench.beside())
        if (const std::string* own = choice.own.find(parameter); own && choice.algorithm == workbench.algorithm())
            if (std::ranges::find(values, *own) == values.end()) values.push_back(*own);
    return values;
}

ParameterPopup::ParameterPopup(Workbench& workbench, const Theme& theme, const std::vector<const ParameterSpec*>& specs,
                               QWidget* parent)
    : ChipPopup(theme, parent), m_workbench(workbench) {
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setSpacing(kGap);
    for (const ParameterSpec* spec : specs) {
        auto* field = new ParameterField(theme, *spec, content);
        row->addWidget(field);
        m_fields.push_back(field);
        connect(field, &ParameterField::edited, this, &ParameterPopup::edited);
        connect(field, &ParameterField::besideToggled, this, &ParameterPopup::putBeside);
        connect(field, &ParameterField::done, this, &QWidget::hide);
    }
    setContent(content, m_fields.front()->first());
}

void ParameterPopup::showValues(const Parameters& wanted) {
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (!algorithm) return;
    for (ParameterField* field : m_fields) {
        const ParameterSpec& spec = field->spec();
        field->setState({spec.valueIn(wanted),
                         spec.values.empty() ? std::vector<std::string>() : algorithm->legalValues(spec, wanted),
                         valuesThatStandBeside(m_workbench, spec.name)});
    }
}

void ParameterPopup::putBeside(const std::string& name, const std::string& value, bool beside) {
    if (beside) return m_workbench.addBeside({m_workbench.algorithm(), {{name, value}}});
    std::vector<BesideChoice> left = m_workbench.beside();
    std::erase_if(left, [&](const BesideChoice& choice) {
        return choice.algorithm == m_workbench.algorithm() && choice.own.value(name) == value;
    });
    m_workbench.setBeside(left);
}

}  // namespace lanescope
