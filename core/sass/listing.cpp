// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/listing.h"

#include <algorithm>

namespace lanescope::sass {
namespace {

constexpr unsigned kStallAt = 41, kYieldAt = 45, kWriteAt = 46, kReadAt = 49, kWaitsAt = 52, kReuseAt = 58;
constexpr std::uint64_t kControlBits = ((std::uint64_t{1} << 21) - 1) << kStallAt;

std::uint8_t bitsOf(std::uint64_t word, unsigned at, unsigned count) {
    return static_cast<std::uint8_t>(word >> at & ((1U << count) - 1));
}

}  // namespace

Control controlOf(const Encoding& encoding) {
    const std::uint64_t high = encoding.high;
    return {.stall = bitsOf(high, kStallAt, 4),
            .yields = bitsOf(high, kYieldAt, 1) == 0,
            .writeScoreboard = bitsOf(high, kWriteAt, 3),
            .readScoreboard = bitsOf(high, kReadAt, 3),
            .waits = bitsOf(high, kWaitsAt, 6),
            .reuse = bitsOf(high, kReuseAt, 4)};
}

Encoding withoutControl(const Encoding& encoding) { return {encoding.low, encoding.high & ~kControlBits}; }

bool Instruction::has(std::string_view modifier) const {
    return std::ranges::find(modifiers, modifier) != modifiers.end();
}

const Instruction* Listing::at(std::uint64_t address) const {
    const std::uint64_t index = address / kInstructionBytes;
    return address % kInstructionBytes != 0 || index >= instructions.size() ? nullptr : &instructions[index];
}

}  // namespace lanescope::sass
