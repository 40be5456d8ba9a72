// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes meet again that part in loops with ways on and out (`continue`, `break`), and that every lane goes its
// own way whatever the control flow is.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr Scheduling kBoth[] = {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads};

/// for (k = 0; k < 16; ++k) { v = a[k * 32 + lane]; if ((k + lane) % 4 == 0) continue; if (k == lane) WAY OUT; sum +=
/// v; }
std::string continueAndBreak(const std::string& wayOut) {
    return kAddressOfThread +
           "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\n"
           "LOOP:\n"
           "shl.b32 %r3, %r1, 7;\ncvt.u64.u32 %d2, %r3;\nadd.s64 %d2, %d1, %d2;\nld.global.u32 %r4, [%d2];\n"
           "add.u32 %r5, %r1, %r0;\nand.b32 %r5, %r5, 3;\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra NEXT;\n"
           "setp.eq.u32 %p2, %r1, %r0;\n" +
           wayOut +
           "add.u32 %r2, %r2, %r4;\n"
           "NEXT:\n"
           "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p3, %r1, 16;\n@%p3 bra LOOP;\n"
           "OUT:\n"
           "st.global.u32 [%d1+2048], %r2;\nret;\n";
}

std::int32_t sumOfLane(int lane, int whenLeft) {
    std::int32_t sum = 0;
    for (int k = 0; k < 16; ++k) {
        if ((k + lane) % 4 == 0) continue;
        if (k == lane) return sum + whenLeft;
        sum += k * 32 + lane;
    }
    return sum;
}

void checkMeetings(const std::string& body, int whenLeft, Scheduling scheduling) {
    Trial run{.body = body, .contents = {bytesOf(countingUp(1024))}, .options = {.scheduling = scheduling}};
    const auto values = run.ok().result<std::int32_t>();
    for (int lane = 0; lane < 32; ++lane)
        EXPECT_EQ(values[512 + static_cast<std::size_t>(lane)], sumOfLane(lane, whenLeft)) << lane;
    EXPECT_EQ(run.counts().globalLoad.requests, 16U);  // all that are still there, in every round
    EXPECT_EQ(run.counts().globalStore.requests, 1U);  // and those that left wait behind the loop
}

TEST(Meetings, WhoContinuesMeetsTheOthersInTheSameRound) {
    for (const Scheduling scheduling : kBoth) checkMeetings(continueAndBreak("@%p2 bra OUT;\n"), 0, scheduling);
}

TEST(Meetings, WhoHasSomethingToDoOnTheWayOutMeetsThemBehindTheLoop) {
    const std::string past = "@!%p2 bra STAY;\nadd.u32 %r2, %r2, 1000;\nbra OUT;\nSTAY:\n";
    std::string taken = continueAndBreak("@%p2 bra LEAVE;\n");
    taken.insert(taken.find("OUT:\n"), "bra OUT;\nLEAVE:\nadd.u32 %r2, %r2, 1000;\n");
    for (const Scheduling scheduling : kBoth) {
        checkMeetings(continueAndBreak(past), 1000, scheduling);
        checkMeetings(taken, 1000, scheduling);
    }
}

TEST(Meetings, WhoReturnsIsNotWaitedFor) {
    for (const Scheduling scheduling : kBoth) {
        Trial run{.body = continueAndBreak("@%p2 bra END;\n") + "END:\nret;\n",
                  .contents = {bytesOf(countingUp(1024))},
                  .options = {.scheduling = scheduling}};
        run.ok();
        EXPECT_EQ(run.counts().globalLoad.requests, 16U);
        EXPECT_EQ(run.counts().globalStore.requests, 1U);
    }
}

