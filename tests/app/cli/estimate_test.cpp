// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/app/cli/cli.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

Json estimated(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "estimate");
    arguments.emplace_back("--json");
    const ProgramResult result = cli(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    return jsonOf(result);
}

double sumOfTerms(const Json& estimate) {
    double sum = 0;
    for (const auto& [name, seconds] : estimate["terms"].items()) sum += seconds.get<double>();
    return sum;
}

bool says(const Json& estimate, const std::string& words) {
    const Json& sentences = estimate["assumptions"];
    return std::any_of(sentences.begin(), sentences.end(), [&](const Json& sentence) {
        return sentence.get<std::string>().find(words) != std::string::npos;
    });
}

TEST(Estimate, KeepsItsContract) {
    const Json json = estimated({"matmul.tiled", "n=128", "--gpu", "c2070"});
    EXPECT_EQ(json["model"], "thesis");
    EXPECT_EQ(json["gpu"], "c2070");
    EXPECT_EQ(json["origin"], "estimated");
    EXPECT_GT(json["seconds"], 0);
    EXPECT_GT(json["terms"].size(), 3U);
    EXPECT_NEAR(sumOfTerms(json) / json["seconds"].get<double>(), 1, 1e-12);
    EXPECT_TRUE(says(json, "Counts are emulated"));
    EXPECT_EQ(json["out_of_range"], "");
}

TEST(Estimate, KnowsEveryModelOnEveryGpuThatTheIssueNames) {
    for (const char* model :
         {"mukherjee-sum", "mukherjee-max", "mukherjee-sum-cache", "mukherjee-max-cache", "thesis"}) {
        for (const char* gpu : {"c2070", "gtx1050", "h200"}) {
            const Json json = estimated({"matmul.global", "--gpu", gpu, "--model", model});
            EXPECT_EQ(json["model"], model);
            EXPECT_GT(json["seconds"], 0) << model << " " << gpu;
            EXPECT_EQ(json["out_of_range"] == "", std::string(gpu) == "c2070") << model << " " << gpu;
            EXPECT_EQ(json["terms"].contains("hidden by overlap"), std::string(model).find("max") != std::string::npos)
                << model;
        }
    }
}

TEST(Estimate, OfMultiprocessorsThatAreNotSimulatedSaysSo) {
    for (const char* model : {"simulation", "interval"}) {
        const Json error = errorOf({"estimate", "vector.add", "--gpu", "c2070", "--model", model}, 1);
        EXPECT_EQ(error["code"], "model_out_of_range");
        const std::string message = error["message"];
        for (const char* said :
             {"compute capability 2.0", "NVIDIA Tesla C2070", "l1_size", "l2_latency", "docs/timing.md"})
            EXPECT_NE(message.find(said), std::string::npos) << message;
        const char* const trial = LANESCOPE_SOURCE_DIR "/examples/gpus/c2070_trial.json";
        for (const char* gpu : {"gtx1050", trial}) {
            const Json json = estimated({"vector.add", "--gpu", gpu, "--model", model});
            EXPECT_GT(json["seconds"], 0);
            EXPECT_NE(json["out_of_range"].get<std::string>().find("are built in another way"), std::string::npos);
        }
        EXPECT_EQ(estimated({"vector.add", "--gpu", "t4", "--model", model})["out_of_range"], "");
    }
}

// 004 section 9.3: 3 accesses of 600 cycles, 67 of 4 and 32 computations of 48 make 57 600 + 57 728 cycles for four
// blocks of 32 × 32 and one tile of doubles; two tiles of the 64 × 64 product are ours to add.
TEST(Estimate, TakesTheDocumentsCounts) {
    const Json json =
        estimated({"matmul.tiled", "n=64", "block=32", "type=f64", "--gpu", "c2070", "--counts", "document"});
    const double threadCycles = 600 * (2 * 2 + 1) + 4 * (2 * 66 + 1) + 48 * 64;
    const double seconds = 4 * 1024 * threadCycles / 128 / 1.15e9 + 3e-6;
    EXPECT_NEAR(json["kernel_seconds"].get<double>() / seconds, 1, 1e-12);
    EXPECT_TRUE(says(json, "section 9.3"));
    const Json error = errorOf({"estimate", "matmul.rect2", "--gpu", "c2070", "--counts", "document"}, 2);
    EXPECT_EQ(error["arguments"]["parameter"], "counts");
}

