// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/ptx_mutations.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 72> kWords{"0",
                                                  "1",
                                                  "-1",
                                                  "31",
                                                  "32",
                                                  "255",
                                                  "0x7fffffff",
                                                  "0x80000000",
                                                  "0xffffffff",
                                                  "0x7fffffffffffffff",
                                                  "4294967296",
                                                  "0f7f800000",
                                                  "0f7fc00000",
                                                  "0f00000001",
                                                  "0d7ff0000000000000",
                                                  "%tid.x",
                                                  "%ntid.x",
                                                  "%laneid",
                                                  "%ctaid.x",
                                                  "%clock",
                                                  "%lanemask_lt",
                                                  "RZ",
                                                  "_",
                                                  "[",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  ".f32",
                                                  ".f64",
                                                  ".s32",
                                                  ".u32",
                                                  ".s64",
                                                  ".u64",
                                                  ".b64",
                                                  ".pred",
                                                  ".f16",
                                                  ".u8",
                                                  ".s16",
                                                  ".global",
                                                  ".shared",
                                                  ".local",
                                                  ".const",
                                                  ".param",
                                                  ".v2",
                                                  ".v4",
                                                  ".rn",
                                                  ".rz",
                                                  ".ftz",
                                                  ".sat",
                                                  ".wide",
                                                  ".hi",
                                                  ".cc",
                                                  ".uni",
                                                  ".to",
                                                  "bra",
                                                  "call",
                                                  "ret",
                                                  "exit",
                                                  "bar.sync",
                                                  "atom.global.add.u32",
                                                  "shfl.sync.down.b32",
                                                  "vote.sync.ballot.b32",
                                                  "div.s32",
                                                  "rem.u64",
                                                  "cvt.rni.s32.f32",
                                                  "mul.wide.u32",
                                                  "ld.v4.u32",
                                                  "st.v2.u64",
                                                  "prmt.b32",
                                                  "bfe.s32",
                                                  "shf.l.wrap.b32",
                                                  "mad.hi.s32"};

bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' ||
           c == '$';
}

/// [begin, end) of a word of the line; of a number or name, without the dots of a mnemonic.
std::pair<std::size_t, std::size_t> wordIn(const std::string& line, Random& random) {
    std::size_t begin = pick(random, line.size());
    while (begin < line.size() && !isWord(line[begin])) ++begin;
    while (begin > 0 && isWord(line[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < line.size() && isWord(line[end])) ++end;
    return {begin, end};
}

}  // namespace

std::size_t pick(Random& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.emplace_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

void mutateLines(std::vector<std::string>& lines, Random& random) {
    const std::size_t a = pick(random, lines.size());
    const std::size_t b = pick(random, lines.size());
    switch (pick(random, 6)) {
        case 0: std::swap(lines[a], lines[b]); return;
        case 1: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(a), std::string(lines[b])); return;
        case 2: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(a)); return;
        case 3: {
            const auto [begin, end] = wordIn(lines[a], random);
            const auto [from, to] = wordIn(lines[b], random);
            const std::string word = lines[b].substr(from, to - from);
            lines[a].replace(begin, end - begin, word);
            return;
        }
        default: {
            const auto [begin, end] = wordIn(lines[a], random);
            lines[a].replace(begin, end - begin, kWords[pick(random, kWords.size())]);
            return;
        }
    }
}

}  // namespace lanescope