/// The sieve: who finds a divisor returns, the others strike multiples in a loop, behind which the kernel ends.
TEST(Meetings, WhoHasLeftALoopAtDifferentTimesMeetsBeforeTheLastLoop) {
    const std::string body =
        kAddressOfThread +
        "mov.u32 %r1, 0;\n"
        "FIRST:\n"
        "shl.b32 %r2, %r1, 3;\nadd.u32 %r2, %r2, 7;\nsetp.eq.u32 %p1, %r0, %r2;\n@%p1 bra END;\n"
        "add.u32 %r1, %r1, 1;\nand.b32 %r3, %r0, 3;\nsetp.le.u32 %p2, %r1, %r3;\n@%p2 bra FIRST;\n"
        "mov.u32 %r4, 0;\n"
        "LAST:\n"
        "ld.global.u32 %r5, [%d1];\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p3, %r4, 5;\n@%p3 bra LAST;\n"
        "END:\nret;\n";
    for (const Scheduling scheduling : kBoth) {
        Trial run{.body = body, .contents = {bytesOf(countingUp(1024))}, .options = {.scheduling = scheduling}};
        run.ok();
        EXPECT_EQ(run.counts().globalLoad.requests, 5U);
    }
}

/// Two loops: (j + lane) % 3 == 0 continues the inner one, j == 5 the outer one (only some lanes come so far), and
/// k == lane / 4 leaves both.
const std::string kTwoLoops = kAddressOfThread +
                              "mov.u32 %r1, 0;\nmov.u32 %r7, 0;\n"
                              "OUTER:\n"
                              "mov.u32 %r2, 0;\n"
                              "INNER:\n"
                              "ld.global.u32 %r3, [%d1];\nadd.u32 %r7, %r7, %r3;\n"
                              "add.u32 %r4, %r2, %r0;\nrem.u32 %r4, %r4, 3;\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra NEXT;\n"
                              "setp.eq.u32 %p2, %r2, 5;\n@%p2 bra NEXT_OUTER;\n"
                              "shr.u32 %r5, %r0, 2;\nsetp.eq.u32 %p3, %r1, %r5;\n@%p3 bra OUT;\n"
                              "add.u32 %r7, %r7, 1;\n"
                              "NEXT:\n"
                              "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p4, %r2, 8;\n@%p4 bra INNER;\n"
                              "add.u32 %r7, %r7, 100;\n"
                              "NEXT_OUTER:\n"
                              "ld.global.u32 %r6, [%d1];\nadd.u32 %r7, %r7, %r6;\n"
                              "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p5, %r1, 9;\n@%p5 bra OUTER;\n"
                              "OUT:\n"
                              "st.global.u32 [%d1+2048], %r7;\nret;\n";

TEST(Meetings, WaysOutOfTwoLoops) {
    for (const Scheduling scheduling : kBoth) {
        Trial run{.body = kTwoLoops,
                  .contents = {bytesOf(std::vector<std::int32_t>(1024, 10))},
                  .options = {.scheduling = scheduling}};
        const auto values = run.ok().result<std::int32_t>();
        std::set<std::pair<int, int>> loads;  // all that come to one in the same round do it together
        for (int lane = 0; lane < 32; ++lane) {
            std::int32_t sum = 0;
            const auto work = [&] {
                for (int k = 0; k < 9; ++k) {
                    int j = 0;
                    for (; j < 8; ++j) {
                        sum += 10;
                        loads.emplace(k, j);
                        if ((j + lane) % 3 == 0) continue;
                        if (j == 5) break;
                        if (k == lane / 4) return;
                        sum += 1;
                    }
                    sum += (j == 8 ? 100 : 0) + 10;
                    loads.emplace(k, -1);
                }
            };
            work();
            EXPECT_EQ(values[512 + static_cast<std::size_t>(lane)], sum) << lane;
        }
        EXPECT_EQ(run.counts().globalLoad.requests, loads.size());
        EXPECT_EQ(run.counts().globalStore.requests, 1U);
    }
}

