// SPDX-License-Identifier: GPL-3.0-or-later
// The list of launches, and what is recorded of it on a GPU that stands in for one.
#include "tests/gpu/rounds/launch_manifest.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/file_reader.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// examples/saxpy.cu once as it should be, and once without its last argument.
std::string saxpyList(const TemporaryFolder& folder) {
    std::filesystem::copy(LANESCOPE_SOURCE_DIR "/examples/ptx/saxpy.ptx", folder.path("saxpy.ptx"));
    nlohmann::json right{{"name", "right"},  {"ptx", "saxpy.ptx"},
                         {"grid", "4"},      {"block", "256"},
                         {"source", "ours"}, {"args", {"i32:1024", "f32:2", "buf:f32:1024:ramp", "buf:f32:1024:ramp"}}};
    nlohmann::json wrong = right;
    wrong["name"] = "wrong";
    wrong["args"].erase(3);
    const std::string path = folder.path("manifest.json");
    std::ofstream(path) << nlohmann::json{right, wrong};
    return path;
}

class LaunchManifestTest : public testing::Test {
protected:
    void TearDown() override { std::filesystem::current_path(m_before); }
    TemporaryFolder m_folder;

private:
    std::filesystem::path m_before = std::filesystem::current_path();
};

TEST_F(LaunchManifestTest, HoldsWhatCanBeLaunchedAndWhyTheRestCannot) {
    const auto manifest = readLaunchManifest(saxpyList(m_folder));
    ASSERT_TRUE(manifest) << describe(manifest.error());
    ASSERT_EQ(manifest->launches.size(), 1U);
    const ListedLaunch& launch = manifest->launches[0];
    EXPECT_THAT(launch.name, testing::EndsWith("/right"));
    EXPECT_EQ(launch.plan.launches().at(0)->grid, (Dim3{4, 1, 1}));
    EXPECT_TRUE(std::ranges::none_of(launch.plan.steps,
                                     [](const Step& step) { return std::holds_alternative<DownloadStep>(step); }));
    ASSERT_EQ(manifest->refused.size(), 1U);
    EXPECT_THAT(manifest->refused[0].first, testing::EndsWith("/wrong"));
    EXPECT_NE(manifest->refused[0].second, "");
}

TEST_F(LaunchManifestTest, SaysWhatIsNoList) {
    EXPECT_EQ(readLaunchManifest(m_folder.path("none.json")).error().code, ErrorCode::CannotOpen);
    std::ofstream(m_folder.path("half.json")) << R"([{"name": "a")";
    EXPECT_EQ(readLaunchManifest(m_folder.path("half.json")).error().code, ErrorCode::MalformedFile);
    std::ofstream(m_folder.path("nameless.json")) << R"([{"ptx": "a"}])";
    EXPECT_EQ(readLaunchManifest(m_folder.path("nameless.json")).error().code, ErrorCode::MalformedFile);
}

TEST_F(LaunchManifestTest, IsRecordedAsFarAsItCanBe) {
    const std::string list = saxpyList(m_folder), output = m_folder.path("out.json");
    const auto record = [&](const std::string& seconds, const std::string& mode) {
        return runProgram(LANESCOPE_RECORD_LAUNCHES, {output, seconds, list},
                          {{"LD_LIBRARY_PATH", LANESCOPE_BINARY_DIR "/tests/gpu/fake"}, {"FAKE_CUDA", mode}});
    };
    const auto recorded = [&] { return nlohmann::json::parse(readFile(output).value())["launches"]; };
    const auto rowOf = [&](const nlohmann::json& rows, const std::string& name) {
        for (const auto& [key, row] : rows.items())
            if (key.ends_with("/" + name)) return row;
        return nlohmann::json();
    };
    EXPECT_EQ(record("30", "fault").exitCode, 3);
    EXPECT_THAT(rowOf(recorded(), "right")["failed"].get<std::string>(), HasSubstr("illegal memory access"));
    EXPECT_EQ(record("30", "").exitCode, 3) << "the stand-in has no counters";
    const nlohmann::json right = rowOf(recorded(), "right");
    EXPECT_FALSE(right.contains("failed")) << "it went well the second time";
    EXPECT_NEAR(right["time"]["median"].get<double>(), 1e-3, 1e-4);
    EXPECT_EQ(right["time"]["samples_taken"], 41);
    EXPECT_TRUE(rowOf(recorded(), "wrong").contains("failed"));
    EXPECT_THAT(record("30", "").err, testing::Not(HasSubstr("right time"))) << "that is there";
}

}  // namespace
}  // namespace lanescope
