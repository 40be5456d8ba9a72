// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of machine code held against a formula of three words a lane.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/core/sass/small_kernel.h"

namespace lanescope::sass::test {

using Word = std::uint32_t;

inline Lanes numbers() {
    Lanes lanes;
    std::uint64_t state = 88172645463325252ULL;
    const auto next = [&state] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<Word>(state >> 16);
    };
    const std::array<Word, 8> edges{0, 1, 0xffffffffU, 0x80000000U, 0x7fffffffU, 2, 0xfffffffeU, 33};
    for (unsigned i = 0; i < 32; ++i) {
        lanes.a[i] = i < 8 ? edges[i] : next();
        lanes.b[i] = i < 8 ? edges[(i * 3 + 1) % 8] : i % 5 == 0 ? lanes.a[i] : next();
        lanes.c[i] = i < 8 ? edges[(i * 5 + 2) % 8] : next();
    }
    return lanes;
}
inline Lanes floats() {
    Lanes lanes;
    const std::array<float, 8> edges{0.0F, -0.0F, 1.0F, -2.5F, 3e38F, 1e-40F, 7.0F, -0.5F};
    for (unsigned i = 0; i < 32; ++i) {
        lanes.a[i] = std::bit_cast<Word>(i < 8 ? edges[i] : 0.37F * static_cast<float>(i) - 3);
        lanes.b[i] = std::bit_cast<Word>(i < 8 ? edges[(i * 3 + 1) % 8] : 1.9F * static_cast<float>(i));
        lanes.c[i] = std::bit_cast<Word>(i < 8 ? edges[(i * 5 + 2) % 8] : -0.11F * static_cast<float>(i));
    }
    return lanes;
}

struct Case {
    std::string code;  ///< lines, parted by semicolons
    std::function<Word(Word a, Word b, Word c)> word;
    std::function<bool(Word a, Word b, Word c)> predicate = {};
    std::function<Word(Word a, Word b, Word c)> high = {};
};
inline std::vector<std::string> linesOf(const std::string& code) {
    std::vector<std::string> lines;
    for (std::size_t first = 0; first < code.size();) {
        const std::size_t end = std::min(code.find("; ", first), code.size());
        lines.push_back(code.substr(first, end - first));
        first = end + 2;
    }
    return lines;
}
inline void expectAll(const std::vector<Case>& cases, const Lanes& lanes) {
    for (const Case& what : cases) {
        SCOPED_TRACE(what.code);
        const Results results = ran(linesOf(what.code), lanes);
        for (unsigned i = 0; i < 32; ++i) {
            const auto of = [&](const auto& f) { return f(lanes.a[i], lanes.b[i], lanes.c[i]); };
            if (what.word) {
                EXPECT_EQ(results.word[i], of(what.word)) << i;
            }
            if (what.high) {
                EXPECT_EQ(results.high[i], of(what.high)) << i;
            }
            if (what.predicate) {
                EXPECT_EQ(results.predicate[i] != 0, of(what.predicate)) << i;
            }
        }
    }
}

}  // namespace lanescope::sass::test
