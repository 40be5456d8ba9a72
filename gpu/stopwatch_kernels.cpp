// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopwatch_kernels.h"

#include "core/base/file_reader.h"
#include "core/base/resources.h"

namespace lanescope {
namespace {

Result<std::shared_ptr<const ptx::Module>> readModule() {
    const auto folder = resourceFolder();
    if (!folder) return fail(folder.error());
    auto text = readFile(*folder + "/ptx/stopwatch.ptx");
    if (!text) return fail(text.error());
    auto module = std::make_shared<ptx::Module>();
    module->name = "stopwatch.ptx";
    module->text = std::move(*text);
    return std::shared_ptr<const ptx::Module>(std::move(module));
}

}  // namespace

const Result<std::shared_ptr<const ptx::Module>>& stopwatchModule() {
    static const Result<std::shared_ptr<const ptx::Module>> module = readModule();
    return module;
}

}  // namespace lanescope
