// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of cuBLAS that a LibraryStep can name, from a library that is loaded at run time.
#pragma once

#include <memory>

#include "core/plan/plan.h"
#include "gpu/cuda_driver.h"

namespace lanescope::cuda {

/// A matrix of the device: row-major, `pitch` elements from row to row.
struct DeviceMatrix {
    Address address = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t pitch = 0;
};

/// The arguments of a call as cuBLAS wants them: it is column-major, and sees each of our matrices transposed. Sizes
/// and pitches are in elements.
struct CublasArguments {
    int uplo = 0;  ///< cublasFillMode_t
    int side = 0;  ///< cublasSideMode_t
    int transA = 0;
    int transB = 0;
    int m = 0;
    int n = 0;
    int k = 0;
    Address first = 0;
    int firstPitch = 0;
    Address second = 0;
    int secondPitch = 0;
    Address result = 0;
    int resultPitch = 0;
};
[[nodiscard]] CublasArguments argumentsOf(const LibraryStep& step, const DeviceMatrix& a, const DeviceMatrix& b,
                                          const DeviceMatrix& c);

/// One handle, in the context that was current when it was opened.
class Cublas {
public:
    /// Throws CudaError, NoLibrary.
    [[nodiscard]] static std::unique_ptr<Cublas> open();
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// Queues the call in a stream. `type` is F32 or F64. Throws CudaError.
    void call(const LibraryStep& step, ElementType type, const DeviceMatrix& a, const DeviceMatrix& b,
              const DeviceMatrix& c, Stream stream);

private:
    struct Table;
    explicit Cublas(std::unique_ptr<Table> table);
    void check(int status, const char* call) const;
    std::unique_ptr<Table> m_table;
    void* m_handle = nullptr;
};

}  // namespace lanescope::cuda
