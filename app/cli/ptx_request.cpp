// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ptx_request.h"

#include <filesystem>

#include "core/base/resources.h"
#include "core/plan/launch_spec.h"
#include "core/plan/scalar_text.h"
#include "core/ptx/parser.h"

namespace lanescope::cli {
namespace fs = std::filesystem;

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
    // A device such as /dev/zero has no end.
    std::error_code problem;
    const fs::file_status status = fs::status(request.file, problem);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_fifo(status) && !fs::is_directory(status))
        return fail(ErrorCode::CannotOpen, {{"file", request.file}, {"reason", "it is no regular file"}});
    Result<std::string> text = readFile(request.file);
    if (!text) return fail(text.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), request.file);
    if (!module) return fail(module.error());
    Result<Plan> plan = planOf(spec, std::make_shared<const ptx::Module>(std::move(*module)));
    if (plan) plan->parameters.insert(plan->parameters.begin(), {"file", request.file});
    return plan;
}

Result<std::vector<Dump>> dumpsOf(const PtxRequest& request, const Plan& plan) {
    std::vector<Dump> dumps;
    for (const std::string& word : request.dumps) {
        const auto illegal = [&](const std::string& reason) {
            return fail(ErrorCode::IllegalValue, {{"parameter", "--dump"}, {"value", word}, {"legal", reason}});
        };
        const std::size_t equals = word.find('=');
        const auto index = wholeNumberFromText(std::string_view(word).substr(0, equals));
        if (!index || equals == std::string::npos || equals + 1 == word.size())
            return illegal("it must read INDEX=FILE, such as 0=out.bin");
        const std::string count = std::to_string(request.arguments.size());
        if (*index >= request.arguments.size())
            return illegal("arguments count from 0, and there are " + count + " of them");
        BufferId buffer = 0;
        while (buffer < plan.buffers.size() && plan.buffers[buffer].name != "arg" + std::to_string(*index)) ++buffer;
        if (buffer == plan.buffers.size())
            return illegal("argument " + std::to_string(*index) + " (\"" + request.arguments[*index] +
                           "\") is no buffer");
        dumps.push_back({buffer, word.substr(equals + 1)});
    }
    return dumps;
}

Result<void> writeDumps(const std::vector<Dump>& dumps, const HostBuffers& buffers) {
    for (const Dump& dump : dumps) {
        const std::vector<std::byte>& bytes = buffers[dump.buffer];
        const auto written = writeFile(dump.file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (!written) return written;
    }
    return {};
}

}  // namespace lanescope::cli
