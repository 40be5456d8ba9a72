// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include "widgets/scenes/threads_scene.h"

namespace lanescope {

/// The threads view in words: for tooltips, screen readers, and what the picture cannot say.
class ThreadsText {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ThreadsText)
public:
    ThreadsText(const ThreadsScene& scene, const Plan& plan) : m_scene(scene), m_plan(plan) {}

    /// "Thread (3, 0, 0) of block (1, 0, 0), warp 0, lane 3: writes C[3][17]"
    [[nodiscard]] QString thread(std::uint64_t number) const;
    /// "C[3][17]: written by thread …"
    [[nodiscard]] QString element(std::uint64_t number) const;
    /// How many blocks and threads work, and what is not known.
    [[nodiscard]] QString summary() const;
    /// How the picture is folded; empty if it is not.
    [[nodiscard]] QString folding() const;
    /// "4 × 4 blocks of 16 × 16"
    [[nodiscard]] QString threadsTitle() const;
    /// "4 × 4 of 16 × 16"
    [[nodiscard]] QString threadsTitleShort() const;
    /// "C, 64 × 64"
    [[nodiscard]] QString dataTitle() const;

private:
    [[nodiscard]] QString elementName(BufferId buffer, std::uint64_t element) const;
    [[nodiscard]] QString threadName(std::uint64_t number) const;

    const ThreadsScene& m_scene;
    const Plan& m_plan;
};

}  // namespace lanescope
