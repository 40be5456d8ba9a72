// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/pointer_parameter.h"

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

/// What parameter a of the kernel (.u64) points to: "", "pointer" or the element's name.
std::string pointedBy(const Entry& entry, std::size_t parameter = 0) {
    const auto pointed = pointersOf(entry).at(parameter);
    if (!pointed) return "";
    return pointed->element ? std::string(nameOf(*pointed->element)) : "pointer";
}
std::string pointedIn(const std::string& body) { return pointedBy(entryOf(body)); }

TEST(PointerParameter, IsSeenByWhatTheCodeDoesWithIt) {
    EXPECT_EQ(pointedIn("ret;"), "");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nadd.s64 %rd2, %rd1, 1;"), "");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\ncvta.to.global.u64 %rd2, %rd1;"), "pointer");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nld.global.f32 %f1, [%rd1+4];"), "f32");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\ncvta.to.global.u64 %rd2, %rd1;\nmul.wide.s32 %rd3, %r1, 8;\n"
                        "add.s64 %rd4, %rd2, %rd3;\nst.global.f64 [%rd4], %fd1;"),
              "f64");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nmad.wide.s32 %rd2, %r1, 4, %rd1;\nld.u8 %r2, [%rd2];"), "u8");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\natom.global.add.u32 %r1, [%rd1], 1;"), "i32")
        << "whole numbers of any sign are added alike";
    // A number that becomes an index is no pointer.
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nmul.lo.s64 %rd2, %rd1, 4;\nld.global.f32 %f1, [%rd2];"), "");
}

TEST(PointerParameter, BitsThatArithmeticTakesForAFloatAreOne) {
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nld.global.b32 %r1, [%rd1];\nadd.rn.f32 %r2, %r1, %r1;"), "f32");
    EXPECT_EQ(pointedIn("ld.param.u64 %rd1, [a];\nld.global.b32 %r1, [%rd1];\nadd.s32 %r2, %r1, %r1;"), "i32");
}

TEST(PointerParameter, GoesThroughFunctions) {
    const Result<Module> module = parse(std::string(kHead) + R"(
.func (.param .b64 r) second(.param .b64 p)
{
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [p];
add.s64 %rd2, %rd1, 4;
st.param.b64 [r], %rd2;
ret;
}
.visible .entry k(.param .u64 a, .param .u64 .ptr .global .align 4 declared)
{
.reg .b64 %rd<4>;
.reg .f32 %f<2>;
ld.param.u64 %rd1, [a];
{
.param .b64 in;
.param .b64 out;
st.param.b64 [in], %rd1;
call.uni (out), second, (in);
ld.param.b64 %rd2, [out];
}
ld.global.f32 %f1, [%rd2];
ret;
}
)",
                                        "test.ptx");
    ASSERT_TRUE(module) << describe(module.error());
    const Entry& entry = module->entries.at(0);
    EXPECT_EQ(pointedBy(entry), "f32");
    EXPECT_EQ(pointedBy(entry, 1), "pointer") << "declared so";
}

TEST(PointerParameter, OfAnAccessThatMayBeThroughSeveralIsNone) {
    const Entry entry = entryOf(
        "ld.param.u64 %rd1, [a];\nld.global.f32 %f1, [%rd1];\nadd.s64 %rd3, %rd1, %rd2;\nld.global.f32 %f2, [%rd3];");
    EXPECT_EQ(pointerParameter(entry, 1), 0U);
    EXPECT_EQ(pointerParameter(entry, 3), 0U) << "an index from elsewhere";
}

}  // namespace
}  // namespace lanescope::ptx
