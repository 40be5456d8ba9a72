// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/device_memory.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "core/base/memory.h"
#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope::simt {
namespace {

constexpr std::uint64_t kAlignment = 256;
/// Data and one flag per word.
constexpr double kBytesPerByte = 1.25;

/// Of zeros, which is what nobody has written to, nothing is copied.
template <typename T>
ZeroedVector<T> sparseCopy(const ZeroedVector<T>& from) {
    constexpr std::size_t kPage = 4096;
    static_assert(sizeof(T) == 1);
    ZeroedVector<T> to(from.size());
    for (std::size_t at = 0; at < from.size(); at += kPage) {
        const std::size_t count = std::min(kPage, from.size() - at);
        const T* const page = from.data() + at;
        const bool empty = page[0] == T{0} && std::memcmp(page, page + 1, count - 1) == 0;
        if (!empty) std::memcpy(to.data() + at, page, count);
    }
    return to;
}

double bytesOf(const Buffer& buffer) {
    if (buffer.place == Buffer::Place::Host) return 0;
    return static_cast<double>(buffer.rows) * static_cast<double>(buffer.columns) *
           static_cast<double>(sizeOf(buffer.type));
}

}  // namespace

void DeviceMemory::Allocation::markInitialised(std::uint64_t offset, std::uint64_t bytes) {
    if (uninitialisedWords == 0 || bytes == 0) return;
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
        uninitialisedWords -= initialised[word] == 0 ? 1 : 0;
        initialised[word] = 1;
    }
}

void DeviceMemory::Allocation::allIsInitialised() {
    std::ranges::fill(initialised, std::uint8_t{1});
    uninitialisedWords = 0;
}

Result<void> DeviceMemory::allocate(std::span<const Buffer> buffers) {
    double needed = 0;
    for (const Buffer& buffer : buffers) needed += bytesOf(buffer) * kBytesPerByte;
    const auto available = static_cast<double>(availableMemory());
    const auto tooLarge = [&] {
        std::vector<Message> names;
        for (const Buffer& buffer : buffers) names.push_back(Message::plain(buffer.name));
        return fail(ErrorCode::TooLarge, {{"what", inWords(Message("simt.memory"_id, {{"what", Join::Comma, names}}))},
                                          {"needed", numbers::memory(needed)},
                                          {"available", numbers::memory(available)}});
    };
    // Asked first, because the system may promise more than it has.
    if (needed > available) return tooLarge();
    m_allocations.clear();
    m_loaded.clear();
    std::uint64_t base = kFirstBase;
    try {
        for (const Buffer& buffer : buffers) {
            auto allocation = std::make_shared<Allocation>();
            allocation->buffer = buffer;
            allocation->base = base;
            const std::uint64_t bytes = buffer.place == Buffer::Place::Host ? 0 : buffer.bytes();
            allocation->data.resize(bytes);
            allocation->initialised.resize((bytes + 3) / 4);
            allocation->uninitialisedWords = allocation->initialised.size();
            base += (bytes + kAlignment - 1) / kAlignment * kAlignment + kGuardGap;
            m_allocations.push_back(std::move(allocation));
        }
    } catch (const std::bad_alloc&) {
        m_allocations.clear();
        return tooLarge();
    }
    return {};
}

void DeviceMemory::holdContent(BufferId buffer) {
    Allocation& allocation = writable(buffer);
    allocation.content = std::make_shared<const LazyContent>(allocation.buffer, allocation.data.data());
}

void DeviceMemory::takeAsContent(BufferId buffer) {
    Allocation& allocation = writable(buffer);
    Buffer nothingMore = allocation.buffer;
    nothingMore.initial = {};
    allocation.content = std::make_shared<const LazyContent>(nothingMore, allocation.data.data());
}

void DeviceMemory::completeContent(BufferId buffer) {
    if (!m_allocations[buffer]->content) return;
    Allocation& allocation = writable(buffer);
    if (!allocation.content) return;
    allocation.content->makeAll();
    allocation.content = nullptr;
    allocation.allIsInitialised();
}

