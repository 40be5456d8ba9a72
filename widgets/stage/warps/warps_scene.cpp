// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_scene.h"

#include <algorithm>
#include <utility>

#include "core/base/words.h"
#include "widgets/stage/warps/source_rounds.h"
#include "widgets/stage/warps/warps_words.h"

namespace lanescope::warps {

unsigned Group::lanesWorking() const {
    unsigned lanes = 0;
    for (const simt::LaneMask mask : working) lanes += simt::lanesIn(mask);
    return lanes;
}

unsigned Group::warpsWorking() const {
    return static_cast<unsigned>(std::ranges::count_if(working, [](simt::LaneMask mask) { return mask != 0; }));
}

WarpsScene::WarpsScene(const flow::BlockFlow& flow)
    : m_flow(flow),
      m_code(m_flow.entry(), m_flow.roles()),
      m_warps(warpsOf(m_flow.trace())),
      m_threads(static_cast<unsigned>(m_flow.trace().launch().block.count())),
      m_ends(laneEndsOf(m_flow)) {
    constexpr std::size_t kAsked = 8;
    for (std::size_t i = 0; i < std::min(kAsked, groups()); ++i) m_parts = m_parts || !group(i).forks.empty();
}

WarpsScene::~WarpsScene() = default;

std::size_t WarpsScene::groupAt(std::uint64_t position) const {
    const auto all = m_flow.phases().all();
    const std::uint64_t event = position == 0 ? 0 : position - 1;
    const auto next = std::ranges::upper_bound(all, event, {}, &flow::Phase::first);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - all.begin(), 1) - 1);
}

const Group& WarpsScene::group(std::size_t number) const {
    const auto known = m_groups.find(number);
    if (known != m_groups.end()) return *known->second;
    // Those far from it are the first that nobody asks for again.
    while (m_groups.size() >= kKept)
        m_groups.erase(number > m_groups.begin()->first + kKept / 2 ? m_groups.begin() : std::prev(m_groups.end()));
    const flow::Phase& phase = m_flow.phases().all()[number];
    const BlockTrace& trace = m_flow.trace();
    auto group = std::make_unique<Group>();
    group->first = phase.first;
    group->end = phase.end;
    group->kind = phase.kind;
    group->round = phase.round;
    Pieces pieces = piecesOf(m_flow, m_code, m_ends, phase.first, phase.end);
    std::vector<std::uint16_t> owners;
    owners.reserve(phase.end - phase.first);
    for (std::uint64_t event = phase.first; event < phase.end; ++event)
        owners.push_back(static_cast<std::uint16_t>(trace.warp(event)));
    group->working = std::move(pieces.working);
    Columns columns = columnsOf(pieces, owners);
    group->columns = std::move(columns.all);
    group->columnOf = std::move(columns.of);
    group->forks = std::move(pieces.forks);
    group->meetings = std::move(pieces.meetings);
    return *m_groups.emplace(number, std::move(group)).first->second;
}

std::optional<std::uint64_t> WarpsScene::firstWork(std::size_t group, std::uint32_t loop) const {
    const flow::Phase& phase = m_flow.phases().all()[group];
    for (std::uint64_t event = phase.first; event < phase.end; ++event) {
        if (!m_flow.activities().works(event)) continue;
        std::uint32_t around = m_code.loops().around(m_code.blockOf(m_flow.trace().instruction(event)));
        while (around != WarpCode::kNone && around != loop) around = m_code.loops().all()[around].parent;
        if (around == loop) return event;
    }
    return std::nullopt;
}

QString WarpsScene::counterOf(std::size_t number) const {
    constexpr std::uint64_t kLongestTrace = 500'000;  // events; the state is had by executing again
    const auto all = m_flow.phases().all();
    const flow::Phase& phase = all[number];
    if (phase.round == 0 || phase.loop == 0 || phase.loop > m_code.loops().all().size()) return {};
    if (m_flow.trace().size() > kLongestTrace) return {};
    const std::uint32_t loop = phase.loop - 1;
    const auto roundAt = [&](std::uint32_t round) {
        const auto found = std::ranges::find_if(
            all, [&](const flow::Phase& other) { return other.loop == phase.loop && other.round == round; });
        return found == all.end() ? std::nullopt : firstWork(static_cast<std::size_t>(found - all.begin()), loop);
    };
    const auto here = firstWork(number, loop);
    const auto first = roundAt(1);
    const auto second = roundAt(2);
    if (!here || !first || !second) return {};
    if (!m_loops) m_loops = std::make_unique<CountedLoops>(m_flow.sharedTrace(), m_code);
    return QString::fromStdString(m_loops->nameOf(loop, *here, *first, *second));
}

/// Of rounds that no register counts.
QString WarpsScene::counterBySource(std::size_t number) const {
    const auto all = m_flow.phases().all();
    const flow::Phase& phase = all[number];
    if (phase.round == 0) return {};
    std::uint32_t rounds = 0;
    for (const flow::Phase& other : all)
        if (other.loop == phase.loop) rounds = std::max(rounds, other.round);
    std::uint32_t first = 0;
    for (std::uint64_t event = phase.first; event < phase.end; ++event) {
        if (!m_flow.activities().works(event)) continue;
        const std::uint32_t line = lineOf(m_flow.entry().instructions[m_flow.trace().instruction(event)]);
        if (line != 0 && (first == 0 || line < first)) first = line;
    }
    return QString::fromStdString(roundBySource(m_flow.trace().launch(), first, phase.round, rounds));
}

QString WarpsScene::nameOf(std::size_t group) const {
    const auto [known, fresh] = m_counters.try_emplace(group);
    if (fresh) known->second = counterOf(group);
    if (fresh && known->second.isEmpty()) known->second = counterBySource(group);
    if (!known->second.isEmpty()) return known->second;
    return QString::fromStdString(inWords(flow::nameOf(m_flow.phases().all()[group])));
}

QString WarpsScene::shortNameOf(std::size_t group) const {
    const QString name = nameOf(group);
    const qsizetype equals = name.indexOf(QLatin1String(" = "));
    if (equals > 0) return name.mid(equals + 3);
    return QString::fromStdString(inWords(flow::shortNameOf(m_flow.phases().all()[group])));
}

double WarpsScene::done(const Group& group, const Cell& cell, std::uint64_t position) {
    const std::uint64_t first = group.first + cell.first;
    const std::uint64_t end = group.first + cell.end;
    if (position <= first) return 0;
    if (position >= end) return 1;
    return static_cast<double>(position - first) / static_cast<double>(end - first);
}

}  // namespace lanescope::warps
