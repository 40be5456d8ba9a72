// SPDX-License-Identifier: GPL-3.0-or-later
// What micro-benchmarks run their kernels (gpu/kernels/calibrate.cu) on: a GPU, or the emulator, whose clock counts the
// steps of a launch, so that what the kernels do can be tested anywhere. Failures are thrown (CudaError).
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/gpus/gpu_spec.h"
#include "core/plan/executor.h"

namespace lanescope {

using CalibrationKernels = std::vector<std::shared_ptr<const program::Module>>;

/// The kernels of calibrate.ptx, calibrate_patterns.ptx and calibrate_requests.ptx under `resources`. Errors:
/// CannotOpen, PtxSyntax.
[[nodiscard]] Result<CalibrationKernels> calibrationKernels(const std::string& resources);

class Rig {
public:
    /// `gpu` has the limits that the driver tells.
    Rig(Executor& executor, CalibrationKernels kernels, GpuSpec gpu, JobContext job);
    virtual ~Rig() = default;

    [[nodiscard]] const GpuSpec& gpu() const { return m_gpu; }
    /// A limit as a whole number; 0 if the driver does not tell it.
    [[nodiscard]] std::uint64_t limit(std::string_view id) const;
    /// At least 1.
    [[nodiscard]] std::uint64_t multiprocessors() const;
    [[nodiscard]] const JobContext& job() const { return m_job; }

    /// How many samples to take where a benchmark wants so many.
    [[nodiscard]] virtual int samples(int wanted) const { return wanted; }

    /// Drops all arrays of the device and makes new ones; array i has `bytes[i]` bytes of anything. Throws TooLarge,
    /// CudaFailure.
    void allocate(std::span<const std::uint64_t> bytes);
    void fill(BufferId array, std::uint8_t byte);
    /// The whole array; `values` has its size.
    template <typename T>
    void upload(BufferId array, const std::vector<T>& values) {
        uploadBytes(array, std::as_bytes(std::span(values)));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> download(BufferId array) {
        std::vector<T> values(m_bytes.at(array) / sizeof(T));
        downloadBytes(array, std::as_writable_bytes(std::span(values)));
        return values;
    }

    /// A launch of the kernel of a demangled name. Throws PtxUnknownEntry.
    [[nodiscard]] Launch prepare(const std::string& kernel, std::uint64_t blocks, std::uint64_t threads,
                                 std::vector<Argument> arguments) const;
    /// Runs it to its end. Throws Cancelled, KernelFault, …
    void run(const Launch& launch);
    /// Runs it and gives the clock cycles from the beginning of a block's first warp to the end of its last, of the
    /// block that took longest; `begin` and `end` are its arrays of clock readings (8 bytes for each warp of the grid).
    /// Throws CudaFailure if the clock did not go on.
    [[nodiscard]] double cycles(const Launch& launch, BufferId begin, BufferId end);
    /// Reads so much other memory that nothing of what the benchmarks' arrays hold is left in the L2 cache. `array` and
    /// `sink` are arrays of flushBytes() and flushSinkBytes().
    void flushL2(BufferId array, BufferId sink);
    [[nodiscard]] std::uint64_t flushBytes() const;
    [[nodiscard]] std::uint64_t flushSinkBytes() const;

    /// Seconds on the GPU that `times` launches take, one behind the other, by events; another piece of work before
    /// them keeps the GPU busy while they are queued. The emulator has no time: throws Internal.
    [[nodiscard]] virtual double seconds(const Launch& launch, unsigned times);
    /// The same right behind `busy`, which keeps the GPU busy until all of them are queued.
    [[nodiscard]] virtual double secondsBehind(const Launch& /*busy*/, const Launch& launch, unsigned times) {
        return seconds(launch, times);
    }
    enum class Direction { ToDevice, FromDevice };
    /// Seconds by the host's clock until a copy between the whole array and `host` is done.
    [[nodiscard]] double copySeconds(Direction direction, BufferId array, std::span<std::byte> host);
    /// Page-locks `host` until unpin(). Throws CudaFailure.
    void pin(std::span<std::byte> host);
    void unpin() { m_executor.unpin(); }

private:
    void uploadBytes(BufferId array, std::span<const std::byte> bytes);
    void downloadBytes(BufferId array, std::span<std::byte> bytes);

    Executor& m_executor;
    CalibrationKernels m_kernels;
    GpuSpec m_gpu;
    JobContext m_job;
    std::vector<std::uint64_t> m_bytes;
};

/// Page-locks memory for the life of this object. Throws CudaError.
class PinnedFor {
public:
    PinnedFor(Rig& rig, std::span<std::byte> host) : m_rig(rig) { rig.pin(host); }
    ~PinnedFor() { m_rig.unpin(); }
    PinnedFor(const PinnedFor&) = delete;
    PinnedFor& operator=(const PinnedFor&) = delete;

private:
    Rig& m_rig;
};

/// Throws CudaError of an error.
void orThrow(const Result<void>& done);

}  // namespace lanescope
