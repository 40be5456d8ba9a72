// SPDX-License-Identifier: GPL-3.0-or-later
// Which form of kernels a verb runs: PTX, or the machine code of an architecture, too.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace lanescope::cli {

struct CodeRequest {
    std::string code = "ptx";
    std::string architecture = "sm_90";
    [[nodiscard]] bool isMachine() const { return code == "machine"; }
    /// All architectures side by side; where addCodeOptions() has allowed it.
    [[nodiscard]] bool isAll() const { return isMachine() && architecture == "all"; }
};

/// --code and --arch; `help` is what --code does to this verb, `all`: --arch all is one of its values.
void addCodeOptions(CLI::App& verb, CodeRequest& request, const std::string& help, bool all = false);

}  // namespace lanescope::cli
