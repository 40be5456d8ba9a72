// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>

#include "tests/fuzz/fuzz_bodies.h"

/// One program for each of fuzz_bodies.h; CMake says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lanescope::LANESCOPE_FUZZ_BODY({reinterpret_cast<const char*>(data), size});
    return 0;
}
