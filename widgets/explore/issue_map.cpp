// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/issue_map.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/sass/listing.h"
#include "core/sass/lower/lower.h"
#include "core/simt/decode/program.h"

namespace lanescope {
namespace {

using timing::Interval;
using timing::Reason;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::IssueMap)
};

constexpr std::uint32_t kNoKey = 0xffffffffU;

/// What an instruction of either text is found again by in the other: the instruction itself, or its line of the PTX.
struct Keys {
    std::vector<std::uint32_t> watched, simulated;
};

Keys keysOf(const program::Entry& watched, const sass::Listing& listing, IssueMap::By by) {
    Keys keys;
    if (by == IssueMap::By::Instruction) {
        keys.watched.resize(watched.instructions.size());
        std::iota(keys.watched.begin(), keys.watched.end(), 0U);
        keys.simulated = keys.watched;
        return keys;
    }
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (const program::Instruction& instruction : watched.instructions)
        keys.watched.push_back(
            numbers.try_emplace(instruction.line, static_cast<std::uint32_t>(numbers.size())).first->second);
    for (const sass::Instruction& instruction : listing.instructions) {
        const auto found = numbers.find(instruction.ptxLine);
        keys.simulated.push_back(found == numbers.end() ? kNoKey : found->second);
    }
    return keys;
}

/// By key the places where it comes, in order.
std::vector<std::vector<std::uint32_t>> placesOf(const std::vector<std::uint32_t>& keys) {
    std::uint32_t most = 0;
    for (const std::uint32_t key : keys)
        if (key != kNoKey) most = std::max(most, key + 1);
    std::vector<std::vector<std::uint32_t>> places(most);
    for (std::uint32_t i = 0; i < keys.size(); ++i)
        if (keys[i] != kNoKey) places[keys[i]].push_back(i);
    return places;
}

/// The place among `of` that stands where `n` stands among `all`.
std::size_t alike(std::size_t n, std::size_t all, std::size_t of) { return n * of / all; }

/// Of each of what comes in order, with keys, the one that it belongs to; those without one follow the one before.
std::vector<std::uint32_t> partners(const std::vector<std::uint32_t>& mine, const std::vector<std::uint32_t>& theirs) {
    const auto myPlaces = placesOf(mine), theirPlaces = placesOf(theirs);
    std::vector<std::uint32_t> partner(mine.size(), kNoKey);
    for (std::size_t key = 0; key < std::min(myPlaces.size(), theirPlaces.size()); ++key) {
        const std::vector<std::uint32_t>& of = theirPlaces[key];
        for (std::size_t n = 0; n < myPlaces[key].size() && !of.empty(); ++n)
            partner[myPlaces[key][n]] = of[alike(n, myPlaces[key].size(), of.size())];
    }
    std::uint32_t last = 0;
    for (std::uint32_t& one : partner) {
        if (one == kNoKey) one = last;
        last = one;
    }
    return partner;
}

/// Of the same code: the n-th time with the n-th time. What was kept of one of them in part ends there.
std::vector<std::uint32_t> sameTimes(const std::vector<std::uint32_t>& mine, const std::vector<std::uint32_t>& theirs) {
    const auto myPlaces = placesOf(mine), theirPlaces = placesOf(theirs);
    std::vector<std::uint32_t> partner(mine.size(), kNoKey);
    for (std::size_t key = 0; key < std::min(myPlaces.size(), theirPlaces.size()); ++key)
        for (std::size_t n = 0; n < std::min(myPlaces[key].size(), theirPlaces[key].size()); ++n)
            partner[myPlaces[key][n]] = theirPlaces[key][n];
    return partner;
}

/// Without keys: as far in one as in the other.
std::vector<std::uint32_t> evenly(std::size_t mine, std::size_t theirs) {
    std::vector<std::uint32_t> partner(mine);
    for (std::size_t i = 0; i < mine; ++i) partner[i] = static_cast<std::uint32_t>(alike(i, mine, theirs));
    return partner;
}

}  // namespace

IssueMap::IssueMap(const BlockTrace& trace, const ScheduleSide& side) {
    const timing::LaunchSample* const sample = side.sample.get();
    if (sample == nullptr || sample->blocks.empty() || !sample->program) return;
    if (sample->grid != trace.launch().grid || sample->program->entry().name != trace.entry().name) return;
    const std::uint64_t watched = trace.launch().grid.linear(trace.block());
    const auto away = [watched](const timing::SampledBlock& block) {
        return block.index > watched ? block.index - watched : watched - block.index;
    };
    const auto nearest = std::ranges::min_element(sample->blocks, {}, away);
    const auto number = static_cast<std::uint32_t>(nearest - sample->blocks.begin());
    m_block = nearest->index;
    m_isWatched = m_block == watched;
    const program::Entry& entry = trace.entry();
    const sass::Listing* const listing = sample->listing.get();
    if (listing != nullptr && !entry.meetsByCode)
        m_by = By::PtxLine;
    else if (listing != nullptr && sass::architectureOf(*trace.launch().kernel->module) == listing->architecture)
        m_by = By::Instruction;
    // Of a block that was kept in part nobody knows how much of a line that part is.
    if (m_by == By::PtxLine && sample->blocks[number].cut) m_by = By::Progress;
    gather(side, number);
    join(trace, side, number);
}

