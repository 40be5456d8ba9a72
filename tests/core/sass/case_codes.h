// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of tests/core/simt/cases as machine code: what ptxas makes of them for one architecture.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/program/module.h"
#include "core/sass/toolkit.h"

namespace lanescope::sass::test {

/// One group's cases for one architecture.
struct CaseCodes {
    /// By entry; a module with one kernel, which may be refused (Entry::unsupported).
    std::map<std::string, std::shared_ptr<const program::Module>> modules;
    /// Entries that ptxas does not compile for this architecture, with what it says.
    std::map<std::string, std::string> notThere;
};

/// Of group NAME, from a packed file of it (lanescope-cli machine-code --ptx … --pack NAME.sass) in `codeFolder`: for
/// machines without a toolkit. Throws likewise.
[[nodiscard]] CaseCodes keptCaseCodes(const std::string& codeFolder, const std::string& folder,
                                      const std::string& group, const std::string& architecture);

/// Of group NAME in `folder`. Throws std::runtime_error where a file cannot be read or taken apart.
[[nodiscard]] CaseCodes caseCodes(const Toolkit& toolkit, const std::string& folder, const std::string& group,
                                  const std::string& architecture);

}  // namespace lanescope::sass::test
