// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ptx_request.h"

#include "core/base/file_reader.h"
#include "core/base/number_text.h"
#include "core/base/resources.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"

namespace lanescope::cli {

Result<ptx::Module> moduleFromFile(const std::string& file) {
    Result<std::string> text = readFileOrPipe(file);
    if (!text) return fail(text.error());
    return ptx::parse(std::move(*text), file);
}

Result<std::shared_ptr<const program::Module>> sharedModuleFromFile(const std::string& file) {
    Result<ptx::Module> module = moduleFromFile(file);
    if (!module) return fail(module.error());
    return std::make_shared<const ptx::Module>(std::move(*module));
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
    const Result<std::shared_ptr<const program::Module>> module = sharedModuleFromFile(request.file);
    if (!module) return fail(module.error());
    Result<Plan> plan = planOf(spec, *module);
    if (plan) {
        Parameters words{{"file", request.file}};
        for (const auto& [name, value] : plan->parameters) words.add(name, value);
        plan->parameters = std::move(words);
    }
    return plan;
}

}  // namespace lanescope::cli
