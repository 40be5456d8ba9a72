// SPDX-License-Identifier: GPL-3.0-or-later
// emulate --ptx: kernels from outside the catalogue.
#include <cstring>
#include <fstream>
#include <sstream>

#include "tests/app/cli/cli.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

/// twice(float* out, const float* in, float by, unsigned n): out[i] = in[i] × by for i < n; n is not checked against
/// the buffers. And a kernel that does nothing.
constexpr const char* kPtx = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry _Z5scalePfPKffj(.param .u64 out, .param .u64 in, .param .f32 by, .param .u32 n)
{
.reg .pred %p<2>;
.reg .b32 %r<6>;
.reg .b64 %d<8>;
.reg .f32 %f<4>;
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ntid.x;
mov.u32 %r3, %tid.x;
mad.lo.s32 %r4, %r1, %r2, %r3;
ld.param.u32 %r5, [n];
setp.ge.u32 %p1, %r4, %r5;
@%p1 bra END;
ld.param.u64 %d1, [out];
ld.param.u64 %d2, [in];
cvta.to.global.u64 %d3, %d1;
cvta.to.global.u64 %d4, %d2;
mul.wide.u32 %d5, %r4, 4;
add.s64 %d6, %d4, %d5;
add.s64 %d7, %d3, %d5;
ld.global.f32 %f1, [%d6];
ld.param.f32 %f2, [by];
mul.f32 %f3, %f1, %f2;
st.global.f32 [%d7], %f3;
END:
ret;
}
)";
constexpr const char* kOther = ".visible .entry other()\n{\nret;\n}\n";

class EmulatePtx : public testing::Test {
protected:
    EmulatePtx() {
        m_folder.write("scale.ptx", kPtx);
        m_folder.write("two.ptx", std::string(kPtx) + kOther);
    }
    [[nodiscard]] std::string path(const std::string& name) const { return m_folder.path(name); }
    /// emulate --ptx scale.ptx with these options.
    [[nodiscard]] std::vector<std::string> with(std::vector<std::string> options,
                                                const std::string& ptx = "scale.ptx") const {
        options.insert(options.begin(), {"emulate", "--ptx", path(ptx)});
        return options;
    }
    [[nodiscard]] std::vector<std::string> launch(const std::string& out = "buf:f32:128:none",
                                                  const std::string& n = "u32:100") const {
        return with({"--grid", "2", "--block", "64", "--arg", out, "--arg", "buf:f32:128:ramp", "--arg", "f32:2.5",
                     "--arg", n});
    }
    [[nodiscard]] std::vector<float> floatsIn(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        std::vector<float> values(text.str().size() / sizeof(float));
        std::memcpy(values.data(), text.str().data(), values.size() * sizeof(float));
        return values;
    }
    const TemporaryFolder m_folder;
};

std::vector<std::string> plus(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST_F(EmulatePtx, CountsAndDumps) {
    const ProgramResult result = cli(plus(
        launch("buf:f32:128:const=-1"), {"--dump", "0=" + path("out.bin"), "--dump", "1=" + path("in.bin"), "--json"}));
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json json = jsonOf(result);
    EXPECT_EQ(json["algorithm"], "ptx");
    EXPECT_EQ(json["parameters"]["file"], path("scale.ptx"));
    EXPECT_EQ(json["parameters"]["entry"], "_Z5scalePfPKffj");
    EXPECT_EQ(json["parameters"]["grid"], "2,1,1");
    EXPECT_EQ(json["parameters"]["arg2"], "f32:2.5");
    EXPECT_GT(json["seconds"], 0);
    EXPECT_EQ(json["check"]["verdict"], "not_checked");
    ASSERT_EQ(json["launches"].size(), 1U);
    EXPECT_EQ(json["launches"][0]["kernel"], "scale");
    EXPECT_EQ(json["launches"][0]["origin"], "emulated");
    EXPECT_EQ(json["launches"][0]["counters"]["global_load_requests"], 4);
    EXPECT_EQ(json["launches"][0]["counters"]["fp_operations"], 100);

    const std::vector<float> out = floatsIn("out.bin");
    ASSERT_EQ(out.size(), 128U);
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i < 100 ? 2.5F * static_cast<float>(i) : -1.0F) << i;
    EXPECT_EQ(floatsIn("in.bin")[99], 99);
}

