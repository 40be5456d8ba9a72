// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/code_cache.h"

#include "core/base/words.h"
#include "core/ptxas/machine_code.h"

namespace lanescope::ptxas {
namespace {

MachineCode refusal() {
    MachineCode code;
    code.refused = textOf("ptxas.refused.not_ptx"_id);
    return code;
}

}  // namespace

std::shared_ptr<const MachineCode> CodeCache::of(const std::shared_ptr<const program::Module>& module,
                                                 const program::Entry& entry) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_made.find(&entry);
    if (found != m_made.end()) return found->second.code;
    const std::shared_ptr<const ptx::Module> ptx = ptx::moduleOf(module);
    auto code =
        std::make_shared<const MachineCode>(ptx != nullptr ? machineCode(*ptx, entry, m_architecture) : refusal());
    m_made.emplace(&entry, Made{module, code});
    return code;
}

}  // namespace lanescope::ptxas