// Every number of the waterfall and everything that went in, as the window shows it.
TEST(Estimate, SaysWhy) {
    const Json json = estimated({"matmul.tiled", "n=128", "--gpu", "c2070", "--model", "hong-kim"});
    double sum = 0;
    for (const Json& term : json["waterfall"]) sum += term["seconds"].get<double>();
    EXPECT_NEAR(sum / json["seconds"].get<double>(), 1, 1e-12);
    EXPECT_NE(json["case"].get<std::string>().find("WP"), std::string::npos);
    const auto valueOf = [&](const std::string& symbol) -> Json {
        for (const Json& input : json["inputs"])
            if (input["symbol"] == symbol) return input;
        return {};
    };
    EXPECT_EQ(valueOf("SMs")["from"], "gpu");
    EXPECT_EQ(valueOf("SMs")["value"], 14);
    EXPECT_EQ(valueOf("Mem_insts")["from"], "counter");
    EXPECT_EQ(valueOf("MWP")["from"], "derived");

    const ProgramResult text = cli({"estimate", "matmul.tiled", "--gpu", "c2070", "--model", "hong-kim", "--why"});
    EXPECT_EQ(text.exitCode, 0);
    for (const char* words : {"█", "Mem_cycles", "what went in", "dram_latency of NVIDIA Tesla C2070"})
        EXPECT_NE(text.out.find(words), std::string::npos) << words;
}

TEST(Estimate, AsksEveryModel) {
    const Json json = estimated({"matmul.tiled", "n=128", "--gpu", "c2070", "--model", "all"});
    const Json models = jsonOf(cli({"models", "--json"}))["models"];
    std::size_t inSeconds = 0;
    for (const Json& model : models) {
        for (const char* key : {"id", "title", "answer", "source", "needs", "assumes", "range"})
            EXPECT_FALSE(model[key].get<std::string>().empty()) << key;
        inSeconds += model["answer"] == "seconds" ? 1 : 0;
    }
    EXPECT_GE(inSeconds, 13U);
    EXPECT_EQ(json["estimates"].size() + json["cannot"].size(), inSeconds);
    EXPECT_GE(json["estimates"].size(), 12U);
    const ProgramResult text = cli({"estimate", "matmul.tiled", "--gpu", "c2070", "--model", "all"});
    EXPECT_NE(text.out.find("Nugteren"), std::string::npos);
    EXPECT_NE(cli({"models"}).out.find("Volkov 2016"), std::string::npos);
}

// What the document says of its own accuracy, and that some of it does not hold, stands at the estimate.
TEST(Estimate, SaysWhatIsClaimedOfTheModelAndWhetherItHolds) {
    const Json json = estimated({"cholesky.structured-own", "--gpu", "c2070", "--model", "all"});
    for (const char* list : {"estimates", "cannot"})
        for (const Json& answer : json[list]) {
            if (answer["model"] != "thesis") {
                EXPECT_TRUE(answer["claims"].empty()) << answer["model"];
                continue;
            }
            ASSERT_EQ(answer["claims"].size(), 2U);
            const Json& claim = answer["claims"][0];
            EXPECT_EQ(claim["section"], "9.3");
            EXPECT_EQ(claim["verdict"], "does not hold");
            EXPECT_NE(claim["recomputed"].get<std::string>().find("In 3 of 5 orders"), std::string::npos);
        }
    for (const char* model : {"all", "thesis"}) {
        const std::string text = cli({"estimate", "cholesky.structured-own", "--gpu", "c2070", "--model", model}).out;
        for (const char* words : {"does not hold (004 section 9.3)", "off by less than 25 %", "In 3 of 5 orders"})
            EXPECT_NE(text.find(words), std::string::npos) << model << ": " << words;
    }
    // Of the formula of atomics, which is a term of the thesis' model.
    const Json atomics = estimated({"matvec.columns", "--gpu", "c2070"});
    EXPECT_EQ(atomics["claims"][0]["verdict"], "holds in part");
    EXPECT_TRUE(estimated({"matmul.tiled", "n=32", "--gpu", "c2070"})["claims"].empty());
}