TEST(Meetings, AFunctionsLoopMeetsThoughSomeReturnFromIt) {
    const std::string function =
        ".func (.param .b32 result) f(.param .b64 at, .param .b32 lane)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg "
        ".b32 %out;\n"
        ".reg .b32 %lane;\n.reg .b64 %at;\nld.param.b64 %at, [at];\nld.param.b32 %lane, [lane];\n"
        "mov.u32 %r1, 0;\nmov.u32 %out, 0;\n"
        "LOOP:\n"
        "ld.global.u32 %r4, [%at];\n"
        "add.u32 %r5, %r1, %lane;\nand.b32 %r5, %r5, 3;\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra NEXT;\n"
        "setp.eq.u32 %p2, %r1, %lane;\nst.param.b32 [result], %out;\nRETURN\n"
        "add.u32 %out, %out, %r4;\n"
        "NEXT:\n"
        "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p3, %r1, 16;\n@%p3 bra LOOP;\n"
        "add.u32 %out, %out, 100;\nst.param.b32 [result], %out;\n"
        "END:\nret;\n}\n";
    for (const std::string& way : {std::string("@%p2 ret;"), std::string("@%p2 bra END;")}) {
        std::string code = function;
        code.replace(code.find("RETURN"), 6, way);
        for (const Scheduling scheduling : kBoth) {
            Trial run{.body = kAddressOfThread +
                              "{\n.param .b64 x;\n.param .b32 y;\n.param .b32 z;\nst.param.b64 [x], %d1;\nst.param.b32 "
                              "[y], %r0;\n"
                              "call (z), f, (x, y);\nld.param.b32 %r1, [z];\n}\nst.global.u32 [%d1+2048], %r1;\nret;\n",
                      .contents = {bytesOf(std::vector<std::int32_t>(1024, 1))},
                      .options = {.scheduling = scheduling},
                      .declarations = code};
            const auto values = run.ok().result<std::int32_t>();
            for (int lane = 0; lane < 32; ++lane) {
                std::int32_t expected = 100;
                for (int k = 0; k < 16; ++k) {
                    if ((k + lane) % 4 == 0) continue;
                    if (k == lane) {
                        expected -= 100;
                        break;
                    }
                    ++expected;
                }
                EXPECT_EQ(values[512 + static_cast<std::size_t>(lane)], expected) << lane;
            }
            EXPECT_EQ(run.counts().globalLoad.requests, 16U);
            EXPECT_EQ(run.counts().globalStore.requests, 1U);
        }
    }
}

TEST(Meetings, WhoHoldsALockGivesItBackBeforeTheOthersTryAgain) {
    // for (tries = 0; !done;) { if (lane % 2 && ++tries < 3) continue; if (the lock is taken) { …; give it back; WAY }
    // }
    const auto text = [](const std::string& way) {
        return kAddressOfThread +
               "mov.u32 %r1, 0;\nmov.u32 %r6, 0;\nand.b32 %r2, %r0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n"
               "LOOP:\n"
               "add.u32 %r1, %r1, 1;\nmin.u32 %r1, %r1, 3;\nsetp.lt.and.u32 %p2, %r1, 3, %p1;\n@%p2 bra NEXT;\n"
               "atom.global.cas.b32 %r3, [%d0], 0, 1;\nsetp.ne.u32 %p3, %r3, 0;\n@%p3 bra NEXT;\n"
               "ld.volatile.global.u32 %r4, [%d0+4];\nadd.u32 %r4, %r4, 1;\n"
               "st.volatile.global.u32 [%d0+4], %r4;\natom.global.exch.b32 %r5, [%d0], 0;\n" +
               way +
               "NEXT:\nsetp.eq.u32 %p4, %r6, 0;\n@%p4 bra LOOP;\n"
               "OUT:\nst.global.u32 [%d1+2048], %r4;\nret;\n";
    };
    for (const Scheduling scheduling : kBoth) {
        for (const std::string& way : {std::string("mov.u32 %r6, 1;\n"), std::string("bra OUT;\n")}) {
            Trial run{.body = text(way),
                      .contents = {bytesOf(std::vector<std::int32_t>(1024))},
                      .options = {.scheduling = scheduling}};
            const auto values = run.ok().result<std::int32_t>();
            EXPECT_EQ(values[0], 0);
            EXPECT_EQ(values[1], 32);
        }
    }
}

