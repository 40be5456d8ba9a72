// SPDX-License-Identifier: GPL-3.0-or-later
// The model of ptxas on small kernels whose machine code is known.
#include <gtest/gtest.h>

#include "tests/core/metrics/small_kernel.h"

namespace lanescope {
namespace {

TEST(Predicted, AddressesTakeOneInstruction) {
    // LDC (stack), S2R, LDC.64, ULDC.64, IMAD.WIDE, STG, EXIT
    const Prediction prediction = predictionOf(kIndex + "st.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("warp_instructions"), 2 * 7);
    EXPECT_EQ(prediction.counters.at("thread_instructions"), 64 * 7);
}

TEST(Predicted, NeighbouringSharedAccessesAreOne) {
    const std::string stores =
        "st.shared.u32 [%r5], %r2;\nst.shared.u32 [%r5+4], %r2;\nst.shared.u32 [%r5+8], %r2;\n"
        "st.shared.u32 [%r5+12], %r2;\n";
    EXPECT_EQ(predictionOf(kIndex + stores + "ret;").counters.at("shared_store_requests"), 2);
    // The base is aligned to 16 bytes, so what begins at 4 can be joined by two only.
    const std::string off =
        "st.shared.u32 [%r5+4], %r2;\nst.shared.u32 [%r5+8], %r2;\nst.shared.u32 [%r5+12], %r2;\n"
        "st.shared.u32 [%r5+16], %r2;\n";
    EXPECT_EQ(predictionOf(kIndex + off + "ret;").counters.at("shared_store_requests"), 2 * 3);
}

TEST(Predicted, HalfAWarpIsEnoughForOnePassOfSixteenBytes) {
    // Two warps, each lane at 16 bytes of its own: a quarter at a time. Then the first eight threads alone.
    const std::string stores =
        "st.shared.u32 [%r5], %r2;\nst.shared.u32 [%r5+4], %r2;\nst.shared.u32 [%r5+8], %r2;\n"
        "st.shared.u32 [%r5+12], %r2;\n";
    EXPECT_EQ(predictionOf(kIndex + stores + "ret;").counters.at("shared_store_wavefronts"), 2 * 4);
    const Prediction few = predictionOf(kIndex + "setp.gt.u32 %p1, %r2, 7;\n@%p1 bra L;\n" + stores + "L:\nret;");
    EXPECT_EQ(few.counters.at("shared_store_wavefronts"), 1);
}

TEST(Predicted, AStoreBetweenKeepsLoadsApart) {
    const std::string fill = "st.shared.v4.u32 [%r5], {%r2, %r2, %r2, %r2};\n";
    const std::string use = "add.s32 %r8, %r6, %r7;\nst.global.u32 [%d4], %r8;\nret;";
    const std::string first = "ld.shared.u32 %r6, [%r5];\n";
    const std::string second = "ld.shared.u32 %r7, [%r5+4];\n";
    EXPECT_EQ(predictionOf(kIndex + fill + first + second + use).counters.at("shared_load_requests"), 2);
    EXPECT_EQ(predictionOf(kIndex + fill + first + "st.shared.u32 [%r5+8], %r2;\n" + second + use)
                  .counters.at("shared_load_requests"),
              4);
}

TEST(Predicted, AShortBranchBecomesPredicates) {
    const Prediction prediction = predictionOf(
        kIndex + kGuard + "@%p1 bra L;\nst.shared.u32 [%r5], %r2;\nL:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("branches"), 0);
    EXPECT_EQ(prediction.counters.at("divergent_branches"), 0);
}

TEST(Predicted, ALongOneStaysABranchAndTheLanesMeet) {
    std::string body;
    for (int k = 0; k < 12; ++k) body += "st.shared.u32 [%r5+" + std::to_string(64 * k) + "], %r2;\n";
    const Prediction prediction =
        predictionOf(kIndex + kGuard + "@%p1 bra L;\n" + body + "L:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("branches"), 2);
    EXPECT_EQ(prediction.counters.at("divergent_branches"), 1);
}

TEST(Predicted, ABranchToTheEndIsAnExit) {
    const Prediction prediction =
        predictionOf(kThread + kGuard + "@%p1 bra L;\n" + kAddress + "st.global.u32 [%d4], %r2;\nL:\nret;");
    EXPECT_EQ(prediction.counters.at("branches"), 0);
    // LDC, S2R, ULDC, ISETP, EXIT for all; LDC.64, ULDC.64, IMAD.WIDE, STG, EXIT for those who go on.
    EXPECT_EQ(prediction.counters.at("thread_instructions"), 64 * 5 + 40 * 5);
}

TEST(Predicted, AChainOfComparisonsIsABranchByATable) {
    // Each warp has lanes of all kinds. ptxas asks for 6 and above; the table leads to A, B, C and END, which parts
    // the lanes three times; behind A and B stands a jump to END.
    const std::string chain =
        "and.b32 %r10, %r2, 7;\nsetp.gt.s32 %p1, %r10, 5;\n@%p1 bra END;\nsetp.eq.s32 %p2, %r10, 1;\n@%p2 bra A;\n"
        "setp.eq.s32 %p3, %r10, 2;\n@%p3 bra B;\nsetp.eq.s32 %p4, %r10, 3;\n@%p4 bra C;\nbra.uni END;\n";
    const Prediction prediction =
        predictionOf(kIndex + chain + "A:\n" + stores(0) + "bra.uni END;\nB:\n" + stores(12) + "bra.uni END;\nC:\n" +
                     stores(24) + "END:\nst.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("divergent_branches"), 2 * (1 + 3));
    EXPECT_EQ(prediction.counters.at("branches"), 2 * (1 + 3 + 2));
}

TEST(Predicted, ATableHasAtMostFivePlacesForEachComparison) {
    const std::string chain =
        "and.b32 %r10, %r2, 31;\nsetp.gt.s32 %p1, %r10, 29;\n@%p1 bra END;\nsetp.eq.s32 %p2, %r10, 1;\n@%p2 bra A;\n"
        "setp.eq.s32 %p3, %r10, 20;\n@%p3 bra B;\nbra.uni END;\n";
    const Prediction prediction = predictionOf(kIndex + chain + "A:\n" + stores(0) + "bra.uni END;\nB:\n" + stores(12) +
                                               "END:\nst.global.u32 [%d4], %r2;\nret;");
    EXPECT_EQ(prediction.counters.at("divergent_branches"), 2 * 3);
    EXPECT_EQ(prediction.counters.at("branches"), 2 * (3 + 1));
}

TEST(Predicted, TwoCheapConditionsAreOneBranch) {
    const std::string both = kGuard + "@%p1 bra L;\nsetp.lt.s32 %p2, %r2, 0;\n@%p2 bra L;\n" + stores(0) +
                             "L:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;";
    const Prediction joined = predictionOf(kIndex + both);
    EXPECT_EQ(joined.counters.at("branches"), 2);
    EXPECT_EQ(joined.counters.at("divergent_branches"), 1);  // of the second warp
    // A load is not done before it is known to be wanted.
    const std::string load = kGuard +
                             "@%p1 bra L;\nld.global.u32 %r11, [%d4];\nsetp.gt.s32 %p2, %r11, 8;\n@%p2 bra L;\n" +
                             stores(0) + "L:\nbar.sync 0;\nst.global.u32 [%d4], %r2;\nret;";
    EXPECT_EQ(predictionOf(kIndex + load).counters.at("branches"), 4);
}

TEST(Predicted, ASecondConditionThatChangesAValueStaysBehindTheFirst) {
    const Prediction prediction = predictionOf(
        kIndex + "st.shared.u32 [%r5], %r2;\nmov.u32 %r6, 5;\n" + kGuard +
        "@%p1 bra L;\nmad.lo.s32 %r6, %r2, %r1, 3;\nsetp.lt.s32 %p2, %r2, 7;\n@%p2 bra L;\n" + stores(0) +
        "L:\nbar.sync 0;\nld.shared.u32 %r9, [%r5];\nadd.s32 %r6, %r6, %r9;\nst.global.u32 [%d4], %r6;\nret;");
    EXPECT_EQ(prediction.counters.at("branches"), 2 * 2);
}

TEST(Predicted, CopiesBehindTheSecondOfTwoConditionsAreDoneByAllThatComeToTheFirst) {
    const Prediction joined = predictionOf(
        kIndex +
        "setp.ge.s32 %p1, %r2, 32;\n@%p1 bra ELSE;\nand.b32 %r8, %r2, 5;\nsetp.eq.s32 %p2, %r8, 0;\n@%p2 bra ELSE;\n"
        "mov.u32 %r6, 7;\nbra AFTER;\nELSE:\n" +
        stores(0) + "mov.u32 %r6, 9;\nAFTER:\nst.global.u32 [%d4], %r6;\nret;");
    // All: LDC, S2R, S2UR, UMOV, ULDC, BSSY, LDC, ULEA, LOP3, IMAD, LEA, ISETP, @!P0 IMAD.MOV, BRA. Those who go to
    // ELSE, eight lanes of the first warp and the second one: 12 STS, IMAD.MOV. All: BSYNC, by each part of the first;
    // STG, EXIT.
    EXPECT_EQ(joined.counters.at("thread_instructions"), 64 * (14 + 3) + 40 * 13);
    EXPECT_EQ(joined.counters.at("warp_instructions"), 2 * (14 + 3) + 2 * 13 + 1);
}

TEST(Predicted, ArmsThatLeadToTheEndHaveEndsOfTheirOwn) {
    const std::string arms = kGuard + "@%p1 bra A;\n" + stores(0) + "bra.uni END;\nA:\n" + stores(12) + "END:\nret;";
    const Prediction prediction = predictionOf(kIndex + arms);
    EXPECT_EQ(prediction.counters.at("branches"), 2);  // no jump, and nobody waits:
    // LDC, S2R, ULDC, 3 for the shared array, LEA, ISETP, BRA for all; in each arm 12 STS and EXIT.
    EXPECT_EQ(prediction.counters.at("thread_instructions"), 64 * (9 + 13));
    EXPECT_EQ(prediction.counters.at("warp_instructions"), 2 * 9 + 3 * 13);
}

TEST(Predicted, TheRootOfZeroIsFoundByARoutine) {
    const auto rootOf = [](const std::string& number) {
        return predictionOf(kIndex + number +
                            "cvt.rn.f32.s32 %f1, %r6;\nsqrt.rn.f32 %f2, %f1;\n"
                            "st.global.f32 [%d4], %f2;\nret;");
    };
    const Prediction ordinary = rootOf("add.s32 %r6, %r2, 1;\n");
    const Prediction zero = rootOf("add.s32 %r6, %r2, 0;\n");  // of thread 0
    EXPECT_EQ(ordinary.counters.at("branches"), 2);
    EXPECT_EQ(ordinary.counters.at("divergent_branches"), 0);
    // There, within, back, and past the ordinary way.
    EXPECT_EQ(zero.counters.at("branches"), 2 + 4);
    EXPECT_EQ(zero.counters.at("divergent_branches"), 1);
    // Eleven instructions in place of four, and each part comes to the meeting by itself.
    EXPECT_EQ(zero.counters.at("thread_instructions") - ordinary.counters.at("thread_instructions"), 11 - 4);
    EXPECT_EQ(zero.counters.at("warp_instructions") - ordinary.counters.at("warp_instructions"), 11 + 1);
}

TEST(Predicted, ACountedLoopIsUnrolledByFour) {
    const std::string loop =
        "mov.u32 %r6, 0;\nmov.u32 %r7, 0;\nL:\nmul.lo.s32 %r8, %r7, %r7;\nadd.s32 %r7, %r8, %r2;\n"
        "add.s32 %r6, %r6, 1;\nsetp.ne.s32 %p1, %r6, %r1;\n@%p1 bra L;\n"
        "st.global.u32 [%d4], %r7;\nret;";
    // 40 trips: two checks before, ten times round, one check behind; the two left are done under a predicate.
    EXPECT_EQ(predictionOf(kIndex + loop).counters.at("branches"), 2 * (2 + 10 + 1));
}

TEST(Predicted, LanesAtOneAddressAreAddedUpFirst) {
    const Prediction one = predictionOf(kIndex + "atom.global.add.u32 %r6, [%d2], 1;\nret;");
    EXPECT_EQ(one.counters.at("atomic_requests"), 2);
    EXPECT_EQ(one.counters.at("atomic_sectors"), 2);
    const Prediction floats =
        predictionOf(kIndex + "cvt.rn.f32.s32 %f1, %r2;\natom.global.add.f32 %f2, [%d2], %f1;\nret;");
    EXPECT_EQ(floats.counters.at("atomic_sectors"), 64);
}

TEST(Predicted, WhatItDoesNotKnowItSays) {
    const Prediction prediction = predictionOf(kIndex +
                                               "activemask.b32 %r6;\nmatch.any.sync.b32 %r7, %r2, %r6;\n"
                                               "st.global.u32 [%d4], %r7;\nret;");
    ASSERT_EQ(prediction.notes.size(), 1U);
    EXPECT_EQ(prediction.notes[0], "Never compared with a GPU: match.");
}

}  // namespace
}  // namespace lanescope
