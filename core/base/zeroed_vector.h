// SPDX-License-Identifier: GPL-3.0-or-later
// A vector of bytes that begins with zeros and takes memory only where something is put into it: a buffer of gigabytes
// of which a few blocks are looked at costs what they touch.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope {

/// Memory comes zeroed from the system, which gives a page when it is first written to; new elements are left as they
/// come. Only for vectors that grow once, from nothing: what a vector had and gave up is not zeroed again.
template <typename T>
struct ZeroedAllocator {
    static_assert(std::is_trivial_v<T>);
    using value_type = T;

    ZeroedAllocator() = default;
    template <typename U>
    explicit ZeroedAllocator(const ZeroedAllocator<U>& /*other*/) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        void* const memory = std::calloc(count, sizeof(T));
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t /*count*/) { std::free(memory); }

    template <typename U, typename... Arguments>
    void construct(U* at, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) > 0) ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const ZeroedAllocator& /*a*/, const ZeroedAllocator& /*b*/) { return true; }
};

template <typename T>
using ZeroedVector = std::vector<T, ZeroedAllocator<T>>;

}  // namespace lanescope
