// SPDX-License-Identifier: GPL-3.0-or-later
// One parameter, to be chosen in a popup: its name, what it is, its legal values or, of a range, a box, a slider and
// typical values, and what is wrong with what was typed.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "widgets/style/theme.h"

class QLabel;
class QSlider;

namespace lanescope {

class ChoiceList;
class SizeBox;

class ParameterField final : public QWidget {
    Q_OBJECT

public:
    /// `theme` and `spec` must outlive this.
    ParameterField(const Theme& theme, const ParameterSpec& spec, QWidget* parent);

    struct State {
        std::string value;                ///< as chosen or typed, legal or not
        std::vector<std::string> legal;   ///< of a closed list: those that go with the rest
        std::vector<std::string> beside;  ///< values that stand beside it
    };
    void setState(const State& state);
    /// A sentence; empty: nothing is wrong.
    void setProblem(const QString& sentence);
    [[nodiscard]] QString problem() const;

    [[nodiscard]] const ParameterSpec& spec() const { return m_spec; }
    /// What gets the keyboard's focus first.
    [[nodiscard]] QWidget* first() const;
    [[nodiscard]] ChoiceList* list() const { return m_list; }
    /// nullptr for a closed list.
    [[nodiscard]] SizeBox* box() const { return m_box; }
    [[nodiscard]] QSlider* slider() const { return m_slider; }

Q_SIGNALS:
    void edited(const std::string& name, const std::string& value);
    void besideToggled(const std::string& name, const std::string& value, bool beside);
    /// One was chosen of the list, or Enter was pressed.
    void done();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildBox();
    void showTypical(const State& state);

    const Theme& m_theme;
    const ParameterSpec& m_spec;
    std::vector<std::string> m_typical;  ///< ascending; of a range
    SizeBox* m_box = nullptr;
    QSlider* m_slider = nullptr;
    ChoiceList* m_list;
    QLabel* m_note;
    QLabel* m_problem;
};

/// Values of a range that are worth a click: all of a short one, else powers of two, up to 4096
/// and from 4 on where there are many; and `chosen`.
/// Ascending.
[[nodiscard]] std::vector<std::string> typicalValues(const ParameterSpec& spec, const std::vector<std::string>& chosen);

}  // namespace lanescope
