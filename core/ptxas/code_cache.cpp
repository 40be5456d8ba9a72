// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/code_cache.h"

#include "core/ptxas/machine_code.h"

namespace lanescope::ptxas {

std::shared_ptr<const MachineCode> CodeCache::of(const std::shared_ptr<const ptx::Module>& module,
                                                 const ptx::Entry& entry) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_made.find(&entry);
    if (found != m_made.end()) return found->second.code;
    auto code = std::make_shared<const MachineCode>(machineCode(*module, entry, m_architecture));
    m_made.emplace(&entry, Made{module, code});
    return code;
}

}  // namespace lanescope::ptxas
