// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb of lanescope-cli where something is missing. Each time: it ends in time, by no signal, with an exit code
// that says so and a sentence that names the thing; and nothing that was there is lost. GPUs are stand-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "tests/hostile/surroundings.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Stream = Surroundings::Stream;

constexpr double kSeconds = 60;  // for what takes one, on a machine that does much else

struct VerbRow {
    std::string arguments;  ///< of a run that ends well; FILE is a name in the test's folder
    std::string input = {};
    int exitCode = 0;  ///< the stand-ins' kernels do nothing, and so the results of theirs are wrong: 6
};

/// A verb without a row here fails EveryVerbHasARow.
const std::map<std::string, VerbRow>& rows() {
    static const std::map<std::string, VerbRow> all{
        {"list", {""}},
        {"emulate", {"matmul.tiled n=16 block=4"}},
        {"estimate", {"matmul.tiled n=16 block=4 --gpu h200"}},
        {"models", {""}},
        {"entries", {LANESCOPE_SOURCE_DIR "/examples/ptx/scan.ptx"}},
        {"errors", {"--blocks 1 --most 1"}},
        {"claims", {""}},
        {"machine-code", {"vector.add type=f32 --arch sm_90"}},
        {"machine", {"matvec.columns --gpu h200"}},
        {"maps", {""}},
        {"story", {LANESCOPE_SOURCE_DIR "/resources/stories/bank-conflicts.json"}},
        {"session", {LANESCOPE_SOURCE_DIR "/tests/core/session/kept/version_1.lanescope"}},
        {"timeline", {"matmul.tiled n=16 block=4 --gpu h200"}},
        {"measure", {"vector.add n=32 type=f32 --samples 3 --no-counters", "", 6}},
        {"run", {"vector.add n=32 type=f32", "", 6}},
        {"record", {"FILE vector.add variant=corrected n=32 type=f32 --samples 3 --no-counters"}},
        {"merge", {"FILE " LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz"}},
        {"class", {LANESCOPE_SOURCE_DIR "/resources/recordings"}},
        {"validate",
         {"--recording " LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz matmul.single-block --work 1e5"}},
        {"metrics", {""}},
        {"occupancy", {"matmul.tiled n=16 block=4 --gpu h200"}},
        {"calibrate", {"--only launch_overhead --output FILE"}},
        {"gpus", {""}},
        {"why", {"matmul.tiled n=16 block=4"}},
        {"ladder", {"transpose width=32 height=32"}},
        {"worker", {"", "{\"v\":2,\"id\":1,\"verb\":\"hello\"}\n"}},
    };
    return all;
}

std::vector<std::string> wordsOf(const std::string& verb, const std::string& arguments, const std::string& file) {
    std::istringstream stream(verb + " " + arguments);
    std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    for (std::string& word : words)
        if (word == "FILE") word = file;
    return words;
}

class Hostile : public testing::Test {
protected:
    /// The verb's run in these surroundings. What cannot be had here skips the test.
    ProgramResult run(const std::string& verb, Surroundings surroundings, const std::string& more = {}) const {
        surroundings.environment.try_emplace("LD_LIBRARY_PATH", LANESCOPE_BINARY_DIR "/tests/gpu/fake");
        surroundings.environment.try_emplace("FAKE_CUDA", "");
        surroundings.input = rows().at(verb).input;
        const std::string folder = surroundings.fullDisk.empty() ? m_folder.path() : surroundings.fullDisk;
        const ProgramResult ending =
            runIn(surroundings, LANESCOPE_CLI, wordsOf(verb, rows().at(verb).arguments + more, folder + "/file.json"),
                  kSeconds);
        EXPECT_FALSE(ending.late) << verb;
        EXPECT_EQ(ending.signal, 0) << verb << ": " << ending.err;
        EXPECT_THAT(ending.err, Not(HasSubstr("bug in Lanescope"))) << verb;
        std::filesystem::remove(m_folder.path("file.json"));
        return ending;
    }

    TemporaryFolder m_folder;
};

TEST_F(Hostile, EveryVerbHasARow) {
    const ProgramResult help = runIn({}, LANESCOPE_CLI, {"--help"}, kSeconds);
    ASSERT_EQ(help.exitCode, 0);
    std::istringstream lines(help.out.substr(help.out.find("Subcommands:\n")));
    std::size_t verbs = 0;
    std::string line;
    std::getline(lines, line);
    for (; std::getline(lines, line) && line.starts_with("  "); ++verbs) {
        const std::string verb = line.substr(2, line.find(' ', 2) - 2);
        EXPECT_TRUE(rows().contains(verb)) << verb << " is not tried with a full disk";
    }
    EXPECT_EQ(verbs, rows().size());
}

TEST_F(Hostile, WithNothingMissingEveryVerbEndsWell) {
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {});
        EXPECT_EQ(ending.exitCode, row.exitCode) << verb << ": " << ending.err;
        EXPECT_THAT(ending.out, Not(IsEmpty())) << verb;
    }
}

TEST_F(Hostile, OutputThatHasNoRoomIsAnExitCode) {
    for (const auto& [verb, row] : rows()) {
        for (const char* more : {"", " --json"}) {
            const ProgramResult ending = run(verb, {.out = Stream::Full}, more);
            EXPECT_EQ(ending.exitCode, 8) << verb << more << ending.err;
            EXPECT_THAT(ending.err, HasSubstr("written to standard output: No space left on device.")) << verb << more;
        }
    }
}

TEST_F(Hostile, SoIsTheHelp) {
    for (const char* words : {"--help", "--version", "list --help"}) {
        std::istringstream stream(words);
        const std::vector<std::string> arguments{std::istream_iterator<std::string>(stream), {}};
        EXPECT_EQ(runIn({.out = Stream::Full}, LANESCOPE_CLI, arguments, kSeconds).exitCode, 8) << words;
        EXPECT_EQ(runIn({.out = Stream::Closed}, LANESCOPE_CLI, arguments, kSeconds).exitCode, 8) << words;
    }
}

// An error is JSON on standard output with --json. Where that is lost, stderr has its sentence.
TEST_F(Hostile, AnErrorThatHasNoRoomIsSaidElsewhere) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"emulate", "none.such", "--json"}, {"nothing", "--json"}}) {
        const ProgramResult ending = runIn({.out = Stream::Full}, LANESCOPE_CLI, arguments, kSeconds);
        EXPECT_EQ(ending.exitCode, 8);
        EXPECT_THAT(ending.err, HasSubstr("There is no"));
        EXPECT_THAT(ending.err, HasSubstr("No space left on device"));
    }
}

