// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/worst.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "core/simt/memory/place_name.h"
#include "core/simt/memory/request.h"

namespace lanescope::flow {
namespace {

using program::Space;
using simt::AccessKind;

constexpr std::size_t kPlaces = simt::kLineBytes;

unsigned linesOf(const simt::Request& request) {
    std::vector<std::uint64_t> lines;
    for (const simt::Piece& piece : simt::piecesOf(request)) {
        lines.push_back(piece.address / simt::kLineBytes);
        lines.push_back((piece.address + piece.bytes - 1) / simt::kLineBytes);
    }
    std::ranges::sort(lines);
    return static_cast<unsigned>(std::unique(lines.begin(), lines.end()) - lines.begin());
}

struct Known {
    std::vector<simt::Request> requests;
    std::vector<simt::RequestCost> costs;
    unsigned lines = 0;
};

/// Accesses of an instruction mostly differ by where they begin, and what they cost follows from that modulo a line:
/// the lanes' distances last seen, and the costs by where the first lane was.
class Site {
public:
    const Known& of(const simt::StepRecord& step) {
        const unsigned lane = simt::firstLane(step.active);
        const std::uint64_t first = step.address[lane];
        if (!matches(step, first)) {
            m_last = step;
            m_first = first;
            for (auto& known : m_known) known.requests.clear();
        }
        // Thread-local words lie as far apart as lanes do: nothing is left to be the same modulo a line.
        Known& known = m_known[step.space == Space::Local ? 0 : first % kPlaces];
        if (known.requests.empty() || step.space == Space::Local) {
            known = {simt::requestsOf(step), {}, 0};
            for (const simt::Request& request : known.requests) {
                known.costs.push_back(simt::costOf(request));
                if (request.space != Space::Shared) known.lines = std::max(known.lines, linesOf(request));
            }
        }
        return known;
    }

private:
    [[nodiscard]] bool matches(const simt::StepRecord& step, std::uint64_t first) const {
        if (step.active != m_last.active || step.space != m_last.space || step.bytesPerLane != m_last.bytesPerLane)
            return false;
        for (simt::LaneMask rest = step.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = simt::firstLane(rest);
            if (step.address[lane] - first != m_last.address[lane] - m_first) return false;
        }
        return true;
    }

    simt::StepRecord m_last;
    std::uint64_t m_first = 0;
    std::array<Known, kPlaces> m_known;
};

struct Need {
    Finding::Kind kind;
    unsigned count = 0;
    unsigned least = 0;
    unsigned common = 0;  ///< what is no finding yet
};

/// Sectors that lanes touch which access elements side by side, wherever these begin.
unsigned sectorsSideBySide(const simt::Request& request) {
    const unsigned all = static_cast<unsigned>(std::popcount(request.lanes)) * request.bytes;
    return all == 0 ? 0
                    : (simt::kSectorBytes - std::min<unsigned>(request.bytes, simt::kSectorBytes) + all - 1) /
                              simt::kSectorBytes +
                          1;
}

/// What a request takes, and the least that would do.
std::array<Need, 2> needsOf(const simt::Request& request, const simt::RequestCost& cost) {
    const bool shared = request.space == Space::Shared;
    const bool meets = request.access == AccessKind::Atomic;
    const unsigned one = std::min(cost.meeting, 1U);
    const Need meeting{Finding::Kind::Meeting, cost.meeting, one, one};
    if (shared) {
        const unsigned fewest = cost.shared.fewest;
        return {Need{Finding::Kind::Wavefronts, cost.shared.wavefronts, fewest, fewest}, meeting};
    }
    // That lanes meet is told once: their sector counts again for each of them.
    const unsigned sectors = meets ? simt::sectorsOf(request.address, request.lanes, request.bytes) : cost.sectors;
    return {Need{Finding::Kind::Sectors, sectors, cost.fewestSectors, sectorsSideBySide(request)}, meeting};
}

/// The lines that instructions belong to; 0 where there are no positions.
std::vector<std::uint32_t> linesOf(const BlockTrace& trace) {
    const program::Module& module = *trace.launch().kernel->module;
    const program::Entry& entry = trace.entry();
    std::vector<std::uint32_t> lines;
    for (const auto& shown : simt::shownInFunctions(module, entry))
        lines.push_back(shown ? simt::sourceLineOf(module, entry.instructions[*shown]).line : 0);
    return lines;
}

/// Line (or instruction), kind of access, memory, kind of finding.
using Key = std::tuple<bool, std::uint32_t, AccessKind, Space, Finding::Kind>;

}  // namespace

RequestCosts::RequestCosts(const BlockTrace& trace) {
    const std::vector<std::uint32_t> lines = linesOf(trace);
    std::map<std::uint32_t, Site> sites;
    std::map<Key, Finding> all;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        if (trace.active(event) == 0 || trace.access(event).access == AccessKind::None) continue;
        const simt::StepRecord step = trace.record(event);
        const Known& known = sites[step.instruction].of(step);
        m_mostLines = std::max(m_mostLines, known.lines);
        for (std::size_t i = 0; i < known.requests.size(); ++i) {
            const simt::Request& request = known.requests[i];
            m_mostWavefronts = std::max(m_mostWavefronts, known.costs[i].shared.wavefronts);
            m_mostMeeting = std::max(m_mostMeeting, known.costs[i].meeting);
            for (const Need& need : needsOf(request, known.costs[i])) {
                if (need.count == 0) continue;
                const std::uint32_t line = lines[step.instruction];
                Finding& finding =
                    all[{line == 0, line == 0 ? step.instruction : line, request.access, request.space, need.kind}];
                ++finding.requests;
                if (need.count <= need.common || need.count <= need.least) continue;
                const bool worst = finding.found == 0 || need.count - need.least > finding.count - finding.enough;
                ++finding.found;
                finding.beyond += need.count - need.least;
                if (!worst) continue;
                finding.kind = need.kind;
                finding.access = request.access;
                finding.space = request.space;
                finding.event = event;
                finding.instruction = step.instruction;
                finding.line = line;
                finding.count = need.count;
                finding.enough = need.least;
            }
        }
    }
    for (const auto& [key, finding] : all)
        if (finding.found > 0) m_findings.push_back(finding);
    std::ranges::sort(m_findings, [](const Finding& a, const Finding& b) {
        return std::tuple(b.beyond, a.event) < std::tuple(a.beyond, b.event);
    });
}