TEST_F(EmulatePtx, ADumpIsAnInputAgain) {
    ASSERT_EQ(cli(plus(launch("buf:f32:128:zero"), {"--dump", "0=" + path("first.bin")})).exitCode, 0);
    const auto again = with({"--grid", "2", "--block", "64", "--arg", "buf:f32:128:zero", "--arg",
                             "buf:f32:128:file=" + path("first.bin"), "--arg", "f32:2", "--arg", "u32:128", "--dump",
                             "0=" + path("second.bin")});
    ASSERT_EQ(cli(again).exitCode, 0);
    EXPECT_EQ(floatsIn("second.bin")[99], 99 * 5);
    EXPECT_EQ(floatsIn("second.bin")[100], 0);
}

TEST_F(EmulatePtx, AFaultIsAResultAndTheDumpIsWritten) {
    const ProgramResult result = cli(plus(launch("buf:f32:64:8x8:zero"), {"--dump", "0=" + path("out.bin"), "--json"}));
    EXPECT_EQ(result.exitCode, 5) << result.err;
    const Json json = jsonOf(result);
    EXPECT_EQ(json["outcome"]["verdict"], "faulted");
    EXPECT_EQ(json["outcome"]["exit_code"], 5);
    EXPECT_TRUE(
        json["outcome"]["sentence"].get<std::string>().starts_with("fault: Thread (0, 0, 0) of block (1, 0, 0)"))
        << json["outcome"];
    const Json check = json["check"];
    EXPECT_EQ(check["verdict"], "fault");
    EXPECT_EQ(check["fault"]["kind"], "out of bounds");
    EXPECT_EQ(check["fault"]["buffer"], "arg0");
    EXPECT_EQ(check["fault"]["element"], "arg0[8][0]");
    EXPECT_EQ(check["fault"]["block"], (Json{1, 0, 0}));
    EXPECT_EQ(floatsIn("out.bin")[63], 63 * 2.5F);
}

TEST_F(EmulatePtx, AnEndlessLoopEndsWithTheStepBudget) {
    m_folder.write("loop.ptx",
                   ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\nL:\nbra L;\n}\n");
    const ProgramResult result =
        cli(with({"--grid", "1", "--block", "32", "--step-budget", "1000", "--json"}, "loop.ptx"));
    EXPECT_EQ(result.exitCode, 7);
    const Json json = jsonOf(result);
    EXPECT_EQ(json["outcome"]["verdict"], "out_of_steps");
    EXPECT_EQ(json["check"]["fault"]["kind"], "step budget");
    // The run that looks for races has the same budget, however far it is to look.
    EXPECT_EQ(json["races"][0]["steps_checked"], 1000);
    EXPECT_EQ(json["races"][0]["steps_of_unfinished_block"], 1000);
    EXPECT_EQ(json["races"][0]["complete"], false);
    const Json checked = jsonOf(
        cli(with({"--grid", "1", "--block", "32", "--step-budget", "1000", "--check", "races", "--json"}, "loop.ptx")));
    EXPECT_EQ(checked["races"][0]["blocks_checked"], 0);
}

TEST_F(EmulatePtx, ThePolicyDecidesWhetherALaneCanWaitForAnother) {
    // Lane 0 waits for what lane 1 writes behind the branch.
    m_folder.write("wait.ptx", R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 a)
{
.reg .pred %p<3>;
.reg .b32 %r<4>;
.reg .b64 %d<2>;
ld.param.u64 %d1, [a];
mov.u32 %r1, %tid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra WRITE;
WAIT:
ld.volatile.global.u32 %r2, [%d1];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra WAIT;
bra END;
WRITE:
st.volatile.global.u32 [%d1], 7;
END:
ret;
}
)");
    const auto verdict = [&](const std::string& policy) {
        return jsonOf(cli(with({"--grid", "1", "--block", "2", "--arg", "buf:u32:1:zero", "--step-budget", "100000",
                                "--policy", policy, "--json"},
                               "wait.ptx")))["check"]["verdict"];
    };
    EXPECT_EQ(verdict("stack"), "fault");
    EXPECT_EQ(verdict("independent"), "not_checked");
    EXPECT_EQ(errorOf(plus(launch(), {"--policy", "fair"}), 2)["code"], "usage");
}

