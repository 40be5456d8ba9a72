// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels with a planted bug each (bugs/*.cu, table in bugs/bugs.json): the emulator finds the bug, of the right kind,
// on the line that is marked "BUG" (the other side of a race on one that is marked "AND"); and finds nothing in the
// corrected kernel beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/algorithms/algorithm.h"
#include "core/plan/executor.h"
#include "core/ptx/parser.h"
#include "core/simt/check/race_checker.h"
#include "core/simt/emulator.h"

namespace lanescope::simt {
namespace {

using Json = nlohmann::json;

const std::string kFolder = LANESCOPE_SOURCE_DIR "/tests/core/simt/bugs/";

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

const Json& table() {
    static const Json json = Json::parse(textOf(kFolder + "bugs.json"));
    return json;
}

/// Lines of NAME.cu whose comment has one of the words.
std::set<std::uint32_t> linesWith(const std::string& name, const std::vector<std::string>& words) {
    std::istringstream source(textOf(kFolder + name + ".cu"));
    std::set<std::uint32_t> lines;
    std::string line;
    for (std::uint32_t number = 1; std::getline(source, line); ++number) {
        const std::size_t comment = line.rfind("// ");
        for (const std::string& word : words)
            if (comment != std::string::npos && line.find(word, comment) != std::string::npos) lines.insert(number);
    }
    return lines;
}

Dim3 dim(const Json& json) {
    const auto at = [&](std::size_t i) { return json.size() > i ? json[i].get<std::uint32_t>() : 1U; };
    return {at(0), at(1), at(2)};
}

std::vector<Buffer> buffersOf(const Json& what) {
    std::vector<Buffer> buffers;
    for (const Json& b : what.at("buffers"))
        buffers.push_back({b.at("name"),
                           elementTypeFromName(b.at("type").get<std::string>()).value(),
                           b.at("rows"),
                           b.at("columns"),
                           {}});
    return buffers;
}

template <typename T>
std::vector<std::byte> rampOf(std::size_t count) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i % 1000);
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> contentOf(const Json& what, const Buffer& buffer) {
    if (what.at("init") == "zero") return std::vector<std::byte>(buffer.bytes());
    if (what.at("init") == "const=-1") return std::vector<std::byte>(buffer.bytes(), std::byte{0xff});
    switch (buffer.type) {
        case ElementType::F32: return rampOf<float>(buffer.elements());
        case ElementType::F64: return rampOf<double>(buffer.elements());
        default: return rampOf<std::int32_t>(buffer.elements());
    }
}

/// How one version of a case ended.
struct Outcome {
    std::optional<Fault> fault;
    std::optional<Error> error;  ///< where not a fault
    RaceReport races;
};

/// `code`: "" as nvcc compiles it, ".debug" with -G.
Outcome run(const Json& what, const std::string& version, const std::string& code = {}) {
    const auto given = [&](const char* key) {
        const bool changed = version == "fixed" && what.contains("fixed") && what.at("fixed").contains(key);
        return changed ? what.at("fixed").at(key) : what.contains(key) ? what.at(key) : Json();
    };
    const std::string name = what.at("name");
    Outcome outcome;
    Result<ptx::Module> module = ptx::parse(textOf(kFolder + name + code + ".ptx"), name + ".ptx");
    if (!module) return {.fault = {}, .error = module.error(), .races = {}};
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = version;
    Launch launch;
    launch.kernel = kernel;
    launch.grid = dim(given("grid"));
    launch.block = dim(given("block"));
    if (given("shared").is_number()) launch.dynamicSharedBytes = given("shared");
    const std::vector<Buffer> buffers = buffersOf(what);
    for (BufferId id = 0; id < buffers.size(); ++id) launch.arguments.emplace_back(id);
    for (const Json& value : what.at("args")) launch.arguments.emplace_back(value.get<std::int32_t>());

    RaceChecker checker;
    Emulator emulator({.stepBudget = 200'000, .observer = &checker});
    EXPECT_TRUE(emulator.allocate(buffers));
    for (BufferId id = 0; id < buffers.size(); ++id) {
        const Json& b = what.at("buffers")[id];
        if (b.at("init") == "none") continue;
        EXPECT_TRUE(emulator.upload(id, contentOf(b, buffers[id])));
    }
    const Result<void> done = emulator.launch(launch, {});
    if (!emulator.reports().empty()) outcome.fault = emulator.reports().back().fault;
    if (!done && !outcome.fault) outcome.error = done.error();
    if (!checker.reports().empty()) outcome.races = checker.reports().back();
    return outcome;
}

std::string told(const Outcome& outcome) {
    std::string text = outcome.fault ? "fault: " + explain(*outcome.fault) + "\n" : "";
    if (outcome.error) text += "error: " + describe(*outcome.error) + "\n";
    for (const Finding& finding : outcome.races.findings)
        text += std::string(nameOf(finding.kind)) + ", " + std::string(nameOf(finding.severity)) + ": " +
                describe(finding) + " " + finding.hint + "\n";
    return text;
}

class Bugs : public testing::TestWithParam<std::size_t> {
protected:
    [[nodiscard]] static const Json& what() { return table().at("cases").at(GetParam()); }
};

void expectRace(const Json& what, const Outcome& outcome) {
    const std::string name = what.at("name");
    const std::string space = what.at("ours").at("space");
    const bool sameValue = what.at("ours").at("kind") == "same value";
    std::set<std::uint32_t> bug = linesWith(name, {"BUG"});
    const std::set<std::uint32_t> both = linesWith(name, {"BUG", "AND"});
    ASSERT_FALSE(outcome.races.findings.empty());
    std::set<std::uint32_t> met;
    Finding::Severity worst = Finding::Severity::Note;
    for (const Finding& finding : outcome.races.findings) {
        worst = std::min(worst, finding.severity);
        EXPECT_EQ(finding.sameValue, sameValue);
        EXPECT_TRUE(both.contains(finding.first.sourceLine)) << finding.first.sourceLine;
        EXPECT_TRUE(both.contains(finding.second.sourceLine)) << finding.second.sourceLine;
        EXPECT_FALSE(finding.hint.empty());
        EXPECT_FALSE(finding.element.empty());
        if (program::nameOf(finding.space) == space) met.insert({finding.first.sourceLine, finding.second.sourceLine});
    }
    EXPECT_EQ(nameOf(worst), what.at("ours").value("severity", sameValue ? "note" : "error"));
    EXPECT_TRUE(std::ranges::includes(met, bug)) << "not all marked lines are part of a race in " << space << " memory";
}

void expectFound(const Json& what, const Outcome& outcome) {
    const Json& ours = what.at("ours");
    const std::string kind = ours.at("kind");
    const std::string name = what.at("name");
    SCOPED_TRACE(told(outcome));
    if (kind == "invalid launch") {
        ASSERT_TRUE(outcome.error);
        EXPECT_EQ(outcome.error->code, ErrorCode::InvalidLaunch);
        return;
    }
    if (outcome.error && outcome.error->code == ErrorCode::PtxUnsupported) GTEST_SKIP() << describe(*outcome.error);
    ASSERT_FALSE(outcome.error);
    EXPECT_NE(told(outcome).find(ours.value("tells", "")), std::string::npos);
    const std::set<std::uint32_t> lines = linesWith(name, {"BUG"});
    if (kind == "race" || kind == "same value") {
        EXPECT_FALSE(outcome.fault);
        expectRace(what, outcome);
    } else if (kind == "barrier mismatch" || kind == "division by zero" || kind == "warp mask" ||
               kind == "shuffle width" || kind == "unset variable") {
        EXPECT_FALSE(outcome.fault);
        ASSERT_FALSE(outcome.races.findings.empty());
        const Finding& finding = outcome.races.findings.front();
        EXPECT_EQ(nameOf(finding.kind), kind);
        EXPECT_EQ(ours.value("severity", nameOf(finding.severity)), nameOf(finding.severity));
        EXPECT_TRUE(lines.contains(finding.first.sourceLine));
    } else {
        ASSERT_TRUE(outcome.fault);
        EXPECT_EQ(nameOf(outcome.fault->kind), kind);
        EXPECT_TRUE(lines.contains(outcome.fault->sourceLine)) << outcome.fault->sourceLine;
        EXPECT_EQ(outcome.fault->sourceFile, name + ".cu");
        EXPECT_EQ(ours.value("element", outcome.fault->element), outcome.fault->element);
        EXPECT_EQ(ours.value("buffer", outcome.fault->buffer), outcome.fault->buffer);
    }
}

TEST_P(Bugs, IsFoundOnItsLine) { expectFound(what(), run(what(), "bug")); }

TEST_P(Bugs, IsNotFoundInTheCorrectedKernel) {
    const Outcome outcome = run(what(), "fixed");
    if (outcome.error && outcome.error->code == ErrorCode::PtxUnsupported) GTEST_SKIP() << describe(*outcome.error);
    EXPECT_EQ(told(outcome), "");
    EXPECT_TRUE(outcome.races.complete()) << summary(outcome.races);
}

// With -G atomics and shuffles are functions of CUDA's headers: the line is that of the call.
TEST(DebugCode, TellsLinesOfTheUsersSource) {
    std::size_t compared = 0;
    for (const Json& what : table().at("cases")) {
        if (!what.value("debug", false)) continue;
        expectFound(what, run(what, "bug", ".debug"));
        EXPECT_EQ(told(run(what, "fixed", ".debug")), "");
        ++compared;
    }
    EXPECT_EQ(compared, 4U);
}

const Json& recorded() {
    static const Json json = Json::parse(textOf(kFolder + "h200.json")).at("verdicts");
    return json;
}

/// The tool of compute-sanitizer that looks for a kind of bug; "none": what happens without a tool.
std::string toolFor(const std::string& kind) {
    static const std::map<std::string, std::string> kOther{
        {"uninitialised", "initcheck"},  {"race", "racecheck"},
        {"same value", "racecheck"},     {"barrier mismatch", "synccheck"},
        {"warp mask", "synccheck"},      {"shuffle width", "synccheck"},
        {"unset variable", "initcheck"}, {"barrier deadlock", "none"},
        {"step budget", "none"},         {"deadlock", "none"}};
    const auto other = kOther.find(kind);
    return other == kOther.end() ? "memcheck" : other->second;
}

/// What that tool says if it agrees with us.
std::string agreeing(const Json& ours) {
    const std::string kind = ours.at("kind");
    if (toolFor(kind) == "none") return "timeout";
    if (kind == "same value") return "clean";
    return kind == "race" ? ours.value("severity", "error") : "error";
}

// Recorded on an H200. Where compute-sanitizer says something else than we do, the table says why.
TEST_P(Bugs, AgreesWithComputeSanitizer) {
    if (!recorded().contains(what().at("name").get<std::string>() + ".bug")) GTEST_SKIP() << "not recorded";
    const Json& bug = recorded().at(what().at("name").get<std::string>() + ".bug");
    const bool same = bug.at(toolFor(what().at("ours").at("kind"))) == agreeing(what().at("ours"));
    EXPECT_EQ(same, !what().contains("difference")) << bug.dump();
    const Json& corrected = recorded().at(what().at("name").get<std::string>() + ".fixed");
    EXPECT_EQ(corrected.at("none"), "ok");
    for (const char* const tool : {"memcheck", "racecheck", "initcheck", "synccheck"})
        EXPECT_EQ(corrected.at(tool), "clean") << tool;
}

INSTANTIATE_TEST_SUITE_P(Planted, Bugs, testing::Range<std::size_t>(0, table().at("cases").size()),
                         [](const auto& which) {
                             return table().at("cases").at(which.param).at("name").template get<std::string>();
                         });

/// "matmul.tiled.corrected.16.64": algorithm, variant, block side, n.
Plan planNamed(const Catalogue& catalogue, const std::string& name) {
    std::vector<std::string> parts;
    std::istringstream text(name);
    for (std::string part; std::getline(text, part, '.');) parts.push_back(part);
    const Algorithm& algorithm = **catalogue.find(parts.at(0) + "." + parts.at(1));
    return algorithm.plan({{"variant", parts.at(2)}, {"block", parts.at(3)}, {"n", parts.at(4)}, {"type", "f32"}})
        .value();
}

std::string_view worstOf(const RaceReport& report) {
    const auto worst = std::ranges::min_element(report.findings, {}, &Finding::severity);
    return worst == report.findings.end() || worst->severity == Finding::Severity::Note ? "clean"
                                                                                        : nameOf(worst->severity);
}

TEST(CatalogueRaces, AreThoseThatRacecheckFinds) {
    const Catalogue catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources").value();
    std::size_t compared = 0;
    std::size_t racing = 0;
    for (const auto& [name, verdicts] : recorded().items()) {
        // Not what the H200 did not finish in time or could not launch.
        if (!name.starts_with("matmul.") || verdicts.at("racecheck") == "timeout" || verdicts.at("none") != "ok")
            continue;
        RaceChecker checker({.cost = ~std::uint64_t{0}});
        Emulator emulator({.observer = &checker});
        ASSERT_TRUE(runPlan(planNamed(catalogue, name), emulator, {})) << name;
        ASSERT_TRUE(checker.reports().back().complete()) << name;
        EXPECT_EQ(worstOf(checker.reports().back()), verdicts.at("racecheck").get<std::string>()) << name;
        for (const char* const tool : {"memcheck", "initcheck", "synccheck"})
            EXPECT_EQ(verdicts.at(tool), "clean") << name << ' ' << tool;
        ++compared;
        racing += verdicts.at("racecheck") == "clean" ? 0 : 1;
    }
    EXPECT_GE(compared, 59U);
    EXPECT_GE(racing, 4U);  // document 000's rect2 as it was published
}

}  // namespace
}  // namespace lanescope::simt
