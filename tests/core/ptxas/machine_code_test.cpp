// SPDX-License-Identifier: GPL-3.0-or-later
// Constructs of ptxas 13.0 for sm_90, each in a kernel whose machine code was read.
#include <gtest/gtest.h>

#include "tests/core/metrics/small_kernel.h"

namespace lanescope {
namespace {

double branchesOf(const std::string& body) { return predictionOf(kIndex + body).counters.at("branches"); }
double instructionsOf(const std::string& body) {
    return predictionOf(kIndex + body).counters.at("warp_instructions") / 2;
}

const std::string kFill = "st.shared.u32 [%r5], %r2;\nbar.sync 0;\n";

/// Behind the branch a load of global memory and one use of it.
const std::string kLoadBehind =
    "mov.u32 %r6, 0;\n@%p1 bra L;\nld.global.u32 %r7, [%d4+256];\nadd.s32 %r6, %r7, 1;\nL:\n";
const std::string kStoreIt = "st.global.u32 [%d4], %r6;\nret;";

TEST(MachineCode, ALoadBehindABranchWaitsAlone) { EXPECT_EQ(branchesOf(kGuard + kLoadBehind + kStoreIt), 2); }

TEST(MachineCode, ALoadIsBegunBesideAnother) {
    EXPECT_EQ(branchesOf("ld.global.u32 %r8, [%d4+512];\n" + kGuard + kLoadBehind + "st.global.u32 [%d4+1024], %r8;\n" +
                         kStoreIt),
              0);
    // What the other has brought is used before the branch: there is nothing left to wait for.
    EXPECT_EQ(
        branchesOf("ld.global.u32 %r8, [%d4+512];\nst.global.u32 [%d4+1024], %r8;\n" + kGuard + kLoadBehind + kStoreIt),
        2);
    // The branch itself waits for it.
    EXPECT_EQ(branchesOf("ld.global.u32 %r8, [%d4+512];\nsetp.ge.s32 %p1, %r8, 3;\n" + kLoadBehind + kStoreIt), 2);
}

/// So many instructions that need not wait for the load, then one that does.
std::string workBehind(int count, const std::string& end = "") {
    std::string body = "mad.lo.s32 %r20, %r2, %r2, 3;\n";
    for (int k = 1; k < count; ++k)
        body += "mad.lo.s32 %r" + std::to_string(20 + k) + ", %r" + std::to_string(19 + k) + ", %r2, 5;\n";
    return body + (end.empty() ? "xor.b32 %r6, %r6, %r" + std::to_string(19 + count) + ";\n" + kStoreIt : end);
}

TEST(MachineCode, ALoadIsBegunWhereThereIsEnoughToDoMeanwhile) {
    // The copy of the value that the load changes is the fourth.
    EXPECT_EQ(branchesOf(kGuard + kLoadBehind + workBehind(2)), 2);
    EXPECT_EQ(branchesOf(kGuard + kLoadBehind + workBehind(3)), 0);
    // None is needed where the load itself brings the value.
    const std::string alone = "mov.u32 %r6, 0;\n@%p1 bra L;\nld.global.u32 %r6, [%d4+256];\nL:\n";
    EXPECT_EQ(branchesOf(kGuard + alone + workBehind(3)), 2);
    EXPECT_EQ(branchesOf(kGuard + alone + workBehind(4)), 0);
    // Accesses to shared memory are work like others, as long as its address is known.
    const std::string shared = "ld.shared.u32 %r8, [%r5];\nadd.s32 %r6, %r6, %r8;\n";
    EXPECT_EQ(branchesOf(kFill + kGuard + kLoadBehind + shared + workBehind(1)), 2);
    EXPECT_EQ(branchesOf(kFill + kGuard + kLoadBehind + shared + workBehind(2)), 0);
    EXPECT_EQ(branchesOf(kGuard + kLoadBehind + "st.shared.u32 [%r5], %r2;\n" + kStoreIt), 0);
}

TEST(MachineCode, WorkBeforeTheBranchIsDoneBesideTheLoadIfTheBranchDoesNotWantIt) {
    const std::string before =
        "mad.lo.s32 %r20, %r2, %r2, 3;\nmad.lo.s32 %r21, %r20, %r2, 5;\n"
        "mad.lo.s32 %r22, %r21, %r2, 7;\n";
    EXPECT_EQ(branchesOf(before + kGuard + kLoadBehind + "xor.b32 %r6, %r6, %r22;\n" + kStoreIt), 0);
    EXPECT_EQ(branchesOf(before + "st.global.u32 [%d4+1024], %r22;\n" + kGuard + kLoadBehind + kStoreIt), 2);
    EXPECT_EQ(branchesOf(before + "setp.ge.s32 %p1, %r22, %r1;\n" + kLoadBehind + kStoreIt), 2);
}

TEST(MachineCode, WhatIsStoredAfterTheLoadKeepsItsOrder) {
    const std::string stores =
        "mov.u32 %r6, 0;\n@%p1 bra L;\nld.global.u32 %r7, [%d4+256];\n"
        "st.global.u32 [%d4+2048], %r7;\nL:\n";
    const auto behind = [](int count) {  // the store at its end is none of the work
        return workBehind(count, "st.global.u32 [%d4], %r" + std::to_string(19 + count) + ";\nret;");
    };
    EXPECT_EQ(branchesOf(kGuard + stores + behind(3)), 2);
    EXPECT_EQ(branchesOf(kGuard + stores + behind(4)), 0);
}

TEST(MachineCode, LoadsOnBothWaysAreBegunButNotWhereBothEnd) {
    const auto both = [](const std::string& end) {
        return kGuard +
               "@%p1 bra A;\nld.global.u32 %r6, [%d4+256];\nst.global.u32 [%d4+1024], %r6;\nbra.uni L;\nA:\n"
               "ld.global.u32 %r6, [%d4+512];\nst.global.u32 [%d4+1024], %r6;\nL:\n" +
               end;
    };
    EXPECT_EQ(branchesOf(both(kStoreIt)), 0);
    EXPECT_EQ(branchesOf(both("ret;")), 2);
}

TEST(MachineCode, ALoadBehindTheNextBranchHelpsOnlyIfItNeedNotWait) {
    const auto twice = [](const std::string& address) {
        return kGuard + "mov.u32 %r6, 0;\n@%p1 bra L;\nld.global.u32 %r6, [%d4+256];\nL:\nsetp.gt.s32 %p2, %r6, 9;\n" +
               "@%p2 bra M;\n" + address + "ld.global.u32 %r7, [%d8+512];\nadd.s32 %r6, %r6, %r7;\nM:\n" + kStoreIt;
    };
    EXPECT_EQ(branchesOf(twice("mul.wide.s32 %d7, %r2, 8;\nadd.s64 %d8, %d2, %d7;\n")), 0);
    EXPECT_EQ(branchesOf(twice("mul.wide.s32 %d7, %r6, 8;\nadd.s64 %d8, %d2, %d7;\n")), 4);
}

TEST(MachineCode, AVectorOfFourIsCopiedFirstButForOne) {
    const std::string address = "mul.wide.s32 %d5, %r2, 16;\nadd.s64 %d6, %d2, %d5;\n";
    const std::string store = "st.global.u32 [%d6+2048], %r6;\nret;";
    const auto vector = [&](int count) {
        return "mov.u32 %r6, 0;\nmov.u32 %r7, 0;\nmov.u32 %r8, 0;\nmov.u32 %r9, 0;\n@%p1 bra L;\n"
               "ld.global.v4.u32 {%r6, %r7, %r8, %r9}, [%d6];\nL:\nadd.s32 %r6, %r6, %r7;\nadd.s32 %r6, %r6, %r8;\n"
               "mul.lo.s32 %r6, %r6, %r9;\n" +
               (count == 0 ? store : workBehind(count, "xor.b32 %r6, %r6, %r20;\n" + store));
    };
    EXPECT_EQ(branchesOf(kGuard + address + vector(0)), 2);
    EXPECT_EQ(branchesOf(kGuard + address + vector(1)), 0);
}

/// So many additions behind the branch, and something else.
double branchesRound(int additions, const std::string& what, const std::string& before = "") {
    std::string body = before + kGuard + "mov.u32 %r6, %r2;\n@%p1 bra L;\n";
    for (int k = 0; k < additions; ++k) body += "mad.lo.s32 %r6, %r6, %r6, " + std::to_string(k + 1) + ";\n";
    return branchesOf(body + what + "L:\nxor.b32 %r6, %r6, 5;\n" + kStoreIt);
}

TEST(MachineCode, TheSizeBehindABranchIsTakenBeforeInstructionsAreJoined) {
    EXPECT_EQ(branchesRound(8, ""), 0);
    EXPECT_EQ(branchesRound(9, ""), 2);
    // Extended, shifted and added: five, although three are left of them.
    const std::string far =
        "and.b32 %r7, %r6, 63;\ncvt.s64.s32 %d9, %r7;\nshl.b64 %d10, %d9, 2;\nadd.s64 %d11, %d2, %d10;\n"
        "st.global.u32 [%d11], %r2;\n";
    EXPECT_EQ(branchesRound(1, far), 0);
    EXPECT_EQ(branchesRound(2, far), 2);
    const std::string doubles = kFill + "cvt.rn.f64.s32 %d12, %r2;\ncvt.rn.f64.s32 %d13, %r1;\n";
    EXPECT_EQ(branchesRound(6, "max.f64 %d14, %d12, %d13;\nst.shared.f64 [%r5], %d14;\n", doubles), 0);
    EXPECT_EQ(branchesRound(7, "max.f64 %d14, %d12, %d13;\nst.shared.f64 [%r5], %d14;\n", doubles), 2);
    const std::string chosen =
        "setp.gt.f64 %p4, %d12, %d13;\nselp.f64 %d14, %d12, %d13, %p4;\n"
        "st.shared.f64 [%r5], %d14;\n";
    EXPECT_EQ(branchesRound(3, chosen, doubles), 0);
    EXPECT_EQ(branchesRound(4, chosen, doubles), 2);
}

TEST(MachineCode, AnArmBehindJoinedConditionsIsPredicated) {
    EXPECT_EQ(branchesOf(kGuard +
                         "mov.u32 %r6, %r2;\n@%p1 bra A;\nsetp.ne.s32 %p2, %r2, 9;\n@%p2 bra L;\nA:\n"
                         "mul.lo.s32 %r6, %r6, %r6;\nL:\nbar.sync 0;\n" +
                         kStoreIt),
              0);
}

TEST(MachineCode, AWayOfCopiesOnlyIsNoBlock) {
    // Else those who have gone the long way would jump over it.
    EXPECT_EQ(branchesOf(kGuard + "@%p1 bra A;\nbra.uni B;\nA:\n" + stores(1) +
                         "mul.lo.s32 %r6, %r2, %r2;\nbra.uni L;\nB:\nmov.u32 %r6, 7;\nL:\n" + kStoreIt),
              2);
}

TEST(MachineCode, ALoadIsNotBegunBeforeAStore) {
    const std::string storeFirst =
        "mov.u32 %r6, 0;\n@%p1 bra L;\nst.global.u32 [%d4+2048], %r2;\nld.global.u32 %r7, [%d4+256];\n"
        "add.s32 %r6, %r7, 1;\nL:\n";
    EXPECT_EQ(branchesOf("ld.global.u32 %r8, [%d4+512];\n" + kGuard + storeFirst + "st.global.u32 [%d4+1024], %r8;\n" +
                         kStoreIt),
              2);
}

TEST(MachineCode, GuardedCopiesToSharedMemoryArePredicated) {
    EXPECT_EQ(
        branchesOf(kGuard + "@%p1 bra L;\nld.global.u32 %r7, [%d4+256];\nst.shared.u32 [%r5], %r7;\nL:\nbar.sync 0;\n"
                            "st.global.u32 [%d4], %r2;\nret;"),
        0);
}

/// A loop with as many rounds as %r9 has in each lane, and `operations` besides its control.
std::string loopOf(const std::string& rounds, int operations) {
    std::string body = rounds + "cvt.rn.f32.s32 %f1, %r2;\nmov.u32 %r6, 0;\nmov.f32 %f2, %f1;\nL:\n";
    for (int k = 0; k < operations; ++k) body += "fma.rn.f32 %f2, %f2, %f1, %f1;\n";
    return body + "add.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, %r9;\n@%p1 bra L;\nst.global.f32 [%d4], %f2;\nret;";
}
const std::string kUniformRounds = "mov.u32 %r9, %r1;\n";                       // 40
const std::string kOwnRounds = "and.b32 %r9, %r2, 7;\nadd.s32 %r9, %r9, 1;\n";  // 1 to 8

TEST(MachineCode, LanesLeaveAnUnrolledLoopByFoursTwosAndOnes) {
    const Prediction prediction = predictionOf(kIndex + loopOf(kOwnRounds, 12));
    // Into the fours; twice round; to the two; to the one.
    EXPECT_EQ(prediction.counters.at("branches"), 2 * 5);
    // Three lanes of eight have no four, one has two; some have two left and some one.
    EXPECT_EQ(prediction.counters.at("divergent_branches"), 2 * 4);
}

TEST(MachineCode, WhatIsLeftOfAShortLoopIsDoneUnderPredicates) {
    EXPECT_EQ(branchesOf(loopOf(kUniformRounds, 12)), 2 * (1 + 10 + 2));
    EXPECT_EQ(branchesOf(loopOf(kUniformRounds, 4)), 2 * (1 + 10 + 1));  // the one
    EXPECT_EQ(branchesOf(loopOf(kUniformRounds, 2)), 2 * (1 + 10));      // and the two
}

TEST(MachineCode, LongLoopsAreNotUnrolledButForLoads) {
    EXPECT_EQ(branchesOf(loopOf(kUniformRounds, 18)), 2 * (1 + 10 + 2));
    EXPECT_EQ(branchesOf(loopOf(kUniformRounds, 19)), 2 * 40);
    std::string withLoad = loopOf(kUniformRounds, 30);
    withLoad.replace(withLoad.find("L:\n"), 3,
                     "mov.u64 %d5, %d4;\nL:\nld.global.f32 %f3, [%d5];\nadd.f32 %f2, %f2, %f3;\n"
                     "add.s64 %d5, %d5, 64;\n");
    EXPECT_EQ(branchesOf(withLoad), 2 * (1 + 10 + 2));
}

TEST(MachineCode, AFloatThatGrowsIsNoCounter) {
    const auto growing = [](const std::string& by) {
        std::string text = loopOf(kUniformRounds, 6);
        text.replace(text.find("add.s32 %r6"), 0, "add.f32 %f3, %f3, " + by + ";\n");
        text.replace(text.find("L:\n"), 0, "mov.f32 %f3, %f1;\n");
        text.replace(text.find("st.global"), 0, "add.f32 %f2, %f2, %f3;\n");
        return instructionsOf(text);
    };
    EXPECT_EQ(growing("0f3F800000"), growing("%f1"));  // four sums in four copies
}

TEST(MachineCode, ALoopWhoseRoundsAreKnownIsLaidOutWhole) {
    const auto known = [](int rounds, int operations) {
        return loopOf("mov.u32 %r9, " + std::to_string(rounds) + ";\n", operations);
    };
    EXPECT_EQ(branchesOf(known(50, 18)), 0);
    EXPECT_EQ(branchesOf(known(8, 40)), 0);
    EXPECT_GT(branchesOf(known(16, 40)), 0);
    EXPECT_GT(branchesOf(known(64, 18)), 0);
    EXPECT_EQ(instructionsOf(known(9, 12)) - instructionsOf(known(8, 12)), 12);
}

/// A loop of so many rounds, each with `count` times `body`; the value is in %r8.
std::string roundsOf(int rounds, int count, const std::string& body) {
    std::string text = "mov.u32 %r6, 0;\nmov.u32 %r8, %r2;\nL:\n";
    for (int k = 0; k < count; ++k) text += body;
    return text + "add.s32 %r6, %r6, 1;\nsetp.ne.s32 %p1, %r6, " + std::to_string(rounds) +
           ";\n@%p1 bra L;\nst.global.u32 [%d4], %r8;\nret;";
}
const std::string kProduct = "mad.lo.s32 %r8, %r8, %r8, %r2;\n";

TEST(MachineCode, RoundsAreLaidOutBySizeBeforeInstructionsAreJoined) {
    EXPECT_EQ(branchesOf(roundsOf(4, 97, kProduct)), 0);
    EXPECT_EQ(branchesOf(roundsOf(4, 98, kProduct)), 2 * 4);
    EXPECT_EQ(branchesOf(roundsOf(8, 57, kProduct)), 0);
    EXPECT_GT(branchesOf(roundsOf(8, 58, kProduct)), 0);
    EXPECT_EQ(branchesOf(roundsOf(32, 26, kProduct)), 0);
    // A minimum of a sum is one instruction then.
    const std::string least = "add.s32 %r9, %r8, 1;\nmin.s32 %r8, %r9, %r2;\n";
    EXPECT_EQ(branchesOf(roundsOf(4, 48, least)), 0);
    EXPECT_EQ(branchesOf(roundsOf(4, 49, least)), 2 * 4);
    // The offset is a sum with the address.
    EXPECT_EQ(branchesOf(roundsOf(4, 97, "st.volatile.shared.u32 [%r5], %r8;\n")), 0);
    EXPECT_EQ(branchesOf(roundsOf(4, 48, "st.volatile.shared.u32 [%r5+64], %r8;\n")), 0);
    EXPECT_EQ(branchesOf(roundsOf(4, 50, "st.volatile.shared.u32 [%r5+64], %r8;\n")), 2 * 4);
}

TEST(MachineCode, SomeRoundsOfALongerLoopStandTogether) {
    EXPECT_EQ(branchesOf(roundsOf(8, 70, kProduct)), 2 * 2);   // two times four
    EXPECT_EQ(branchesOf(roundsOf(8, 80, kProduct)), 2 * 8);   // each by itself
    EXPECT_EQ(branchesOf(roundsOf(16, 40, kProduct)), 2 * 2);  // two times eight
    EXPECT_EQ(branchesOf(roundsOf(64, 20, kProduct)), 2 * 4);  // four times sixteen
    EXPECT_EQ(instructionsOf(roundsOf(64, 21, kProduct)) - instructionsOf(roundsOf(64, 20, kProduct)), 64);
}

TEST(MachineCode, WhatTakesTheLanesThatComeIsNotCopiedWhereTheyLeaveApart) {
    const auto loop = [](const std::string& from, const std::string& body) {
        return "mov.u32 %r6, " + from + ";\nmov.u32 %r8, %r2;\nL:\n" + body +
               "add.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, %r1;\n@%p1 bra L;\nst.global.u32 [%d4], %r8;\nret;";
    };
    const std::string other = kFill + "cvt.rn.f32.s32 %f1, %r2;\n";
    for (const std::string& body :
         {std::string("red.global.add.f32 [%d4], %f1;\n"), std::string("atom.shared.add.u32 %r8, [%r5], 1;\n"),
          std::string("shfl.sync.down.b32 %r8, %r8, 1, 31, -1;\n"),
          std::string("activemask.b32 %r9;\nadd.s32 %r8, %r8, %r9;\n")}) {
        EXPECT_EQ(branchesOf(other + loop("%r2", body)), 40 + 8 + 0) << body;  // 40 rounds, and 8 of the other warp
        EXPECT_LT(branchesOf(other + loop("0", body)), 2 * 20) << body;
    }
    EXPECT_EQ(branchesOf(loop("0", kProduct + "membar.gl;\n")), 2 * 40);
}

TEST(MachineCode, ALoopWithPredicatesInItIsUnrolledToo) {
    const std::string loop =
        "mov.u32 %r6, 0;\nmov.u32 %r7, 0;\nL:\nadd.s32 %r8, %r7, %r2;\nsetp.gt.s32 %p2, %r8, 70;\n@%p2 bra M;\n"
        "st.global.u32 [%d4], %r8;\nadd.s32 %r7, %r8, %r6;\nM:\nadd.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, %r1;\n"
        "@%p1 bra L;\nst.global.u32 [%d4+512], %r7;\nret;";
    // 40 rounds. There are no predicates within predicates: the rest is behind branches.
    EXPECT_EQ(branchesOf(loop), 2 * (1 + 10 + 2));
}

TEST(MachineCode, ASearchAsksTwiceInEachRound) {
    const std::string loop =
        "mov.u32 %r6, 0;\nL:\nadd.s32 %r7, %r6, %r2;\nsetp.gt.s32 %p1, %r7, 100;\n@%p1 bra END;\nadd.s32 %r6, %r6, 1;\n"
        "setp.lt.s32 %p2, %r6, %r1;\n@%p2 bra L;\nEND:\nst.global.u32 [%d4], %r6;\nret;";
    EXPECT_EQ(branchesOf(loop), 2 * 40 * 2);
}

TEST(MachineCode, TheReciprocalOfADivisorIsFoundBeforeTheLoop) {
    const auto loop = [](const std::string& divisor) {
        return "ld.global.u32 %r12, [%d4];\nmov.u32 %r6, 0;\nmov.u32 %r7, 0;\nL:\nadd.s32 %r8, %r7, %r6;\nrem.u32 %r7, "
               "%r8, " +
               divisor +
               ";\nst.global.u32 [%d4], %r7;\nbar.sync 0;\nadd.s32 %r6, %r6, 1;\nadd.s32 %r12, %r12, 2;\n"
               "setp.lt.s32 %p1, %r6, %r1;\n@%p1 bra L;\nst.global.u32 [%d4], %r12;\nret;";
    };
    // Eight instructions in each of 40 rounds, or once.
    EXPECT_EQ(instructionsOf(loop("%r12")) - instructionsOf(loop("%r1")), 39 * 8);
}

TEST(MachineCode, RemainderAndQuotientAreFoundTogether) {
    const std::string remainder = "rem.u32 %r6, %r2, %r1;\nst.global.u32 [%d4], %r6;\n";
    EXPECT_EQ(instructionsOf(remainder + "div.u32 %r7, %r2, %r1;\nst.global.u32 [%d4+4], %r7;\nret;") -
                  instructionsOf(remainder + "ret;"),
              3 + 1);
}

TEST(MachineCode, AnAtomicOfOneThreadIsNotAddedUpFirst) {
    const auto of = [](const std::string& test) {
        return predictionOf(kThread + test + "ld.param.u64 %d1, [out];\ncvta.to.global.u64 %d2, %d1;\n@%p1 bra L;\n" +
                            "red.global.add.u32 [%d2], 1;\nL:\nret;")
            .counters.at("thread_instructions");
    };
    // One lane each time; only a number says so. The one thread needs its 1 in a register.
    EXPECT_EQ(of("setp.ge.s32 %p1, %r2, 1;\n") - of("setp.ne.s32 %p1, %r2, 0;\n"), 6 - 2);
    EXPECT_EQ(of("setp.ne.s32 %p1, %r2, 5;\n"), of("setp.ne.s32 %p1, %r2, 0;\n"));
}

TEST(MachineCode, LanesAtOneSharedAddressAreAddedUpFirst) {
    const double wanted = instructionsOf(kFill + "atom.shared.add.u32 %r6, [s], 1;\nst.global.u32 [%d4], %r6;\nret;");
    const double apart = instructionsOf(kFill + "atom.shared.add.u32 %r6, [%r5], 1;\nst.global.u32 [%d4], %r6;\nret;");
    EXPECT_GT(wanted, apart + 5);
    // VOTEU, S2R, UFLO, UPOPC and IMAD or REDUX and MOV, ISETP, ATOMS; but there is one that counts lanes.
    const auto added = [](const std::string& place, const std::string& value) {
        return instructionsOf(kFill + "red.shared.add.u32 [" + place + "], " + value + ";\nret;");
    };
    for (const char* value : {"%r1", "%r2"}) EXPECT_EQ(added("%r4", value) - added("%r5", value), 6) << value;
    EXPECT_EQ(added("%r4", "1"), added("%r5", "1"));
}

TEST(MachineCode, OfWideValuesOnlyTheHalfThatIsWantedIsMade) {
    const auto shifted = [](int by, const std::string& use) {
        return instructionsOf("mul.wide.u32 %d5, %r2, -1431655765;\nshr.u64 %d6, %d5, " + std::to_string(by) + ";\n" +
                              use);
    };
    const std::string lower = "cvt.u32.u64 %r6, %d6;\nst.global.u32 [%d4], %r6;\nret;";
    EXPECT_EQ(shifted(31, lower), 9);
    EXPECT_EQ(shifted(32, lower), 8);  // a register for another
    EXPECT_EQ(shifted(33, lower), 9);
    EXPECT_EQ(shifted(31, "st.global.u64 [%d2], %d6;\nret;"), 9);  // two shifts, but no address
}

TEST(MachineCode, AnOffsetOfASharedAddressGoesIntoTheAccess) {
    const std::string use = "st.global.u32 [%d4], %r7;\nret;";
    EXPECT_EQ(instructionsOf(kFill + "add.s32 %r6, %r5, -4;\nld.shared.u32 %r7, [%r6+4];\n" + use),
              instructionsOf(kFill + "ld.shared.u32 %r7, [%r5];\n" + use));
}

TEST(MachineCode, TheSizeOfAWarpIsKnown) {
    const std::string rest = "@%p1 bra L;\n" + stores(0) + "L:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;";
    EXPECT_EQ(branchesOf("mov.u32 %r6, WARP_SZ;\nsetp.lt.s32 %p1, %r6, 2;\n" + rest), 0);
    EXPECT_EQ(branchesOf("setp.lt.s32 %p1, %r1, 2;\n" + rest), 2);
}

TEST(MachineCode, AnOrdinaryArmBehindAJumpIsPredicatedToo) {
    EXPECT_EQ(branchesOf(kGuard +
                         "@%p1 bra A;\nbra.uni B;\nA:\nadd.s32 %r6, %r2, 5;\nbra.uni J;\nB:\nmul.lo.s32 %r6, %r2, 3;\n"
                         "J:\nbar.sync 0;\nst.global.u32 [%d4], %r6;\nret;"),
              0);
}

TEST(MachineCode, AJumpToTheEndPastABranchIsAnExit) {
    const Prediction prediction = predictionOf(kThread + kGuard + "@%p1 bra A;\nbra.uni END;\nA:\n" + kAddress +
                                               "st.global.u32 [%d4], %r2;\nEND:\nret;");
    EXPECT_EQ(prediction.counters.at("branches"), 0);
    // LDC, S2R, ULDC, ISETP, EXIT for all; LDC.64, ULDC.64, IMAD.WIDE, STG, EXIT for the 24 who go on.
    EXPECT_EQ(prediction.counters.at("thread_instructions"), 64 * 5 + 24 * 5);
}

TEST(MachineCode, ASumIsPutIntoItsPlaceUnderThePredicate) {
    const auto chosen = [](const std::string& kept) {
        return instructionsOf(
            "mov.u32 %r6, 0;\nL:\nadd.s32 %r7, %r6, %r2;\nsetp.lt.s32 %p2, %r7, 20;\n"
            "add.s32 %r8, %r7, 7;\nselp.b32 %r6, %r8, " +
            kept +
            ", %p2;\nst.global.u32 [%d4], %r6;\nbar.sync 0;\nadd.s32 %r9, %r9, 1;\n"
            "setp.lt.s32 %p1, %r9, 4;\n@%p1 bra L;\nret;");
    };
    EXPECT_EQ(chosen("%r2") - chosen("%r6"), 4);  // one in each round
}

TEST(MachineCode, WhatIsWidenedAndNarrowedAgainCostsNothing) {
    const std::string store = "st.global.u32 [%d4], %r6;\nret;";
    EXPECT_EQ(instructionsOf("cvt.s64.s32 %d5, %r2;\ncvt.u32.u64 %r6, %d5;\n" + store),
              instructionsOf("mov.u32 %r6, %r2;\n" + store));
}

TEST(MachineCode, AStoreUnderAPredicateAsksAlthoughNobodyComes) {
    const Prediction prediction = predictionOf(kIndex +
                                               "setp.lt.s32 %p1, %r2, 100;\n@%p1 bra L;\nst.shared.u32 [%r5], %r2;\n"
                                               "L:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("shared_store_requests"), 2);
}

TEST(MachineCode, AtomicsOf64BitsAreNotAddedUpFirst) {
    const Prediction prediction = predictionOf(kIndex + "cvt.u64.u32 %d5, %r2;\nred.global.add.u64 [%d2], %d5;\nret;");
    EXPECT_EQ(prediction.counters.at("atomic_sectors"), 64);
}

TEST(MachineCode, ACopyThatCanBeMadeInPlaceCostsNothing) {
    const auto loop = [](const std::string& before, const std::string& behind) {
        return instructionsOf("mov.f32 %f1, 0f3f800000;\ncvt.rn.f32.s32 %f4, %r2;\nmov.u32 %r6, 0;\nL:\n" + before +
                              "mul.f32 %f2, %f4, %f3;\n" + behind +
                              "mov.f32 %f1, %f2;\nadd.s32 %r6, %r6, 1;\nbar.sync 0;\nsetp.lt.s32 %p1, %r6, 10;\n"
                              "@%p1 bra L;\nst.global.f32 [%d4], %f1;\nret;");
    };
    // The last use of the old value can be moved before the new one, but not if it works with the new one.
    const std::string old = "st.shared.f32 [%r5], %f1;\n";
    EXPECT_EQ(loop(old, ""), loop("", old));
    EXPECT_EQ(loop("", "add.f32 %f5, %f1, %f2;\nst.shared.f32 [%r5], %f5;\n") -
                  loop("", "add.f32 %f5, %f4, %f2;\nst.shared.f32 [%r5], %f5;\n"),
              10);
}

TEST(MachineCode, ValuesThatChangePlacesInALoopAreMoved) {
    const auto loop = [](const std::string& moves) {
        return instructionsOf("mov.u32 %r6, 0;\nmov.u32 %r7, %r2;\nmov.u32 %r8, %r1;\nL:\nst.shared.u32 [%r5], %r7;\n" +
                              moves +
                              "add.s32 %r6, %r6, 1;\nbar.sync 0;\nsetp.lt.s32 %p1, %r6, 10;\n@%p1 bra L;\n"
                              "st.global.u32 [%d4], %r8;\nret;");
    };
    EXPECT_EQ(loop("mov.u32 %r9, %r7;\nmov.u32 %r7, %r8;\nmov.u32 %r8, %r9;\n") - loop(""), 10 * 3);
}

const std::string kLoad = "ld.global.u32 %r6, [%d4];\nsetp.gt.s32 %p1, %r6, %r1;\n";

TEST(MachineCode, OneOfTwoChoicesIsMadeInTheOthersPlace) {
    const std::string choice =
        kLoad + "xor.b32 %r7, %r6, 77;\nselp.b32 %r8, %r7, %r6, %p1;\nst.global.u32 [%d4], %r8;\n";
    EXPECT_EQ(instructionsOf(choice + "ret;"), 11);  // LDG, ISETP, @P0 LOP3, STG
    // The other is wanted later: SEL.
    EXPECT_EQ(instructionsOf(choice + "st.global.u32 [%d4+512], %r6;\nret;"), 13);
    // FSEL changes signs itself.
    const auto negated = [](const std::string& made) {
        return instructionsOf("ld.global.f32 %f1, [%d4];\nsetp.gt.f32 %p1, %f1, 0f40000000;\n" + made +
                              "selp.f32 %f3, %f2, %f1, %p1;\nst.global.f32 [%d4], %f3;\nret;");
    };
    EXPECT_EQ(negated("neg.f32 %f2, %f1;\n"), negated("mul.f32 %f2, %f1, %f1;\n"));
}

TEST(MachineCode, AComparisonAndAChoiceAreAMinimum) {
    const auto least = [](const std::string& found) {
        return instructionsOf("ld.global.u32 %r6, [%d4];\nld.global.u32 %r7, [%d4+512];\n" + found +
                              "st.global.u32 [%d4], %r8;\nret;");
    };
    EXPECT_EQ(least("setp.lt.s32 %p1, %r6, %r7;\nselp.b32 %r8, %r6, %r7, %p1;\n"), least("min.s32 %r8, %r6, %r7;\n"));
}

TEST(MachineCode, ACountIsMadeOrLeftAsItIs) {
    // Twice VIADD and @P MOV: such sums are not put together.
    EXPECT_EQ(
        instructionsOf(kLoad + "selp.u32 %r7, 1, 0, %p1;\nadd.s32 %r8, %r2, %r7;\nsetp.lt.s32 %p2, %r6, 3;\n"
                               "selp.u32 %r9, 1, 0, %p2;\nadd.s32 %r10, %r8, %r9;\nst.global.u32 [%d4], %r10;\nret;"),
        15);
}

TEST(MachineCode, WhatIsKnownToBeZeroIsNotMasked) {
    const std::string byte = "ld.global.u8 %r6, [%d4];\n";
    EXPECT_EQ(instructionsOf(byte + "and.b32 %r7, %r6, 255;\nst.global.u32 [%d4], %r7;\nret;"), 8);
    EXPECT_EQ(instructionsOf(byte + "ld.global.u8 %r7, [%d4+1];\nadd.s32 %r8, %r6, %r7;\nand.b32 %r9, %r8, 255;\n"
                                    "st.global.u32 [%d4], %r9;\nret;"),
              11);
}

TEST(MachineCode, ConversionsTakeHalvesOfARegister) {
    const auto converted = [](int by) {
        return instructionsOf("ld.global.u32 %r6, [%d4];\nshr.u32 %r7, %r6, " + std::to_string(by) +
                              ";\ncvt.rn.f32.u32 %f1, %r7;\nst.global.f32 [%d4], %f1;\nret;");
    };
    EXPECT_EQ(converted(16), 9);
    EXPECT_EQ(converted(8), 10);
}

TEST(MachineCode, NarrowRegistersAreWidenedToBeCompared) {
    const auto compared = [](const std::string& made) {
        return instructionsOf(made +
                              "setp.eq.s16 %p1, %h1, 3;\nselp.b32 %r7, 5, 9, %p1;\nst.global.u32 [%d4], %r7;\nret;");
    };
    EXPECT_EQ(compared("ld.global.u32 %r6, [%d4];\ncvt.u16.u32 %h1, %r6;\n"), 12);
    EXPECT_EQ(compared("ld.global.u16 %h1, [%d4];\n"), 12);
    EXPECT_EQ(compared("ld.global.u8 %h1, [%d4];\n"), 11);
}

TEST(MachineCode, ManyConstantsOfALoopAreMadeInIt) {
    const auto loop = [](int constants, int others) {
        std::string body = "mov.u32 %r6, 0;\nmov.u32 %r8, %r2;\n";
        for (int k = 0; k < others; ++k) {
            const std::string reg = "%r" + std::to_string(12 + k);
            body += "ld.global.u32 " + reg + ", [%d4+" + std::to_string(64 * k) + "];\n";
        }
        body += "L:\n";
        for (int k = 0; k < constants; ++k)  // one of two is in the instruction
            body += "mad.lo.s32 %r8, %r8, " + std::to_string(100001 + 7 * k) + ", " + std::to_string(200003 + 5 * k) +
                    ";\n";
        for (int k = 0; k < others; ++k) body += "xor.b32 %r8, %r8, %r" + std::to_string(12 + k) + ";\n";
        for (int k = 0; k < 30; ++k) body += "mad.lo.s32 %r8, %r8, %r8, %r8;\n";  // too long to be unrolled
        return instructionsOf(body +
                              "add.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, %r1;\n@%p1 bra L;\n"
                              "st.global.u32 [%d4], %r8;\nret;");
    };
    // The number of rounds is in a register, too: twelve in all, once; with one more all are made in each of 40 rounds.
    EXPECT_EQ(loop(11, 0) - loop(10, 0), 1 + 40);
    EXPECT_EQ(loop(12, 0) - loop(11, 0), 1 + 40 + 12 * 39);
    EXPECT_EQ(loop(8, 4) - loop(8, 3), 1 + 40 + 8 * 39);
}

TEST(MachineCode, ADistanceIsMaskedByTheShift) {
    const auto shifted = [](const std::string& by, const std::string& more) {
        return instructionsOf("ld.global.u32 %r9, [%d4];\n" + by + "shl.b32 %r11, %r9, %r10;\n" + more +
                              "st.global.u32 [%d4], %r11;\nret;");
    };
    const std::string masked = "and.b32 %r10, %r2, 31;\n";
    EXPECT_EQ(shifted(masked, ""), shifted("mov.u32 %r10, %r2;\n", ""));
    // Not by two of them.
    const std::string again = "shr.u32 %r12, %r9, %r10;\nxor.b32 %r11, %r11, %r12;\n";
    EXPECT_EQ(shifted(masked, again), shifted("mov.u32 %r10, %r2;\n", again) + 1);
}

TEST(MachineCode, LogicTakesOneConstant) {
    EXPECT_EQ(instructionsOf("ld.global.u32 %r6, [%d4];\nand.b32 %r7, %r6, 255;\nor.b32 %r8, %r7, 65536;\n"
                             "st.global.u32 [%d4], %r8;\nret;"),
              10);
}

TEST(MachineCode, ResultsAreNegatedAndClampedOnTheirWay) {
    const auto of = [](const std::string& made) {
        return instructionsOf("ld.global.f32 %f1, [%d4];\n" + made + "st.global.f32 [%d4], %f3;\nret;");
    };
    EXPECT_EQ(of("mul.f32 %f2, %f1, %f1;\nneg.f32 %f3, %f2;\n"), 9);
    EXPECT_EQ(of("add.f32 %f2, %f1, %f1;\ncvt.sat.f32.f32 %f3, %f2;\n"), 9);
}

TEST(MachineCode, SineAndCosineOfOneAngleBeginTogether) {
    const std::string sine = "ld.global.f32 %f1, [%d4];\nsin.approx.f32 %f2, %f1;\nst.global.f32 [%d4], %f2;\n";
    EXPECT_EQ(instructionsOf(sine + "ret;"), 10);
    EXPECT_EQ(instructionsOf(sine + "cos.approx.f32 %f3, %f1;\nst.global.f32 [%d4+512], %f3;\nret;"), 12);
}

TEST(MachineCode, ADivisionByAConstantHasItsReciprocal) {
    const auto divided = [](const std::string& by) {
        return instructionsOf("add.s32 %r6, %r2, 1;\ncvt.rn.f32.s32 %f1, %r6;\ndiv.rn.f32 %f2, %f1, " + by +
                              ";\nst.global.f32 [%d4], %f2;\nret;");
    };
    // Two constants instead of MUFU.
    EXPECT_EQ(divided("0f40400000") - divided("%f1"), 1);
}

TEST(MachineCode, AnAtomicTakesAConstantFromARegister) {
    EXPECT_EQ(instructionsOf("red.global.add.u32 [%d4], %r2;\nret;"), 7);
    EXPECT_EQ(instructionsOf("red.global.add.u32 [%d4], 5;\nret;"), 8);
}

TEST(MachineCode, AWideProductByASmallConstantHasNoUpperHalfToMultiply) {
    const std::string product = "ld.global.u64 %d5, [%d2+8192];\nmul.lo.s64 %d6, %d5, 12;\n";
    EXPECT_EQ(instructionsOf(product + "st.global.u64 [%d2], %d6;\nret;"), 9);
    // IMAD.WIDE, IMAD and IADD3 also where something is added.
    EXPECT_EQ(instructionsOf(product + "add.s64 %d7, %d6, %d4;\nst.global.u32 [%d7], %r2;\nret;"), 11);
}

TEST(MachineCode, SignsOfShortIntegersReachIntoMasks) {
    const auto mask = [](const std::string& product) {
        const std::string load = "ld.global.u16 %h1, [%d4];\n" + product + " %r6, %h1, 5;\n";
        const std::string store = "st.global.u32 [%d4], %r7;\nret;";
        return instructionsOf(load + "and.b32 %r7, %r6, 1048575;\n" + store) -
               instructionsOf(load + "mov.b32 %r7, %r6;\n" + store);
    };
    EXPECT_EQ(mask("mul.wide.u16"), 0);  // 19 bits at most
    EXPECT_EQ(mask("mul.wide.s16"), 1);  // ones above, if it is negative
}

TEST(MachineCode, JumpsThatNobodyComesToAreNoBranches) {
    EXPECT_EQ(predictionOf(kIndex + kGuard +
                           "@%p1 bra S;\nld.global.f32 %f1, [%d4];\nbra.uni S;\nD:\nbra.uni S;\nS:\n"
                           "st.global.f32 [%d4], %f1;\nret;")
                  .counters.at("global_load_requests"),
              2);
}

TEST(MachineCode, HalvesOfAWideRegisterCostNothing) {
    EXPECT_EQ(instructionsOf("ld.global.u64 %d5, [%d2];\nmov.b64 {%r6, %r7}, %d5;\nor.b32 %r8, %r6, %r7;\n"
                             "st.global.u32 [%d4], %r8;\nret;"),
              9);
}

const std::string kNever = "L:\n.pragma \"nounroll\";\n";

TEST(MachineCode, AnOuterLoopFetchesParametersAnew) {
    const auto nested = [](const std::string& rounds) {
        return instructionsOf(
            "mov.u32 %r9, 0;\nO:\n.pragma \"nounroll\";\nmov.u32 %r6, 0;\n" + kNever +
            "st.shared.u32 [%r5], %r6;\nbar.sync 0;\nadd.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, 50;\n"
            "@%p1 bra L;\nadd.s32 %r9, %r9, 1;\nsetp.lt.s32 %p2, %r9, " +
            rounds + ";\n@%p2 bra O;\nret;");
    };
    EXPECT_EQ(nested("%r1") - nested("40"), 40);
}

/// A sum of what stands behind the pointers %d5, %d6, …, which `steps` moves on, 40 times.
std::string sumBehind(const std::string& pointers, int count, const std::string& steps) {
    std::string loop = pointers + "mov.u32 %r6, 0;\nmov.f32 %f1, 0f00000000;\n" + kNever;
    for (int k = 0; k < count; ++k)
        loop += "ld.global.f32 %f2, [%d" + std::to_string(5 + k) + "];\nadd.f32 %f1, %f1, %f2;\n";
    return loop + steps +
           "add.s32 %r6, %r6, 1;\nsetp.lt.s32 %p1, %r6, %r1;\n@%p1 bra L;\nst.global.f32 [%d4], %f1;\nret;";
}

TEST(MachineCode, PointersThatStepOnAreMovedIntoPairs) {
    const std::string first = "add.s64 %d5, %d5, 4;\n";
    const double alone = instructionsOf(sumBehind("mov.u64 %d5, %d4;\n", 1, first));
    // LDG, FADD, two for the pointer, three for the counter
    EXPECT_EQ(alone, 12 + 40 * 7);
    // In uniform registers it is moved before each load.
    EXPECT_EQ(instructionsOf(sumBehind("mov.u64 %d5, %d2;\n", 1, first)) - alone, 40 * 2);
    // Two: LDG, FADD, two for the second pointer, and two moves for each.
    const std::string two =
        "mul.lo.s32 %r10, %r2, %r1;\nmul.wide.s32 %d7, %r10, 4;\nadd.s64 %d6, %d2, %d7;\nmov.u64 %d5, %d4;\n";
    const double both = instructionsOf(sumBehind(two, 2, first + "add.s64 %d6, %d6, 4;\n"));
    EXPECT_EQ(both - alone, 40 * 8 + 6);  // and before the loop IMAD, IMAD.WIDE and four moves
}

TEST(MachineCode, CopiesGoOnFromOnePointerWithOffsets) {
    const auto unrolled = [](const std::string& address, const std::string& load) {
        return instructionsOf(
            "mov.u64 %d5, %d2;\nmul.wide.s32 %d8, %r2, 8;\nmov.u32 %r6, 0;\nmov.f32 %f1, 0f00000000;\nL:\n" + address +
            load +
            "add.f32 %f1, %f1, %f2;\nadd.s64 %d5, %d5, 4;\nadd.s32 %r6, %r6, 1;\n"
            "setp.lt.s32 %p1, %r6, %r1;\n@%p1 bra L;\nst.global.f32 [%d4], %f1;\nret;");
    };
    const double beside = unrolled("add.s64 %d9, %d5, %d8;\n", "ld.global.f32 %f2, [%d9];\n") -
                          unrolled("", "ld.global.f32 %f2, [%d5];\n");
    // IMAD.WIDE once for each four of 40 rounds, and for the rest.
    EXPECT_GE(beside, 10);
    EXPECT_LE(beside, 10 + 4);
}

}  // namespace
}  // namespace lanescope
