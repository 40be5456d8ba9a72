// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_spec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/plan/arguments.h"
#include "core/ptx/parser.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

std::shared_ptr<const program::Module> moduleOf(const std::string& entries) {
    auto module = ptx::parse(".version 8.0\n.target sm_75\n.address_size 64\n" + entries, "mine.ptx");
    EXPECT_TRUE(module) << describe(module.error());
    return std::make_shared<const ptx::Module>(std::move(*module));
}
std::string entryWith(const std::string& parameters, const std::string& name = "k") {
    return ".visible .entry " + name + "(" + parameters + ")\n{\nret;\n}\n";
}

/// A plan for a kernel with these parameters and arguments.
Result<Plan> planWith(const std::string& parameters, std::vector<std::string> arguments) {
    LaunchSpec spec;
    spec.arguments = std::move(arguments);
    return planOf(spec, moduleOf(entryWith(parameters)));
}

/// The kernel's parameter block; buffers lie at 0x1000, 0x1001, …
std::vector<std::byte> blockOf(const Plan& plan) {
    for (const Step& step : plan.steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step))
            return parameterBlock(launch->launch, launch->launch.kernel->code(),
                                  [](BufferId id) { return std::optional<std::uint64_t>(0x1000 + id); })
                .value();
    ADD_FAILURE() << "the plan has no launch";
    return {};
}
template <typename T>
T valueAt(const std::vector<std::byte>& bytes, std::size_t index) {
    T value{};
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

/// The one argument as the kernel reads it.
template <typename T>
T scalar(const std::string& type, const std::string& argument) {
    const Result<Plan> plan = planWith(".param ." + type + " p", {argument});
    if (!plan) {
        ADD_FAILURE() << describe(plan.error());
        return {};
    }
    const auto block = blockOf(*plan);
    EXPECT_EQ(block.size(), sizeof(T));
    return valueAt<T>(block, 0);
}

TEST(LaunchSpec, ScalarsOfEveryType) {
    EXPECT_EQ(scalar<std::int8_t>("s8", "i8:-128"), -128);
    EXPECT_EQ(scalar<std::uint8_t>("u8", "u8:255"), 255);
    EXPECT_EQ(scalar<std::int16_t>("s16", "i16:-32768"), -32768);
    EXPECT_EQ(scalar<std::uint16_t>("u16", "u16:0xffff"), 65535);
    EXPECT_EQ(scalar<std::int32_t>("u32", "i32:-2147483648"), INT32_MIN);
    EXPECT_EQ(scalar<std::uint32_t>("u32", "u32:4294967295"), UINT32_MAX);
    EXPECT_EQ(scalar<std::int64_t>("s64", "i64:-9223372036854775808"), INT64_MIN);
    EXPECT_EQ(scalar<std::uint64_t>("u64", "u64:18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(scalar<std::uint16_t>("b16", "f16:1.5"), 0x3e00);
    EXPECT_EQ(scalar<float>("f32", "f32:0.1"), 0.1F);
    EXPECT_EQ(scalar<double>("f64", "f64:-1e300"), -1e300);
}

TEST(LaunchSpec, FloatsMayBeInfiniteOrNoNumber) {
    EXPECT_TRUE(std::isnan(scalar<float>("f32", "f32:nan")));
    EXPECT_EQ(scalar<double>("f64", "f64:-inf"), -HUGE_VAL);
    EXPECT_EQ(scalar<std::uint16_t>("b16", "f16:inf"), 0x7c00);
}

TEST(LaunchSpec, AStructIsGivenAsBytesOrAsANumberOfItsSize) {
    const auto plan = planWith(".param .align 4 .b8 p[5], .param .align 2 .b8 q[2]", {"bytes:0001feFF7f", "f16:1"});
    ASSERT_TRUE(plan) << describe(plan.error());
    const auto block = blockOf(*plan);
    EXPECT_EQ(valueAt<std::uint32_t>(block, 0), 0xfffe0100U);
    EXPECT_EQ(block[4], std::byte{0x7f});
    EXPECT_EQ(valueAt<std::uint16_t>(block, 3), 0x3c00);
}

TEST(LaunchSpec, BuffersAreNamedShapedAndCopied) {
    const auto plan =
        planWith(".param .u64 a, .param .u32 n, .param .u64 b", {"buf:f32:6:2x3:ramp", "u32:6", "buf:u8:10:none"});
    ASSERT_TRUE(plan) << describe(plan.error());
    ASSERT_EQ(plan->buffers.size(), 2U);
    EXPECT_EQ(plan->buffers[0].name, "arg0");
    EXPECT_EQ(plan->buffers[0].rows, 2U);
    EXPECT_EQ(plan->buffers[0].columns, 3U);
    EXPECT_EQ(plan->buffers[1].name, "arg2");
    EXPECT_EQ(plan->buffers[1].rows, 1U);
    EXPECT_EQ(plan->buffers[1].bytes(), 10U);
    // The second has nothing to be copied to the device.
    ASSERT_EQ(plan->steps.size(), 4U);
    EXPECT_EQ(std::get<UploadStep>(plan->steps[0]).buffer, 0U);
    EXPECT_EQ(std::get<DownloadStep>(plan->steps[3]).buffer, 1U);
    EXPECT_EQ(valueAt<std::uint64_t>(blockOf(*plan), 2), 0x1001U);
    EXPECT_EQ(plan->algorithm, "ptx");
    EXPECT_EQ(toString(plan->parameters),
              "entry=k grid=1,1,1 block=1,1,1 shared=0 arg0=buf:f32:6:2x3:ramp arg1=u32:6 arg2=buf:u8:10:none");
}

TEST(LaunchSpec, AShapeIsACountToo) {
    const auto plan = planWith(".param .u64 a, .param .u64 b", {"buf:i32:64x32:ramp", "buf:f32:4x2x8:zero"});
    ASSERT_TRUE(plan) << describe(plan.error());
    EXPECT_EQ(plan->buffers[0].rows, 64U);
    EXPECT_EQ(plan->buffers[0].columns, 32U);
    EXPECT_EQ(plan->buffers[1].rows, 8U);
    EXPECT_EQ(plan->buffers[1].columns, 8U);
}

TEST(LaunchSpec, ABufferCanBeGivenAgain) {
    const std::string three = ".param .u64 a, .param .u64 b, .param .u64 c";
    const auto plan = planWith(three, {"buf:f32:4x8:ramp", "same:0+8", "same:1+24"});
    ASSERT_TRUE(plan) << describe(plan.error());
    ASSERT_EQ(plan->buffers.size(), 1U);
    const auto block = blockOf(*plan);
    EXPECT_EQ(valueAt<std::uint64_t>(block, 0), 0x1000U);
    EXPECT_EQ(valueAt<std::uint64_t>(block, 1), 0x1000U + 8 * 4);
    EXPECT_EQ(valueAt<std::uint64_t>(block, 2), 0x1000U + 32 * 4) << "the first behind the end, as in C++";
    const auto refusedAs = [&](std::vector<std::string> arguments) {
        const auto refused = planWith(three, std::move(arguments));
        return refused ? std::string("accepted") : refused.error().arguments.at("legal");
    };
    EXPECT_EQ(refusedAs({"buf:f32:32:ramp", "same:0+8", "same:1+25"}), "from there on argument 1 has 24 elements");
    EXPECT_EQ(refusedAs({"buf:f32:32:ramp", "same:0+18446744073709551615", "u64:0"}),
              "from there on argument 0 has 32 elements");
    EXPECT_EQ(refusedAs({"u64:7", "same:0", "u64:0"}), "argument 0 is no buffer");
}

/// The first bytes of a buffer made so.
template <typename T>
std::vector<T> content(const std::string& words) {
    const auto plan = planWith(".param .u64 a", {"buf:" + words});
    if (!plan) {
        ADD_FAILURE() << describe(plan.error());
        return {};
    }
    const auto bytes = initialBytes(plan->buffers[0]);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

TEST(InitialContentWords, ZeroRampAndConst) {
    EXPECT_EQ(content<double>("f64:3:zero"), (std::vector<double>{0, 0, 0}));
    const auto ramp = content<float>("f32:1002:ramp");
    EXPECT_EQ(ramp[999], 999);
    EXPECT_EQ(ramp[1001], 1);
    EXPECT_EQ(content<std::uint16_t>("f16:1001:ramp")[999], 0x63ce);  // 999
    EXPECT_EQ(content<std::uint8_t>("u8:1000:ramp")[999], 999 % 256);
    EXPECT_EQ(content<std::int16_t>("i16:2:const=-3"), (std::vector<std::int16_t>{-3, -3}));
    EXPECT_EQ(content<std::uint16_t>("f16:1:const=-2"), (std::vector<std::uint16_t>{0xc000}));
    EXPECT_TRUE(std::isnan(content<double>("f64:1:const=nan")[0]));
}

// The first outputs of SplitMix64 from state 0, as its authors' program gives them.
TEST(InitialContentWords, RandomIsSplitMix64) {
    EXPECT_EQ(content<std::uint64_t>("u64:3:random=0"),
              (std::vector<std::uint64_t>{0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL, 0x06c45d188009454fULL}));
    EXPECT_EQ(content<std::uint8_t>("u8:2:random=0"), (std::vector<std::uint8_t>{0xaf, 0xf4}));
    EXPECT_EQ(content<double>("f64:1:random=0")[0], static_cast<double>(0xe220a8397b1dcdafULL >> 11) * 0x1p-53);
    EXPECT_EQ(content<float>("f32:1:random=0")[0], static_cast<float>(0xe220a8) * 0x1p-24F);
    EXPECT_EQ(content<std::uint16_t>("f16:1:random=0")[0], 0x3b11);  // 0x711 × 2^-11
    for (const float value : content<float>("f32:1000:random=18446744073709551615")) {
        EXPECT_GE(value, 0);
        EXPECT_LT(value, 1);
    }
    EXPECT_NE(content<int>("i32:4:random=1"), content<int>("i32:4:random=2"));
}

TEST(InitialContentWords, AFileIsReadAsItIs) {
    const TemporaryFolder folder;
    folder.write("in:put.bin", std::string("\x01\x00\xff\xff", 4));
    EXPECT_EQ(content<std::int16_t>("i16:2:file=" + folder.path("in:put.bin")), (std::vector<std::int16_t>{1, -1}));
}

/// Why the only argument is refused.
std::string refused(const std::string& argument, const std::string& parameter = "u64") {
    const auto plan = planWith(".param ." + parameter + " p", {argument});
    if (plan) {
        ADD_FAILURE() << argument << " is accepted";
        return {};
    }
    EXPECT_EQ(plan.error().code, ErrorCode::IllegalValue) << describe(plan.error());
    EXPECT_EQ(plan.error().arguments.at("parameter"), "argument 0");
    EXPECT_EQ(plan.error().arguments.at("value"), argument);
    return plan.error().arguments.at("legal");
}

TEST(BadArguments, AreNamedWithTheReason) {
    const auto expect = [](const std::string& argument, const std::string& reason) {
        const std::string said = refused(argument);
        EXPECT_NE(said.find(reason), std::string::npos) << argument << ": " << said;
    };
    expect("", "it must be TYPE:VALUE");
    expect("7", "it must be TYPE:VALUE");
    expect("i23:7", "there is no type \"i23\"");
    expect("f32:", "\"\" is no number");
    expect("f32:1.5f", "\"1.5f\" is no number");
    expect("i32:1.5", "\"1.5\" is no whole number");
    expect("i32:--1", "is no whole number");
    expect("i32:0x", "is no whole number");
    expect("i32: 1", "is no whole number");
    expect("u8:256", "out of the range of u8 (0 … 255)");
    expect("u8:-1", "out of the range of u8");
    expect("i8:-129", "out of the range of i8 (-128 … 127)");
    expect("i64:9223372036854775808", "out of the range of i64");
    expect("u64:18446744073709551616", "out of the range of u64");
    expect("f32:1e39", "out of the range of f32");
    expect("f32:1e-60", "out of the range of f32");
    expect("f16:65520", "out of the range of f16");
    expect("f16:1e-9", "out of the range of f16");
    expect("f64:1e999", "out of the range of f64");
    expect("bytes:", "pairs of hexadecimal digits");
    expect("bytes:123", "pairs of hexadecimal digits");
    expect("bytes:0g", "pairs of hexadecimal digits");
    expect("buf:", "there is no type \"\"");
    expect("buf:float:4:zero", "there is no type \"float\"");
    expect("buf:f32", "the count \"\"");
    expect("buf:f32:0:zero", "the count \"0\" must be a whole number in 1 …");
    expect("buf:f32:-1:zero", "the count \"-1\"");
    expect("buf:f32:1e3:zero", "the count \"1e3\"");
    expect("buf:f32:99999999999999999999:zero", "the count \"99999999999999999999\"");
    expect("buf:f32:1099511627777:zero", "the count \"1099511627777\"");
    expect("buf:f32:4", "\"\" is no initial content");
    expect("buf:f32:4:ones", "\"ones\" is no initial content");
    expect("buf:f32:4:zero=1", "is no initial content");
    expect("buf:f32:4:const", "is no initial content");
    expect("buf:f32:4:const=x", "\"x\" is no number");
    expect("buf:u8:4:const=256", "out of the range of u8");
    expect("buf:f32:4:random=-1", "the seed \"-1\"");
    expect("buf:f32:4:random=", "the seed \"\"");
    expect("buf:f32:6:2x2:zero", "the shape 2x2 is not that of 6 elements");
    expect("buf:f32:6:0x6:zero", "the shape 0x6");
    expect("buf:f32:6:4294967296x4294967297:zero", "is not that of 6 elements");
    expect("buf:f32:2x:zero", "the count \"2x\" must be a whole number");
    expect("buf:f32:0x4:zero", "the count \"0x4\"");
    expect("buf:f32:4x0:zero", "the count \"4x0\"");
    expect("buf:f32:1048577x1048576:zero", "the count \"1048577x1048576\"");
    expect("buf:f32:4294967296x4294967296x4294967296:zero", "or a shape of so many elements, such as 64x64");
    expect("buf:f32:2x2:3x3:zero", "the shape 3x3 is not that of 2x2 elements");
    expect("same:", "it must be same:INDEX or same:INDEX+ELEMENTS");
    expect("same:-1", "it must be same:INDEX or same:INDEX+ELEMENTS");
    expect("same:0", "the index of an argument before this one");
    expect("buf:f32:6:2x3", "\"\" is no initial content");
    expect("buf:f32:6:2x:zero", "\"2x:zero\" is no initial content");
}

TEST(BadArguments, FilesAreNamedWithTheReason) {
    const TemporaryFolder folder;
    folder.write("five", "12345");
    const std::string five = folder.path("five");
    EXPECT_EQ(refused("buf:i8:4:file=" + five), "the file " + five + " holds 5 bytes, and 4 of i8 are 4");
    EXPECT_EQ(refused("buf:f64:1:file=" + five), "the file " + five + " holds 5 bytes, and 1 of f64 are 8");
    EXPECT_EQ(refused("buf:i8:5:file=" + five + "x"), "the file " + five + "x is not there");
    EXPECT_EQ(refused("buf:i8:5:file=" + folder.path()), "the file " + folder.path() + " is no regular file");
    EXPECT_EQ(refused("buf:i8:5:file="), "the file  is not there");
}

/// Why a launch with these arguments cannot be.
std::string misfit(const std::string& parameters, std::vector<std::string> arguments) {
    const auto plan = planWith(parameters, std::move(arguments));
    if (plan) {
        ADD_FAILURE() << "accepted";
        return {};
    }
    EXPECT_EQ(plan.error().code, ErrorCode::InvalidLaunch) << describe(plan.error());
    return plan.error().arguments.at("reason");
}

TEST(BadArguments, ThatTheKernelDoesNotTake) {
    EXPECT_EQ(
        misfit(".param .u64 a, .param .u32 n", {"buf:f32:4:zero"}),
        "it has 2 parameters, and 1 argument is given; 0 is .u64 of 8 bytes (u64:1), 1 is .u32 of 4 bytes (u32:1)");
    EXPECT_EQ(misfit("", {"i32:1"}), "it has 0 parameters, and 1 argument is given");
    EXPECT_EQ(misfit(".param .u64 a, .param .u32 n", {"buf:f32:4:zero", "u64:4"}),
              "argument 1 is u64, and parameter n is .u32 of 4 bytes: write u32:1");
    EXPECT_EQ(misfit(".param .u32 n", {"f32:4"}), "argument 0 is f32, and parameter n is .u32 of 4 bytes: write u32:1");
    EXPECT_EQ(misfit(".param .f32 x", {"i32:4"}), "argument 0 is i32, and parameter x is .f32 of 4 bytes: write f32:1");
    EXPECT_EQ(misfit(".param .f64 x", {"buf:i8:4:zero"}),
              "argument 0 is a buffer, and parameter x is .f64 of 8 bytes: write f64:1");
    EXPECT_EQ(misfit(".param .align 4 .b8 p[12]", {"bytes:0011"}),
              "argument 0 is 2 bytes, and parameter p is a struct of 12 bytes: write bytes:000000000000000000000000");
    EXPECT_EQ(misfit(".param .u32 n", {"bytes:00"}),
              "argument 0 is 1 byte, and parameter n is .u32 of 4 bytes: write u32:1");
    EXPECT_EQ(misfit(".param .align 8 .b8 p[8]", {"buf:i8:4:zero"}),
              "argument 0 is a buffer, and parameter p is a struct of 8 bytes: write bytes:0000000000000000");
}

TEST(EntryChoice, TheOnlyOneNeedNotBeNamed) {
    LaunchSpec spec;
    EXPECT_TRUE(planOf(spec, moduleOf(entryWith("", "alone"))));
    const auto several = planOf(spec, moduleOf(entryWith("", "_Z3onei") + entryWith("", "two")));
    ASSERT_FALSE(several);
    EXPECT_EQ(several.error().arguments.at("legal"),
              "mine.ptx has several kernels, of which one must be named: one, two");
    const auto none = planOf(spec, moduleOf(""));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().arguments.at("legal"), "mine.ptx has no kernel");
}

TEST(EntryChoice, AWrongNameIsAnsweredWithTheRightOnes) {
    LaunchSpec spec;
    spec.entry = "three";
    const auto plan = planOf(spec, moduleOf(entryWith("", "_Z3onei") + entryWith("", "two")));
    ASSERT_FALSE(plan);
    EXPECT_EQ(describe(plan.error()), "mine.ptx has no kernel \"three\". It has: one, two.");
}

TEST(EntryChoice, OverloadsAreToldApart) {
    const auto module = moduleOf(entryWith("", "_Z1fi") + entryWith("", "_Z1fj") + entryWith("", "f"));
    const auto chosen = [&](const std::string& name) {
        LaunchSpec spec;
        spec.entry = name;
        const auto plan = planOf(spec, module);
        if (!plan) return describe(plan.error());
        for (const Step& step : plan->steps)
            if (const auto* launch = std::get_if<LaunchStep>(&step)) return launch->launch.kernel->code().name;
        return std::string();
    };
    EXPECT_EQ(chosen("_Z1fj"), "_Z1fj");
    EXPECT_EQ(chosen("f"), "f");  // a PTX name goes before the name of others
    LaunchSpec spec;
    spec.entry = "f";
    const auto ambiguous = planOf(spec, moduleOf(entryWith("", "_Z1fi") + entryWith("", "_Z1fj")));
    ASSERT_FALSE(ambiguous);
    EXPECT_NE(ambiguous.error().arguments.at("legal").find("_Z1fi, _Z1fj"), std::string::npos);
}

TEST(Dim3Words, OneToThreeNumbers) {
    EXPECT_EQ(dim3FromText("grid", "4").value(), (Dim3{4, 1, 1}));
    EXPECT_EQ(dim3FromText("grid", "4,2").value(), (Dim3{4, 2, 1}));
    EXPECT_EQ(dim3FromText("grid", "4,2,3").value(), (Dim3{4, 2, 3}));
    for (const char* wrong : {"", "0", "4,0", "4,,1", "4,2,3,1", "4x2", "-1", "4294967296", "4, 2", "4,"}) {
        const auto size = dim3FromText("grid", wrong);
        ASSERT_FALSE(size) << wrong;
        EXPECT_EQ(size.error().arguments.at("parameter"), "grid");
        EXPECT_EQ(size.error().arguments.at("value"), wrong);
    }
}

}  // namespace
}  // namespace lanescope
