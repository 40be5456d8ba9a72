// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/gpu_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/base/file_reader.h"
#include "core/gpus/gpu_quantities.h"
#include "core/gpus/multiprocessor.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

const std::string kResources = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

std::string spec(const std::string& values,
                 const std::string& head = R"("id": "x", "title": "X", "compute_capability": "9.0")") {
    return "{" + head + ", \"values\": {" + values + "}}";
}

std::string placeOfError(const std::string& json) {
    const auto gpu = parseGpuSpec(json, "x.json");
    if (gpu) return "no error";
    EXPECT_EQ(gpu.error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(gpu.error().arguments.at("file"), "x.json");
    return gpu.error().arguments.at("place");
}

TEST(GpuPresets, AllAreReadable) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets) << describe(presets.error());
    for (const char* id :
         {"c1060", "c2070", "c2075", "gtx560ti", "gt520m", "gt540m", "gtx1050", "h200", "a100", "l4", "t4", "rtx4090"})
        EXPECT_TRUE(presets->find(id)) << id;
    for (const GpuSpec& gpu : presets->all()) {
        EXPECT_NE(gpu.find("clock"), nullptr) << gpu.id;         // without these no model
        EXPECT_NE(gpu.find("cores_per_sm"), nullptr) << gpu.id;  // can say anything
        EXPECT_NE(gpu.find("sm_count"), nullptr) << gpu.id;
    }
}

TEST(GpuPresets, HaveAllLimitsThatOccupancyNeeds) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    for (const GpuSpec& gpu : presets->all()) {
        for (const char* id :
             {"sm_count", "cores_per_sm", "clock", "memory_bandwidth", "memory_size", "max_threads_per_block",
              "max_threads_per_sm", "max_warps_per_sm", "max_blocks_per_sm", "registers_per_sm", "registers_per_block",
              "max_registers_per_thread", "register_allocation_unit", "warp_allocation_granularity", "shared_per_sm",
              "shared_per_block", "shared_allocation_unit"})
            EXPECT_TRUE(gpu.find(id) != nullptr || gpu.missing.contains(id)) << gpu.id << " " << id;
        EXPECT_EQ(gpu.find("max_threads_per_sm")->value, 32 * gpu.find("max_warps_per_sm")->value) << gpu.id;
    }
}

/// What other GPUs are assumed to have of the H200's stays what the H200 has.
TEST(GpuPresets, HaveTheH200sValuesWhereTheySaySo) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    const GpuSpec& h200 = **presets->find("h200");
    const double clock = h200.find("clock_under_load")->value;
    std::size_t compared = 0;
    for (const GpuSpec& gpu : presets->all())
        for (const auto& [id, value] : gpu.values) {
            const GpuValue* const its = h200.find(id);
            const bool same = value.source == "assumed: the H200's; not calibrated here" ||
                              value.source == "assumed: the H200's, in cycles; not calibrated here";
            const bool scaled = value.source == "assumed: the H200's, by the ratio of clocks; not calibrated here";
            if (its == nullptr || (!same && !scaled)) continue;
            const double expected = its->value * (same ? 1 : gpu.find("clock_under_load")->value / clock);
            EXPECT_NEAR(value.value, expected, (same ? 1e-3 : 0.02) * expected) << gpu.id << " " << id;
            ++compared;
        }
    EXPECT_GT(compared, 400U);
}

TEST(GpuPresets, SayWhichValuesOfModelsTheyLack) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    for (const GpuSpec& gpu : presets->all())
        for (const char* id :
             {"dram_latency", "l2_latency", "l1_latency", "shared_latency", "fp32_latency", "fp64_latency",
              "departure_delay_coalesced", "departure_delay_uncoalesced", "atomic_latency", "atomic_contended_cycles",
              "divergent_branch_cycles", "barrier_cycles", "fp32_throughput", "dram_bandwidth", "l2_bandwidth",
              "copy_to_device", "copy_from_device", "launch_overhead", "block_launch_rate"})
            EXPECT_NE(gpu.find(id) != nullptr, gpu.missing.contains(id)) << gpu.id << " " << id;
    const auto& ofTheH200 = (*presets->find("h200"))->missing;
    EXPECT_EQ(ofTheH200.size(), 2U);
    for (const char* id : {"l1_fill_cycles", "l1_replay_cycles"})
        EXPECT_TRUE(ofTheH200.contains(id)) << "measured, and there is none: " << id;
}

