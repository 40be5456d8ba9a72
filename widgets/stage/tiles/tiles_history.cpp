// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_history.h"

#include <algorithm>

namespace lanescope::tiles {
namespace {

/// A round of more events than that is told by its box: nobody waits for a look through them.
constexpr std::uint64_t kMostEvents = 400'000;
constexpr std::uint64_t kEventsBetweenLooksAtTheClock = 512;

/// Where a cell's byte keeps that these flags, of kHasValue, kUsed and kStored, are in the log.
constexpr std::uint8_t logged(std::uint8_t flags) {
    return static_cast<std::uint8_t>((flags & (kHasValue | kUsed)) << 5U | (flags & kStored) << 3U);
}
static_assert((logged(kHasValue | kUsed | kStored) & (kHasValue | kUsed | kInUse | kWrong | kStored)) == 0);
constexpr std::uint8_t loggedOf(std::uint8_t cell) {
    return static_cast<std::uint8_t>((cell >> 5U & (kHasValue | kUsed)) | (cell >> 3U & kStored));
}

}  // namespace

History::History(const flow::BlockFlow& flow, const Arrays& arrays)
    : m_flow(flow), m_arrays(arrays), m_of(arrays.size()) {
    const simt::DeviceMemory& memory = flow.trace().memoryBefore();
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        OfArray& of = m_of[i];
        const Array& array = arrays[i];
        of.columns = array.columns;
        of.flags.resize(array.elements());
        of.dirty = {0, 0, array.rows, array.columns};
        if (array.isShared()) continue;
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(array.ref.index);
        if (allocation.uninitialisedWords == 0) {
            std::ranges::fill(of.flags, kHasValue);
            continue;
        }
        const std::size_t size = sizeOf(array.type);
        for (std::size_t e = 0; e < of.flags.size(); ++e) {
            const std::size_t word = e * size / 4;
            if (word < allocation.initialised.size() && allocation.initialised[word] != 0) of.flags[e] = kHasValue;
        }
    }
}

std::uint32_t History::roundAt(std::uint64_t event) const {
    const auto all = m_flow.phases().all();
    const auto after = std::ranges::upper_bound(all, event, {}, &flow::Phase::first);
    return after == all.begin() ? 0 : static_cast<std::uint32_t>(after - all.begin() - 1);
}

template <typename Each>
void History::eachElement(std::uint64_t event, Each each) const {
    const BlockTrace& trace = m_flow.trace();
    const AccessHead head = trace.access(event);
    if (head.access == simt::AccessKind::None) return;
    if (m_flow.activities().kind(event) == flow::InstructionKind::AsyncCopy) {
        for (const flow::Move& move : m_flow.moves().of(event)) {
            if (const auto from = m_arrays.at(move.from)) each(*from, false, true);
            if (const auto to = m_arrays.at(move.to)) each(*to, true, false);
        }
        return;
    }
    if (head.space != program::Space::Global && head.space != program::Space::Shared) return;
    const flow::Touched touched = m_flow.activities().touched(event);
    const simt::StepRecord record = trace.record(event);
    const bool stores = head.access != simt::AccessKind::Load;
    const bool loads = head.access != simt::AccessKind::Store;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        const Array& array = m_arrays[i];
        if (array.isShared() != (touched.space == program::Space::Shared)) continue;
        const std::size_t size = sizeOf(array.type);
        const std::uint64_t bytes = array.bytes();
        simt::eachLane(record.active, [&](unsigned lane) {
            const std::uint64_t offset = record.address[lane] - array.base;
            if (offset >= bytes) return;
            const std::uint64_t last = (offset + std::max<unsigned>(1, head.bytesPerLane) - 1) / size;
            for (std::uint64_t e = offset / size; e <= last && e < array.elements(); ++e)
                each(Element{i, e}, stores, loads);
        });
    }
}

bool History::learn(std::uint64_t position, std::chrono::milliseconds budget) {
    const std::uint64_t wanted = std::min(position, m_flow.trace().size());
    const auto deadline = std::chrono::steady_clock::now() + budget;
    while (m_known < wanted) {
        const std::uint64_t end = std::min(wanted, m_known + kEventsBetweenLooksAtTheClock);
        for (; m_known < end; ++m_known) learnEvent(m_known);
        if (std::chrono::steady_clock::now() >= deadline) break;
    }
    return m_known >= wanted;
}

void History::learnEvent(std::uint64_t event) {
    const auto all = m_flow.phases().all();
    while (m_learning + 1 < all.size() && event >= all[m_learning].end) ++m_learning;
    eachElement(event, [&](const Element& element, bool stores, bool loads) {
        OfArray& of = m_of[element.array];
        if (of.rounds.empty() || of.rounds.back().round != m_learning) of.rounds.push_back({m_learning, {}});
        const std::uint64_t row = element.number / of.columns;
        const std::uint64_t column = element.number % of.columns;
        of.rounds.back().box.include(row, column);
        of.ever.include(row, column);
        const bool shared = m_arrays[element.array].isShared();
        std::uint8_t flag = 0;
        if (stores) flag |= kStored | kHasValue;
        if (!shared && (stores || loads)) flag |= kUsed;
        std::uint8_t& cell = of.flags[element.number];
        flag &= static_cast<std::uint8_t>(~loggedOf(cell));
        if (!shared && (cell & kHasValue) != 0 && (loggedOf(cell) & kHasValue) == 0)
            flag &= static_cast<std::uint8_t>(~kHasValue);  // it had one before the block came
        if (flag == 0) return;
        cell |= logged(flag);
        m_log.push_back({event, element.number, static_cast<std::uint32_t>(element.array), flag});
    });
}

