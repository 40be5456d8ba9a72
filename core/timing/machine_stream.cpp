// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/machine_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "core/simt/decode/program.h"
#include "core/timing/machine_ops.h"
#include "core/timing/parameters.h"
#include "core/timing/region_schedule.h"
#include "core/timing/sites.h"

namespace lanescope::timing {
namespace {

/// Longer ones are cut: what is ordered together has its limits in ptxas, too.
constexpr std::size_t kLongest = 256;
/// Producers that a value is followed back to through instructions that fold away.
constexpr std::size_t kMostProducers = 6;

/// A warp's events [first, end) that make one region, and which of them have folded away.
struct Stretch {
    std::uint32_t first = 0;
    std::vector<std::uint32_t> instructions;
    std::vector<bool> dropped;        ///< control of an unrolled round that is not the last of its copies
    std::vector<std::uint16_t> arms;  ///< behind each event, in machine instructions
    bool jumps = false;
    [[nodiscard]] std::uint64_t key() const {
        std::uint64_t hash = 14695981039346656037ULL;
        const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
        for (std::size_t i = 0; i < instructions.size(); ++i)
            mix(std::uint64_t{instructions[i]} << 20U | std::uint64_t{arms[i]} << 1U | (dropped[i] ? 1 : 0));
        mix(jumps ? 1 : 0);
        return hash;
    }
};

/// Turns one stretch into a region.
class RegionMaker {
public:
    RegionMaker(const Sites& sites, const program::Entry& entry, std::uint64_t registers, const Parameters::Order& by)
        : m_sites(sites), m_entry(entry), m_registers(registers), m_by(by) {}

    Region make(const Stretch& stretch) {
        m_ops.clear();
        m_values.clear();
        m_last = {};
        m_fence.reset();
        m_loads.clear();
        double debt = 0.5;
        for (std::uint32_t at = 0; at < stretch.instructions.size(); ++at) {
            const Site& site = m_sites.sites[stretch.instructions[at]];
            debt += site.lead;
            bare(at, site, take(debt));
            const bool folded = stretch.dropped[at];
            debt += folded ? 0 : site.cost;
            double issues = folded ? 0 : take(debt);
            if (site.branches && !folded && !m_sites.ordered) issues = std::max(1.0, issues + 1);
            if (site.pipe == Pipe::Barrier) issues = std::max(1.0, issues);
            add(at, site, stretch.instructions[at], issues, stretch);
            bare(at, site, stretch.arms[at]);
        }
        return finish();
    }

private:
    struct Value {
        std::vector<std::uint16_t> ops;
        std::vector<std::uint32_t> registers;
    };

    static double take(double& debt) {
        const double whole = std::floor(debt);
        debt -= whole;
        return whole;
    }

    /// Instructions that only take their slot.
    void bare(std::uint32_t at, const Site& site, double count) {
        for (; count >= 1; --count) {
            Unplaced one;
            one.op.event = at;
            one.op.pipe = Pipe::Integer;
            one.op.after = After::Nothing;
            one.op.code = site.code;
            m_ops.push_back(std::move(one));
        }
    }

    template <typename List, typename Item>
    static void addOnce(List& list, Item item) {
        if (list.size() < kMostProducers && std::ranges::find(list, item) == list.end()) list.push_back(item);
    }

    Value operandsOf(const Site& site) {
        Value value;
        for (const program::RegisterId reg : site.reads) {
            const auto known = m_values.find(reg);
            if (known == m_values.end()) {
                addOnce(value.registers, reg);
                continue;
            }
            for (const std::uint16_t op : known->second.ops) addOnce(value.ops, op);
            for (const std::uint32_t before : known->second.registers) addOnce(value.registers, before);
        }
        return value;
    }