// Programs without kernels of their own: cuBLAS, and the CPU alone.
TEST(Estimate, AnswersForEveryKindOfProgram) {
    for (const char* algorithm : {"matmul.cublas", "matmul.sequential", "micro.copy", "cholesky.sequential"}) {
        const Json json = estimated({algorithm, "--gpu", "c2070", "--model", "all"});
        for (const Json& estimate : json["estimates"]) EXPECT_GT(estimate["seconds"], 0) << algorithm;
        for (const Json& model : json["cannot"])
            EXPECT_NE(model["message"].get<std::string>().find("launches no kernel"), std::string::npos) << model;
        EXPECT_EQ(json["estimates"].size() + json["cannot"].size(), 15U) << algorithm;
    }
}

TEST(Estimate, TakesCountsOfHardwareToo) {
    const std::vector<std::string> question{"matmul.tiled", "n=128", "--gpu", "c2070", "--counts"};
    auto lockstep = question;
    lockstep.emplace_back("lockstep");
    auto predicted = question;
    predicted.emplace_back("predicted");
    const Json one = estimated(lockstep);
    const Json other = estimated(predicted);
    EXPECT_EQ(other["counts"], "predicted");
    EXPECT_TRUE(says(other, "Counts are predicted"));
    EXPECT_NE(one["terms"]["compute"], other["terms"]["compute"]);
    EXPECT_EQ(one["terms"]["copy to device"], other["terms"]["copy to device"]);
}

TEST(Estimate, AnswersWhatIf) {
    const std::vector<std::string> question{"matmul.tiled", "n=128", "--gpu", "c2070", "--model", "mukherjee-sum"};
    const auto with = [&](const std::string& change) {
        auto words = question;
        words.insert(words.end(), {"--set", change});
        return estimated(words);
    };
    const double seconds = estimated(question)["seconds"];
    EXPECT_NEAR(with("clock=2.3e9")["seconds"].get<double>() / seconds, 0.5, 1e-12);
    EXPECT_EQ(with("clock=2.3e9")["changed"][0], "clock=2.3e9");
    EXPECT_LT(with("latency_gmem=100")["seconds"].get<double>(), seconds);
    const auto refused = [&](const std::string& change) {
        auto words = question;
        words.insert(words.begin(), "estimate");
        words.insert(words.end(), {"--set", change});
        return errorOf(words, 2);
    };
    EXPECT_EQ(refused("clock=fast")["arguments"]["parameter"], "clock");
    EXPECT_EQ(refused("clock=-1")["arguments"]["parameter"], "clock");
    EXPECT_EQ(refused("sm_count=1.5")["arguments"]["parameter"], "sm_count");
    EXPECT_EQ(refused("moon=1")["arguments"]["parameter"], "moon");
    EXPECT_EQ(refused("clock")["code"], "illegal_value");
}

TEST(Estimate, SaysWhenCountsAreASample) {
    const Json json = estimated({"matmul.tiled", "n=512", "--gpu", "c2070"});
    EXPECT_TRUE(says(json, "of 1024 blocks were run"));
}

TEST(Estimate, IsReadableWithoutJson) {
    const ProgramResult result = cli({"estimate", "matmul.tiled", "--gpu", "h200", "--model", "mukherjee-sum"});
    EXPECT_EQ(result.exitCode, 0);
    for (const char* words : {"Mukherjee, SUM (004 section 3.2.3) for NVIDIA H200", "global memory", "assumptions",
                              "not to be believed here"})
        EXPECT_NE(result.out.find(words), std::string::npos) << words;
}