TEST(GpuPresets, AreWrittenAsTheProgramWritesThem) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    for (const GpuSpec& gpu : presets->all()) EXPECT_EQ(readFile(gpu.file).value_or(""), toJson(gpu)) << gpu.file;
}

TEST(GpuPresets, HoldWhatTheDocumentsSay) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    const GpuSpec& c2070 = **presets->find("c2070");
    EXPECT_EQ(c2070.find("clock")->value, 1.15e9);
    EXPECT_EQ(c2070.find("sm_count")->value * c2070.find("cores_per_sm")->value, 448);
    EXPECT_NE(c2070.find("clock")->source.find("004"), std::string::npos);
    const GpuSpec& gtx1050 = **presets->find("gtx1050");
    EXPECT_EQ(gtx1050.find("sm_count")->value * gtx1050.find("cores_per_sm")->value, 640);
    EXPECT_EQ(gtx1050.find("copy_to_device"), nullptr);  // nobody says
}

TEST(GpuPresets, AreFoundByIdOrTitleInAnyCase) {
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    EXPECT_EQ((*presets->find("nvidia tesla c2070"))->id, "c2070");
    EXPECT_EQ((*presets->find("H200"))->id, "h200");
    const auto unknown = presets->find("RTX 9999");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::UnknownGpu);
    EXPECT_EQ(unknown.error().arguments.at("gpu"), "RTX 9999");
    EXPECT_NE(unknown.error().arguments.at("known").find("c2070, c2075, gt520m"), std::string::npos);
}

TEST(GpuPresets, ABrokenOrMisnamedFileIsNamed) {
    const TemporaryFolder folder;
    EXPECT_EQ(GpuPresets::load(folder.path()).error().code, ErrorCode::CannotOpen);
    folder.write("gpus/y.json", spec(""));
    const auto misnamed = GpuPresets::load(folder.path());
    ASSERT_FALSE(misnamed);
    EXPECT_EQ(misnamed.error().arguments.at("place"), "id");
    folder.write("gpus/x.json", "{");
    const auto broken = GpuPresets::load(folder.path());
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().arguments.at("file"), folder.path("gpus/x.json"));
}

TEST(GpuPresets, AUsersOwnAreAddedAndTakeThePlaceOfOurs) {
    auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    const std::size_t before = presets->all().size();
    const TemporaryFolder folder;
    const std::string clock = R"("clock": {"value": 1e9, "unit": "Hz", "source": "I"})";
    folder.write("mine.json", spec(clock, R"("id": "mine", "title": "My GPU", "compute_capability": "8.6")"));
    folder.write("h200.json", spec(clock, R"("id": "h200", "title": "NVIDIA H200", "compute_capability": "9.0")"));
    folder.write("notes.txt", "not a GPU");
    ASSERT_TRUE(presets->add(folder.path()));
    EXPECT_EQ(presets->all().size(), before + 1);
    EXPECT_EQ((*presets->find("my gpu"))->file, folder.path("mine.json"));
    EXPECT_EQ((*presets->find("h200"))->find("clock")->source, "I");

    const TemporaryFolder broken;
    broken.write("a.json", spec(clock, R"("id": "a", "title": "A", "compute_capability": "8.6")"));
    broken.write("b.json", spec(R"("clok": {"value": 1, "unit": "Hz", "source": "s"})",
                                R"("id": "b", "title": "B", "compute_capability": "8.6")"));
    const auto added = presets->add(broken.path());
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().arguments.at("file"), broken.path("b.json"));
    EXPECT_EQ(added.error().arguments.at("place"), "values.clok");
    EXPECT_FALSE(presets->find("a")) << "all of a folder or nothing";
    EXPECT_EQ(presets->add(broken.path("nowhere")).error().code, ErrorCode::CannotOpen);
    EXPECT_EQ(readGpuSpec(broken.path("nowhere.json")).error().code, ErrorCode::CannotOpen);
}

