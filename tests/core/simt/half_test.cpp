// SPDX-License-Identifier: GPL-3.0-or-later
// Half precision against a table of all its numbers and 113-bit arithmetic, in which all that is asked here is exact.
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/core/simt/evaluate.h"

namespace lanescope::simt {
namespace {

__extension__ using Exact = __float128;

struct Format {
    int fraction;
    int bias;
    [[nodiscard]] std::uint32_t infinity() const { return 0x8000U - (1U << fraction); }
    [[nodiscard]] bool isNan(std::uint32_t bits) const { return (bits & 0x7fffU) > infinity(); }
    [[nodiscard]] double value(std::uint32_t bits) const {
        const int exponent = static_cast<int>((bits & 0x7fffU) >> fraction);
        const double part = bits & ((1U << fraction) - 1);
        const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
        if ((bits & 0x7fffU) == infinity()) return sign * HUGE_VAL;
        if (exponent == 0) return sign * std::ldexp(part, 1 - bias - fraction);
        return sign * std::ldexp(part + (1U << fraction), exponent - bias - fraction);
    }
    /// Nearest number, of two the one with even bits.
    [[nodiscard]] std::uint32_t nearest(Exact exact, bool negativeZero) const {
        const bool negative = exact < 0 || (exact == 0 && negativeZero);
        const Exact magnitude = exact < 0 ? -exact : exact;
        std::uint32_t low = 0;
        std::uint32_t high = infinity();
        while (high - low > 1) {
            const std::uint32_t middle = (low + high) / 2;
            (value(middle) <= magnitude ? low : high) = middle;
        }
        // Beyond the greatest number the next one would be as far as the last was.
        const Exact above = high == infinity() ? Exact{value(low)} * 2 - value(low - 1) : Exact{value(high)};
        const Exact down = magnitude - value(low);
        const Exact up = above - magnitude;
        const bool takeHigh = up < down || (up == down && low % 2 == 1);
        return (takeHigh ? high : low) | (negative ? 0x8000U : 0);
    }
};
constexpr Format kHalf{10, 15};
constexpr Format kBrain{7, 127};

/// Runs `body` on threads 0 … count - 1; each has its element of the first buffers in %h1, %h2, %h3 and leaves %h9.
std::vector<std::uint16_t> mapped(const std::string& body, const std::vector<std::vector<std::uint16_t>>& inputs) {
    const std::uint64_t count = inputs[0].size();
    Trial run{.body = "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %tid.x;\nmad.lo.u32 %r0, %r0, 256, %r1;\n"};
    run.buffers.clear();
    for (std::size_t k = 0; k <= inputs.size(); ++k) {
        const std::string name(1, static_cast<char>('a' + k));
        run.buffers.push_back({name, ElementType::U16, 1, count, {}});
        if (k < inputs.size()) run.contents.push_back(bytesOf(inputs[k]));
        run.body += "ld.param.u64 %d1, [" + name + "];\nmul.wide.u32 %d2, %r0, 2;\nadd.s64 %d1, %d1, %d2;\n";
        if (k < inputs.size()) run.body += "ld.global.u16 %h" + std::to_string(k + 1) + ", [%d1];\n";
    }
    run.body += body + "\nst.global.u16 [%d1], %h9;\nret;";
    run.grid = {static_cast<std::uint32_t>(count / 256), 1, 1};
    run.block = {256, 1, 1};
    return run.ok().result<std::uint16_t>(static_cast<BufferId>(inputs.size()));
}

std::vector<std::uint16_t> everyHalf() {
    std::vector<std::uint16_t> all(65536);
    for (std::uint32_t i = 0; i < 65536; ++i) all[i] = static_cast<std::uint16_t>(i);
    return all;
}
/// Random bits; with a few exponents only, so that sums of bf16 are exact in 113 bits too.
std::vector<std::uint16_t> someNumbers(unsigned seed, const Format& format) {
    std::mt19937 random(seed);
    std::vector<std::uint16_t> some(65536);
    for (std::uint16_t& bits : some) {
        bits = static_cast<std::uint16_t>(random());
        if (format.fraction == 7)
            bits = static_cast<std::uint16_t>((bits & 0x807fU) | (format.bias - 16 + random() % 32) << 7);
    }
    return some;
}

template <typename Result>
void expectRounded(const std::string& body, const Format& format, unsigned operands, Result exactResult) {
    SCOPED_TRACE(body);
    std::vector<std::vector<std::uint16_t>> inputs;
    for (unsigned k = 0; k < operands; ++k) inputs.push_back(someNumbers(k + 1, format));
    const auto results = mapped(body, inputs);
    unsigned wrong = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        double value[3] = {};
        bool finite = true;
        for (unsigned k = 0; k < operands; ++k) {
            value[k] = format.value(inputs[k][i]);
            finite = finite && !format.isNan(inputs[k][i]) && std::isfinite(value[k]);
        }
        if (!finite) continue;
        const Exact exact = exactResult(value);
        // The sign of an exact zero is the host's.
        const std::uint32_t expected = format.nearest(exact, exact == 0 && std::signbit(static_cast<double>(exact)));
        if (results[i] != expected && ++wrong < 5)
            ADD_FAILURE() << std::hex << inputs[0][i] << " … gave " << results[i] << ", not " << expected;
    }
    EXPECT_EQ(wrong, 0U);
}

TEST(Half, SumsAndProductsAreRoundedOnce) {
    for (const auto& [type, format] : {std::pair{"f16", kHalf}, std::pair{"bf16", kBrain}}) {
        const std::string t = type;
        expectRounded("add.rn." + t + " %h9, %h1, %h2;", format, 2, [](const double* v) { return Exact{v[0]} + v[1]; });
        expectRounded("sub.rn." + t + " %h9, %h1, %h2;", format, 2, [](const double* v) { return Exact{v[0]} - v[1]; });
        expectRounded("mul.rn." + t + " %h9, %h1, %h2;", format, 2, [](const double* v) { return Exact{v[0]} * v[1]; });
        expectRounded("fma.rn." + t + " %h9, %h1, %h2, %h3;", format, 3,
                      [](const double* v) { return Exact{v[0]} * v[1] + v[2]; });
    }
}
TEST(Half, AFusedSumThatADoubleWouldRoundTwice) {
    // (1 + 2^-7) × 1.5 lies in the middle of two bf16; 2^-100 more or less decides, though a double cannot hold it.
    const auto sum = [](const std::string& addend) {
        return r("mov.b16 %h1, 0x3f81;\nmov.b16 %h2, 0x3fc0;\nmov.b16 %h3, " + addend +
                 ";\nfma.rn.bf16 %h9, %h1, %h2, %h3;\ncvt.u32.u16 %r9, %h9;");
    };
    EXPECT_EQ(sum("0x0d80"), 0x3fc2U);
    EXPECT_EQ(sum("0x8d80"), 0x3fc1U);
}

TEST(Half, EveryConversionToAndFromFloat) {
    const auto all = everyHalf();
    for (const auto& [type, format] : {std::pair{"f16", kHalf}, std::pair{"bf16", kBrain}}) {
        const std::string t = type;
        const auto back = mapped("cvt.f32." + t + " %f1, %h1;\ncvt.rn." + t + ".f32 %h9, %f1;", {all});
        const auto doubled =
            mapped("cvt.f32." + t + " %f1, %h1;\nadd.f32 %f1, %f1, %f1;\ncvt.rz." + t + ".f32 %h9, %f1;", {all});
        for (std::uint32_t bits = 0; bits < 65536; ++bits) {
            ASSERT_EQ(back[bits], format.isNan(bits) ? 0x7fffU : bits) << t;
            if (format.isNan(bits) || (bits & 0x7fffU) == format.infinity()) continue;
            // Towards zero twice the greatest numbers stays finite, if it was in the float.
            const double twice = 2 * format.value(bits);
            const double most = format.value(format.infinity() - 1);
            const bool finite = std::abs(twice) <= 0x1.fffffep127;
            const double expected = finite ? std::clamp(twice, -most, most) : twice * HUGE_VAL;
            ASSERT_EQ(format.value(doubled[bits]), expected) << t << " " << bits;
        }
    }
}
TEST(Half, FloatsBetweenTwoNumbersRoundAsAsked) {
    // %f1 = the number + half, a quarter and three quarters of the way to the next one.
    const auto all = everyHalf();
    for (const auto& [way, fraction] :
         {std::pair{"0f3F000000", 0.5}, std::pair{"0f3E800000", 0.25}, std::pair{"0f3F400000", 0.75}}) {
        for (const std::string rounding : {"rn", "rz"}) {
            const auto result = mapped(
                std::string("cvt.f32.f16 %f1, %h1;\nadd.u16 %h2, %h1, 1;\ncvt.f32.f16 %f2, %h2;\nsub.f32 %f2, %f2, "
                            "%f1;\nfma.rn.f32 %f1, %f2, ") +
                    way + ", %f1;\ncvt." + rounding + ".f16.f32 %h9, %f1;",
                {all});
            for (std::uint32_t bits = 0; bits < 65536; ++bits) {
                if ((bits & 0x7fffU) >= kHalf.infinity() - 1) continue;
                const bool up = rounding == "rn" && (fraction > 0.5 || (fraction == 0.5 && bits % 2 == 1));
                ASSERT_EQ(result[bits], bits + (up ? 1 : 0)) << rounding << " " << fraction << " " << bits;
            }
        }
    }
}
TEST(Half, ConversionsToIntegersAndBack) {
    const auto all = everyHalf();
    const auto whole = mapped("cvt.rni.s16.f16 %h9, %h1;", {all});
    const auto again = mapped("cvt.rn.f16.s16 %h9, %h1;", {all});
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto number = static_cast<std::int16_t>(bits);
        ASSERT_EQ(again[bits], kHalf.nearest(number, false)) << bits;
        const double value = kHalf.isNan(bits) ? 0 : kHalf.value(bits);
        const double expected = std::clamp(std::nearbyint(value), -32768.0, 32767.0);
        ASSERT_EQ(static_cast<std::int16_t>(whole[bits]), static_cast<std::int16_t>(expected)) << bits;
    }
}
TEST(Half, ModifiersClampFlushAndChoose) {
    const auto h = [](const std::string& body) { return r(body + "\ncvt.u32.u16 %r9, %h9;"); };
    const std::string two = "mov.b16 %h1, 0x4000;\nmov.b16 %h2, 0xc000;\nmov.b16 %h3, 0x7e01;\nmov.b16 %h4, 0x0001;\n";
    EXPECT_EQ(h(two + "add.sat.f16 %h9, %h1, %h1;"), 0x3c00U);
    EXPECT_EQ(h(two + "add.sat.f16 %h9, %h2, %h2;"), 0U);
    EXPECT_EQ(h(two + "add.sat.f16 %h9, %h2, %h3;"), 0U);
    EXPECT_EQ(h(two + "add.f16 %h9, %h1, %h3;"), 0x7fffU);
    EXPECT_EQ(h(two + "add.ftz.f16 %h9, %h4, %h4;"), 0U);
    EXPECT_EQ(h(two + "add.f16 %h9, %h4, %h4;"), 2U);
    EXPECT_EQ(h(two + "fma.rn.relu.f16 %h9, %h1, %h2, %h2;"), 0U);
    EXPECT_EQ(h(two + "fma.rn.relu.f16 %h9, %h1, %h2, %h3;"), 0x7fffU);
    EXPECT_EQ(h(two + "min.f16 %h9, %h1, %h3;"), 0x4000U);
    EXPECT_EQ(h(two + "min.NaN.f16 %h9, %h1, %h3;"), 0x7fffU);
    EXPECT_EQ(h("mov.b16 %h1, 0x8000;\nmov.b16 %h2, 0;\nmax.f16 %h9, %h1, %h2;"), 0U);
    EXPECT_EQ(h("mov.b16 %h1, 0x8000;\nmov.b16 %h2, 0;\nmin.bf16 %h9, %h2, %h1;"), 0x8000U);
    EXPECT_EQ(h(two + "neg.f16 %h9, %h1;"), 0xc000U);
    EXPECT_EQ(h(two + "ex2.approx.f16 %h9, %h1;"), 0x4400U);
}
TEST(Half, TwoInOneRegister) {
    const std::string pairs = "mov.b32 %r1, 0x40003c00;\nmov.b32 %r2, 0x42004000;\n";  // (1, 2) and (2, 3), low first
    EXPECT_EQ(r(pairs + "add.f16x2 %r9, %r1, %r2;"), 0x45004200U);
    EXPECT_EQ(r(pairs + "fma.rn.f16x2 %r9, %r1, %r2, %r1;"), 0x48004200U);
    EXPECT_EQ(r(pairs + "set.gt.f16x2.f16x2 %r9, %r2, 0x40004000;"), 0x3c000000U);
    EXPECT_EQ(r("mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f40000000;\ncvt.rn.f16x2.f32 %r9, %f1, %f2;"), 0x3c004000U);
    EXPECT_EQ(r("mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f40000000;\ncvt.rn.bf16x2.f32 %r9, %f1, %f2;"), 0x3f804000U);
    EXPECT_TRUE(p(pairs + "setp.lt.f16x2 %p9|%p1, %r1, %r2;"));
    EXPECT_FALSE(p(pairs + "setp.lt.f16x2 %p1|%p9, %r1, 0x3c003c00;"));
}

}  // namespace
}  // namespace lanescope::simt
