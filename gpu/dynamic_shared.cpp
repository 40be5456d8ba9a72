// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/dynamic_shared.h"

namespace lanescope::cuda {

Status allowDynamicShared(const Driver& driver, Function function, std::uint32_t bytes) {
    if (bytes == 0) return kSuccess;
    constexpr auto kAttribute = static_cast<int>(FunctionAttribute::MaxDynamicSharedSizeBytes);
    int allowed = 0;
    const Status asked = driver.functionGetAttribute(&allowed, kAttribute, function);
    if (asked != kSuccess || static_cast<std::int64_t>(bytes) <= allowed) return asked;
    return driver.functionSetAttribute(function, kAttribute, static_cast<int>(bytes));
}

}  // namespace lanescope::cuda