TEST_F(Hostile, OutputThatIsClosedIsAnExitCode) {
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {.out = Stream::Closed});
        EXPECT_EQ(ending.exitCode, 8) << verb << ending.err;
        EXPECT_THAT(ending.err, HasSubstr("written to standard output: it is closed.")) << verb;
    }
}

// As with `| head`: whoever has stopped to read knows that.
TEST_F(Hostile, AReaderThatHasGoneIsNoFailure) {
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {.out = Stream::Unread});
        EXPECT_EQ(ending.exitCode, 141) << verb;
        EXPECT_THAT(ending.err, Not(HasSubstr("written"))) << verb;
    }
}

TEST_F(Hostile, WithoutStderrTheExitCodeStays) {
    for (const auto& [verb, row] : rows()) {
        for (const Stream err : {Stream::Full, Stream::Closed, Stream::Unread})
            EXPECT_EQ(run(verb, {.err = err}).exitCode, row.exitCode) << verb;
        EXPECT_EQ(run(verb, {.out = Stream::Full, .err = Stream::Full}).exitCode, 8) << verb;
        EXPECT_EQ(run(verb, {.out = Stream::Closed, .err = Stream::Closed, .inputClosed = true}).exitCode,
                  verb == "worker" ? 0 : 8)
            << verb << ": a worker that is asked nothing says nothing";
    }
}