void History::set(std::uint32_t array, std::uint64_t element, std::uint8_t flag, bool on) {
    OfArray& of = m_of[array];
    std::uint8_t& now = of.flags[element];
    const auto next = static_cast<std::uint8_t>(on ? now | flag : now & ~flag);
    if (next == now) return;
    now = next;
    of.dirty.include(element / of.columns, element % of.columns);
}

void History::moveTo(std::uint64_t position) {
    position = std::min(position, m_known);
    const std::uint64_t before = m_position;
    m_position = position;
    for (; m_applied < m_log.size() && m_log[m_applied].event < position; ++m_applied) {
        const Touch& touch = m_log[m_applied];
        set(touch.array, touch.element, touch.flag, true);
    }
    for (; m_applied > 0 && m_log[m_applied - 1].event >= position; --m_applied) {
        const Touch& touch = m_log[m_applied - 1];
        set(touch.array, touch.element, touch.flag, false);
    }
    showRound(position);
    storesOfRound(position);
    if (position != before || position == 0) showWrong(position);
}

void History::showRound(std::uint64_t position) {
    const auto all = m_flow.phases().all();
    if (all.empty()) return;
    const std::uint32_t round = position == 0 ? 0 : roundAt(position - 1);
    for (std::uint32_t array = 0; array < m_of.size(); ++array) {
        OfArray& of = m_of[array];
        if (m_arrays[array].isShared()) continue;
        std::uint32_t wanted = kNoRound;
        // An array that is touched in one round only is not used round by round.
        if (of.rounds.size() > 1 && position > 0) {
            const auto after = std::ranges::upper_bound(of.rounds, round, {}, &RoundBox::round);
            if (after != of.rounds.begin()) wanted = std::prev(after)->round;
        }
        if (wanted == of.inUseRound) continue;
        for (const std::uint64_t element : of.inUse) set(array, element, kInUse, false);
        of.inUse.clear();
        of.inUseRound = wanted;
        if (wanted == kNoRound) continue;
        const flow::Phase& phase = all[wanted];
        if (phase.end - phase.first > kMostEvents) continue;
        for (std::uint64_t event = phase.first; event < phase.end; ++event)
            eachElement(event, [&](const Element& element, bool, bool) {
                if (element.array != array || (of.flags[element.number] & kInUse) != 0) return;
                of.inUse.push_back(element.number);
                set(array, element.number, kInUse, true);
            });
    }
}

void History::storesOfRound(std::uint64_t position) {
    const auto all = m_flow.phases().all();
    if (all.empty() || m_arrays.size() == m_arrays.globals()) return;
    const std::uint64_t from = position == 0 ? 0 : all[roundAt(position - 1)].first;
    if (from != m_newFrom || position < m_newUntil) {
        for (const Element& element : m_new)
            set(static_cast<std::uint32_t>(element.array), element.number, kUsed, false);
        m_new.clear();
        m_newFrom = m_newUntil = from;
    }
    if (position - m_newUntil > kMostEvents) m_newUntil = position - kMostEvents;
    for (; m_newUntil < position; ++m_newUntil)
        eachElement(m_newUntil, [&](const Element& element, bool stores, bool) {
            if (!stores || !m_arrays[element.array].isShared()) return;
            if ((m_of[element.array].flags[element.number] & kUsed) != 0) return;
            m_new.push_back(element);
            set(static_cast<std::uint32_t>(element.array), element.number, kUsed, true);
        });
}

void History::setWrong(std::size_t array, std::vector<bool> wrong) {
    OfArray& of = m_of[array];
    const bool none = of.wrong.empty();
    of.wrong = std::move(wrong);
    if (!of.wrong.empty() && of.wrong.size() != of.flags.size()) of.wrong.clear();
    if (none && of.wrong.empty()) return;
    for (std::uint64_t e = 0; e < of.flags.size(); ++e) set(static_cast<std::uint32_t>(array), e, kWrong, false);
    of.wrongCount = 0;
    showWrong(m_position);
}

void History::showWrong(std::uint64_t position) {
    const bool atEnd = position >= m_flow.trace().size();
    for (std::uint32_t array = 0; array < m_of.size(); ++array) {
        OfArray& of = m_of[array];
        if (of.wrong.empty()) continue;
        of.wrongCount = 0;
        for (std::uint64_t e = 0; e < of.flags.size(); ++e) {
            const bool shown = of.wrong[e] && (atEnd || (of.flags[e] & kStored) != 0);
            if (shown || (of.flags[e] & kWrong) != 0) set(array, e, kWrong, shown);
            of.wrongCount += shown ? 1 : 0;
        }
    }
}

Box History::tile(std::size_t array) const {
    return m_of[array].rounds.empty() ? Box{} : m_of[array].rounds.front().box;
}

}  // namespace lanescope::tiles