TEST_F(EmulatePtx, CountsTheSameOnAnyNumberOfThreads) {
    const auto counters = [&](const std::string& threads) {
        const auto json = jsonOf(cli(plus(launch(), {"--threads", threads, "--json"})));
        return json["launches"][0]["counters"];
    };
    EXPECT_EQ(counters("1"), counters("3"));
    EXPECT_EQ(errorOf(plus(launch(), {"--threads", "-1"}), 2)["code"], "illegal_value");
    EXPECT_EQ(errorOf(plus(launch(), {"--threads", "1000000"}), 2)["code"], "illegal_value");
}

TEST_F(EmulatePtx, IsReadableWithoutJson) {
    const ProgramResult result = cli(launch("buf:f32:128:zero"));
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("scale, grid 2 × 1 × 1, block 64 × 1 × 1"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("result: not checked"), std::string::npos);
    EXPECT_NE(result.out.find("arg0 f32[1][128]: 0 2.5 5 7.5 10 12.5 15 17.5 …\n"), std::string::npos) << result.out;
    EXPECT_EQ(result.err, "");
}

// scale(out, in, by, n) on one buffer, from its second half to its first.
TEST_F(EmulatePtx, OneBufferCanBeGivenTwiceAndFromAnElementOn) {
    const auto words = [&](const std::string& second, const std::string& n) {
        return with({"--grid", "1", "--block", "64", "--arg", "buf:f32:8x8:ramp", "--arg", second, "--arg", "f32:2",
                     "--arg", n, "--json"});
    };
    const auto run = [&](const std::string& second, const std::string& n) { return jsonOf(cli(words(second, n))); };
    const ProgramResult whole =
        cli(plus(words("same:0+32", "u32:32"), {"--print", "0", "--dump", "1=" + path("rest.bin")}));
    EXPECT_EQ(whole.exitCode, 0) << whole.out;
    const Json printed = jsonOf(whole)["printed"];
    ASSERT_EQ(printed.size(), 1U);
    EXPECT_EQ(printed[0]["rows"], 8);
    ASSERT_EQ(printed[0]["elements"].size(), 64U);
    EXPECT_EQ(printed[0]["elements"][3], "70");
    EXPECT_EQ(printed[0]["elements"][40], "40");
    ASSERT_EQ(floatsIn("rest.bin").size(), 32U);
    EXPECT_EQ(floatsIn("rest.bin")[8], 40);
    // What is out of bounds is an element of the buffer, not of the argument.
    const Json fault = run("same:0+33", "u32:33")["check"]["fault"];
    EXPECT_EQ(fault["buffer"], "arg0");
    EXPECT_EQ(fault["element"], "arg0[8][0]");
    // Both name the same bytes: that is a race, if they are not the same thread's.
    const Json races = run("same:0+1", "u32:63")["races"][0]["findings"];
    ASSERT_FALSE(races.empty());
    EXPECT_EQ(races[0]["buffer"], "arg0");
    const Json wrong = errorOf(words("same:2", "u32:1"), 2);
    EXPECT_EQ(wrong["arguments"]["parameter"], "argument 1");
}

TEST_F(EmulatePtx, PrintsElementsInFull) {
    const std::vector<std::string> third{
        "--grid",         "1",     "--block", "64",    "--arg", "buf:f32:2x3:zero", "--arg",
        "buf:f32:6:ramp", "--arg", "f32:0.1", "--arg", "u32:6"};
    const ProgramResult result = cli(with(plus(third, {"--print", "0", "--print", "1=" + path("in.txt")})));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("\nargument 0, 6 of f32:\n0 0.1 0.2\n0.3 0.4 0.5\n"), std::string::npos) << result.out;
    std::ifstream file(path("in.txt"));
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), "0\n1\n2\n3\n4\n5\n");
    // Of much only the beginning.
    const Json many =
        jsonOf(cli(with({"--grid", "1", "--block", "1", "--arg", "buf:f32:1:zero", "--arg", "buf:f32:10003:ramp",
                         "--arg", "f32:1", "--arg", "u32:0", "--print", "1", "--json"})))["printed"][0];
    EXPECT_EQ(many["elements"].size(), 10000U);
    EXPECT_EQ(many["not_listed"], 3);
    EXPECT_EQ(errorOf(plus(launch(), {"--print", "2"}), 2)["message"],
              "--print = \"2\" is not possible: argument 2 (\"f32:2.5\") is no buffer.");
    EXPECT_EQ(errorOf(plus(launch(), {"--print", "0="}), 2)["arguments"]["value"], "0=");
}

