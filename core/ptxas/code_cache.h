// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code that was asked for, each kernel's made once.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/program/module.h"
#include "core/ptxas/architecture.h"

namespace lanescope::ptxas {

struct MachineCode;

/// May be used by any number of threads. Keeps what it has made, and the modules of it, until it goes; whoever asks for
/// the code of the same launches again and again holds it beside them.
class CodeCache {
public:
    explicit CodeCache(const Architecture& architecture = kSm90) : m_architecture(architecture) {}

    /// `entry` is of the module. Who asks for a kernel that is being made waits for it. What is no PTX is refused.
    [[nodiscard]] std::shared_ptr<const MachineCode> of(const std::shared_ptr<const program::Module>& module,
                                                        const program::Entry& entry);

private:
    struct Made {
        std::shared_ptr<const program::Module> module;  ///< so that no other entry gets this one's address
        std::shared_ptr<const MachineCode> code;
    };
    const Architecture& m_architecture;
    std::mutex m_mutex;
    std::map<const program::Entry*, Made> m_made;
};

}  // namespace lanescope::ptxas