const Finding* RequestCosts::worstOf(std::string_view metric) const {
    const auto at = std::ranges::find_if(m_findings, [&](const Finding& finding) {
        return std::ranges::find(metricsOf(finding), metric) != metricsOf(finding).end();
    });
    return at == m_findings.end() ? nullptr : &*at;
}

Message messageOf(const Finding& finding) {
    const auto& [number, enough, line] = std::tie(finding.count, finding.enough, finding.line);
    switch (finding.kind) {
        case Finding::Kind::Sectors:
            if (line == 0) return Message("flow.finding.sectors"_id, {{"number", number}, {"enough", enough}});
            return Message("flow.finding.sectors_on_line"_id, {{"number", number}, {"enough", enough}, {"line", line}});
        case Finding::Kind::Wavefronts:
            if (line == 0) return Message("flow.finding.wavefronts"_id, {{"number", number}, {"enough", enough}});
            return Message("flow.finding.wavefronts_on_line"_id,
                           {{"number", number}, {"enough", enough}, {"line", line}});
        case Finding::Kind::Meeting: break;
    }
    if (line == 0) return Message("flow.finding.meeting"_id, {{"number", number}});
    return Message("flow.finding.meeting_on_line"_id, {{"number", number}, {"line", line}});
}

std::span<const std::string_view> metricsOf(const Finding& finding) {
    using std::string_view;
    static constexpr std::array<string_view, 3> kGlobalLoad{"global_load_efficiency", "global_load_sectors",
                                                            "global_load_sectors_per_request"};
    static constexpr std::array<string_view, 3> kGlobalStore{"global_store_efficiency", "global_store_sectors",
                                                             "global_store_sectors_per_request"};
    static constexpr std::array<string_view, 4> kSharedLoad{"shared_load_conflicts", "shared_load_wavefronts",
                                                            "shared_load_wavefronts_per_request", "shared_efficiency"};
    static constexpr std::array<string_view, 4> kSharedStore{"shared_store_conflicts", "shared_store_wavefronts",
                                                             "shared_store_wavefronts_per_request",
                                                             "shared_efficiency"};
    static constexpr std::array<string_view, 1> kLocalLoad{"local_load_sectors"};
    static constexpr std::array<string_view, 1> kLocalStore{"local_store_sectors"};
    static constexpr std::array<string_view, 1> kAtomic{"atomic_sectors"};
    const bool load = finding.access == AccessKind::Load;
    if (finding.access == AccessKind::Atomic)
        return finding.space == Space::Global ? std::span<const string_view>(kAtomic) : std::span<const string_view>();
    if (finding.space == Space::Shared)
        return load ? std::span<const string_view>(kSharedLoad) : std::span<const string_view>(kSharedStore);
    if (finding.space == Space::Local)
        return load ? std::span<const string_view>(kLocalLoad) : std::span<const string_view>(kLocalStore);
    return load ? std::span<const string_view>(kGlobalLoad) : std::span<const string_view>(kGlobalStore);
}

}  // namespace lanescope::flow
