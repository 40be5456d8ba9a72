// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ptx_request.h"

#include <filesystem>

#include "core/base/number_text.h"
#include "core/base/resources.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"

namespace lanescope::cli {
namespace fs = std::filesystem;

Result<ptx::Module> moduleFromFile(const std::string& file) {
    // A device such as /dev/zero has no end.
    std::error_code problem;
    const fs::file_status status = fs::status(file, problem);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_fifo(status) && !fs::is_directory(status))
        return fail(ErrorCode::CannotOpen, {{"file", file}, {"reason", "it is no regular file"}});
    Result<std::string> text = readFile(file);
    if (!text) return fail(text.error());
    return ptx::parse(std::move(*text), file);
}

Result<Plan> planFor(const PtxRequest& request) {
    LaunchSpec spec;
    spec.entry = request.entry;
    spec.dynamicSharedBytes = request.dynamicSharedBytes;
    spec.arguments = request.arguments;
    for (const auto& [name, text, size] :
         {std::tuple("--grid", &request.grid, &spec.grid), std::tuple("--block", &request.block, &spec.block)}) {
        const Result<Dim3> given = dim3FromText(name, *text);
        if (!given) return fail(given.error());
        *size = *given;
    }
    Result<ptx::Module> module = moduleFromFile(request.file);
    if (!module) return fail(module.error());
    Result<Plan> plan = planOf(spec, std::make_shared<const ptx::Module>(std::move(*module)));
    if (plan) plan->parameters.insert(plan->parameters.begin(), {"file", request.file});
    return plan;
}

}  // namespace lanescope::cli