    void add(std::uint32_t at, const Site& site, std::uint32_t instruction, double issues, const Stretch& stretch) {
        Value operands = operandsOf(site);
        if (issues < 1 && site.after != After::Shared) {
            for (const program::RegisterId reg : site.writes) m_values[reg] = operands;
            return;
        }
        Unplaced one;
        one.op.event = at;
        one.op.pipe = site.pipe;
        one.op.after = site.after;
        one.op.issues = static_cast<std::uint8_t>(std::min(255.0, issues));
        one.op.code = site.code;
        one.op.wide = site.wide;
        one.op.floats = site.floats;
        one.op.pastL1 = site.pastL1;
        one.op.takenBranch = site.branches && stretch.jumps && at + 1 == stretch.instructions.size();
        one.waits = operands.ops;
        one.registers = operands.registers;
        for (const program::RegisterId reg : site.writes)
            one.words =
                static_cast<std::uint8_t>(one.words + (program::bitsOf(m_entry.registers[reg].type) == 64  ? 2
                                                       : program::bitsOf(m_entry.registers[reg].type) == 1 ? 0
                                                                                                           : 1));
        memoryOrder(one, site, instruction);
        m_ops.push_back(std::move(one));
        const auto self = static_cast<std::uint16_t>(m_ops.size() - 1);
        for (const program::RegisterId reg : site.writes) m_values[reg] = Value{{self}, {}};
    }

    /// Loads stay behind stores of their space and the other way round, and everything on its side of fences, barriers
    /// and branches.
    void memoryOrder(Unplaced& one, const Site& site, std::uint32_t instruction) {
        const auto self = static_cast<std::uint16_t>(m_ops.size());
        const program::Instruction& what = m_entry.instructions[instruction];
        if (m_fence) one.behind.push_back(*m_fence);
        if (site.fence || site.branches || site.pipe == Pipe::Barrier) {
            for (std::uint16_t i = m_fence.value_or(0); i < self; ++i) one.behind.push_back(i);
            m_fence = self;
            m_loads.clear();
            return;
        }
        if (site.pipe != Pipe::Memory) return;
        const auto space = static_cast<std::size_t>(what.space);
        if (what.opcode == program::Opcode::St) {
            for (const auto& [load, of] : m_loads)
                if (of == space) one.behind.push_back(load);
            m_last[space] = self;
        } else {
            one.load = what.opcode == program::Opcode::Ld && what.space != program::Space::Shared;
            if (m_last[space]) one.behind.push_back(*m_last[space]);
            m_loads.emplace_back(self, space);
        }
    }

    Region finish() {
        std::vector<std::uint16_t> order;
        if (m_sites.ordered)
            for (std::uint16_t i = 0; i < m_ops.size(); ++i) order.push_back(i);
        else
            order = scheduled(m_ops, m_registers, m_by);
        std::vector<std::uint16_t> place(m_ops.size());
        for (std::uint16_t i = 0; i < order.size(); ++i) place[order[i]] = i;
        Region region;
        const auto keep = [&](auto& to, const std::vector<std::uint16_t>& ops,
                              const std::vector<std::uint32_t>& registers) {
            to.firstWait = static_cast<std::uint32_t>(region.waits.size());
            to.waits = static_cast<std::uint16_t>(ops.size());
            for (const std::uint16_t op : ops) region.waits.push_back(place[op]);
            to.firstRegister = static_cast<std::uint32_t>(region.registers.size());
            to.registers = static_cast<std::uint16_t>(registers.size());
            region.registers.insert(region.registers.end(), registers.begin(), registers.end());
        };
        for (const std::uint16_t i : order) {
            Op op = m_ops[i].op;
            keep(op, m_ops[i].waits, m_ops[i].registers);
            region.ops.push_back(op);
        }
        for (const auto& [reg, value] : m_values) {
            Region::Out out;
            out.reg = reg;
            keep(out, value.ops, value.registers);
            region.outs.push_back(out);
        }
        return region;
    }

    const Sites& m_sites;
    const program::Entry& m_entry;
    std::uint64_t m_registers;
    const Parameters::Order& m_by;
    std::vector<Unplaced> m_ops;
    std::unordered_map<program::RegisterId, Value> m_values;
    std::array<std::optional<std::uint16_t>, 8> m_last{};  ///< store, by space
    std::vector<std::pair<std::uint16_t, std::size_t>> m_loads;
    std::optional<std::uint16_t> m_fence;
};

class StreamMaker {
public:
    StreamMaker(const LaunchSample& sample, std::uint64_t registers, const Parameters::Order& by)
        : m_sites(sitesOf(sample)), m_maker(m_sites, sample.program->entry(), registers, by) {
        m_stream.registerCount = static_cast<std::uint32_t>(sample.program->entry().registers.size());
        m_stream.codeBytes = m_sites.size * Parameters::kInstructionBytes;
    }

