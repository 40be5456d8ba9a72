// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>

#include "tests/fuzz/fuzz_bodies.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lanescope::fuzzLaunch({reinterpret_cast<const char*>(data), size});
    return 0;
}
