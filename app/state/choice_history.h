// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of choices. Changes of one number that follow each other quickly (an arrow that is held, a slider that
// is dragged) are one change.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "app/state/chosen.h"

namespace lanescope {

class ChoiceHistory {
public:
    using Clock = std::chrono::steady_clock;
    /// Choices that are kept; the oldest goes first.
    static constexpr std::size_t kMost = 200;
    /// Changes of a number that come sooner than this after the one before go with it.
    static constexpr std::chrono::milliseconds kQuick{1000};

    /// What is chosen now, after a change; what is as it was is no change. A change after an undo drops what could have
    /// been done again. A choice without an algorithm is not kept.
    void note(const Chosen& now, Clock::time_point when = Clock::now());

    /// What is chosen now; of none noted yet an empty one.
    [[nodiscard]] Chosen now() const { return m_kept.empty() ? Chosen() : m_kept[m_at]; }
    /// All that is kept, the oldest first, and the index of what is chosen now (0 of none).
    [[nodiscard]] const std::vector<Chosen>& kept() const { return m_kept; }
    [[nodiscard]] std::size_t at() const { return m_at; }
    /// In place of all that was noted; of more than kMost those around `at` stay. `at` is below their number.
    void set(std::vector<Chosen> kept, std::size_t at);
    [[nodiscard]] bool canUndo() const { return m_at > 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 < m_kept.size(); }
    /// What was chosen before; only if canUndo(). Valid until note().
    const Chosen& undo();
    /// What was chosen after; only if canRedo(). Valid until note().
    const Chosen& redo();

private:
    std::vector<Chosen> m_kept;
    std::size_t m_at = 0;         ///< index of what is chosen now; 0 while m_kept is empty
    std::string m_number;         ///< that the last change was of; empty: of something else
    Clock::time_point m_changed;  ///< when that was
};

/// The one number in which two choices differ: the name of a parameter that is a range, "/block" or "/launch" for what
/// is watched. Empty if they differ in more, or in what is no number.
[[nodiscard]] std::string changedNumber(const Chosen& before, const Chosen& after);

}  // namespace lanescope
