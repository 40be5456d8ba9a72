// SPDX-License-Identifier: GPL-3.0-or-later
// What mufu_probe asks a GPU: instructions that MUFU does, each over operands whose bits rise in steps; and the form in
// which the answers are kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/executor.h"

namespace lanescope::mufu {

/// One instruction over `count` operands: their bits are first, first + step, … Operands and results of 16 bits lie in
/// the low half of a word; of rcp and rsqrt of doubles the upper words are asked for, the lower ones are 0.
struct Run {
    std::string_view name;
    std::string_view instruction;  ///< as PTX has it: "rcp.approx.ftz.f32"
    std::uint32_t first = 0;
    std::uint32_t step = 1;
    std::uint32_t count = 0;
};
[[nodiscard]] std::span<const Run> runs();

/// The instruction's kernel: entry "probe" of (pointer to count results, first, step, count), one thread a result.
[[nodiscard]] std::string ptxOf(const Run& run);

/// What the executor answers. Errors: its own.
[[nodiscard]] Result<std::vector<std::uint32_t>> answersOf(const Run& run, Executor& executor);

/// The nearest float of the function, or the word that is expected (upper words of doubles: cut off). The same bits on
/// every machine: sums and products of doubles alone, and their roots. 0 where nothing is expected (sines, halves).
[[nodiscard]] std::uint32_t expected(const Run& run, std::uint32_t operand);

/// One byte a result: how far it is from what was expected, as whole numbers of the bits; where nothing is, from the
/// straight line through the two before. -128, and then four bytes, lowest first, is a result itself.
[[nodiscard]] std::string pack(const Run& run, std::span<const std::uint32_t> results);
[[nodiscard]] std::vector<std::uint32_t> unpack(const Run& run, std::string_view packed);

}  // namespace lanescope::mufu