void IssueMap::gather(const ScheduleSide& side, std::uint32_t block) {
    for (std::size_t row = 0; row < side.rows.size(); ++row) {
        const std::size_t before = m_issues.size();
        for (const Interval& one : side.rows[row])
            if (one.block == block && one.reason == Reason::Issuing) m_issues.push_back({one.from, row, one.warp, 0});
        if (m_issues.size() == before) continue;
        m_rows.push_back(row);
        m_warps.push_back(m_issues.back().warp);
    }
    std::ranges::stable_sort(m_issues, {}, &Issue::cycle);
    for (std::size_t i = 0; i < m_issues.size(); ++i)
        if (i == 0 || std::floor(m_issues[i].cycle) > std::floor(m_issues[i - 1].cycle)) m_cycles.push_back(i);
}

void IssueMap::join(const BlockTrace& trace, const ScheduleSide& side, std::uint32_t block) {
    const timing::SampledBlock& sampled = side.sample->blocks[block];
    std::vector<std::vector<std::uint32_t>> events(sampled.warps.size()), issues(sampled.warps.size());
    for (std::uint32_t event = 0; event < trace.size(); ++event)
        if (trace.warp(event) < events.size()) events[trace.warp(event)].push_back(event);
    for (std::uint32_t i = 0; i < m_issues.size(); ++i) issues[m_issues[i].warp].push_back(i);
    Keys keys;
    if (m_by != By::Progress) keys = keysOf(trace.entry(), *side.sample->listing, m_by);
    m_issueOf.assign(trace.size(), kNone);
    for (std::size_t warp = 0; warp < events.size(); ++warp) {
        if (events[warp].empty() || issues[warp].empty()) continue;
        std::vector<std::uint32_t> toIssue, toEvent;
        if (m_by == By::Progress) {
            toIssue = evenly(events[warp].size(), issues[warp].size());
            toEvent = evenly(issues[warp].size(), events[warp].size());
        } else {
            std::vector<std::uint32_t> watched, simulated;
            for (const std::uint32_t event : events[warp]) watched.push_back(keys.watched[trace.instruction(event)]);
            // All that was simulated; of the issues the first may be all that is kept.
            for (const timing::Event& event : sampled.warps[warp].events)
                simulated.push_back(keys.simulated[event.instruction]);
            toIssue = m_by == By::Instruction ? sameTimes(watched, simulated) : partners(watched, simulated);
            toEvent = m_by == By::Instruction ? sameTimes(simulated, watched) : partners(simulated, watched);
        }
        for (std::size_t i = 0; i < toIssue.size(); ++i)
            if (toIssue[i] < issues[warp].size()) m_issueOf[events[warp][i]] = issues[warp][toIssue[i]];
        for (std::size_t i = 0; i < issues[warp].size(); ++i) {
            const std::size_t event = i < toEvent.size() ? toEvent[i] : kNoKey;
            m_issues[issues[warp][i]].event = events[warp][std::min(event, events[warp].size() - 1)];
        }
    }
}

std::optional<std::size_t> IssueMap::rowOf(std::uint32_t warp) const {
    const auto found = std::ranges::find(m_warps, warp);
    if (found == m_warps.end()) return std::nullopt;
    return m_rows[static_cast<std::size_t>(found - m_warps.begin())];
}

std::optional<std::size_t> IssueMap::issueOf(std::uint64_t event) const {
    if (event >= m_issueOf.size() || m_issueOf[event] == kNone) return std::nullopt;
    return m_issueOf[event];
}

std::optional<std::size_t> IssueMap::issueAt(std::size_t row, double cycle) const {
    std::optional<std::size_t> at;
    for (std::size_t i = 0; i < m_issues.size(); ++i) {
        if (m_issues[i].row != row) continue;
        if (m_issues[i].cycle > cycle && at) break;
        at = i;
        if (m_issues[i].cycle > cycle) break;
    }
    return at;
}

QString IssueMap::words() const {
    if (empty()) return {};
    const QString block = m_isWatched
                              ? Words::tr("Block %1 is the watched one").arg(m_block)
                              : Words::tr("The watched block was not simulated: block %1 stands for it").arg(m_block);
    switch (m_by) {
        case By::Instruction: return Words::tr("%1, instruction for instruction.").arg(block);
        case By::PtxLine: return Words::tr("%1, joined line by line of the PTX.").arg(block);
        case By::Progress: return Words::tr("%1, joined by how far each warp has come.").arg(block);
    }
    return {};
}

}  // namespace lanescope
