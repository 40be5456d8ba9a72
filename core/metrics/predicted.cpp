// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/predicted.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/ptxas/machine_code.h"

namespace lanescope {
namespace {

using program::Opcode;
using program::Space;
using ptxas::BlockEnd;
using ptxas::UnrolledLoop;
using simt::AccessKind;
using simt::RoundCounts;
using simt::SiteCounts;

/// Executions by warps, and lanes of those warps.
struct Executions {
    double warps = 0;
    double lanes = 0;
};

constexpr std::uint32_t kPartOfAnother = 1;

class Predictor {
public:
    Predictor(const program::Entry& entry, const ptxas::MachineCode& code, std::span<const SiteCounts> sites)
        : m_entry(entry), m_code(code), m_sites(sites) {}

    Counters run() {
        for (std::uint32_t b = 0; b < m_entry.blocks.size(); ++b) block(b);
        accesses();
        Counters counters = countersOf(m_counts);
        counters["warp_instructions"] = std::round(m_instructions.warps);
        counters["thread_instructions"] = std::round(m_instructions.lanes);
        counters["branches"] = std::round(m_branches);
        counters["divergent_branches"] = std::round(m_divergent);
        for (const auto& [id, ratio] : ratiosOf(counters)) counters[id] = ratio;
        return counters;
    }

private:
    [[nodiscard]] Executions executions(std::uint32_t block) const {
        const std::uint32_t decider = m_code.decidedBy[block];
        const program::BasicBlock& own = m_entry.blocks[decider];
        const SiteCounts& site = m_sites[decider == block ? own.first : own.end - 1];
        return {static_cast<double>(site.warps), static_cast<double>(site.lanes)};
    }

    void add(const Executions& executed, double instructions) {
        m_instructions.warps += executed.warps * instructions;
        m_instructions.lanes += executed.lanes * instructions;
    }

    void block(std::uint32_t b) {
        const Executions executed = executions(b);
        const program::BasicBlock& own = m_entry.blocks[b];
        double cost = m_code.costs.block[b];
        const UnrolledLoop* unrolled = unrolledAround(b);
        for (std::uint32_t i = own.first; i < own.end; ++i) {
            cost += m_code.costs.own[i] + (unrolled == nullptr ? m_code.costs.moves[i] : m_code.costs.movesUnrolled[i]);
            m_branches += m_code.costs.checks[i] * executed.warps;
            special(i);
        }
        if (unrolled != nullptr) {
            m_loopCost = (b == unrolled->header ? 0 : m_loopCost) + cost;
            if (b != unrolled->latch) return;
            if (unrolled->whole) return add(executed, m_loopCost - (unrolled->control - 1));
            if (unrolled->together != 0) return rounds(*unrolled, executed);
            return loop(*unrolled, m_loopCost);
        }
        switch (m_code.ends[b]) {
            case BlockEnd::Falls: break;
            case BlockEnd::Jump:
                cost += 1;
                m_branches += executed.warps;
                break;
            case BlockEnd::Branch:
                cost += 1;
                m_branches += executed.warps;
                parted(b);
                break;
            case BlockEnd::Table:
                cost += 1;
                table(b, executed);
                break;
            case BlockEnd::Exit: cost += 1; break;
            case BlockEnd::Gone: return;
            case BlockEnd::Terminates:
                if (onlyEnds(b))
                    terminate(b);
                else
                    cost += 1;
                break;
        }
        add(executed, cost);
    }

    /// The routine for special operands, and the meeting with the lanes that do not need it.
    void special(std::uint32_t i) {
        const ptxas::SlowPath& slow = m_code.costs.slow[i];
        const SiteCounts& site = m_sites[i];
        const auto warps = static_cast<double>(site.specialWarps);
        const auto apart = static_cast<double>(site.specialDivergent);
        m_divergent += slow.branches > 0 ? apart : 0;
        m_branches += slow.branches * warps;
        m_instructions.warps += slow.instructions * warps - slow.saved * (warps - apart);
        m_instructions.warps += slow.branches > 0 ? apart : 0;
        m_instructions.lanes += (slow.instructions - slow.saved) * static_cast<double>(site.specialLanes);
    }

