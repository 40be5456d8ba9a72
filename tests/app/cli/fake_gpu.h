// SPDX-License-Identifier: GPL-3.0-or-later
// Running lanescope-cli on a machine whose driver and CUPTI are the stand-ins of tests/gpu.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/support/run_program.h"

namespace lanescope {

/// What the stand-in does, see tests/gpu/fake_cuda.cpp.
inline std::map<std::string, std::string> fakeGpu(const std::string& mode = {}) {
    return {{"LD_LIBRARY_PATH", LANESCOPE_BINARY_DIR "/tests/gpu/fake"}, {"FAKE_CUDA", mode}};
}

/// A GPU that works, with libraries beside the driver that do so and so (tests/gpu/fake_nvml.cpp, fake_cupti.cpp).
inline std::map<std::string, std::string> fakeGpuWith(const std::string& variable, const std::string& mode) {
    auto gpu = fakeGpu();
    gpu[variable] = mode;
    return gpu;
}

/// Arguments are separated by spaces.
inline ProgramResult cliOn(const std::map<std::string, std::string>& gpu, const std::string& arguments,
                           const std::string& input = {}) {
    std::istringstream words(arguments);
    return runProgram(LANESCOPE_CLI, {std::istream_iterator<std::string>(words), {}}, gpu, input);
}

inline std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

}  // namespace lanescope
