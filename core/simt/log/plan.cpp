// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/log/plan.h"

#include <map>
#include <utility>

namespace lanescope::simt {
namespace {

/// Which site has noted a register's lanes, since the segment began or the register was last written.
class Noted {
public:
    explicit Noted(const Program& program) : m_program(program) {}

    std::uint32_t& of(const Op& op, std::uint32_t slot) {
        return m_slots.try_emplace({op.from[0], op.wideAddress}, slot).first->second;
    }
    void forgetWrittenBy(const program::Instruction& instruction) {
        // A store's vector is read, not written; to forget it too costs nothing but a few bytes.
        for (const program::Operand* operand : {&instruction.destination, &instruction.destination2})
            if (operand->kind == program::Operand::Kind::Register) forget(operand->reg);
        for (const program::RegisterId reg : instruction.vector)
            if (reg != program::kNoRegister) forget(reg);
    }

    void forgetAt(Place place) {
        for (const bool wide : {false, true}) m_slots.erase({place, wide});
    }

private:
    void forget(program::RegisterId reg) { forgetAt(m_program.registerPlace(reg)); }
    const Program& m_program;
    std::map<std::pair<Place, bool>, std::uint32_t> m_slots;
};

}  // namespace

LogPlan::LogPlan(const Program& program) : m_slotOf(program.ops().size(), kNowhere) {
    for (const Segment& segment : program.segments()) {
        m_first.push_back(siteCount());
        Noted noted(program);
        for (std::uint32_t index = segment.first; index < segment.end; ++index) {
            const Op& op = program.ops()[index];
            const bool guarded = op.guard != kNowhere;
            const bool accesses = op.access != AccessKind::None;
            if (guarded || accesses) {
                LogSite site{index, siteCount(), siteCount(), guarded, accesses};
                // Behind a guard not all lanes are seen, so that what it notes is good for no other.
                if (accesses && !guarded) site.addressSlot = noted.of(op, site.slot);
                m_slotOf[index] = site.slot;
                m_sites.push_back(site);
            }
            noted.forgetWrittenBy(*op.source);
            for (unsigned k = 0; k < op.before + unsigned{op.after}; ++k) noted.forgetAt(op.rearrangements[k].to);
        }
    }
    m_first.push_back(siteCount());
}

}  // namespace lanescope::simt