TEST_F(Hostile, WithoutInputEveryVerbEnds) {
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {.inputClosed = true});
        EXPECT_EQ(ending.exitCode, row.exitCode) << verb << ending.err;
    }
}

TEST_F(Hostile, HomesThatCannotBeWrittenAreNotNeeded) {
    // Read-only for root too: there is nothing below a file.
    m_folder.write("plain", "");
    const std::string plain = m_folder.path("plain") + "/home";
    using Homes = std::map<std::string, std::optional<std::string>>;
    for (const Homes& homes :
         {Homes{{"HOME", plain}, {"XDG_DATA_HOME", plain}, {"XDG_CONFIG_HOME", plain}, {"XDG_CACHE_HOME", plain}},
          Homes{{"HOME", std::nullopt}, {"XDG_DATA_HOME", std::nullopt}},
          Homes{{"HOME", "/nonexistent"}, {"XDG_DATA_HOME", std::nullopt}, {"TMPDIR", "/nonexistent"}}})
        for (const auto& [verb, row] : rows()) {
            const ProgramResult ending = run(verb, {.environment = homes});
            EXPECT_EQ(ending.exitCode, row.exitCode) << verb << ending.err;
        }
}

// A file that may not grow is what a full disk looks like from within, and can be had everywhere.
TEST_F(Hostile, FilesThatCannotGrowAreErrors) {
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {.out = Stream::Read, .fileSize = 0});
        if (row.arguments.find("FILE") == std::string::npos) {
            EXPECT_EQ(ending.exitCode, 8) << verb << ending.err;
        } else {
            EXPECT_NE(ending.exitCode, 0) << verb;
        }
        EXPECT_FALSE(std::filesystem::exists(m_folder.path("file.json"))) << verb;
        EXPECT_TRUE(std::filesystem::is_empty(m_folder.path())) << verb;
    }
}

TEST_F(Hostile, AFullDiskIsSaidAndLosesNothing) {
    const std::string disk = m_folder.path("disk");
    std::filesystem::create_directories(disk);
    for (const auto& [verb, row] : rows()) {
        const ProgramResult ending = run(verb, {.fullDisk = disk});
        if (ending.exitCode == kCannotBeHad) GTEST_SKIP() << "nothing can be mounted here";
        if (row.arguments.find("FILE") == std::string::npos) {
            EXPECT_EQ(ending.exitCode, row.exitCode) << verb << ending.err;
        } else {
            EXPECT_EQ(ending.exitCode, 1) << verb;
            EXPECT_THAT(ending.err, HasSubstr("No space left on device")) << verb;
            EXPECT_THAT(ending.err, HasSubstr(disk + "/file.json")) << verb;
        }
    }
}

TEST_F(Hostile, TooLittleMemoryIsASentence) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer needs all of the address space";
#endif
    for (const auto& [verb, row] : rows()) {
        // In less than its own size the system ends it before it begins.
        for (const rlim_t mebibytes : {16, 24, 40, 50, 64, 100, 300}) {
            SCOPED_TRACE(verb + " in " + std::to_string(mebibytes) + " MiB");
            const ProgramResult ending = run(verb, {.memory = mebibytes << 20U});
            constexpr int kNotEvenLoaded = 127;  // as the dynamic linker says, in its own words
            EXPECT_THAT(ending.exitCode, testing::AnyOf(row.exitCode, 1, kNotEvenLoaded));
            if (ending.exitCode == kNotEvenLoaded) {
                EXPECT_THAT(ending.err, HasSubstr("shared librar"));
            } else if (ending.exitCode == 1) {
                EXPECT_THAT(ending.err, HasSubstr("There is not enough memory: "));
            }
        }
    }
}

}  // namespace
}  // namespace lanescope
