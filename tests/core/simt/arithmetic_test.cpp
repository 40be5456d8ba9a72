// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions one by one, with all handlers that this machine can run, in full and in partial warps.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/core/simt/evaluate.h"

namespace lanescope::simt {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const std::string kNan = "0f7FC00001";
constexpr std::uint32_t kCanonicalNan = 0x7fffffffU;

TEST(Integers, SumsAndProductsWrap) {
    EXPECT_EQ(r("mov.u32 %r1, -1;\nadd.u32 %r9, %r1, 3;"), 2U);
    EXPECT_EQ(r("mov.s32 %r1, 2147483647;\nadd.s32 %r9, %r1, 1;"), 0x80000000U);
    EXPECT_EQ(r("mov.s32 %r1, 2147483647;\nadd.sat.s32 %r9, %r1, 1;"), 0x7fffffffU);
    EXPECT_EQ(r("mov.s32 %r1, -2147483648;\nsub.sat.s32 %r9, %r1, 1;"), 0x80000000U);
    EXPECT_EQ(r("mov.u32 %r1, 65536;\nmul.lo.u32 %r9, %r1, %r1;"), 0U);
    EXPECT_EQ(r("mov.u32 %r1, 65536;\nmul.hi.u32 %r9, %r1, %r1;"), 1U);
    EXPECT_EQ(r("mov.s32 %r1, -2;\nmul.hi.s32 %r9, %r1, 3;"), 0xffffffffU);
    EXPECT_EQ(d("mov.s32 %r1, -2;\nmul.wide.s32 %d9, %r1, 3;"), static_cast<std::uint64_t>(-6));
    EXPECT_EQ(d("mov.u32 %r1, -2;\nmul.wide.u32 %d9, %r1, 3;"), 0x2fffffffaULL);
    EXPECT_EQ(d("mov.u64 %d1, -1;\nmul.hi.u64 %d9, %d1, %d1;"), ~std::uint64_t{1});
    EXPECT_EQ(d("mov.s64 %d1, -1;\nmul.hi.s64 %d9, %d1, %d1;"), 0U);
    EXPECT_EQ(r("mov.u32 %r1, 7;\nmad.lo.u32 %r9, %r1, 6, 5;"), 47U);
    EXPECT_EQ(d("mov.s32 %r1, -7;\nmov.u64 %d2, 50;\nmad.wide.s32 %d9, %r1, 6, %d2;"), 8U);
    EXPECT_EQ(r("mov.u16 %h1, 65535;\nmul.lo.u16 %h2, %h1, %h1;\ncvt.u32.u16 %r9, %h2;"), 1U);
    EXPECT_EQ(r("mov.u16 %h1, 65535;\nmul.wide.u16 %r9, %h1, %h1;"), 0xfffe0001U);
}

TEST(Integers, QuotientsAndTheRest) {
    EXPECT_EQ(r("mov.s32 %r1, -7;\ndiv.s32 %r9, %r1, 2;"), static_cast<std::uint32_t>(-3));
    EXPECT_EQ(r("mov.s32 %r1, -7;\nrem.s32 %r9, %r1, 2;"), static_cast<std::uint32_t>(-1));
    EXPECT_EQ(r("mov.u32 %r1, 7;\nmov.u32 %r2, 0;\ndiv.u32 %r9, %r1, %r2;"), 0xffffffffU);
    EXPECT_EQ(r("mov.s32 %r1, -2147483648;\nmov.s32 %r2, -1;\ndiv.s32 %r9, %r1, %r2;"), 0x80000000U);
    EXPECT_EQ(r("mov.s32 %r1, -5;\nmin.s32 %r9, %r1, 3;"), static_cast<std::uint32_t>(-5));
    EXPECT_EQ(r("mov.u32 %r1, -5;\nmin.u32 %r9, %r1, 3;"), 3U);
    EXPECT_EQ(r("mov.s32 %r1, -5;\nabs.s32 %r9, %r1;"), 5U);
    EXPECT_EQ(r("mov.s32 %r1, 5;\nneg.s32 %r9, %r1;"), static_cast<std::uint32_t>(-5));
    EXPECT_EQ(r("mov.s32 %r1, -5;\nmov.s32 %r2, 7;\nsad.s32 %r9, %r1, %r2, 100;"), 112U);
}

TEST(Integers, DividingAllLanesByOneNumberIsExact) {
    const std::vector<std::int32_t> edges{0,          1,           2,          3,          -1,         -2,
                                          -3,         7,           -7,         10,         1000000007, 0x7fffffff,
                                          0x7ffffffe, -0x7fffffff, 65535,      65536,      65537,      999999,
                                          -999999,    0x55555555,  0x2aaaaaab, -123456789, 16777216,   16777217};
    std::vector<std::int32_t> dividends;
    for (const std::int32_t a : edges)
        for (const std::int32_t near : {-1, 0, 1, 2})
            dividends.push_back(
                static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(near)));
    const auto count = static_cast<std::uint32_t>(dividends.size());
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
        if (set > bestHandlerSet()) continue;
        limitHandlers(set);
        for (const std::int32_t b : edges) {
            if (b == 0) continue;
            Trial run{.body = kAddressOfThread +
                              "ld.param.u32 %r1, [n];\nld.global.u32 %r2, [%d1];\n"
                              "div.u32 %r3, %r2, %r1;\nst.global.u32 [%d1+4096], %r3;\n"
                              "rem.u32 %r3, %r2, %r1;\nst.global.u32 [%d1+8192], %r3;\n"
                              "div.s32 %r3, %r2, %r1;\nst.global.u32 [%d1+12288], %r3;\n"
                              "rem.s32 %r3, %r2, %r1;\nst.global.u32 [%d1+16384], %r3;\nret;",
                      .block = {count, 1, 1},
                      .buffers = {{"a", ElementType::I32, 1, 5 * 1024, {}}},
                      .contents = {bytesOf(dividends)},
                      .integer = b};
            run.ok();
            const std::vector<std::uint32_t> results = run.result<std::uint32_t>();
            for (std::uint32_t i = 0; i < count; ++i) {
                const auto a = static_cast<std::int64_t>(dividends[i]);
                const auto u = static_cast<std::uint32_t>(dividends[i]);
                const auto v = static_cast<std::uint32_t>(b);
                EXPECT_EQ(results[1024 + i], u / v) << u << " / " << v;
                EXPECT_EQ(results[2048 + i], u % v) << u << " % " << v;
                EXPECT_EQ(results[3072 + i], static_cast<std::uint32_t>(a / b)) << a << " / " << b;
                EXPECT_EQ(results[4096 + i], static_cast<std::uint32_t>(a % b)) << a << " % " << b;
            }
        }
    }
    limitHandlers(limit);
}

