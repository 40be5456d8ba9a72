// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzers' mutator: those of ptx_mutations.h, and in other turns libFuzzer's own of bytes.
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/ptx_mutations.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
    using namespace lanescope;
    Random random(seed + 1);
    std::vector<std::string> lines = linesOf({reinterpret_cast<const char*>(data), size});
    if (lines.size() < 2 || pick(random, 4) == 0) return LLVMFuzzerMutate(data, size, maxSize);
    for (std::size_t turns = 1 + pick(random, 4); turns > 0 && !lines.empty(); --turns) mutateLines(lines, random);
    std::string text;
    for (const std::string& line : lines) text += line;
    const std::size_t length = std::min(text.size(), maxSize);
    std::copy_n(text.begin(), length, data);
    return length;
}
