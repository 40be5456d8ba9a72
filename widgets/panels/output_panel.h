// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of a run print with printf, as text.
#pragma once

#include <QWidget>
#include <memory>
#include <span>

#include "core/run/emulation.h"

class QCheckBox;
class QPlainTextEdit;

namespace lanescope {

/// What all launches printed, in the order of the emulation; what is missing of it is said in a line of its own.
/// `whoPrinted` puts block and thread before each line.
[[nodiscard]] QString outputText(std::span<const simt::LaunchReport> launches, bool whoPrinted);

class OutputPanel final : public QWidget {
    Q_OBJECT

public:
    explicit OutputPanel(QWidget* parent = nullptr);

    /// nullptr: there is no run.
    void setRun(std::shared_ptr<const Emulation> run);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QCheckBox* whoPrinted() const { return m_who; }
    /// Calls of printf whose text is shown.
    [[nodiscard]] std::size_t printed() const;

private:
    void refresh();

    std::shared_ptr<const Emulation> m_run;
    QCheckBox* m_who;
    QPlainTextEdit* m_text;
};

}  // namespace lanescope