TEST(Bits, ShiftsClampAtTheWidth) {
    EXPECT_EQ(r("mov.u32 %r1, 1;\nshl.b32 %r9, %r1, 31;"), 0x80000000U);
    EXPECT_EQ(r("mov.u32 %r1, 1;\nshl.b32 %r9, %r1, 32;"), 0U);
    EXPECT_EQ(r("mov.u32 %r1, -8;\nshr.s32 %r9, %r1, 40;"), 0xffffffffU);
    EXPECT_EQ(r("mov.u32 %r1, -8;\nshr.u32 %r9, %r1, 32;"), 0U);
    EXPECT_EQ(r("mov.u32 %r1, -8;\nshr.u32 %r9, %r1, 28;"), 0xfU);
    EXPECT_EQ(d("mov.u64 %d1, 3;\nshl.b64 %d9, %d1, 63;"), 1ULL << 63);
    EXPECT_EQ(r("mov.u32 %r1, 0x89abcdef;\nmov.u32 %r2, 0x01234567;\nshf.l.wrap.b32 %r9, %r1, %r2, 36;"), 0x12345678U);
    EXPECT_EQ(r("mov.u32 %r1, 0x89abcdef;\nmov.u32 %r2, 0x01234567;\nshf.l.clamp.b32 %r9, %r1, %r2, 36;"), 0x89abcdefU);
    EXPECT_EQ(r("mov.u32 %r1, 0x89abcdef;\nmov.u32 %r2, 0x01234567;\nshf.r.wrap.b32 %r9, %r1, %r2, 8;"), 0x6789abcdU);
}

