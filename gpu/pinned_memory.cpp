// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/pinned_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "gpu/cuda_error.h"

namespace lanescope {

std::vector<PageRange> pagesOf(std::span<const std::span<std::byte>> arrays, std::size_t pageBytes) {
    std::vector<PageRange> ranges;
    for (const std::span<std::byte> array : arrays) {
        if (array.empty()) continue;
        const std::size_t before = reinterpret_cast<std::uintptr_t>(array.data()) % pageBytes;
        std::byte* const begin = array.data() - before;
        const std::size_t bytes = (before + array.size() + pageBytes - 1) / pageBytes * pageBytes;
        ranges.push_back({begin, begin + bytes});
    }
    std::ranges::sort(ranges, {}, &PageRange::begin);
    std::vector<PageRange> joined;
    for (const PageRange& range : ranges)
        if (joined.empty() || range.begin >= joined.back().end)
            joined.push_back(range);
        else
            joined.back().end = std::max(joined.back().end, range.end);
    return joined;
}

PinnedMemory::PinnedMemory(const cuda::Driver& driver, std::span<const std::span<std::byte>> arrays)
    : m_driver(&driver) {
    for (const PageRange& range : pagesOf(arrays, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)))) {
        const auto bytes = static_cast<std::size_t>(range.end - range.begin);
        const cuda::Status status = driver.hostRegister(range.begin, bytes, 0);
        if (status != cuda::kSuccess) release();
        cuda::check(driver, status, "cuMemHostRegister");
        m_ranges.push_back(range);
    }
}

PinnedMemory::~PinnedMemory() { release(); }

void PinnedMemory::release() {
    for (const PageRange& range : m_ranges)
        if (!cuda::driverAbandoned()) m_driver->hostUnregister(range.begin);
    m_ranges.clear();
}

}  // namespace lanescope