    /// Does the block hold nothing but the end of the kernel?
    [[nodiscard]] bool onlyEnds(std::uint32_t b) const {
        const program::BasicBlock& own = m_entry.blocks[b];
        const Opcode opcode = m_entry.instructions[own.first].opcode;
        return own.end - own.first == 1 && (opcode == Opcode::Ret || opcode == Opcode::Exit);
    }

    /// The end is done by those who come there, not by lanes that have left by an exit of their own.
    void terminate(std::uint32_t b) {
        Executions here = executions(b);
        Executions coming;
        bool entered = false;
        for (std::uint32_t p = 0; p < m_entry.blocks.size(); ++p) {
            if (std::ranges::count(m_entry.blocks[p].successors, b) == 0) continue;
            entered = true;
            const Executions executed = executions(p);
            const SiteCounts& branch = m_sites[m_entry.blocks[p].end - 1];
            const bool gone = m_code.ends[p] == BlockEnd::Terminates || m_code.ends[p] == BlockEnd::Gone;
            if (gone) here.lanes -= executed.lanes;
            if (m_code.ends[p] == BlockEnd::Exit) here.lanes -= static_cast<double>(branch.passed);
            if (gone || (m_code.ends[p] == BlockEnd::Exit && p + 1 != b)) continue;
            // Nobody waits there for lanes that come later.
            const double apart = m_code.ends[p] == BlockEnd::Branch ? static_cast<double>(branch.divergent) : 0;
            coming.warps += std::min(executed.warps, here.warps) + apart;
            coming.lanes += executed.lanes;
        }
        if (!entered) coming = here;
        coming.lanes = std::min(coming.lanes, here.lanes);
        if (coming.lanes > 0) add(coming, 1);
    }

    /// A branch by a table goes once for each place that lanes go to, but for the last.
    void table(std::uint32_t head, const Executions& executed) {
        const auto table = std::ranges::find_if(
            m_code.tables, [&](const ptxas::JumpTable& candidate) { return candidate.blocks.front() == head; });
        double parts = 0;
        for (const std::uint32_t block : table->blocks)
            parts += static_cast<double>(m_sites[m_entry.blocks[block].end - 1].divergent);
        m_branches += std::max(parts, executed.warps);
        count(head, parts);
    }

    [[nodiscard]] const UnrolledLoop* unrolledAround(std::uint32_t block) const {
        const auto found = std::ranges::find_if(
            m_code.unrolled, [&](const UnrolledLoop& loop) { return loop.header <= block && block <= loop.latch; });
        return found == m_code.unrolled.end() ? nullptr : &*found;
    }

    /// A loop of which some rounds stand together, and as many again until it ends.
    void rounds(const UnrolledLoop& unrolled, const Executions& executed) {
        const Executions times{executed.warps / unrolled.together, executed.lanes / unrolled.together};
        add(executed, m_loopCost - (unrolled.control - 1));
        add(times, unrolled.control);
        m_branches += times.warps;
    }