TEST(Bits, FieldsAndCounts) {
    EXPECT_EQ(r("mov.u32 %r1, 0xff;\nlop3.b32 %r9, %r1, 0x0f, 0x33, 0x96;"), 0xffU ^ 0x0fU ^ 0x33U);
    // Bytes 0 … 7 are 10 32 54 76 98 ba dc fe; selectors from the low nibble up: 0, 2, 5, 7 with its sign.
    EXPECT_EQ(r("mov.u32 %r1, 0x76543210;\nmov.u32 %r2, 0xfedcba98;\nprmt.b32 %r9, %r1, %r2, 0xf520;"), 0xffba5410U);
    EXPECT_EQ(r("mov.u32 %r1, 0xf0f0;\npopc.b32 %r9, %r1;"), 8U);
    EXPECT_EQ(r("mov.u32 %r1, 0xf0f0;\nclz.b32 %r9, %r1;"), 16U);
    EXPECT_EQ(r("mov.u32 %r1, 0;\nclz.b32 %r9, %r1;"), 32U);
    EXPECT_EQ(r("mov.u64 %d1, 1;\nclz.b64 %r9, %d1;"), 63U);
    EXPECT_EQ(r("mov.u32 %r1, 0x10;\nbfind.u32 %r9, %r1;"), 4U);
    EXPECT_EQ(r("mov.s32 %r1, -1;\nbfind.s32 %r9, %r1;"), 0xffffffffU);
    EXPECT_EQ(r("mov.u32 %r1, 1;\nbrev.b32 %r9, %r1;"), 0x80000000U);
    EXPECT_EQ(r("mov.u32 %r1, 0xabcd;\nbfe.u32 %r9, %r1, 4, 8;"), 0xbcU);
    EXPECT_EQ(r("mov.u32 %r1, 0xabcd;\nbfe.s32 %r9, %r1, 4, 8;"), 0xffffffbcU);
    EXPECT_EQ(r("mov.u32 %r1, 0xff;\nmov.u32 %r2, 0;\nbfi.b32 %r9, %r1, %r2, 8, 4;"), 0xf00U);
    EXPECT_EQ(r("mov.u32 %r1, 0;\ncnot.b32 %r9, %r1;"), 1U);
    EXPECT_EQ(r("mov.u32 %r1, 5;\nnot.b32 %r9, %r1;"), 0xfffffffaU);
}

TEST(Floats, RoundOnceAndToEven) {
    const float a = 1.0F / 3;
    const float b = 0.7F;
    const float c = -0.23333333F;
    const std::string inputs =
        "mov.f32 %f1, " + hex(a) + ";\nmov.f32 %f2, " + hex(b) + ";\nmov.f32 %f3, " + hex(c) + ";\n";
    EXPECT_EQ(f(inputs + "add.f32 %f9, %f1, %f2;"), a + b);
    EXPECT_EQ(f(inputs + "sub.rn.f32 %f9, %f1, %f2;"), a - b);
    EXPECT_EQ(f(inputs + "mul.f32 %f9, %f1, %f2;"), a * b);
    EXPECT_EQ(f(inputs + "fma.rn.f32 %f9, %f1, %f2, %f3;"), std::fma(a, b, c));
    EXPECT_NE(std::fma(a, b, c), a * b + c);  // so that the line above shows something
    EXPECT_EQ(f(inputs + "div.rn.f32 %f9, %f1, %f2;"), a / b);
    EXPECT_EQ(f(inputs + "sqrt.rn.f32 %f9, %f2;"), std::sqrt(b));
    EXPECT_EQ(f(inputs + "rcp.rn.f32 %f9, %f2;"), 1 / b);
    EXPECT_EQ(f(inputs + "neg.f32 %f9, %f2;"), -b);
    EXPECT_EQ(f(inputs + "abs.f32 %f9, %f3;"), -c);
    EXPECT_EQ(g("mov.f64 %g1, " + hex(0.1) + ";\nfma.rn.f64 %g9, %g1, %g1, %g1;"), std::fma(0.1, 0.1, 0.1));
    EXPECT_EQ(g("mov.f64 %g1, " + hex(2.0) + ";\nsqrt.rn.f64 %g9, %g1;"), std::sqrt(2.0));
}

