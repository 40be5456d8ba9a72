// SPDX-License-Identifier: GPL-3.0-or-later
// Integers side by side in one word: sums, min and max of pairs and of bytes, min and max that end at 0 (.relu), and
// the video instructions vabsdiff2 and vabsdiff4 (PTX ISA 9.7.1 and 9.7.19).
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using Word = std::uint32_t;

/// Part k of a word, and its place there.
template <typename T>
T partOf(Word word, unsigned k) {
    return static_cast<T>(word >> (8 * sizeof(T) * k));
}
template <typename T>
Word placed(T part, unsigned k) {
    return Word{static_cast<std::make_unsigned_t<T>>(part)} << (8 * sizeof(T) * k);
}

template <typename T>
T combined(const program::Instruction& i, T a, T b) {
    const T result = i.opcode == program::Opcode::Add   ? static_cast<T>(a + b)
                     : i.opcode == program::Opcode::Sub ? static_cast<T>(a - b)
                     : i.opcode == program::Opcode::Min ? (a < b ? a : b)
                                                        : (a > b ? a : b);
    return i.relu && result < T{0} ? T{0} : result;
}
/// As many parts of type T as a word has.
template <typename T>
void parts(Machine& m, const Op& op) {
    const program::Instruction& i = *op.source;
    const auto each = [&i](Word a, Word b) {
        Word result = 0;
        for (unsigned k = 0; k < sizeof(Word) / sizeof(T); ++k)
            result |= placed(combined(i, partOf<T>(a, k), partOf<T>(b, k)), k);
        return result;
    };
    eachLane(m.active, m.at<Word>(op.to), each, m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]));
}

/// The distances of the parts of a and b, each at its place, or with .add their sum and c.
template <typename T>
void distances(Machine& m, const Op& op) {
    const bool adds = op.source->accumulates;
    const auto each = [adds](Word a, Word b, Word c) {
        Word result = adds ? c : 0;
        for (unsigned k = 0; k < sizeof(Word) / sizeof(T); ++k) {
            const T x = partOf<T>(a, k);
            const T y = partOf<T>(b, k);
            const auto distance = static_cast<T>(x > y ? x - y : y - x);
            result += adds ? distance : placed(distance, k);
        }
        return result;
    };
    eachLane(m.active, m.at<Word>(op.to), each, m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]),
             m.at<const Word>(op.from[2]));
}

}  // namespace

Handler pickSimd(const HandlerRequest& request) {
    using enum program::Opcode;
    const program::Instruction& i = *request.instruction;
    if (i.opcode == Vabsdiff2) return &distances<std::uint16_t>;
    if (i.opcode == Vabsdiff4) return &distances<std::uint8_t>;
    if (i.opcode != Add && i.opcode != Sub && i.opcode != Min && i.opcode != Max) return nullptr;
    if (i.type == program::Type::U8x4) return &parts<std::uint8_t>;
    if (i.type == program::Type::U16x2) return &parts<std::uint16_t>;
    if (i.type == program::Type::S16x2) return &parts<std::int16_t>;
    return i.type == program::Type::S32 && i.relu ? &parts<std::int32_t> : nullptr;
}

}  // namespace lanescope::simt::LANESCOPE_ISA