    /// A loop that ptxas has unrolled: its control is done once for four, two or one of its iterations.
    void loop(const UnrolledLoop& unrolled, double cost) {
        const RoundCounts& rounds = m_sites[m_entry.blocks[unrolled.latch].end - 1].rounds;
        const auto times = [](std::uint64_t warps, std::uint64_t lanes) {
            return Executions{static_cast<double>(warps), static_cast<double>(lanes)};
        };
        const Executions entered = times(rounds.entries, rounds.lanes);
        const Executions fours = times(rounds.fours, rounds.fourLanes);
        const bool two = unrolled.branchesForTwo;
        const bool one = unrolled.branchesForOne;
        const Executions twos = two ? times(rounds.twos, rounds.twoLanes) : entered;
        const Executions ones = one ? times(rounds.ones, rounds.oneLanes) : entered;
        const double control = unrolled.control;
        const bool zero = unrolled.countsToZero;
        add(entered, unrolled.entry);
        add({std::min(entered.warps, fours.warps), std::min(entered.lanes, fours.lanes)}, 1);
        const double body = cost - (control - 1);
        add(fours, control + 4 * body);
        add(twos, control - 1 + 2 * body);
        add(ones, (zero ? control : control - 2) + body);
        m_branches += ((zero ? 1 : 0) + 1 + (two ? 1 : 0) + (one ? 1 : 0)) * entered.warps + fours.warps;
        m_branches += zero || unrolled.jumpsOn ? ones.warps : 0;
        if (unrolled.jumpsOn) add(ones, 1);
        // Those who leave early wait for the others behind each of the three.
        const auto partings =
            static_cast<double>(rounds.fourPartings + (two ? rounds.twoPartings : 0) + (one ? rounds.onePartings : 0));
        m_divergent += partings;
        m_instructions.warps += partings;
    }

    /// How often warps do one of the copies of a loop's body. Lanes of which some do two and others one are apart.
    [[nodiscard]] double copies(const UnrolledLoop& loop) const {
        const RoundCounts& rounds = m_sites[m_entry.blocks[loop.latch].end - 1].rounds;
        return static_cast<double>(4 * rounds.fours + 2 * (loop.branchesForTwo ? rounds.twos : rounds.entries) +
                                   (loop.branchesForOne ? rounds.ones : rounds.entries));
    }

    void parted(std::uint32_t b) {
        const auto joined = std::ranges::find(m_code.joined, b, &ptxas::JoinedBranch::second);
        const SiteCounts& own = m_sites[m_entry.blocks[b].end - 1];
        count(b, static_cast<double>(own.divergent) + (joined == m_code.joined.end() ? 0 : partedBefore(*joined)));
    }

    /// Each part of a warp that a branch has parted comes to the meeting by itself.
    void count(std::uint32_t b, double divergent) {
        m_divergent += divergent;
        if (m_code.meets[b]) m_instructions.warps += divergent;
    }

    /// Of the warps that the second branch did not part, those that the first had: as many as there are on average.
    [[nodiscard]] double partedBefore(const ptxas::JoinedBranch& joined) const {
        const SiteCounts& first = m_sites[m_entry.blocks[joined.first].end - 1];
        const SiteCounts& second = m_sites[m_entry.blocks[joined.second].end - 1];
        if (second.warps == 0 || second.lanes == 0) return 0;
        // Those that went the other way than the lanes which the first branch sent away.
        const bool both = m_entry.instructions[m_entry.blocks[joined.first].end - 1].target ==
                          m_entry.instructions[m_entry.blocks[joined.second].end - 1].target;
        const double lanes = static_cast<double>(both ? second.lanes - second.passed : second.passed);
        const double whole = static_cast<double>(second.warps - second.divergent);
        const double other = whole * lanes / static_cast<double>(second.lanes);
        return other * static_cast<double>(first.divergent) / static_cast<double>(second.warps);
    }

    void accesses() {
        std::vector<std::uint32_t> joined(m_sites.size(), 0);  // bytes of the joined access; its head stands for all
        for (const ptxas::SharedGroup& group : m_code.groups)
            for (const std::uint32_t member : group.members) joined[member] = group.bytes;
        for (const ptxas::SharedGroup& group : m_code.groups)
            for (const std::uint32_t member : group.members)
                if (member != group.head) joined[member] = kPartOfAnother;
        for (std::uint32_t i = 0; i < m_sites.size(); ++i) {
            SiteCounts site = m_sites[i];
            if (!m_code.needed[i]) continue;
            inCopies(i, site);
            if (joined[i] == kPartOfAnother) site.shared = {};
            if (joined[i] == 16) site.shared = widened(site);
            // Under a predicate it asks even if no lane passes, also if none ever has.
            const bool asks = m_entry.instructions[i].space == Space::Shared && joined[i] != kPartOfAnother &&
                              (site.access == AccessKind::Load || site.access == AccessKind::Store);
            if (asks && m_code.decidedBy[m_entry.blockOf(i)] != m_entry.blockOf(i))
                site.shared.requests = static_cast<std::uint64_t>(executions(m_entry.blockOf(i)).warps);
            site.fpOperations = operations(i, site);
            if (m_code.costs.atomics[i] == ptxas::AtomicKind::Aggregated) site.global.sectors = site.global.requests;
            site.warps = site.lanes = site.branches = site.divergent = 0;
            m_counts += site;
        }
    }