TEST(Floats, DirectedRounding) {
    const std::string inputs = "mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f30000000;\n";  // 1 and 2^-31
    EXPECT_EQ(f(inputs + "add.rn.f32 %f9, %f1, %f2;"), 1.0F);
    EXPECT_EQ(f(inputs + "add.rz.f32 %f9, %f1, %f2;"), 1.0F);
    EXPECT_EQ(f(inputs + "add.rm.f32 %f9, %f1, %f2;"), 1.0F);
    EXPECT_EQ(f(inputs + "add.rp.f32 %f9, %f1, %f2;"), std::nextafter(1.0F, 2.0F));
    EXPECT_EQ(f(inputs + "sub.rz.f32 %f9, %f1, %f2;"), std::nextafter(1.0F, 0.0F));
    EXPECT_EQ(f(inputs + "fma.rp.f32 %f9, %f1, %f1, %f2;"), std::nextafter(1.0F, 2.0F));
    EXPECT_EQ(g("mov.f64 %g1, " + hex(1.0) + ";\nmov.f64 %g2, " + hex(3.0) + ";\ndiv.rm.f64 %g9, %g1, %g2;"),
              1.0 / 3);  // 1/3 rounds down to nearest too
    EXPECT_EQ(g("mov.f64 %g1, " + hex(1.0) + ";\nmov.f64 %g2, " + hex(3.0) + ";\ndiv.rp.f64 %g9, %g1, %g2;"),
              std::nextafter(1.0 / 3, 1.0));
}

TEST(Floats, SubnormalsAreFlushedOnlyWhereAsked) {
    const std::string inputs = "mov.f32 %f1, 0f80000001;\nmov.f32 %f2, 0f00800000;\nmov.f32 %f3, 0f3F000000;\n";
    EXPECT_EQ(bits(inputs + "mul.f32 %f9, %f2, %f3;"), 0x00400000U);
    EXPECT_EQ(bits(inputs + "mul.ftz.f32 %f9, %f2, %f3;"), 0U);
    EXPECT_EQ(bits(inputs + "add.f32 %f9, %f1, %f1;"), 0x80000002U);
    EXPECT_EQ(bits(inputs + "add.ftz.f32 %f9, %f1, %f1;"), 0x80000000U);
}

TEST(Floats, SaturationAndNan) {
    EXPECT_EQ(f("mov.f32 %f1, 0f40000000;\nadd.sat.f32 %f9, %f1, %f1;"), 1.0F);
    EXPECT_EQ(f("mov.f32 %f1, 0fC0000000;\nadd.sat.f32 %f9, %f1, %f1;"), 0.0F);
    EXPECT_EQ(bits("mov.f32 %f1, " + kNan + ";\nadd.sat.f32 %f9, %f1, %f1;"), 0U);
    EXPECT_EQ(bits("mov.f32 %f1, " + kNan + ";\nadd.f32 %f9, %f1, %f1;"), kCanonicalNan);
    EXPECT_EQ(bits("mov.f32 %f1, 0f00000000;\ndiv.rn.f32 %f9, %f1, %f1;"), kCanonicalNan);
    EXPECT_EQ(f("mov.f32 %f1, " + kNan + ";\nmov.f32 %f2, 0f40000000;\nmin.f32 %f9, %f1, %f2;"), 2.0F);
    EXPECT_EQ(f("mov.f32 %f1, " + kNan + ";\nmov.f32 %f2, 0f40000000;\nmax.f32 %f9, %f2, %f1;"), 2.0F);
    EXPECT_EQ(bits("mov.f32 %f1, 0f80000000;\nmov.f32 %f2, 0f00000000;\nmin.f32 %f9, %f2, %f1;"), 0x80000000U);
    EXPECT_EQ(bits("mov.f32 %f1, 0f80000000;\nmov.f32 %f2, 0f00000000;\nmax.f32 %f9, %f1, %f2;"), 0U);
}

