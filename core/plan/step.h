// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that a Plan is made of: copies, fills, launches, tasks of the CPU, calls of a library, waits.
// The emulator does them one after the other. On a GPU the steps of different streams overlap as they do in CUDA:
// stream 0 is the default stream, which waits for all others and they for it; the others are made by cudaStreamCreate.
// A step on a stream of the device does not keep the host waiting, except copies of pageable memory, and launches on
// stream 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/plan/launch.h"

namespace lanescope {

/// A rectangle of a buffer, in elements; rows == 0 means the whole buffer.
struct Part {
    BufferId buffer = 0;
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    friend bool operator==(const Part&, const Part&) = default;
};

/// How the host's side of a copy lies in memory. A buffer that one step copies as Pinned is page-locked for the whole
/// run; a copy of it does not keep the host waiting.
enum class HostMemory : std::uint8_t { Pageable, Pinned };

struct UploadStep {  ///< host to device, whole buffer
    BufferId buffer = 0;
    HostMemory memory = HostMemory::Pageable;
    std::uint32_t stream = 0;
};
struct DownloadStep {  ///< device to host, whole buffer
    BufferId buffer = 0;
    HostMemory memory = HostMemory::Pageable;
    std::uint32_t stream = 0;
};

/// Row by row (cudaMemcpy2D), between parts of the same shape and element size.
struct CopyStep {
    enum class Direction : std::uint8_t { ToDevice, ToHost, OnDevice };
    Direction direction = Direction::ToDevice;
    Part from{};
    Part to{};
    HostMemory memory = HostMemory::Pageable;
    std::uint32_t stream = 0;
};

struct FillStep {  ///< cudaMemset of a whole buffer of the device
    BufferId buffer = 0;
    std::uint8_t byte = 0;
    std::uint32_t stream = 0;
};

struct LaunchStep {
    Launch launch;
};

/// Contents of all buffers on the host, by BufferId. A buffer that no step needs on the host is empty.
using HostBuffers = std::vector<std::vector<std::byte>>;

/// Something that the CPU does with the host's buffers. It waits for nothing: what it reads must have arrived
/// (WaitStep).
struct HostStep {
    std::string name;      ///< as it is shown: "dpotrf"
    bool library = false;  ///< a library does it, such as LAPACK
    std::vector<BufferId> reads;
    std::vector<BufferId> writes;
    /// Asks now and then whether to stop (Cancelled). Must give the same bytes every time.
    std::function<Result<void>(HostBuffers&, const JobContext&)> task;
    double operations = 0;  ///< arithmetic operations, as far as known
};

/// A call of cuBLAS on matrices of the device, all f32 or all f64. On a GPU the library does it; in the emulator a loop
/// of ours, which is shown as such. Matrices are row-major, as Buffers are; `lower` is what is below and on the
/// diagonal.
struct LibraryStep {
    enum class Call : std::uint8_t {
        Gemm,  ///< C = alpha op(A) op(B) + beta C
        Syrk,  ///< lower C = alpha A Aᵀ + beta lower C; B is not used. With transposeA: Aᵀ A
        Trsm  ///< C = alpha C op(A)⁻¹, where A is lower triangular and not 0 on the diagonal; B and beta are not used
    };
    Call call = Call::Gemm;
    Part a{};
    Part b{};
    Part c{};  ///< result; overlaps neither a nor b
    bool transposeA = false;
    bool transposeB = false;
    double alpha = 1;
    double beta = 0;  ///< with 0 what C held does not matter
    std::uint32_t stream = 0;
};

/// The host waits for a stream; nothing: for all that was begun.
struct WaitStep {
    std::optional<std::uint32_t> stream;
};

using Step = std::variant<UploadStep, LaunchStep, DownloadStep, CopyStep, FillStep, HostStep, LibraryStep, WaitStep>;

/// The stream of a step; nothing for what only the host does (tasks and waits).
[[nodiscard]] std::optional<std::uint32_t> streamOf(const Step& step);

}  // namespace lanescope
