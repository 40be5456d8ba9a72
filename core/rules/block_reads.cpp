// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/block_reads.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "core/simt/memory/place_name.h"
#include "core/simt/memory/request.h"

namespace lanescope::rules {
namespace {

constexpr std::uint64_t kMostEvents = 2'000'000;

}  // namespace

BlockReads blockReadsOf(const BlockTrace& trace) {
    BlockReads reads;
    const std::uint64_t events = std::min<std::uint64_t>(trace.size(), kMostEvents);
    reads.whole = events == trace.size() && !trace.truncated();
    std::unordered_set<std::uint64_t> seen;
    std::map<std::uint32_t, std::uint64_t> byInstruction;
    for (std::uint64_t event = 0; event < events; ++event) {
        if (trace.active(event) == 0 || trace.access(event).access != simt::AccessKind::Load) continue;
        const simt::StepRecord step = trace.record(event);
        for (const simt::Request& request : simt::requestsOf(step)) {
            if (request.space != program::Space::Global) continue;
            const auto used = simt::sectorsUsed(request);
            reads.sectors += used.size();
            byInstruction[step.instruction] += used.size();
            for (const simt::SectorUse& sector : used) seen.insert(sector.address);
        }
    }
    reads.different = seen.size();
    const auto most = std::ranges::max_element(byInstruction, {}, [](const auto& entry) { return entry.second; });
    if (most == byInstruction.end()) return reads;
    const program::Module& module = *trace.launch().kernel->module;
    if (const auto shown = simt::shownInFunction(module, trace.entry(), most->first))
        reads.line = simt::sourceLineOf(module, trace.entry().instructions[*shown]).line;
    return reads;
}

}  // namespace lanescope::rules