TEST(Floats, ApproximationsAreClose) {
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f40400000;\nrsqrt.approx.f32 %f9, %f1;"), 1 / std::sqrt(3.0F));
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f40400000;\nex2.approx.f32 %f9, %f1;"), 8.0F);
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f41000000;\nlg2.approx.f32 %f9, %f1;"), 3.0F);
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f3F800000;\nsin.approx.f32 %f9, %f1;"), std::sin(1.0F));
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f3F800000;\ncos.approx.f32 %f9, %f1;"), std::cos(1.0F));
    EXPECT_FLOAT_EQ(f("mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f40400000;\ndiv.full.f32 %f9, %f1, %f2;"), 1.0F / 3);
}

TEST(Comparisons, OrderedOnesAreFalseForNanAndUnorderedTrue) {
    const std::string numbers = "mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f40000000;\nmov.f32 %f3, " + kNan + ";\n";
    struct Case {
        std::string comparison;
        bool less, equal, greater, unordered;
    };
    for (const Case& c : {Case{"eq", false, true, false, false}, Case{"ne", true, false, true, false},
                          Case{"lt", true, false, false, false}, Case{"le", true, true, false, false},
                          Case{"gt", false, false, true, false}, Case{"ge", false, true, true, false},
                          Case{"equ", false, true, false, true}, Case{"neu", true, false, true, true},
                          Case{"ltu", true, false, false, true}, Case{"leu", true, true, false, true},
                          Case{"gtu", false, false, true, true}, Case{"geu", false, true, true, true},
                          Case{"num", true, true, true, false}, Case{"nan", false, false, false, true}}) {
        SCOPED_TRACE(c.comparison);
        EXPECT_EQ(p(numbers + "setp." + c.comparison + ".f32 %p9, %f1, %f2;"), c.less);
        EXPECT_EQ(p(numbers + "setp." + c.comparison + ".f32 %p9, %f1, %f1;"), c.equal);
        EXPECT_EQ(p(numbers + "setp." + c.comparison + ".f32 %p9, %f2, %f1;"), c.greater);
        EXPECT_EQ(p(numbers + "setp." + c.comparison + ".f32 %p9, %f2, %f3;"), c.unordered);
    }
}

TEST(Comparisons, SignsWidthsAndCombinations) {
    EXPECT_TRUE(p("mov.s32 %r1, -1;\nsetp.lt.s32 %p9, %r1, 0;"));
    EXPECT_FALSE(p("mov.u32 %r1, -1;\nsetp.lo.u32 %p9, %r1, 1;"));
    EXPECT_TRUE(p("mov.u64 %d1, -1;\nsetp.hi.u64 %p9, %d1, 1;"));
    EXPECT_TRUE(p("mov.u16 %h1, 40000;\nsetp.gt.u16 %p9, %h1, 3;"));
    EXPECT_FALSE(p("mov.u16 %h1, 40000;\nsetp.gt.s16 %p9, %h1, 3;"));
    const std::string yes = "mov.u32 %r1, 1;\nsetp.eq.u32 %p1, %r1, 1;\n";
    EXPECT_FALSE(p(yes + "setp.eq.and.u32 %p9, %r1, 2, %p1;"));
    EXPECT_TRUE(p(yes + "setp.eq.or.u32 %p9, %r1, 2, %p1;"));
    EXPECT_FALSE(p(yes + "setp.eq.xor.u32 %p9, %r1, 1, %p1;"));
    EXPECT_FALSE(p(yes + "setp.eq.u32 %p2|%p9, %r1, 1;"));
    EXPECT_TRUE(p(yes + "not.pred %p2, %p1;\nxor.pred %p9, %p1, %p2;"));
    EXPECT_EQ(r("mov.u32 %r1, 4;\nset.gt.u32.u32 %r9, %r1, 3;"), 0xffffffffU);
    EXPECT_EQ(r("mov.u32 %r1, 4;\nmov.s32 %r2, -1;\nslct.u32.s32 %r9, %r1, 6, %r2;"), 6U);
}

