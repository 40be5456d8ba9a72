// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include "widgets/scenes/step_facts.h"

namespace lanescope {

/// StepFacts in plain sentences.
class StepText {
    Q_DECLARE_TR_FUNCTIONS(lanescope::StepText)
public:
    /// "Step 12 of 345, phase 1 of 3"
    [[nodiscard]] static QString title(const StepFacts& facts);
    /// "Warp 0, all 32 lanes: ld.shared.f32 %f3, [%r8];"
    [[nodiscard]] static QString instruction(const StepFacts& facts);
    /// What it does and costs, one sentence each.
    [[nodiscard]] static QStringList sentences(const StepFacts& facts);

private:
    [[nodiscard]] static QString lanes(const StepFacts& facts);
    [[nodiscard]] static QStringList access(const AccessFacts& access);
    [[nodiscard]] static QString where(const AccessFacts& access);
    [[nodiscard]] static QString waiting(const StepFacts& facts);
};

}  // namespace lanescope
