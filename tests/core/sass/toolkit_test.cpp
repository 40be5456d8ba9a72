// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/toolkit.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/sass/machine_codes.h"
#include "core/sass/resource_usage.h"
#include "tests/core/sass/fresh.h"
#include "tests/support/temporary_folder.h"

namespace lanescope::sass {
namespace {

using testing::HasSubstr;

TEST(KeptMachineCode, OfVectorsIsWhatTheToolkitMakes) { test::expectFresh("vector"); }

TEST(KeptMachineCode, IsFoundForThisVeryPtxAlone) {
    const std::string resources = LANESCOPE_SOURCE_DIR "/resources";
    const Result<std::string> ptx = readFile(resources + "/ptx/vector.ptx");
    ASSERT_TRUE(ptx);
    const MachineCodes codes(resources);
    const std::string kernel = "_Z9vectorAddIfEvPKT_S2_PS0_i";
    const Result<MachineCode> code = codes.code({"vector.ptx", *ptx, kernel, "sm_90"});
    ASSERT_TRUE(code) << describe(code.error());
    EXPECT_TRUE(code->kept);
    EXPECT_EQ(code->listing.resources.registers, 12U);
    EXPECT_EQ(code->listing.parameterBase, 0x210U);
    EXPECT_EQ(code->listing.parameters, (std::vector<Parameter>{{0, 8}, {8, 8}, {16, 8}, {24, 4}}));
    EXPECT_EQ(code->listing.files, std::vector<std::string>{"vector.cu"});
    EXPECT_EQ(codes.resources({"vector.ptx", *ptx, kernel, "sm_75"})->registers, 12U);
    EXPECT_EQ(codes.resources({"vector.ptx", *ptx + "\n", kernel, "sm_75"}), nullptr) << "that is another PTX";
    EXPECT_EQ(codes.resources({"other.ptx", *ptx, kernel, "sm_75"}), nullptr);
    EXPECT_EQ(architectureOf("9.0"), "sm_90");
    EXPECT_EQ(architectureOf("12.0"), "sm_120");
}

/// Sets a variable while it lives.
class Environment {
public:
    Environment(const char* name, const std::string& value) : m_name(name) { ::setenv(name, value.c_str(), 1); }
    ~Environment() { ::unsetenv(m_name); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* m_name;
};

std::string script(const TemporaryFolder& folder, const std::string& name, const std::string& lines) {
    const std::string path = folder.path(name);
    std::ofstream(path) << "#!/bin/sh\n" << lines;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

TEST(Toolkit, SaysWhatIsMissing) {
    const Environment none("LANESCOPE_PTXAS", "/nowhere/ptxas");
    const Result<Toolkit> toolkit = findToolkit();
    ASSERT_FALSE(toolkit);
    EXPECT_EQ(toolkit.error().code, ErrorCode::NoLibrary);
    EXPECT_THAT(describe(toolkit.error()), HasSubstr("/nowhere/ptxas"));
}

// ptxas alone says what kernels take; it is asked once of a text, also where it says nothing.
TEST(Toolkit, PtxasSaysWhatKernelsTakeWithoutNvdisasm) {
    const TemporaryFolder folder;
    const std::string count = folder.path("asked");
    const std::string log =
        "ptxas info    : Compiling entry function 'mine' for 'sm_90'\n"
        "ptxas info    : Function properties for mine\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 41 registers, used 0 barriers, 372 bytes cmem[0]\n";
    const Environment ptxas("LANESCOPE_PTXAS",
                            script(folder, "ptxas",
                                   "[ \"$1\" = --version ] && echo 'release 13.0, V13.0.88' && exit 0\n"
                                   "echo x >> '" +
                                       count + "'\ncat >&2 <<'END'\n" + log + "END\n"));
    const Environment nvdisasm("LANESCOPE_NVDISASM", "/nowhere/nvdisasm");
    const MachineCodes codes(folder.path("no resources"));
    const Wanted wanted{"mine.ptx", "// PTX", "mine", "sm_90"};
    EXPECT_FALSE(codes.code(wanted)) << "nobody prints it";
    const auto compiled = codes.compiled(wanted);
    ASSERT_TRUE(compiled);
    EXPECT_EQ(compiled->resources.registers, 41U);
    EXPECT_EQ(compiled->ptxas, "13.0.88");
    EXPECT_FALSE(codes.compiled({"mine.ptx", "// PTX", "other", "sm_90"}));
    EXPECT_EQ(std::filesystem::file_size(count), 2U) << "asked once";
    const Environment none("LANESCOPE_PTXAS", "/nowhere/ptxas");
    EXPECT_FALSE(codes.compiled({"mine.ptx", "// another PTX", "mine", "sm_90"}));
}

/// Stand-ins, so that what is done with their words is tested where there is no toolkit.
TEST(Toolkit, UnderstandsRefusals) {
    const TemporaryFolder folder;
    const std::string version = "[ \"$1\" = --version ] && echo 'release 13.0, V13.0.88' && exit 0\n";
    const Environment ptxas("LANESCOPE_PTXAS",
                            script(folder, "ptxas",
                                   version + "echo \"ptxas x.ptx, line 37; error   : Unknown modifier '.foo'\" >&2\n"
                                             "exit 255\n"));
    const Environment nvdisasm("LANESCOPE_NVDISASM", script(folder, "nvdisasm", version));
    const Result<Toolkit> toolkit = findToolkit();
    ASSERT_TRUE(toolkit) << describe(toolkit.error());
    EXPECT_EQ(toolkit->ptxasVersion, "13.0.88");
    const Result<std::vector<Listing>> refused = assemble(*toolkit, "nothing", "mine.ptx", "sm_90");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::PtxSyntax);
    EXPECT_THAT(describe(refused.error()), HasSubstr("mine.ptx, line 37: ptxas says: Unknown modifier '.foo'"));
}

TEST(Toolkit, IsKilledWhenNobodyWantsItAnyMore) {
    const TemporaryFolder folder;
    const Toolkit slow{script(folder, "ptxas", "exec sleep 600\n"), "/nowhere", "", ""};
    std::stop_source stop;
    stop.request_stop();
    const Result<std::vector<Listing>> none = assemble(slow, "", "mine.ptx", "sm_90", JobContext{stop.get_token(), {}});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Cancelled);
}

TEST(ResourceUsage, IsReadFromTheLogOfPtxas) {
    const auto all = resourcesFromLog(
        "ptxas info    : 454 bytes gmem\n"
        "ptxas info    : Compiling entry function '_Z1kPfid' for 'sm_75'\n"
        "ptxas info    : Function properties for _Z1kPfid\n"
        "    304 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
        "ptxas info    : Used 80 registers, used 1 barriers, 328 bytes cumulative stack size, 512 bytes smem, 376 "
        "bytes "
        "cmem[0], 56 bytes cmem[2]\n"
        "ptxas info    : Function properties for _Z3fibi\n"
        "    24 bytes stack frame, 20 bytes spill stores, 20 bytes spill loads\n"
        "ptxas info    : Compiling entry function 'second' for 'sm_75'\n"
        "ptxas info    : Function properties for second\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 8 registers, used 0 barriers, 360 bytes cmem[0]\n");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all.at("_Z1kPfid"), (Resources{80, 512, 328, 28, 32, 1}));
    EXPECT_EQ(all.at("second"), (Resources{8, 0, 0, 0, 0, 0}));
    EXPECT_TRUE(resourcesFromLog("anything else\n").empty());
}

}  // namespace
}  // namespace lanescope::sass
