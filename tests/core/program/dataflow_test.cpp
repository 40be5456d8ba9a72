// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/dataflow.h"

#include <gmock/gmock.h>

#include "core/program/pointer_parameter.h"
#include "tests/core/program/hand_made.h"

namespace lanescope::program {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Dataflow, AnInstructionReadsItsOperandsAndItsGuard) {
    const Entry entry = triples();
    EXPECT_THAT(registersRead(entry.instructions[8]), ElementsAre(kValue));
    EXPECT_THAT(registersWritten(entry.instructions[8]), ElementsAre(kValue));
    EXPECT_THAT(registersRead(entry.instructions[3]), ElementsAre(kBeyond));
    EXPECT_THAT(registersRead(entry.instructions[11]), ElementsAre(kAddress, kValue)) << "a store writes no register";
    EXPECT_THAT(registersWritten(entry.instructions[11]), IsEmpty());
}

TEST(Dataflow, ValuesDifferBetweenLanesAsTheirSourcesDo) {
    const Entry entry = triples();
    const Dataflow flow(entry);
    EXPECT_FALSE(flow.uniform(kThread));
    EXPECT_FALSE(flow.uniform(kBeyond));
    EXPECT_TRUE(flow.uniform(kCount)) << "a parameter";
    EXPECT_THAT(flow.definitions(kValue), ElementsAre(4, 8));
    EXPECT_EQ(flow.definition(RegisterId{kValue}), std::nullopt) << "there are two";
}

TEST(PointerParameter, IsTheOneThatTheAddressIsMadeOf) {
    const Entry entry = triples();
    EXPECT_EQ(pointerParameter(entry, 11), 0U);
    const auto pointers = pointersOf(entry);
    ASSERT_EQ(pointers.size(), 2U);
    ASSERT_TRUE(pointers[0].has_value());
    EXPECT_EQ(pointers[0]->element, ElementType::I32) << "whole numbers of any sign";
    EXPECT_FALSE(pointers[1].has_value()) << "a number";
}

}  // namespace
}  // namespace lanescope::program