TEST(Estimate, BadInputIsNamed) {
    EXPECT_EQ(errorOf({"estimate", "matmul.tiled"}, 2)["code"], "usage");  // no --gpu
    const Json gpu = errorOf({"estimate", "matmul.tiled", "--gpu", "rtx"}, 2);
    EXPECT_EQ(gpu["code"], "unknown_gpu");
    EXPECT_NE(gpu["message"].get<std::string>().find("c2070"), std::string::npos);
    const Json model = errorOf({"estimate", "matmul.tiled", "--gpu", "h200", "--model", "astrology"}, 2);
    EXPECT_EQ(model["code"], "unknown_model");
    EXPECT_EQ(model["arguments"]["model"], "astrology");
    EXPECT_EQ(errorOf({"estimate", "matmul.tiled", "--gpu", "h200", "--counts", "emulated"}, 2)["code"], "usage");
    EXPECT_EQ(errorOf({"estimate", "matmul.none", "--gpu", "h200"}, 2)["code"], "unknown_algorithm");
    EXPECT_EQ(errorOf({"estimate", "matmul.tiled", "n=0", "--gpu", "h200"}, 2)["code"], "illegal_value");
    const Json slip = errorOf({"estimate", "matmul.tiled", "--gpu", "h200", "--what-if", "dram_bandwith=2x"}, 2);
    EXPECT_EQ(slip["code"], "illegal_value");
    for (const char* name : {"dram_bandwidth", "clock", "block"})
        EXPECT_NE(slip["message"].get<std::string>().find(name), std::string::npos) << name;
    // A block of 1024 threads on a GPU that has room for 512.
    const Json block = errorOf({"estimate", "matmul.tiled", "block=32", "--gpu", "c1060"}, 1);
    EXPECT_EQ(block["code"], "model_out_of_range");
}

TEST(Estimate, HoldsWhatModelsSayAgainstABaseline) {
    const Json json = jsonOf(cli({"estimate", "matmul.tiled", "n=1024", "block=16", "--gpu", "h200", "--model",
                                  "volkov,thesis", "--baseline", "matmul.global", "--json"}));
    const Json other = jsonOf(
        cli({"estimate", "matmul.global", "n=1024", "block=16", "--gpu", "h200", "--model", "volkov", "--json"}));
    EXPECT_EQ(json["baseline"]["algorithm"], "matmul.global");
    const Json& volkov = json["baseline"]["estimates"]["volkov"];
    EXPECT_DOUBLE_EQ(volkov["baseline"], other["seconds"]);
    EXPECT_DOUBLE_EQ(volkov["value"], json["volkov"]["seconds"]);
    const double ratio = volkov["value"].get<double>() / volkov["baseline"].get<double>();
    EXPECT_NEAR(volkov["percent"], 100 * (ratio - 1), 1e-9);
    EXPECT_TRUE(json["baseline"]["estimates"].contains("thesis"));
    const ProgramResult text = cli({"estimate", "matmul.tiled", "n=1024", "--gpu", "h200", "--baseline", "block=8"});
    EXPECT_NE(text.out.find("against the baseline, matmul.tiled"), std::string::npos) << text.out << text.err;
}

/// saxpy of the examples, without machine code; `ptxas` is the program that is asked instead of ours.
Json ofPtx(const std::string& ptxas, const std::vector<std::string>& words = {}) {
    std::vector<std::string> all{"estimate", "--ptx", LANESCOPE_SOURCE_DIR "/examples/ptx/saxpy.ptx", "--grid", "64"};
    for (const char* word : {"--block", "256", "--arg", "i32:16384", "--arg", "f32:2", "--arg", "buf:f32:16384:ramp",
                             "--arg", "buf:f32:16384:ramp", "--gpu", "h200", "--json"})
        all.emplace_back(word);
    all.insert(all.end(), words.begin(), words.end());
    return jsonOf(cli(all, {{"LANESCOPE_PTXAS", ptxas}, {"LANESCOPE_NVDISASM", "/nowhere/nvdisasm"}}));
}

