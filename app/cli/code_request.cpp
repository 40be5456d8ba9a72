// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/code_request.h"

#include <CLI/CLI.hpp>

#include "core/sass/machine_codes.h"

namespace lanescope::cli {

void addCodeOptions(CLI::App& verb, CodeRequest& request, const std::string& help) {
    CLI::Option* code =
        verb.add_option("--code", request.code, help)->check(CLI::IsMember({"ptx", "machine"}))->capture_default_str();
    verb.add_option("--arch", request.architecture, "Whose machine code")
        ->check(CLI::IsMember(sass::keptArchitectures()))
        ->needs(code)
        ->capture_default_str();
}

}  // namespace lanescope::cli