TEST(GpuPresets, AUsersFoldersAreNamedByTheEnvironment) {
    const TemporaryFolder folder;
    folder.write("lanescope/gpus/x.json", "{}");
    ::setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    ::setenv("LANESCOPE_GPUS", "/one::/two", 1);
    EXPECT_THAT(userGpuFolders(), testing::ElementsAre(folder.path("lanescope/gpus"), "/one", "/two"));
    ::setenv("XDG_DATA_HOME", folder.path("nothing").c_str(), 1);
    ::unsetenv("LANESCOPE_GPUS");
    EXPECT_THAT(userGpuFolders(), testing::IsEmpty());
    ::unsetenv("XDG_DATA_HOME");
}

TEST(GpuSpec, ReadsAValueWithItsUnitAndSource) {
    const auto gpu = parseGpuSpec(spec(R"("clock": {"value": 1e9, "unit": "Hz", "source": "somebody"})"), "x.json");
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_EQ(gpu->find("clock")->value, 1e9);
    EXPECT_EQ(gpu->find("clock")->source, "somebody");
    EXPECT_EQ(gpu->find("sm_count"), nullptr);
}

TEST(GpuSpec, EachWrongPartIsNamed) {
    EXPECT_EQ(placeOfError(spec(R"("clok": {"value": 1, "unit": "Hz", "source": "s"})")), "values.clok");
    EXPECT_EQ(placeOfError(spec(R"("clock": 1)")), "values.clock");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": 0, "unit": "Hz", "source": "s"})")), "values.clock.value");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": -5, "unit": "Hz", "source": "s"})")), "values.clock.value");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": "1", "unit": "Hz", "source": "s"})")), "values.clock.value");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": 1, "unit": "GHz", "source": "s"})")), "values.clock.unit");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": 1, "unit": "Hz", "source": ""})")), "values.clock.source");
    EXPECT_EQ(placeOfError(spec(R"("clock": {"value": 1, "unit": "Hz"})")), "values.clock.source");
    EXPECT_EQ(placeOfError(spec(R"("sm_count": {"value": 1.5, "unit": "", "source": "s"})")), "values.sm_count.value");
    EXPECT_EQ(placeOfError(spec("", R"("id": "", "title": "X", "compute_capability": "9.0")")), "id");
    EXPECT_EQ(placeOfError(spec("", R"("id": "x", "title": "X", "compute_capability": "Hopper")")),
              "compute_capability");
    EXPECT_EQ(placeOfError(R"({"id": "x", "title": "X", "compute_capability": "9.0"})"), "values");
    EXPECT_EQ(placeOfError("{\"id\": "), "line 1, column 8");
}

TEST(GpuSpec, ReadsHowAValueWasCalibrated) {
    const auto gpu = parseGpuSpec(spec(R"("l1_latency": {"value": 33.5, "unit": "cycles", "source": "calibrate", )"
                                       R"("spread": 0.002, "benchmark": "pointer chase"},)"
                                       R"("clock": {"value": 1e9, "unit": "Hz", "source": "somebody"})"),
                                  "x.json");
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_EQ(gpu->find("l1_latency")->spread, 0.002);
    EXPECT_EQ(gpu->find("l1_latency")->benchmark, "pointer chase");
    EXPECT_FALSE(gpu->find("clock")->spread);  // not measured by us: 0 would be a claim
    EXPECT_EQ(gpu->find("clock")->benchmark, "");
    const std::string head = R"("clock": {"value": 1, "unit": "Hz", "source": "s", )";
    EXPECT_EQ(placeOfError(spec(head + R"("spread": -0.1})")), "values.clock.spread");
    EXPECT_EQ(placeOfError(spec(head + R"("spread": "small"})")), "values.clock.spread");
    EXPECT_EQ(placeOfError(spec(head + R"("benchmark": ""})")), "values.clock.benchmark");
    EXPECT_EQ(placeOfError(spec(head + R"("error": 1})")), "values.clock.error");
}

std::string specMissing(const std::string& missing) {
    return R"({"id": "x", "title": "X", "compute_capability": "9.0", "values": )"
           R"({"clock": {"value": 1, "unit": "Hz", "source": "s"}}, "missing": {)" +
           missing + "}}";
}

