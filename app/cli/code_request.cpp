// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/code_request.h"

#include <CLI/CLI.hpp>

#include "core/sass/machine_codes.h"

namespace lanescope::cli {

void addCodeOptions(CLI::App& verb, CodeRequest& request, const std::string& help, bool all) {
    CLI::Option* code =
        verb.add_option("--code", request.code, help)->check(CLI::IsMember({"ptx", "machine"}))->capture_default_str();
    std::vector<std::string> values = sass::keptArchitectures();
    if (all) values.emplace_back("all");
    verb.add_option("--arch", request.architecture,
                    all ? "Whose machine code; all: side by side" : "Whose machine code")
        ->check(CLI::IsMember(values))
        ->needs(code)
        ->capture_default_str();
}

}  // namespace lanescope::cli
