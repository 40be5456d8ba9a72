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
std::uint64_t flushBlocks(const Rig& rig) { return std::max<std::uint64_t>(rig.limit("sm_count"), 1); }

}  // namespace

void orThrow(const Result<void>& done) {
    if (!done) throw CudaError(done.error());
}

Result<std::shared_ptr<const program::Module>> calibrationKernels(const std::string& resources) {
    Result<std::string> text = readFile(resources + "/ptx/calibrate.ptx");
    if (!text) return fail(text.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), "calibrate.ptx");
    if (!module) return fail(module.error());
    return std::make_shared<const ptx::Module>(std::move(*module));
}

Rig::Rig(Executor& executor, std::shared_ptr<const program::Module> kernels, GpuSpec gpu, JobContext job)
    : m_executor(executor), m_kernels(std::move(kernels)), m_gpu(std::move(gpu)), m_job(std::move(job)) {}

std::uint64_t Rig::limit(std::string_view id) const {
    const GpuValue* value = m_gpu.find(id);
    return value == nullptr ? 0 : static_cast<std::uint64_t>(value->value);
}

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
    if (m_kernels->find(kernel) == nullptr)
        throw CudaError(Error(ErrorCode::PtxUnknownEntry,
                              {{"file", m_kernels->name}, {"entry", kernel}, {"known", m_kernels->entryNames()}}));
    Launch launch;
    launch.kernel = std::make_shared<const Kernel>(Kernel{m_kernels, kernel, "calibrate.cu", nullptr, {}});
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
    const auto first = *std::min_element(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(warps));
    const auto last = *std::max_element(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(warps));
    if (last <= first)
        throw CudaError(Error(ErrorCode::CudaFailure,
                              {{"call", launch.kernel->entry}, {"reason", textOf("calibrate.clock_stands"_id)}}));
    return static_cast<double>(last - first);
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
