// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing that comes from outside commands the terminal: whatever a file, an argument or a kernel says, what is printed
// holds no control characters but line feeds and tabs, and is UTF-8.
#include <fstream>

#include "core/base/printable.h"
#include "tests/app/cli/cli.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

/// Clears a screen, sets a title, goes back in the line, in seven bits and in eight, and turns the direction around.
const std::string kHostile =
    "\x1b[2J\x1b]0;owned\a\r\b\xc2\x9b"
    "31m\xe2\x80\xae\x7f\xff";

void expectHarmless(const ProgramResult& result, const std::string& what) {
    EXPECT_EQ(result.out, printable(result.out)) << what;
    EXPECT_EQ(result.err, printable(result.err)) << what;
    EXPECT_NE((result.out + result.err).find("\\u001b"), std::string::npos)
        << what << " is not shown at all: " << result.out << result.err;
}

TEST(Terminal, ArgumentsAreShownAndDoNothing) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {kHostile},
             {"emulate", kHostile},
             {"emulate", "vector.add", "n=" + kHostile},
             {"emulate", "vector.add", kHostile + "=1"},
             {"emulate", "vector.add", "--check", kHostile},
             {"emulate", "--ptx", "/nowhere/" + kHostile, "--grid", "1", "--block", "1"},
             {"estimate", "vector.add", "--gpu", kHostile},
             {"estimate", "vector.add", "--gpu", "h200", "--model", kHostile},
             {"validate", "--recording", "/nowhere/" + kHostile},
             {"metrics", kHostile},
             {"gpus", kHostile}}) {
        std::string what;
        for (const std::string& word : arguments) what += word + ' ';
        expectHarmless(cli(arguments), printable(what));
        std::vector<std::string> asJson = arguments;
        asJson.emplace_back("--json");
        expectHarmless(cli(asJson), printable(what) + "--json");
    }
}

std::string ptxThatPrints(const std::string& file, const std::string& words) {
    std::string bytes;
    for (const char c : words + std::string(1, '\0'))
        bytes += (bytes.empty() ? "" : ", ") + std::to_string(static_cast<unsigned char>(c));
    return ".version 8.0\n.target sm_80\n.address_size 64\n"
           ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
           ".global .align 1 .b8 text[" +
           std::to_string(words.size() + 1) + "] = {" + bytes +
           "};\n"
           ".visible .entry say()\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<4>;\n"
           ".loc 1 1 0\n"
           "mov.u64 %rd1, text;\ncvta.global.u64 %rd2, %rd1;\nmov.u64 %rd3, 0;\n{\n"
           ".param .b64 param0;\nst.param.b64 [param0+0], %rd2;\n"
           ".param .b64 param1;\nst.param.b64 [param1+0], %rd3;\n"
           ".param .b32 retval0;\n"
           "call.uni (retval0), vprintf, (param0, param1);\nld.param.b32 %r1, [retval0+0];\n}\nret;\n}\n"
           ".file 1 \"" +
           file + "\"\n";
}

TEST(Terminal, WhatAKernelPrintsAndWhatItsFilesAreCalled) {
    const TemporaryFolder folder;
    const std::string file = folder.path() + "/say.ptx";
    std::ofstream(file) << ptxThatPrints("a\x1b[31mb.cu", kHostile + "\n");
    const std::vector<std::string> arguments{"emulate", "--ptx", file, "--grid", "1", "--block", "1"};
    const ProgramResult text = cli(arguments);
    EXPECT_EQ(text.exitCode, 0) << text.out << text.err;
    expectHarmless(text, "emulate");
    EXPECT_NE(text.out.find("\\u001b[2J\\u001b]0;owned\\u0007\\u000d\\u0008\\u009b31m\\u202e\\u007f\xef\xbf\xbd"),
              std::string::npos)
        << text.out;
    std::vector<std::string> asJson = arguments;
    asJson.emplace_back("--json");
    const ProgramResult json = cli(asJson);
    expectHarmless(json, "emulate --json");
    EXPECT_NE(jsonOf(json).dump().find("\xc2\x9b"), std::string::npos) << "the JSON's value is what was printed";
}

TEST(Terminal, NamesInFilesOfGpus) {
    const TemporaryFolder folder;
    const ProgramResult shipped = cli({"gpus", "h200", "--json"});
    nlohmann::ordered_json gpu =
        nlohmann::ordered_json::parse(std::ifstream(std::string(LANESCOPE_SOURCE_DIR) + "/resources/gpus/h200.json"));
    gpu["title"] =
        "Mine \x1b[2J\xc2\x9b"
        "31m";
    const std::string file = folder.path() + "/mine.json";
    std::ofstream(file) << gpu.dump();
    expectHarmless(cli({"gpus", file}), "gpus");
    expectHarmless(cli({"gpus", file, "--json"}), "gpus --json");
    expectHarmless(cli({"estimate", "vector.add", "--gpu", file}), "estimate");
}

}  // namespace
}  // namespace lanescope
