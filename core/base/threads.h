// SPDX-License-Identifier: GPL-3.0-or-later
// Work on several threads whose failures come to the caller, and do not end the program.
#pragma once

#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace lanescope {

/// `work(isCaller)` on `count` threads, of which the caller's is one, until all have returned. Throws what one of them
/// has thrown. Where the system gives no more threads, fewer do it: the work must not depend on how many there are.
template <typename Work>
void onThreads(unsigned count, Work work) {
    std::mutex mutex;
    std::exception_ptr failure;
    const auto guarded = [&](bool isCaller) {
        try {
            work(isCaller);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned i = 1; i < count; ++i) others.emplace_back(guarded, false);
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
        guarded(true);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace lanescope
