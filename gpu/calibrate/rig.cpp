// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/rig.h"

#include <algorithm>
#include <chrono>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/ptx/parser.h"
#include "gpu/cuda_error.h"

namespace lanescope {
using cuda::CudaError;

namespace {

constexpr std::uint64_t kFlushThreads = 1024;
constexpr std::uint64_t kBytesAtOnce = 64;  ///< that a thread of readTogether reads in a round

/// Threads that read what flushes the cache.
std::uint64_t flushBlocks(const Rig& rig) { return rig.multiprocessors(); }

}  // namespace

void orThrow(const Result<void>& done) {
    if (!done) throw CudaError(done.error());
}

Result<CalibrationKernels> calibrationKernels(const std::string& resources) {
    CalibrationKernels kernels;
    const std::string folder = resources + "/ptx/";
    for (const std::string name : {"calibrate.ptx", "calibrate_patterns.ptx", "calibrate_requests.ptx"}) {
        Result<std::string> text = readFile(folder + name);
        if (!text) return fail(text.error());
        Result<ptx::Module> module = ptx::parse(std::move(*text), name);
        if (!module) return fail(module.error());
        kernels.push_back(std::make_shared<const ptx::Module>(std::move(*module)));
    }
    return kernels;
}

Rig::Rig(Executor& executor, CalibrationKernels kernels, GpuSpec gpu, JobContext job)
    : m_executor(executor), m_kernels(std::move(kernels)), m_gpu(std::move(gpu)), m_job(std::move(job)) {}

std::uint64_t Rig::limit(std::string_view id) const {
    const GpuValue* value = m_gpu.find(id);
    return value == nullptr ? 0 : static_cast<std::uint64_t>(value->value);
}

std::uint64_t Rig::multiprocessors() const { return std::max<std::uint64_t>(limit("sm_count"), 1); }

void Rig::allocate(std::span<const std::uint64_t> bytes) {
    m_bytes.assign(bytes.begin(), bytes.end());
    std::vector<Buffer> buffers;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        buffers.push_back(Buffer{.name = "array " + std::to_string(i),
                                 .type = ElementType::U8,
                                 .rows = 1,
                                 .columns = bytes[i],
                                 .initial = {},
                                 .place = Buffer::Place::Device});
    orThrow(m_executor.allocate(buffers));
}

void Rig::fill(BufferId array, std::uint8_t byte) { orThrow(m_executor.fill(FillStep{array, byte, 0})); }

void Rig::uploadBytes(BufferId array, std::span<const std::byte> bytes) { orThrow(m_executor.upload(array, bytes)); }

void Rig::downloadBytes(BufferId array, std::span<std::byte> bytes) { orThrow(m_executor.download(array, bytes)); }

Launch Rig::prepare(const std::string& kernel, std::uint64_t blocks, std::uint64_t threads,
                    std::vector<Argument> arguments) const {
    const auto module = std::find_if(m_kernels.begin(), m_kernels.end(),
                                     [&](const auto& candidate) { return candidate->find(kernel) != nullptr; });
    if (module == m_kernels.end())
        throw CudaError(
            Error(ErrorCode::PtxUnknownEntry,
                  {{"file", m_kernels.front()->name}, {"entry", kernel}, {"known", m_kernels.front()->entryNames()}}));
    const std::string source = (*module)->name.substr(0, (*module)->name.rfind('.')) + ".cu";
    Launch launch;
    launch.kernel = std::make_shared<const Kernel>(Kernel{*module, kernel, source, nullptr, {}});
    launch.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
    launch.block = {static_cast<std::uint32_t>(threads), 1, 1};
    launch.arguments = std::move(arguments);
    return launch;
}

void Rig::run(const Launch& launch) { orThrow(m_executor.launch(launch, JobContext{m_job.stop, {}})); }

double Rig::cycles(const Launch& launch, BufferId begin, BufferId end) {
    run(launch);
    const std::size_t warps = (launch.block.x + 31) / 32;
    const auto from = download<std::int64_t>(begin);
    const auto to = download<std::int64_t>(end);
    std::int64_t longest = 0;  // clocks of different multiprocessors do not agree
    for (std::size_t block = 0; block < launch.grid.x; ++block) {
        const auto of = [&](const auto& times) { return times.begin() + static_cast<std::ptrdiff_t>(block * warps); };
        const auto count = static_cast<std::ptrdiff_t>(warps);
        longest = std::max(longest,
                           *std::max_element(of(to), of(to) + count) - *std::min_element(of(from), of(from) + count));
    }
    if (longest <= 0)
        throw CudaError(Error(ErrorCode::CudaFailure,
                              {{"call", launch.kernel->entry}, {"reason", textOf("calibrate.clock_stands"_id)}}));
    return static_cast<double>(longest);
}

std::uint64_t Rig::flushBytes() const {
    constexpr std::uint64_t kTimes = 3;  // what the cache can hold
    const std::uint64_t round = flushBlocks(*this) * kFlushThreads * kBytesAtOnce;
    return (kTimes * limit("l2_size") + round - 1) / round * round;
}

std::uint64_t Rig::flushSinkBytes() const { return flushBlocks(*this) * kFlushThreads * 4; }

void Rig::flushL2(BufferId array, BufferId sink) {
    run(prepare("readTogether", flushBlocks(*this), kFlushThreads,
                {array, Scalar(ElementType::U64, flushBytes() / 16), Scalar(1), sink}));
}

double Rig::seconds(const Launch&, unsigned) {
    throw CudaError(Error(ErrorCode::Internal, {{"reason", textOf("calibrate.only_gpu"_id)}}));
}

double Rig::copySeconds(Direction direction, BufferId array, std::span<std::byte> host) {
    using Steady = std::chrono::steady_clock;
    if (m_job.stopRequested()) throw CudaError(Error(ErrorCode::Cancelled));
    orThrow(m_executor.wait({}));
    const auto begin = Steady::now();
    orThrow(direction == Direction::ToDevice ? m_executor.upload(array, host) : m_executor.download(array, host));
    orThrow(m_executor.wait({}));
    return std::chrono::duration<double>(Steady::now() - begin).count();
}

void Rig::pin(std::span<std::byte> host) { orThrow(m_executor.pin(std::span(&host, 1))); }

}  // namespace lanescope