    /// Requests of an unrolled loop are those of its copies.
    void inCopies(std::uint32_t i, SiteCounts& site) const {
        const UnrolledLoop* unrolled = unrolledAround(m_entry.blockOf(i));
        const bool known = unrolled == nullptr || unrolled->whole || unrolled->together != 0;
        const double here = known ? 0 : copies(*unrolled);
        if (here == 0) return;
        const double ratio = here / static_cast<double>(m_sites[m_entry.blocks[unrolled->latch].first].warps);
        for (std::uint64_t* requests : {&site.global.requests, &site.shared.requests})
            *requests = static_cast<std::uint64_t>(std::llround(static_cast<double>(*requests) * ratio));
    }

    /// Accesses of 16 bytes go half a warp at a time at best; where no more than half of the lanes take part they are
    /// taken to stand in one half. With conflicts they take at least the passes of their first word; that is exact
    /// where the quarters of the warp are alike.
    [[nodiscard]] static simt::SharedCounts widened(const SiteCounts& first) {
        simt::SharedCounts wide = first.shared;
        const std::uint64_t halves = first.passed > 16 * wide.requests ? 2 : 1;
        wide.wavefronts = std::max(wide.wavefronts, halves * wide.requests);
        const std::uint64_t fewest = (wide.conflicts > 0 ? 2 : 1) * halves * wide.requests;
        wide.conflicts = wide.wavefronts > fewest ? wide.wavefronts - fewest : 0;
        return wide;
    }

    [[nodiscard]] std::uint64_t operations(std::uint32_t i, const SiteCounts& site) const {
        using enum program::Type;
        const program::Type type = m_entry.instructions[i].type;  // the hardware's counters know float and double alone
        if (type == F16 || type == BF16 || type == F16x2 || type == BF16x2) return 0;
        if (const auto each = m_code.costs.operations[i]) return static_cast<std::uint64_t>(*each) * site.passed;
        const std::uint32_t block = m_code.doneIn[i];
        if (block == m_entry.blockOf(i) || site.lanes == 0) return site.fpOperations;
        return site.fpOperations / site.lanes * static_cast<std::uint64_t>(executions(block).lanes);
    }

    const program::Entry& m_entry;
    const ptxas::MachineCode& m_code;
    std::span<const SiteCounts> m_sites;
    simt::LaunchCounts m_counts;
    Executions m_instructions;
    double m_branches = 0;
    double m_divergent = 0;
    double m_loopCost = 0;  ///< of the blocks so far of the unrolled loop
};

}  // namespace

Prediction predictCounters(const Kernel& kernel, const ptxas::MachineCode& code, std::span<const SiteCounts> sites) {
    Prediction prediction;
    const program::Entry& entry = kernel.code();
    if (!code.refused.empty() || sites.size() != entry.instructions.size()) {
        const std::string why = code.refused.empty() ? textOf("predicted.not_run"_id) : code.refused;
        for (const auto& [id, value] : countersOf(simt::LaunchCounts{})) prediction.missing[id] = why;
        return prediction;
    }
    prediction.counters = Predictor(entry, code, sites).run();
    for (const std::string& what : code.costs.notes)
        prediction.notes.push_back(inWords(Message("predicted.not_compared"_id, {{"what", what}})));
    return prediction;
}

}  // namespace lanescope