    MachineStream make(const LaunchSample& sample) {
        for (const SampledBlock& block : sample.blocks) {
            auto& warps = m_stream.blocks.emplace_back();
            for (const SampledWarp& warp : block.warps) warps.push_back(visitsOf(warp.events));
        }
        return std::move(m_stream);
    }

private:
    std::vector<Visit> visitsOf(const std::vector<Event>& events) {
        std::vector<Visit> visits;
        m_rounds.assign(m_sites.unrolled.size(), 0);
        Stretch stretch;
        for (std::uint32_t i = 0; i < events.size(); ++i) {
            const Site& site = m_sites.sites[events[i].instruction];
            const bool last = i + 1 == events.size();
            const std::uint32_t next = last ? 0 : events[i + 1].instruction;
            stretch.instructions.push_back(events[i].instruction);
            stretch.arms.push_back(last ? 0 : armsBetween(site, next));
            const bool drops = site.branches && dropped(events[i].instruction, next, last);
            stretch.dropped.push_back(drops);
            if (drops) dropControl(stretch, events[i].instruction);
            const bool ends =
                (site.branches && !drops) || site.pipe == Pipe::Barrier || stretch.instructions.size() >= kLongest;
            if (!ends && !last) continue;
            stretch.jumps = site.branches && !last && next != events[i].instruction + 1;
            visits.push_back({regionOf(stretch), stretch.first});
            stretch = {};
            stretch.first = i + 1;
        }
        return visits;
    }

    /// The branch of an unrolled loop is there once for all its copies.
    bool dropped(std::uint32_t instruction, std::uint32_t next, bool last) {
        for (std::size_t l = 0; l < m_sites.unrolled.size(); ++l) {
            const Unrolled& loop = m_sites.unrolled[l];
            if (loop.latchEnd != instruction) continue;
            if (loop.together == 0) return true;
            const bool leaves = last || next == instruction + 1;
            m_rounds[l] = leaves ? 0 : m_rounds[l] + 1;
            return !leaves && m_rounds[l] % loop.together != 0;
        }
        return false;
    }

    /// What belongs to the control of the round that has just ended.
    void dropControl(Stretch& stretch, std::uint32_t branch) const {
        for (std::size_t i = stretch.instructions.size() - 1; i-- > 0;) {
            if (stretch.instructions[i] == branch) break;
            if (m_sites.sites[stretch.instructions[i]].control) stretch.dropped[i] = true;
        }
    }

    /// Arms that a warp has passed by: their instructions are issued all the same.
    [[nodiscard]] std::uint16_t armsBetween(const Site& site, std::uint32_t next) const {
        const std::uint32_t to = m_sites.sites[next].basicBlock;
        if (to == site.basicBlock || m_sites.arms[site.basicBlock].empty()) return 0;
        double cost = 0;
        for (const Sites::Arm& arm : m_sites.arms[site.basicBlock])
            if (arm.block > site.basicBlock && arm.block < to) cost += arm.cost;
        return static_cast<std::uint16_t>(std::min(1000.0, std::round(cost)));
    }

    std::uint32_t regionOf(const Stretch& stretch) {
        const auto [known, added] = m_known.try_emplace(stretch.key(), m_stream.regions.size());
        if (added) m_stream.regions.push_back(m_maker.make(stretch));
        return known->second;
    }

    Sites m_sites;
    RegionMaker m_maker;
    MachineStream m_stream;
    std::vector<unsigned> m_rounds;
    std::unordered_map<std::uint64_t, std::uint32_t> m_known;
};

}  // namespace

MachineStream machineStreamOf(const LaunchSample& sample, std::uint64_t registersPerThread,
                              const Parameters& parameters) {
    if (sample.listing) {
        MachineStream stream;
        stream.code = opsOf(*sample.listing);
        stream.codeBytes = static_cast<double>(stream.code.size()) * Parameters::kInstructionBytes;
        return stream;
    }
    return StreamMaker(sample, registersPerThread, parameters.order).make(sample);
}

}  // namespace lanescope::timing