void DeviceMemory::completeContent() {
    for (BufferId buffer = 0; buffer < size(); ++buffer) completeContent(buffer);
}

void DeviceMemory::upload(BufferId buffer, std::span<const std::byte> bytes) {
    Allocation& allocation = writable(buffer);
    const std::size_t count = std::min(bytes.size(), allocation.data.size());
    if (count == 0) return;
    std::memcpy(allocation.data.data(), bytes.data(), count);
    allocation.markInitialised(0, count);
}

void DeviceMemory::download(BufferId buffer, std::span<std::byte> bytes) const {
    const Allocation& from = allocation(buffer);
    const std::size_t count = std::min(bytes.size(), from.data.size());
    if (count != 0) std::memcpy(bytes.data(), from.data.data(), count);
}

DeviceMemory::Allocation& DeviceMemory::writable(BufferId buffer) {
    std::shared_ptr<Allocation>& allocation = m_allocations[buffer];
    if (allocation.use_count() == 1) return *allocation;
    if (allocation->content) allocation->content->makeAll();
    auto own = std::make_shared<Allocation>();
    own->buffer = allocation->buffer;
    own->base = allocation->base;
    own->data = sparseCopy(allocation->data);
    own->initialised = sparseCopy(allocation->initialised);
    own->uninitialisedWords = allocation->uninitialisedWords;
    own->constant = allocation->constant;
    if (allocation->content) own->allIsInitialised();
    allocation = std::move(own);
    return *allocation;
}

std::optional<BufferId> DeviceMemory::find(std::uint64_t address, std::uint64_t bytes) const {
    // Later allocations lie higher.
    const auto above = std::ranges::upper_bound(m_allocations, address, {}, [](const auto& a) { return a->base; });
    if (above == m_allocations.begin()) return std::nullopt;
    const Allocation& a = **std::prev(above);
    if (address >= a.end() || bytes > a.end() - address) return std::nullopt;
    return static_cast<BufferId>(std::prev(above) - m_allocations.begin());
}

std::optional<BufferId> DeviceMemory::nearest(std::uint64_t address) const {
    std::optional<BufferId> best;
    std::uint64_t least = kGuardGap / 2;
    for (BufferId buffer = 0; buffer < m_allocations.size(); ++buffer) {
        const Allocation& a = *m_allocations[buffer];
        const std::uint64_t distance = address < a.base ? a.base - address : address >= a.end() ? address - a.end() : 0;
        if (distance >= least) continue;
        least = distance;
        best = buffer;
    }
    return best;
}

std::optional<ElementRef> DeviceMemory::element(std::uint64_t address) const {
    const std::optional<BufferId> buffer = find(address, 1);
    if (!buffer) return std::nullopt;
    const Allocation& a = *m_allocations[*buffer];
    const std::uint64_t index = (address - a.base) / sizeOf(a.buffer.type);
    return ElementRef{*buffer, index / a.buffer.columns, index % a.buffer.columns};
}

void DeviceMemory::undo(const MemoryWrite& write) {
    const std::optional<BufferId> buffer = find(write.address, write.bytes);
    if (!buffer) return;
    Allocation& a = writable(*buffer);
    const std::uint64_t offset = write.address - a.base;
    std::memcpy(a.data.data() + offset, &write.oldBits, write.bytes);
    if (write.wasInitialised) return;
    for (std::uint64_t word = offset / 4; word <= (offset + write.bytes - 1) / 4; ++word) {
        a.uninitialisedWords += a.initialised[word];
        a.initialised[word] = 0;
    }
}

void DeviceMemory::redo(const MemoryWrite& write) {
    const std::optional<BufferId> buffer = find(write.address, write.bytes);
    if (!buffer) return;
    Allocation& a = writable(*buffer);
    std::memcpy(a.data.data() + (write.address - a.base), &write.newBits, write.bytes);
    a.markInitialised(write.address - a.base, write.bytes);
}

}  // namespace lanescope::simt
