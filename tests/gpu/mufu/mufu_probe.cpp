// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU's MUFU answers, into packed files:     mufu_probe FOLDER [--emulator] [NAME…]
// One file NAME.gz for each run of mufu_runs.cpp (or for those named), packed as mufu_runs.h says. With --emulator the
// emulator answers instead of the GPU, and what was packed is unpacked again and compared. Exit codes: 0 all written, 1
// an instruction or a file failed, 3 no GPU.
#include <cstring>
#include <iostream>
#include <set>

#include "core/base/gzip.h"
#include "core/plan/executor.h"
#include "core/ptx/parser.h"
#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "tests/gpu/mufu/mufu_runs.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kBlock = 256;

Result<std::vector<std::uint32_t>> answers(const mufu::Run& run, Executor& executor) {
    auto module = ptx::parse(mufu::ptxOf(run), std::string(run.name) + ".ptx");
    if (!module) return tl::unexpected(module.error());
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = "probe";
    const std::vector<Buffer> buffers{{"results", ElementType::U32, 1, run.count, {}}};
    const auto number = [](std::uint32_t value) { return Argument{Scalar(ElementType::U32, value)}; };
    const Launch launch{.kernel = kernel,
                        .grid = {(run.count + kBlock - 1) / kBlock, 1, 1},
                        .block = {kBlock, 1, 1},
                        .arguments = {BufferId{0}, number(run.first), number(run.step), number(run.count)}};
    std::vector<std::uint32_t> results(run.count);
    if (auto done = executor.allocate(buffers); !done) return tl::unexpected(done.error());
    if (auto done = executor.launch(launch, {}); !done) return tl::unexpected(done.error());
    if (auto done = executor.download(0, std::as_writable_bytes(std::span(results))); !done)
        return tl::unexpected(done.error());
    return results;
}

int probe(const std::string& folder, const std::set<std::string, std::less<>>& names, bool emulator) {
    std::shared_ptr<CudaSession> session;
    if (!emulator) {
        auto opened = CudaSession::open();
        if (!opened) {
            std::cerr << describe(opened.error()) << '\n';
            return 3;
        }
        session = *opened;
        std::cout << session->gpu().spec.title << ", driver " << session->gpu().driverVersion << '\n';
    }
    int failed = 0;
    for (const mufu::Run& run : mufu::runs()) {
        if (!names.empty() && !names.contains(run.name)) continue;
        std::unique_ptr<Executor> executor;
        if (emulator)
            executor = std::make_unique<simt::Emulator>();
        else
            executor = std::make_unique<CudaExecutor>(session);
        const auto results = answers(run, *executor);
        if (!results) {
            std::cout << run.name << ": " << describe(results.error()) << '\n';
            ++failed;
            continue;
        }
        const std::string packed = mufu::pack(run, *results);
        const auto written = writePackedFile(folder + "/" + std::string(run.name) + ".gz", packed);
        if (!written || (emulator && mufu::unpack(run, packed) != *results)) ++failed;
        std::cout << run.name << ": " << results->size() << " results of " << run.instruction << ", " << packed.size()
                  << " bytes to pack\n";
    }
    return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace lanescope

int main(int count, char** arguments) {
    std::string folder;
    std::set<std::string, std::less<>> names;
    bool emulator = false;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        if (argument == "--emulator")
            emulator = true;
        else if (folder.empty())
            folder = argument;
        else
            names.insert(argument);
    }
    if (folder.empty()) {
        std::cerr << "usage: mufu_probe FOLDER [--emulator] [NAME...]\n";
        return 1;
    }
    return lanescope::probe(folder, names, emulator);
}