TEST(Conversions, BetweenIntegers) {
    EXPECT_EQ(d("mov.s32 %r1, -5;\ncvt.s64.s32 %d9, %r1;"), static_cast<std::uint64_t>(-5));
    EXPECT_EQ(d("mov.u32 %r1, -5;\ncvt.u64.u32 %d9, %r1;"), 0xfffffffbULL);
    EXPECT_EQ(r("mov.u64 %d1, 0x123456789;\ncvt.u32.u64 %r9, %d1;"), 0x23456789U);
    EXPECT_EQ(r("mov.u32 %r1, 0x1ff;\ncvt.s8.s32 %h1, %r1;\ncvt.s32.s16 %r9, %h1;"), 0xffffffffU);
    EXPECT_EQ(r("mov.u32 %r1, 0x80;\ncvt.s32.s8 %r9, %r1;"), 0xffffff80U);
    EXPECT_EQ(r("mov.s32 %r1, 300;\ncvt.sat.u8.s32 %h1, %r1;\ncvt.u32.u16 %r9, %h1;"), 255U);
    EXPECT_EQ(r("mov.s32 %r1, -300;\ncvt.sat.u8.s32 %h1, %r1;\ncvt.u32.u16 %r9, %h1;"), 0U);
    EXPECT_EQ(r("mov.s32 %r1, -300;\ncvt.sat.s8.s32 %h1, %r1;\ncvt.s32.s16 %r9, %h1;"),
              static_cast<std::uint32_t>(-128));
}

TEST(Conversions, FromFloatsRoundAsAskedAndClamp) {
    const auto toInteger = [](float value, const std::string& rounding) {
        return static_cast<std::int32_t>(r("mov.f32 %f1, " + hex(value) + ";\ncvt." + rounding + ".s32.f32 %r9, %f1;"));
    };
    EXPECT_EQ(toInteger(2.5F, "rni"), 2);
    EXPECT_EQ(toInteger(-2.5F, "rzi"), -2);
    EXPECT_EQ(toInteger(-2.5F, "rmi"), -3);
    EXPECT_EQ(toInteger(2.25F, "rpi"), 3);
    EXPECT_EQ(toInteger(3e9F, "rzi"), 2147483647);
    EXPECT_EQ(toInteger(-kInfinity, "rzi"), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(r("mov.f32 %f1, " + kNan + ";\ncvt.rzi.s32.f32 %r9, %f1;"), 0U);
    EXPECT_EQ(r("mov.f32 %f1, 0fC0000000;\ncvt.rzi.u32.f32 %r9, %f1;"), 0U);
    EXPECT_EQ(d("mov.f64 %g1, " + hex(1e30) + ";\ncvt.rzi.u64.f64 %d9, %g1;"), ~std::uint64_t{0});
    EXPECT_EQ(f("mov.f32 %f1, 0f40200000;\ncvt.rni.f32.f32 %f9, %f1;"), 2.0F);
}

TEST(Conversions, ToFloatsRoundAsAsked) {
    EXPECT_EQ(f("mov.s32 %r1, -16777217;\ncvt.rn.f32.s32 %f9, %r1;"), -16777216.0F);
    EXPECT_EQ(f("mov.u32 %r1, 16777217;\ncvt.rp.f32.u32 %f9, %r1;"), 16777218.0F);
    EXPECT_EQ(f("mov.u64 %d1, -1;\ncvt.rn.f32.u64 %f9, %d1;"), 18446744073709551616.0F);
    EXPECT_EQ(f("mov.f64 %g1, " + hex(0.1) + ";\ncvt.rn.f32.f64 %f9, %g1;"), 0.1F);
    EXPECT_EQ(f("mov.f64 %g1, " + hex(0.1) + ";\ncvt.rz.f32.f64 %f9, %g1;"), std::nextafter(0.1F, 0.0F));
    EXPECT_EQ(g("mov.f32 %f1, " + hex(0.1F) + ";\ncvt.f64.f32 %g9, %f1;"), static_cast<double>(0.1F));
    EXPECT_EQ(g("mov.u32 %r1, -1;\ncvt.rn.f64.u32 %g9, %r1;"), 4294967295.0);
    EXPECT_EQ(f("mov.f32 %f1, 0f40000000;\ncvt.sat.f32.f32 %f9, %f1;"), 1.0F);
    // As an H200 does: not the NaN that arithmetic gives.
    EXPECT_EQ(bits("mov.f64 %g1, 0d7FF8000000000000;\ncvt.rn.f32.f64 %f9, %g1;"), 0x7fc00000U);
}

}  // namespace
}  // namespace lanescope::simt