TEST_F(EmulatePtx, EntriesSaysWhatEachKernelTakes) {
    const Json json = jsonOf(cli({"entries", path("two.ptx"), "--json"}));
    EXPECT_EQ(json["target"], "sm_75");
    ASSERT_EQ(json["entries"].size(), 2U);
    const Json& scale = json["entries"][0];
    EXPECT_EQ(scale["name"], "scale");
    EXPECT_EQ(scale["ptx_name"], "_Z5scalePfPKffj");
    ASSERT_EQ(scale["parameters"].size(), 4U);
    EXPECT_EQ(scale["parameters"][0]["pointer"], true);
    EXPECT_EQ(scale["parameters"][0]["argument"], "buf:f32:1024:ramp");
    EXPECT_EQ(scale["parameters"][3]["type"], "u32");
    EXPECT_EQ(scale["parameters"][3]["argument"], "u32:1");
    EXPECT_TRUE(scale["most_threads"].is_null());
    // What it says can be given.
    std::vector<std::string> words{"--entry", "scale", "--grid", "1", "--block", "32"};
    for (const Json& parameter : scale["parameters"]) words = plus(words, {"--arg", parameter["argument"]});
    EXPECT_EQ(cli(with(words, "two.ptx")).exitCode, 0);
    const std::string text = cli({"entries", path("two.ptx")}).out;
    EXPECT_NE(text.find(".u64 of 8 bytes, probably a pointer to f32  buf:f32:1024:ramp"), std::string::npos) << text;
    EXPECT_EQ(errorOf({"entries", path("none.ptx")}, 1)["code"], "cannot_open");
}

TEST_F(EmulatePtx, WhatTheKernelPrintsIsShown) {
    const std::vector<std::string> hello{
        "emulate", "--ptx", LANESCOPE_SOURCE_DIR "/examples/ptx/hello.ptx", "--grid", "2", "--block", "4"};
    const std::string lines =
        "Hello from thread 0 of block 0\nHello from thread 2 of block 0\n"
        "Hello from thread 0 of block 1\nHello from thread 2 of block 1\n";
    EXPECT_NE(cli(hello).out.find("printed by the kernel:\n" + lines), std::string::npos);
    const Json output = jsonOf(cli(plus(hello, {"--json"})))["launches"][0]["output"];
    ASSERT_EQ(output.size(), 4U);
    EXPECT_EQ(output[3]["text"], "Hello from thread 2 of block 1\n");
    EXPECT_EQ(output[3]["block"], (Json{1, 0, 0}));
    EXPECT_EQ(output[3]["thread"], (Json{2, 0, 0}));
}

TEST_F(EmulatePtx, TheEntryIsNamedWhereThereAreSeveral) {
    const std::vector<std::string> size{"--grid", "1,1,1", "--block", "1,1,1"};
    const Json unsaid = errorOf(with(size, "two.ptx"), 2);
    EXPECT_NE(unsaid["message"].get<std::string>().find("scale, other"), std::string::npos) << unsaid;
    const Json wrong = errorOf(plus(with(size, "two.ptx"), {"--entry", "others"}), 2);
    EXPECT_EQ(wrong["code"], "ptx_unknown_entry");
    EXPECT_EQ(wrong["arguments"]["known"], "scale, other");
    EXPECT_EQ(cli(plus(with(size, "two.ptx"), {"--entry", "other"})).exitCode, 0);
}

