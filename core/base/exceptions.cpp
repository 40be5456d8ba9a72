// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exceptions.h"

#include <new>
#include <stdexcept>
#include <system_error>

#include "core/base/memory.h"

namespace lanescope {

Error errorOf(const std::exception& exception) {
    // What no allocation can be as long as: somebody wanted more than there can be.
    const bool noMemory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr ||
                          dynamic_cast<const std::length_error*>(&exception) != nullptr;
    if (noMemory)
        return {ErrorCode::OutOfMemory,
                {{"reason", "the system gives no more to this program; " +
                                memoryText(static_cast<double>(availableMemory())) + " can be had now"}}};
    if (const auto* system = dynamic_cast<const std::system_error*>(&exception))
        if (system->code() == std::errc::resource_unavailable_try_again ||
            system->code() == std::errc::not_enough_memory)
            return {ErrorCode::OutOfMemory, {{"reason", "the system gives this program no more threads"}}};
    return {ErrorCode::Internal, {{"reason", exception.what()}}};
}

}  // namespace lanescope