TEST(GpuSpec, SaysWhyAValueIsMissing) {
    const auto gpu = parseGpuSpec(specMissing(R"("l2_latency": "there is no L2")"), "x.json");
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_EQ(gpu->missing.at("l2_latency"), "there is no L2");
    EXPECT_EQ(gpu->find("l2_latency"), nullptr);
    EXPECT_EQ(placeOfError(specMissing(R"("l3_latency": "there is none")")), "missing.l3_latency");
    EXPECT_EQ(placeOfError(specMissing(R"("l2_latency": "")")), "missing.l2_latency");
    EXPECT_EQ(placeOfError(specMissing(R"("l2_latency": 7)")), "missing.l2_latency");
    EXPECT_EQ(placeOfError(specMissing(R"("clock": "never told")")), "missing.clock");
}

TEST(GpuSpec, IsWrittenAsItIsRead) {
    GpuSpec gpu{.id = "x", .title = "A \"GPU\"", .computeCapability = "9.0", .values = {}, .missing = {}};
    gpu.values["clock"] = {1.98e9, "Hz", "somebody"};
    gpu.values["l1_latency"] = {33.25, "cycles", "calibrate", 0.001, "pointer chase"};
    gpu.values["launch_overhead"] = {1.0 / 3e5, "s", "somebody"};
    gpu.missing["dram_latency"] = "the GPU is too hot";
    const std::string text = toJson(gpu);
    EXPECT_NE(text.find("\"value\": 1980000000,"), std::string::npos) << text;
    const auto again = parseGpuSpec(text, "x.json");
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(again->title, gpu.title);
    EXPECT_EQ(again->values.size(), 3U);
    EXPECT_EQ(again->find("launch_overhead")->value, 1.0 / 3e5);
    EXPECT_EQ(again->find("l1_latency")->spread, 0.001);
    EXPECT_EQ(again->find("l1_latency")->benchmark, "pointer chase");
    EXPECT_EQ(again->missing, gpu.missing);
    const auto presets = GpuPresets::load(kResources);
    ASSERT_TRUE(presets);
    for (const GpuSpec& preset : presets->all())
        EXPECT_EQ(toJson(*parseGpuSpec(toJson(preset), preset.id)), toJson(preset));
}

TEST(GpuQuantities, EachHasItsOwnIdAKnownUnitAndAMeaning) {
    std::set<std::string_view> ids;
    const std::set<std::string_view> units{"", "B", "B/s", "Hz", "s", "1/s", "cycles"};
    for (const GpuQuantity& quantity : gpuQuantities()) {
        EXPECT_TRUE(ids.insert(quantity.id).second) << quantity.id;
        EXPECT_TRUE(units.contains(quantity.unit)) << quantity.id << " " << quantity.unit;
        EXPECT_FALSE(quantity.meaning.empty()) << quantity.id;
        EXPECT_TRUE(!quantity.whole || quantity.unit.empty() || quantity.unit == "B") << quantity.id;
        EXPECT_EQ(findGpuQuantity(quantity.id), &quantity);
    }
    EXPECT_EQ(findGpuQuantity("clok"), nullptr);
}

TEST(CapabilityLimits, FillInWhatTheDriverDoesNotTell) {
    GpuSpec gpu{.id = "x", .title = "X", .computeCapability = "7.5", .values = {}, .missing = {}};
    gpu.values["max_registers_per_thread"] = {128, "", "somebody"};
    addCapabilityLimits(gpu);
    EXPECT_EQ(gpu.find("cores_per_sm")->value, 64);
    EXPECT_EQ(gpu.find("shared_allocation_unit")->value, 256);
    EXPECT_EQ(gpu.find("shared_reserved_per_block"), nullptr) << "nothing is reserved there";
    EXPECT_EQ(gpu.find("max_registers_per_thread")->source, "somebody") << "what is known stays";
    EXPECT_EQ(gpu.find("cores_per_sm")->source.substr(0, 23), "compute capability 7.5:");
    EXPECT_TRUE(parseGpuSpec(toJson(gpu), "x.json"));
    gpu.values.clear();
    gpu.computeCapability = "99.0";
    addCapabilityLimits(gpu);
    EXPECT_TRUE(gpu.values.empty());
}

}  // namespace
}  // namespace lanescope
