// SPDX-License-Identifier: GPL-3.0-or-later
// Page-locks arrays of the host, so that the GPU can copy them by itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu/cuda_driver.h"

namespace lanescope {

/// Whole pages [begin, end) that hold all of the arrays; arrays whose pages touch share one range.
struct PageRange {
    std::byte* begin = nullptr;
    std::byte* end = nullptr;
    friend bool operator==(const PageRange&, const PageRange&) = default;
};
[[nodiscard]] std::vector<PageRange> pagesOf(std::span<const std::span<std::byte>> arrays, std::size_t pageBytes);

/// Pinned for the life of this object. Throws CudaError.
class PinnedMemory {
public:
    PinnedMemory(const cuda::Driver& driver, std::span<const std::span<std::byte>> arrays);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

private:
    void release();
    const cuda::Driver* m_driver;
    std::vector<PageRange> m_ranges;
};

}  // namespace lanescope