// What the thesis' model is for is known; what warps do is known of any kernel.
TEST(Estimate, KernelsFromOutsideAreAskedOfTheModelsOfTime) {
    const Json json = ofPtx("/nowhere/ptxas");
    EXPECT_FALSE(json.contains("origin")) << "each answer has its own";
    EXPECT_FALSE(json.contains("thesis"));
    EXPECT_EQ(json["simulation"]["origin"], "simulated");
    EXPECT_EQ(json["interval"]["origin"], "estimated");
    EXPECT_GT(json["simulation"]["seconds"], 0);
    EXPECT_FALSE(json["simulation"]["bound"].get<std::string>().empty());
    EXPECT_EQ(json["simulation"]["bound"].get<std::string>().find(' '), std::string::npos) << "an id";
    EXPECT_NE(json["simulation"]["bound_text"].get<std::string>().find(' '), std::string::npos) << "a sentence";
    EXPECT_EQ(ofPtx("/nowhere/ptxas", {"--model", "thesis"})["model"], "thesis");
}

// Without machine code it is said, with the spread of such runs.
TEST(Estimate, SaysWhatRanAndWhoTellsTheRegisters) {
    const Json assumed = ofPtx("/nowhere/ptxas", {"--model", "simulation"});
    EXPECT_EQ(assumed["machine_code"], false);
    EXPECT_NE(assumed["code"].get<std::string>().find("assumed, 32"), std::string::npos) << assumed["code"];
    EXPECT_EQ(assumed["spread"]["machine_code"], false);
    EXPECT_EQ(assumed["spread"]["unseen"], true);
    EXPECT_GT(assumed["spread"]["rare"], 0.3);

    const TemporaryFolder folder;
    const std::string ptxas = folder.path("ptxas");
    std::ofstream(ptxas) << "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 13.0, V13.0.88' && exit 0\n"
                            "name=$(sed -n 's/.*\\.entry \\([A-Za-z0-9_]*\\).*/\\1/p' \"$4\")\n"
                            "echo \"ptxas info    : Compiling entry function '$name' for 'sm_90'\" >&2\n"
                            "echo 'ptxas info    : Used 77 registers, used 0 barriers' >&2\n";
    std::filesystem::permissions(ptxas, std::filesystem::perms::owner_all);
    const Json said = ofPtx(ptxas, {"--model", "simulation"});
    EXPECT_EQ(said["machine_code"], false);
    EXPECT_NE(said["code"].get<std::string>().find("ptxas 13.0.88"), std::string::npos) << said["code"];
    const auto registers = [](const Json& json) {
        for (const Json& input : json["inputs"])
            if (input["symbol"] == "registers") return input["value"].get<double>();
        return 0.0;
    };
    EXPECT_EQ(registers(said), 77);
    EXPECT_EQ(registers(assumed), 32);

    const Json ours = estimated({"vector.add", "--gpu", "h200", "--model", "simulation,thesis"});
    EXPECT_EQ(ours["simulation"]["machine_code"], true);
    EXPECT_TRUE(ours["thesis"]["machine_code"].is_null()) << "it does not take that in";
    const std::string text = cli({"estimate", "vector.add", "--gpu", "h200", "--model", "simulation"}).out;
    EXPECT_NE(text.find("Machine code ran."), std::string::npos) << text;
}

TEST(Estimate, WhatIfHasASpreadAndTheCautionThatNobodyTriedIt) {
    const std::vector<std::string> question{"estimate", "matmul.tiled", "n=128",      "--gpu",
                                            "h200",     "--model",      "simulation", "--what-if"};
    const auto asked = [&question](const std::string& change, bool json) {
        auto words = question;
        words.push_back(change);
        if (json) words.emplace_back("--json");
        return cli(words);
    };
    const Json one = jsonOf(asked("dram_latency=2x", true))["what_if"][0];
    EXPECT_EQ(one["origin"], "simulated");
    EXPECT_EQ(one["spread"]["caution"], "");
    EXPECT_NE(one["spread_then"]["caution"].get<std::string>().find("nobody has tried"), std::string::npos);
    // Another block is another configuration, and those have been tried.
    EXPECT_EQ(jsonOf(asked("block=8", true))["what_if"][0]["spread_then"]["caution"], "");
    const std::string text = asked("clock=0.7x", false).out;
    for (const char* words : {", now: usually within", ", then: ", "nobody has tried"})
        EXPECT_NE(text.find(words), std::string::npos) << words << '\n' << text;
}

}  // namespace
}  // namespace lanescope
