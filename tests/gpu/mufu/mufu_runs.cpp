// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/mufu/mufu_runs.h"

#include <array>
#include <bit>
#include <cmath>
#include <memory>

#include "core/ptx/parser.h"

namespace lanescope::mufu {
namespace {

constexpr std::uint32_t kBlock = 256;
constexpr std::uint32_t kBinade = 1U << 23;
constexpr std::uint32_t kOne = 0x3f80'0000;
constexpr std::uint32_t kSweep = 2039;                                               ///< a prime
constexpr std::uint32_t kSwept = static_cast<std::uint32_t>((1ULL << 32) / kSweep);  ///< of all floats

/// Binades in full where they determine the function (of ex2: the fractions; of lg2: the mantissas), then all floats in
/// wide steps, which shows the special ones, signs and scales.
constexpr std::array kRuns{
    Run{"rcp", "rcp.approx.ftz.f32", kOne, 1, kBinade},
    Run{"rsqrt", "rsqrt.approx.ftz.f32", kOne, 1, 2 * kBinade},
    Run{"sqrt", "sqrt.approx.ftz.f32", kOne, 2, kBinade},
    Run{"ex2", "ex2.approx.ftz.f32", kOne, 1, kBinade},
    Run{"ex2_half", "ex2.approx.ftz.f32", kOne - kBinade, 4, kBinade / 4},
    Run{"ex2_negative", "ex2.approx.ftz.f32", 0xbf80'0000, 8, kBinade / 8},
    Run{"ex2_small", "ex2.approx.ftz.f32", kOne - 16 * kBinade, 64, 15 * kBinade / 64},
    Run{"lg2", "lg2.approx.ftz.f32", kOne, 1, kBinade},
    Run{"lg2_below", "lg2.approx.ftz.f32", kOne - kBinade, 4, kBinade / 4},
    Run{"lg2_above", "lg2.approx.ftz.f32", kOne + kBinade, 8, kBinade / 8},
    Run{"sin", "sin.approx.ftz.f32", kOne - 3 * kBinade, 32, 6 * kBinade / 32},
    Run{"sin_fine", "sin.approx.ftz.f32", kOne, 1, kBinade / 16},
    Run{"cos", "cos.approx.ftz.f32", kOne - 3 * kBinade, 32, 6 * kBinade / 32},
    Run{"cos_fine", "cos.approx.ftz.f32", kOne, 1, kBinade / 16},
    Run{"tanh", "tanh.approx.f32", kOne - 12 * kBinade, 64, 16 * kBinade / 64},
    Run{"rcp_high", "rcp.approx.ftz.f64", 0x3ff0'0000, 1, 1U << 20},
    Run{"rsqrt_high", "rsqrt.approx.ftz.f64", 0x3ff0'0000, 1, 1U << 21},
    Run{"ex2_f16", "ex2.approx.f16", 0, 1, 1U << 16},
    Run{"tanh_f16", "tanh.approx.f16", 0, 1, 1U << 16},
    Run{"ex2_bf16", "ex2.approx.ftz.bf16", 0, 1, 1U << 16},
    Run{"tanh_bf16", "tanh.approx.bf16", 0, 1, 1U << 16},
    Run{"rcp_all", "rcp.approx.ftz.f32", 0, kSweep, kSwept},
    Run{"rsqrt_all", "rsqrt.approx.ftz.f32", 0, kSweep, kSwept},
    Run{"sqrt_all", "sqrt.approx.ftz.f32", 0, kSweep, kSwept},
    Run{"ex2_all", "ex2.approx.ftz.f32", 0, kSweep, kSwept},
    Run{"lg2_all", "lg2.approx.ftz.f32", 0, kSweep, kSwept},
    Run{"sin_all", "sin.approx.ftz.f32", 0, 16 * kSweep, kSwept / 16},
    Run{"cos_all", "cos.approx.ftz.f32", 0, 16 * kSweep, kSwept / 16},
    Run{"tanh_all", "tanh.approx.f32", 0, 8 * kSweep, kSwept / 8},
};

bool halves(const Run& run) { return run.instruction.ends_with("f16"); }
bool doubles(const Run& run) { return run.instruction.ends_with("f64"); }

/// 2^x for 0 <= x < 1: its series.
double powerOfTwo(double x) {
    double sum = 0;
    for (int k = 24; k > 0; --k) sum = (sum + 1) * (x * 0.6931471805599453 / k);
    return sum + 1;
}

/// The series of the area hyperbolic tangent.
double logarithmOfTwo(double x) {
    int exponent = 0;
    double mantissa = 2 * std::frexp(x, &exponent);
    --exponent;
    if (mantissa > 1.4142135623730951) {
        mantissa /= 2;
        ++exponent;
    }
    const double s = (mantissa - 1) / (mantissa + 1);
    double sum = 0;
    for (int k = 27; k >= 1; k -= 2) sum = sum * (s * s) + 1.0 / k;
    return sum * s * 2 * 1.4426950408889634 + exponent;
}

std::uint32_t flushed(double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return (bits & 0x7f80'0000U) == 0 ? bits & 0x8000'0000U : bits;
}

std::uint32_t highWord(double value) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32U); }

}  // namespace

std::span<const Run> runs() { return kRuns; }

std::string ptxOf(const Run& run) {
    std::string body;
    const std::string instruction(run.instruction);
    if (doubles(run)) {
        body = "mov.b64 %d3, {%zero, %bits};\n" + instruction + " %d3, %d3;\nmov.b64 {%low, %bits}, %d3;\n";
    } else if (halves(run)) {
        body = "cvt.u16.u32 %h1, %bits;\n" + instruction + " %h1, %h1;\ncvt.u32.u16 %bits, %h1;\n";
    } else {
        body = "mov.b32 %f1, %bits;\n" + instruction + " %f1, %f1;\nmov.b32 %bits, %f1;\n";
    }
    return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry probe(.param .u64 results, .param .u32 first, .param .u32 step, .param .u32 count)
{
.reg .pred %p;
.reg .b16 %h<2>;
.reg .b32 %bits, %zero, %low, %i<8>;
.reg .f32 %f<2>;
.reg .b64 %a<4>, %d<4>;
ld.param.u64 %a1, [results];
ld.param.u32 %i1, [first];
ld.param.u32 %i2, [step];
ld.param.u32 %i3, [count];
mov.u32 %i4, %ctaid.x;
mov.u32 %i5, %ntid.x;
mov.u32 %i6, %tid.x;
mad.lo.u32 %i7, %i4, %i5, %i6;
setp.ge.u32 %p, %i7, %i3;
@%p bra done;
mad.lo.u32 %bits, %i7, %i2, %i1;
mov.u32 %zero, 0;
)" + body + R"(cvta.to.global.u64 %a2, %a1;
mul.wide.u32 %a3, %i7, 4;
add.u64 %a2, %a2, %a3;
st.global.u32 [%a2], %bits;
done:
ret;
}
)";
}

std::uint32_t expected(const Run& run, std::uint32_t operand) {
    const bool root = run.instruction.starts_with("rsqrt");
    if (doubles(run)) {
        const double value = std::bit_cast<double>(static_cast<std::uint64_t>(operand) << 32U);
        return highWord(1.0 / (root ? std::sqrt(value) : value));
    }
    if (halves(run)) return 0;
    double value = std::bit_cast<float>(operand);
    if ((operand & 0x7f80'0000U) == 0) value = std::signbit(value) ? -0.0 : 0.0;
    if (run.instruction.starts_with("rcp")) return flushed(1.0 / value);
    if (root) return flushed(1.0 / std::sqrt(value));
    if (run.instruction.starts_with("sqrt")) return flushed(std::sqrt(value));
    if (run.instruction.starts_with("ex2")) {
        if (value >= 128) return 0x7f80'0000U;
        if (value < -150) return 0;
        const double whole = std::floor(value);
        return std::isnan(value) ? 0x7fff'ffffU
                                 : flushed(std::ldexp(powerOfTwo(value - whole), static_cast<int>(whole)));
    }
    if (run.instruction.starts_with("lg2")) {
        if (value == 0) return 0xff80'0000U;
        if (!(value > 0)) return 0x7fff'ffffU;
        return std::isinf(value) ? 0x7f80'0000U : flushed(logarithmOfTwo(value));
    }
    return 0;
}

Result<std::vector<std::uint32_t>> answersOf(const Run& run, Executor& executor) {
    auto module = ptx::parse(ptxOf(run), std::string(run.name) + ".ptx");
    if (!module) return tl::unexpected(module.error());
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = "probe";
    const std::vector<Buffer> buffers{{"results", ElementType::U32, 1, run.count, {}}};
    const auto number = [](std::uint32_t value) { return Argument{Scalar(ElementType::U32, value)}; };
    const Launch launch{.kernel = kernel,
                        .grid = {(run.count + kBlock - 1) / kBlock, 1, 1},
                        .block = {kBlock, 1, 1},
                        .arguments = {BufferId{0}, number(run.first), number(run.step), number(run.count)}};
    std::vector<std::uint32_t> results(run.count);
    if (auto done = executor.allocate(buffers); !done) return tl::unexpected(done.error());
    if (auto done = executor.launch(launch, {}); !done) return tl::unexpected(done.error());
    if (auto done = executor.download(0, std::as_writable_bytes(std::span(results))); !done)
        return tl::unexpected(done.error());
    return results;
}

namespace {

/// What stands before a result, in whole numbers of the bits.
std::uint32_t before(const Run& run, std::uint32_t index, std::uint32_t last, std::uint32_t lastButOne) {
    const bool smooth = run.instruction.starts_with("sin") || run.instruction.starts_with("cos") ||
                        run.instruction.starts_with("tanh") || halves(run);
    return smooth ? 2 * last - lastButOne : expected(run, run.first + index * run.step);
}

}  // namespace

std::string pack(const Run& run, std::span<const std::uint32_t> results) {
    std::string packed;
    packed.reserve(results.size());
    std::uint32_t last = 0, lastButOne = 0;
    for (std::uint32_t i = 0; i < results.size(); ++i) {
        const auto distance = static_cast<std::int32_t>(results[i] - before(run, i, last, lastButOne));
        if (distance > -128 && distance < 128) {
            packed.push_back(static_cast<char>(distance));
        } else {
            packed.push_back(static_cast<char>(-128));
            for (unsigned k = 0; k < 32; k += 8) packed.push_back(static_cast<char>(results[i] >> k & 0xffU));
        }
        lastButOne = last;
        last = results[i];
    }
    return packed;
}

std::vector<std::uint32_t> unpack(const Run& run, std::string_view packed) {
    std::vector<std::uint32_t> results;
    results.reserve(run.count);
    std::uint32_t last = 0, lastButOne = 0;
    for (std::size_t at = 0; at < packed.size(); ++at) {
        const auto distance = static_cast<signed char>(packed[at]);
        std::uint32_t result = 0;
        if (distance == -128 && at + 4 < packed.size()) {
            for (unsigned k = 0; k < 32; k += 8)
                result |= static_cast<std::uint32_t>(static_cast<unsigned char>(packed[++at])) << k;
        } else {
            result = before(run, static_cast<std::uint32_t>(results.size()), last, lastButOne) +
                     static_cast<std::uint32_t>(static_cast<std::int32_t>(distance));
        }
        results.push_back(result);
        lastButOne = last;
        last = result;
    }
    return results;
}

}  // namespace lanescope::mufu
