// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thrown.h"

#include <unistd.h>

#include <cstdlib>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/base/descriptor.h"

namespace lanescope {
namespace {

bool isOutOfMemory(const std::exception& thrown) {
    if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) return true;
    const auto* system = dynamic_cast<const std::system_error*>(&thrown);  // std::thread throws it
    return system != nullptr && (system->code() == std::errc::resource_unavailable_try_again ||
                                 system->code() == std::errc::not_enough_memory);
}

/// Nothing here may need memory.
[[noreturn]] void endUncaught() {
    try {
        if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& thrown) {
        if (isOutOfMemory(thrown)) {
            constexpr std::string_view kSentence =
                "There is not enough memory: the machine, or a limit of this process or its control group, gives no "
                "more.\n";
            (void)writeAll(STDERR_FILENO, kSentence);
            std::_Exit(EXIT_FAILURE);
        }
    } catch (...) {
    }
    std::abort();
}

}  // namespace

Error errorOfThrown(const std::exception& thrown) {
    if (!isOutOfMemory(thrown)) return {ErrorCode::Internal, {{"reason", thrown.what()}}};
    return {ErrorCode::OutOfMemory,
            {{"reason", "the machine, or a limit of this process or its control group, gives no more"}}};
}

void endInWordsWhenOutOfMemory() { std::set_terminate(endUncaught); }

}  // namespace lanescope
