// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thrown.h"

#include <unistd.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "core/base/descriptor.h"
#include "core/base/memory.h"
#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

/// Also what no allocation can be as long as: somebody wanted more than there can be.
bool lacksMemory(const std::exception& thrown) {
    return dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr ||
           dynamic_cast<const std::length_error*>(&thrown) != nullptr;
}

bool lacksThreads(const std::exception& thrown) {
    const auto* system = dynamic_cast<const std::system_error*>(&thrown);  // std::thread throws it
    return system != nullptr && (system->code() == std::errc::resource_unavailable_try_again ||
                                 system->code() == std::errc::not_enough_memory);
}

/// Nothing here may need memory.
[[noreturn]] void endUncaught() {
    try {
        if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& thrown) {
        if (lacksMemory(thrown) || lacksThreads(thrown)) {
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
    if (lacksMemory(thrown))
        return {ErrorCode::OutOfMemory,
                {{"reason", inWords(Message("reason.no_memory"_id,
                                            {{"left", numbers::memory(static_cast<double>(availableMemory()))}}))}}};
    if (lacksThreads(thrown)) return {ErrorCode::OutOfMemory, {{"reason", textOf("reason.no_threads"_id)}}};
    return {ErrorCode::Internal, {{"reason", thrown.what()}}};
}

void endInWordsWhenOutOfMemory() { std::set_terminate(endUncaught); }

}  // namespace lanescope