/// Control flow as no compiler makes it: every block goes on to any other, some of them by a list of places. A lane
/// notes on which way it came, and ends after `fuel` blocks.
struct Jungle {
    struct Block {
        std::uint32_t shift = 0;  ///< which bits of what it has noted decide
        std::vector<std::uint32_t> ways;
    };
    std::vector<Block> blocks;
    std::uint32_t fuel = 0;

    explicit Jungle(std::uint32_t seed) {
        std::mt19937 random(seed);
        const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
        const std::uint32_t count = 3 + below(10);
        fuel = 20 + below(60);
        for (std::uint32_t b = 0; b < count; ++b) {
            Block& block = blocks.emplace_back();
            block.shift = below(8);
            // Mostly forward and a little back, as in programs.
            const auto way = [&] { return below(3) == 0 ? below(count + 1) : std::min(count, b + 1 + below(3)); };
            for (std::uint32_t w = 0, ways = 1 + below(5) % 4; w < ways; ++w) block.ways.push_back(way());
        }
    }
    static std::uint32_t noted(std::uint32_t path, std::size_t block) {
        path = path * 1664525U + static_cast<std::uint32_t>(block) + 1;
        return path ^ path >> 15;
    }
    [[nodiscard]] std::uint32_t pathOf(std::uint32_t lane) const {
        std::uint32_t path = lane;
        std::size_t at = 0;
        for (std::uint32_t left = fuel; left-- > 0 && at < blocks.size();) {
            path = noted(path, at);
            const std::vector<std::uint32_t>& ways = blocks[at].ways;
            at = ways[(path >> blocks[at].shift) % ways.size()];
        }
        return path;
    }
    [[nodiscard]] std::string text(bool returning) const {
        const auto number = [](std::size_t value) { return std::to_string(value); };
        std::string all = kAddressOfThread + "mov.u32 %r1, %r0;\nmov.u32 %r2, " + number(fuel) + ";\n";
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const std::vector<std::uint32_t>& ways = blocks[b].ways;
            all += "B" + number(b) + ":\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra B" + number(blocks.size()) + ";\n" +
                   "sub.u32 %r2, %r2, 1;\nmad.lo.u32 %r1, %r1, 1664525, " + number(b + 1) + ";\n" +
                   "shr.u32 %r3, %r1, 15;\nxor.b32 %r1, %r1, %r3;\n" +
                   (returning ? "st.global.u32 [%d1], %r1;\n" : "") + "shr.u32 %r3, %r1, " + number(blocks[b].shift) +
                   ";\nrem.u32 %r3, %r3, " + number(ways.size()) + ";\n";
            if (ways.size() > 2) {
                all += "T" + number(b) + ": .branchtargets ";
                for (const std::uint32_t way : ways) all += (all.back() == ' ' ? "B" : ", B") + number(way);
                all += ";\nbrx.idx %r3, T" + number(b) + ";\n";
                continue;
            }
            all += "setp.ne.u32 %p2, %r3, 0;\n@%p2 bra B" + number(ways.back()) + ";\nbra B" + number(ways[0]) + ";\n";
        }
        all += "B" + number(blocks.size()) + ":\n";
        return all + (returning ? "ret;\n" : "st.global.u32 [%d1], %r1;\nret;\n");
    }
};

TEST(Meetings, EveryLaneGoesItsOwnWayThroughAnyControlFlow) {
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        const Jungle jungle(seed);
        for (const Scheduling scheduling : kBoth) {
            for (const bool returning : {false, true}) {
                Trial run{.body = jungle.text(returning), .options = {.scheduling = scheduling}};
                const auto values = run.ok().result<std::uint32_t>();
                for (std::uint32_t lane = 0; lane < 32; ++lane)
                    ASSERT_EQ(values[lane], jungle.pathOf(lane)) << "lane " << lane << ", seed " << seed;
            }
        }
    }
}

}  // namespace
}  // namespace lanescope::simt
