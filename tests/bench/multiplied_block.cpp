// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/multiplied_block.h"

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

namespace lanescope {

std::shared_ptr<const Kernel> matmulKernel(const std::string& entry) {
    const auto text = readFile(LANESCOPE_SOURCE_DIR "/resources/ptx/matmul.ptx");
    auto module = text ? ptx::parse(*text, "matmul.ptx") : Result<ptx::Module>(fail(text.error()));
    if (!module || module->find(entry) == nullptr) return nullptr;
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = entry;
    return kernel;
}

std::shared_ptr<const BlockTrace> recordMultiplied(const std::shared_ptr<const Kernel>& kernel, std::uint32_t n,
                                                   Dim3 block) {
    if (!kernel) return nullptr;
    using Content = InitialContent;
    const std::vector<Buffer> buffers{{"A", ElementType::F32, n, n, {Content::Kind::SmallIntegers, 1}},
                                      {"B", ElementType::F32, n, n, {Content::Kind::SmallIntegers, 2}},
                                      {"C", ElementType::F32, n, n, {Content::Kind::Uninitialised, 0}}};
    TraceRecorder recorder({});
    simt::EmulatorOptions options;
    options.observer = &recorder;
    simt::Emulator emulator(options);
    if (!emulator.allocate(buffers)) return nullptr;
    for (BufferId buffer : {BufferId{0}, BufferId{1}})
        if (!emulator.upload(buffer, initialBytes(buffers[buffer]))) return nullptr;
    Launch launch;
    launch.kernel = kernel;
    launch.block = block;
    launch.arguments = {BufferId{2}, BufferId{0}, BufferId{1}, static_cast<std::int32_t>(n)};
    if (!emulator.launch(launch, {}) || recorder.traces().empty()) return nullptr;
    return recorder.traces().front();
}

}  // namespace lanescope