TEST_F(EmulatePtx, BadInputIsNamed) {
    const auto refused = [&](std::vector<std::string> options, int exitCode, const std::string& code,
                             const std::string& words) {
        const Json error = errorOf(with(std::move(options)), exitCode);
        EXPECT_EQ(error["code"], code) << error;
        EXPECT_NE(error["message"].get<std::string>().find(words), std::string::npos) << error;
    };
    refused({"--grid", "0", "--block", "1"}, 2, "illegal_value", "--grid = \"0\"");
    refused({"--grid", "1", "--block", "1,2,3,4"}, 2, "illegal_value", "--block = \"1,2,3,4\"");
    refused({"--grid", "1", "--block", "1", "--arg", "f23:1"}, 2, "illegal_value",
            "argument 0 = \"f23:1\" is not possible: there is no type \"f23\"");
    refused({"--grid", "1", "--block", "1"}, 1, "invalid_launch", "it has 4 parameters, and 0 arguments are given");
    refused({"--grid", "1", "--block", "1"}, 1, "invalid_launch",
            "; 0 is .u64 of 8 bytes, probably a pointer to f32 (buf:f32:1024:ramp), 1 is");
    refused(
        {"--grid", "1", "--block", "1", "--arg", "i32:0", "--arg", "i32:0", "--arg", "f32:1", "--arg", "u32:1"}, 1,
        "invalid_launch",
        "scale cannot be launched so: argument 0 is i32, and parameter out is .u64 of 8 bytes, probably a pointer to "
        "f32: write buf:f32:1024:ramp.");
    refused({"--grid", "1"}, 2, "usage", "--block");
    refused({"--grid", "1", "--block", "1", "--shared", "-1"}, 2, "illegal_value",
            "--shared = \"-1\" is not possible: it must be a whole number from 0 to 232448.");
    refused({"--grid", "1", "--block", "1", "--step-budget", "0"}, 2, "illegal_value", "--step-budget");
    EXPECT_EQ(errorOf(plus(launch(), {"--dump", "4=x"}), 2)["arguments"]["value"], "4=x");
    EXPECT_EQ(errorOf(plus(launch(), {"--dump", "3=x"}), 2)["message"],
              "--dump = \"3=x\" is not possible: argument 3 (\"u32:100\") is no buffer.");
    EXPECT_EQ(errorOf(plus(launch(), {"--dump", "0"}), 2)["arguments"]["value"], "0");
    EXPECT_EQ(errorOf(plus(launch(), {"--dump", "0=/nowhere/x"}), 1)["code"], "cannot_write");
    // A block that CUDA would not take either.
    const auto large = with({"--grid", "2", "--block", "2048", "--arg", "buf:f32:1:zero", "--arg", "buf:f32:1:zero",
                             "--arg", "f32:1", "--arg", "u32:1"});
    EXPECT_EQ(errorOf(large, 1)["code"], "invalid_launch");
    for (const char* option : {"--dump", "--print"})
        EXPECT_EQ(errorOf(plus(large, {option, "0=/nowhere/x"}), 1)["code"], "cannot_write") << "before it is run";
    EXPECT_EQ(errorOf(launch("buf:f32:1000000000000:zero"), 1)["code"], "too_large");
}

TEST_F(EmulatePtx, BadFilesAreNamed) {
    const std::vector<std::string> size{"--grid", "1", "--block", "1"};
    EXPECT_EQ(errorOf(with(size, "none.ptx"), 1)["arguments"]["file"], path("none.ptx"));
    EXPECT_EQ(errorOf(with(size, ""), 1)["code"], "cannot_open");
    EXPECT_EQ(errorOf({"emulate", "--ptx", "/dev/zero", "--grid", "1", "--block", "1"}, 1)["code"], "cannot_open");
    m_folder.write("broken.ptx", ".version 8.0\n.target sm_75\n.visible .entry k(\n");
    const Json broken = errorOf(with(size, "broken.ptx"), 1);
    EXPECT_EQ(broken["code"], "ptx_syntax");
    EXPECT_EQ(broken["arguments"]["file"], path("broken.ptx"));
}

TEST_F(EmulatePtx, GoesWithNoAlgorithm) {
    EXPECT_EQ(errorOf(plus(launch(), {"matmul.tiled"}), 2)["code"], "usage");
    EXPECT_EQ(errorOf({"emulate", "matmul.tiled", "--grid", "1"}, 2)["code"], "usage");
    EXPECT_EQ(errorOf({"emulate", "matmul.tiled", "--arg", "i32:1"}, 2)["code"], "usage");
}

}  // namespace
}  // namespace lanescope
