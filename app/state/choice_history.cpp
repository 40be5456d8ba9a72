// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/choice_history.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace lanescope {

void ChoiceHistory::note(const Chosen& now, Clock::time_point when) {
    if (now.algorithm == nullptr || (!m_kept.empty() && m_kept[m_at] == now)) return;
    const std::string number = m_kept.empty() ? std::string() : changedNumber(m_kept[m_at], now);
    const bool goesOn = m_at > 0 && !canRedo() && !number.empty() && number == m_number && when - m_changed < kQuick;
    m_number = number;
    m_changed = when;
    if (goesOn) {
        m_kept[m_at] = now;
        if (m_kept[m_at - 1] == now) {  // back where it began
            m_kept.pop_back();
            --m_at;
            m_number.clear();
        }
        return;
    }
    if (!m_kept.empty()) m_kept.resize(m_at + 1);
    m_kept.push_back(now);
    if (m_kept.size() > kMost) m_kept.erase(m_kept.begin());
    m_at = m_kept.size() - 1;
}

void ChoiceHistory::set(std::vector<Chosen> kept, std::size_t at) {
    assert(kept.empty() || at < kept.size());
    // What comes after goes first: it was undone.
    const std::size_t end = std::min(kept.size(), std::max(at + 1, kMost));
    kept.resize(end);
    const std::size_t begin = end > kMost ? end - kMost : 0;
    m_kept.assign(std::make_move_iterator(kept.begin() + static_cast<std::ptrdiff_t>(begin)),
                  std::make_move_iterator(kept.end()));
    m_at = at - std::min(at, begin);
    m_number.clear();
}

const Chosen& ChoiceHistory::undo() {
    assert(canUndo());
    m_number.clear();
    return m_kept[--m_at];
}

const Chosen& ChoiceHistory::redo() {
    assert(canRedo());
    m_number.clear();
    return m_kept[++m_at];
}

std::string changedNumber(const Chosen& before, const Chosen& after) {
    if (before.algorithm != after.algorithm || before.algorithm == nullptr || before.scheduling != after.scheduling ||
        before.gpu != after.gpu || before.beside != after.beside || before.whatIf != after.whatIf ||
        before.machine != after.machine || before.baseline != after.baseline)
        return {};
    const ParameterSpec* changed = nullptr;
    for (const ParameterSpec& spec : after.algorithm->parameters()) {
        if (before.parameters.value(spec.name) == after.parameters.value(spec.name)) continue;
        if (changed != nullptr) return {};
        changed = &spec;
    }
    // The grid of another size may have brought what is watched along.
    if (changed != nullptr) return changed->values.empty() ? changed->name : std::string();
    if (before.launch != after.launch) return "/launch";
    return before.block != after.block ? "/block" : std::string();
}

}  // namespace lanescope
